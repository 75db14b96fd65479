import type { Listing } from '../../nodes/Gmc/core/ledger/effects';
import type { Interner } from './interner';
import type { Addition, World } from './world';

/** What the service lists, and what else a run knows at that moment. */
export interface WorldList extends Listing {
	/** By the ids of additions. */
	times: Record<string, number>;
	/** The runs of its process that are at work. */
	atWork: string[];
}

/**
 * What the service may have done when it is asked for its list. Nobody else sees additions, so it is enough to list
 * them just before somebody asks, or when they are due.
 */
export function listings(world: World, clock: number, names: Interner): World[] {
	const waysOf = (one: Addition) =>
		one.isListed ? [one] : [one, names.one({ ...made(one, clock), isListed: true })];
	return everyWay(world, waysOf).map((additions) => ({ ...world, additions }));
}

/** What the service may have done when the clock moves on: what is due is made and listed. */
export function progresses(
	world: World,
	{ clock, next }: { clock: number; next: number },
	names: Interner,
): World[] {
	const instant = world.instant + 1;
	const waysOf = (one: Addition) => {
		if (one.isListed) return [one];
		if (one.due < next) return [names.one({ ...made(one, clock), isListed: true })];
		return one.madeAt === undefined ? [one, names.one(made(one, clock))] : [one];
	};
	return everyWay(world, waysOf).map((additions) => ({ ...world, additions, instant }));
}

/** Each addition in one of its ways, in every combination. */
function everyWay({ additions }: World, waysOf: (one: Addition) => Addition[]): Addition[][] {
	let all: Addition[][] = [[]];
	for (const each of additions.map(waysOf)) {
		all = all.flatMap((some) => each.map((way) => [...some, way]));
	}
	return all;
}

const made = (addition: Addition, clock: number): Addition => ({
	...addition,
	madeAt: addition.madeAt ?? clock,
});

export function listOf(
	{ additions }: World,
	{ ahead, atWork }: { ahead: number; atWork: string[] },
) {
	const shown = additions.filter(({ isListed }) => isListed);
	const times = Object.fromEntries(
		shown.map(({ id, madeAt = 0, misreadBy = 0 }) => [id, madeAt + misreadBy]),
	);
	const unzoned = new Set(shown.filter(({ misreadBy }) => misreadBy).map(({ id }) => id));
	const list: WorldList = {
		additions: shown.map(({ id, charge: { identifiers, amount, currency } }) => ({
			_id: id,
			items: [
				{ customerIdentifier: identifiers[0], sourceAmount: amount, sourceCurrency: currency },
			],
		})),
		madeAt: ({ _id }) => times[_id],
		isZoned: ({ _id }) => !unzoned.has(_id),
		times,
		atWork,
		clockOffset: -ahead,
	};
	return list;
}
