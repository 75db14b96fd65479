import type { Effect, NewKeyRow } from '../../nodes/Gmc/core/keys/effects';
import type { KeyRow, Wish } from '../../nodes/Gmc/core/keys/keyRow';

// A world small enough to try every order of events in it: a table, a service, a clock that shows two times.

/** What happens to one request. `old`: nothing, but the answer names what another key's request has made. */
export type Fate = 'done' | 'lostDone' | 'lostLate' | 'lostNever' | 'refused' | 'old';

export interface Addition {
	id: string;
	ref: string;
	/** Late: the service has the request and has not carried it out yet. */
	isCommitted: boolean;
	isListed: boolean;
	madeAt: number;
}

/** Plain data, so that two states can be compared. */
export interface World {
	table: KeyRow[];
	nextId: number;
	additions: Addition[];
	/** Epoch milliseconds: zero, and the hold later. */
	clock: number;
}

export const HOLD_MS = 900_000;

export const emptyWorld = (): World => ({ table: [], nextId: 1, additions: [], clock: 0 });

/** Ids are given out before the rows are committed: somebody else's may come in between. */
export function allotIds(world: World, rows: NewKeyRow[]): KeyRow[] {
	return rows.map((row) => ({ ...row, id: world.nextId++ }));
}

/** Carries out an effect that is over in one step. */
export function apply(world: World, effect: Effect, wishes: Wish[]): unknown {
	const { table } = world;
	switch (effect.do) {
		case 'read':
			return table.filter(({ ref }) => effect.refs.includes(ref));
		case 'readInDoubt':
			return table.filter(({ outcome }) => outcome === 'sending' || outcome === 'unknown');
		case 'readOwners':
			return table.filter(({ additionId = '' }) => effect.additionIds.includes(additionId));
		case 'update':
			// What a change does not name stays as it is, as in a database.
			world.table = table.map((row) => ({
				...row,
				...JSON.parse(JSON.stringify(effect.changes.find(({ id }) => id === row.id) ?? {})),
			}));
			world.table = world.table.filter(({ id }) => !effect.remove?.includes(id));
			return undefined;
		case 'delete':
			world.table = table.filter(({ id }) => !effect.ids.includes(id));
			return undefined;
		case 'list':
			return listOf(world, wishes);
		case 'now':
			return world.clock;
		default:
			return undefined;
	}
}

/** What the service lists, and what else a run knows at that moment. */
export type WorldList = ReturnType<typeof listOf> & {
	/** The runs of its process that are at work. */
	atWork: string[];
};

function listOf({ additions }: World, wishes: Wish[]) {
	const shown = additions.filter(({ isCommitted, isListed }) => isCommitted && isListed);
	return {
		additions: shown.map(({ id, ref }) => {
			const { identifiers, amount, currency } = wishes.find((wish) => wish.ref === ref)!.charge;
			const [customerIdentifier] = identifiers;
			return {
				_id: id,
				items: [{ customerIdentifier, sourceAmount: amount, sourceCurrency: currency }],
			};
		}),
		times: Object.fromEntries(shown.map(({ id, madeAt }) => [id, madeAt])),
		clockOffset: 0,
	};
}

/** The service takes a request. @returns what its sender is told */
export function take(world: World, ref: string, fate: Fate): { outcome: string; id?: string } {
	const id = `a${world.additions.length + 1}`;
	if (fate === 'refused') return { outcome: 'rejected' };
	if (fate === 'old') {
		const other = world.additions.find((one) => one.isCommitted && one.ref !== ref);
		return other ? { outcome: 'issued', id: other.id } : { outcome: 'rejected' };
	}
	if (fate === 'lostNever') return { outcome: 'unknown' };
	const isCommitted = fate !== 'lostLate';
	world.additions.push({ ...{ id, ref, isCommitted }, isListed: false, madeAt: world.clock });
	return fate === 'done' ? { outcome: 'issued', id } : { outcome: 'unknown' };
}
