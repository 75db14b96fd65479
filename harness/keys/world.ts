import type { Charge } from '../../nodes/Gmc/core/additions/charge';
import {
	type Effect,
	type Listing,
	type NewEntry,
	type ReadEffect,
	isUnsettled,
	matcherOf,
} from '../../nodes/Gmc/core/ledger/effects';
import type { Entry, NamedRow } from '../../nodes/Gmc/core/ledger/entry';
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

export type Step = Effect | Send;

/** What a run reports in the end, by ref. */
export interface Told {
	/** The id of the addition that a key has paid with. */
	paid: Record<string, string>;
	/** What a person has to look at. */
	inDoubt: Record<string, string[]>;
}

/** What a run knows must never be changed: it is shared by states. */
export type Doing<Result> = Generator<Step, Result, unknown>;

/** What happens to a request. `old`: nothing, but the answer names the addition of another key. */
export type Fate = 'done' | 'lostDone' | 'lostLate' | 'lostNever' | 'refused' | 'old';

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

export function write(world: World, effect: Effect, names: Interner): World {
	const isRemoved = (row: Entry) =>
		(effect.do === 'delete' && effect.ids.includes(row.id)) ||
		(effect.do === 'withdraw' && effect.claims.includes(row.claim) && isUnsettled(row));
	if (!['delete', 'withdraw', 'update'].includes(effect.do)) return world;
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
		return { world, answer: { outcome: 'issued', id: other.id } };
	}
	const id = `a${world.additions.length + 1}`;
	const madeAt = fate === 'lostLate' ? undefined : clock;
	const addition = names.one({ id, ref, charge, due: clock + holdMs, madeAt });
	const after = { ...world, additions: [...world.additions, addition] };
	if (fate === 'done') return { world: after, answer: { outcome: 'issued', id } };
	return { world: after, answer: { outcome: 'unknown' } };
}

/** What the service lists, and what else a run knows at that moment. */
export interface WorldList extends Listing {
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
	const one = (_id: unknown) => shown.find(({ id }) => id === _id)!;
	const list: WorldList = {
		additions: shown.map(({ id, charge: { identifiers, amount, currency } }) => ({
			_id: id,
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
