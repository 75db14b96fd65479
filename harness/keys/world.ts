import type { Charge } from '../../nodes/Gmc/core/additions/charge';
import {
	type Effect,
	type GivenBack,
	type Listing,
	type NewEntry,
	type ReadEffect,
	matcherOf,
} from '../../nodes/Gmc/core/ledger/effects';
import type { Entry, NamedRow } from '../../nodes/Gmc/core/ledger/entry';
import { isUnsettled } from '../../nodes/Gmc/core/ledger/entry';
import { claimHoldMs } from '../../nodes/Gmc/core/ledger/hold';

// A world small enough to try every order of events in it: a table, a service, a clock.

export const HOLD_MS = 900_000;
/** Of a claim, which may wait for its request. */
export const CLAIM_HOLD_MS = claimHoldMs({ holdMs: HOLD_MS, timeoutMs: 0 });
export const CLOCK_DOUBT_MS = 600_000;

/** The one request that moves money. */
export interface Send {
	do: 'send';
	wish: NamedRow;
	/** Epoch milliseconds until which the request may leave. */
	leaveBy: number;
	/** Milliseconds after that in which its addition is listed. */
	holdMs: number;
	/** Whether the run has just checked the age of its claim, so that the request leaves in time. */
	isFresh: boolean;
}

/** Asks the service which of these additions have failed. → string[] */
export interface Look {
	do: 'look';
	additionIds: string[];
}

/** @param mayFail whether the run goes on where the table fails at this step, which may be done all the same */
export type Step = (Effect | Send | Look) & { mayFail?: true };

/** What such a step is answered. */
export const TABLE_FAILED = { hasFailed: true };

/** What a run reports in the end, by ref. */
export interface Told {
	/** The id of the addition that a key has paid with. */
	paid: Record<string, string>;
	/** What a person has to look at. */
	inDoubt: Record<string, string[]>;
}

/** What a run knows must never be changed: it is shared by states. */
export type Doing<Result> = Generator<Step, Result, unknown>;

/**
 * What happens to a request. `old`: nothing, but the answer names the addition of another key. `failed`: its addition has
 * failed, and moves no money. `failsLater`: once the clock has moved on.
 */
export type Fate =
	| 'done'
	| 'lostDone'
	| 'lostLate'
	| 'lostNever'
	| 'lostFailed'
	| 'refused'
	| 'old'
	| 'failed'
	| 'failsLater';

export interface Addition {
	id: string;
	/** The key that asked for it; undefined for strangers. */
	ref?: string;
	charge: Charge;
	/** When the service has made and listed it at the latest, in epoch milliseconds. */
	due: number;
	/** Undefined: the service has the request and has not carried it out yet. */
	madeAt?: number;
	isListed?: boolean;
	/** The instant from which it is shown as failed. It never moves money. */
	failsFrom?: number;
	/** Milliseconds that the listed time is wrong by, since it names no zone. */
	misreadBy?: number;
}

/** Never changes: an event makes a new one. Rows are in the order of their ids. */
export interface World {
	table: readonly Entry[];
	nextId: number;
	additions: readonly Addition[];
	/** Place of the instant that the clock shows. */
	instant: number;
}

/** What the service lists, and what else a run knows at that moment. */
export interface WorldList extends Listing {
	/** The runs of its process that are at work. */
	atWork: string[];
}

/** Keeps one of several equal objects, and gives it a short name. The objects never change. */
export class Interner {
	private readonly byText = new Map<string, object>();
	private readonly names = new WeakMap<object, string>();

	/** @param object plain data */
	one<T extends object>(object: T): T {
		if (this.names.has(object)) return object;
		const fields = Object.entries(object).filter(([, value]) => value !== undefined);
		const text = JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
		const known = this.byText.get(text);
		if (known !== undefined) return known as T;
		this.byText.set(text, object);
		this.names.set(object, this.byText.size.toString(36));
		return object;
	}

	nameOf(objects: readonly object[]): string {
		let name = '';
		for (const object of objects) name += `${this.names.get(object)!},`;
		return name;
	}
}

const byId = (one: Entry, other: Entry) => one.id - other.id;

/** Ids are assigned before the rows are committed, so other rows may come in between. */
export function allotIds(
	world: World,
	rows: NewEntry[],
	{ names, reusesIds }: { names: Interner; reusesIds?: boolean },
): { world: World; rows: Entry[] } {
	const first = reusesIds ? Math.max(0, ...world.table.map(({ id }) => id)) + 1 : world.nextId;
	const allotted = rows.map((row, n) => names.one(withId(row, first + n)));
	const nextId = reusesIds ? world.nextId : first + rows.length;
	return { world: { ...world, nextId }, rows: allotted };
}

function withId({ additionId, ...rest }: NewEntry, id: number): Entry {
	return { ...rest, id, ...(additionId && { additionId }) };
}

export const commit = (world: World, rows: Entry[]): World => ({
	...world,
	table: [...world.table, ...rows].sort(byId),
});

/** What the table answers: entries, if it is asked for some. */
export function ask({ table }: World, effect: Effect): Entry[] | undefined {
	const isMeant = matcherOf(effect as ReadEffect) as ReturnType<typeof matcherOf> | undefined;
	return isMeant && table.filter(isMeant);
}

const isGivenBack = (row: Entry, { id, claim }: GivenBack) =>
	(id === undefined || id === row.id) && claim === row.claim && isUnsettled(row);

export function write(world: World, effect: Effect, names: Interner): World {
	const isRemoved = (row: Entry) =>
		(effect.do === 'delete' && effect.ids.includes(row.id)) ||
		(effect.do === 'withdraw' && effect.claims.includes(row.claim) && isUnsettled(row)) ||
		(effect.do === 'giveBack' && effect.claims.some((one) => isGivenBack(row, one)));
	if (!['delete', 'withdraw', 'giveBack', 'update'].includes(effect.do)) return world;
	const table = world.table.flatMap((row) => {
		if (isRemoved(row)) return [];
		if (effect.do !== 'update' || !effect.ids.includes(row.id)) return row;
		// What a change does not name stays as it is, as in a database.
		const named = Object.entries(effect.change).filter(([, value]) => value !== undefined);
		const { id, ...rest } = { ...row, ...(Object.fromEntries(named) as typeof effect.change) };
		return names.one(withId(rest, id));
	});
	return { ...world, table };
}
