import type { Addition, Fate, Interner, Look, Send, World, WorldList } from './world';

// What the service does in a world, and what it shows.

/** The service gets a request. @returns its answer */
export function take(
	world: World,
	{ wish: { ref, charge }, holdMs }: Send,
	{ fate, clock, names }: { fate: Fate; clock: number; names: Interner },
): { world: World; answer: { outcome: string; id?: string } } {
	if (fate === 'lostNever') return { world, answer: { outcome: 'unknown' } };
	if (fate === 'refused') return { world, answer: { outcome: 'rejected' } };
	if (fate === 'old') {
		const other = world.additions.find((one) => one.madeAt !== undefined && one.ref !== ref);
		if (!other) return { world, answer: { outcome: 'rejected' } };
		return { world, answer: answerWith(other, world) };
	}
	const id = `a${world.additions.length + 1}`;
	const madeAt = fate === 'lostLate' ? undefined : clock;
	const failsFrom = FAILS_AFTER[fate] && { failsFrom: world.instant + FAILS_AFTER[fate][0] };
	const addition = names.one({ id, ref, charge, due: clock + holdMs, madeAt, ...failsFrom });
	const after = { ...world, additions: [...world.additions, addition] };
	const isLost = fate.startsWith('lost');
	return { world: after, answer: isLost ? { outcome: 'unknown' } : answerWith(addition, world) };
}

/** After how many instants an addition fails. */
const FAILS_AFTER: Partial<Record<Fate, [number]>> = {
	failed: [0],
	lostFailed: [0],
	failsLater: [1],
};

const hasFailed = ({ failsFrom = Infinity }: Addition, { instant }: World) => instant >= failsFrom;

const answerWith = (addition: Addition, world: World) => ({
	outcome: hasFailed(addition, world) ? 'rejected' : 'issued',
	id: addition.id,
});

/** Which of these additions have failed. */
export const failedOf = (world: World, { additionIds }: Look): string[] =>
	world.additions
		.filter((one) => additionIds.includes(one.id) && hasFailed(one, world))
		.map(({ id }) => id);

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

export function listOf(world: World, { ahead, atWork }: { ahead: number; atWork: string[] }) {
	const shown = world.additions.filter(({ isListed }) => isListed);
	const one = (_id: unknown) => shown.find(({ id }) => id === _id)!;
	const list: WorldList = {
		additions: shown.map(({ id, charge: { identifiers, amount, currency } }) => ({
			_id: id,
			...(failedOf(world, { do: 'look', additionIds: [id] }).length > 0 && { status: 'FAILED' }),
			items: [
				{ customerIdentifier: identifiers[0], sourceAmount: amount, sourceCurrency: currency },
			],
		})),
		madeAt: ({ _id }) => one(_id).madeAt! + (one(_id).misreadBy ?? 0),
		isZoned: ({ _id }) => one(_id).misreadBy === undefined,
		atWork,
		clockOffset: -ahead,
	};
	return list;
}
