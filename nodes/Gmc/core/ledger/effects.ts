import type { ListedAddition } from '../additions/addition';
import type { EntryLabel, Entry } from './entry';

/** A row to be inserted, and what may change in one. */
export type NewEntry = Omit<Entry, 'id' | 'key'> & { label?: EntryLabel };
export type EntryChange = Pick<Entry, 'id' | 'outcome'> &
	Partial<Pick<Entry, 'additionId' | 'heldUntil'>>;

/** What the service lists since a moment. */
export interface Listing {
	additions: ListedAddition[];
	/** Epoch milliseconds by the service's clock at which an addition was made; undefined: cannot be read. */
	madeAt: (addition: ListedAddition) => number | undefined;
	/** Whether that time names its zone: one that does not may be hours wrong. */
	isZoned: (addition: ListedAddition) => boolean;
	/** Additions, and items of them, that are somebody's although no row of the table says so. */
	taken?: ReadonlySet<string>;
	/** The service's clock less that of n8n, in milliseconds; undefined: nobody knows. */
	clockOffset: number | undefined;
}

/**
 * Everything the protocol asks of the world. It is written down instead of done, so that the very same code
 * runs in n8n and in a small world in which every order of events is tried (harness/keys).
 */
export type Effect =
	/** All rows of these keys. → Entry[] */
	| { do: 'read'; refs: string[] }
	/** All rows of the account that are in doubt. → Entry[] */
	| { do: 'readInDoubt' }
	/** All rows of the account that are issued and name no addition: people have set them so. → Entry[] */
	| { do: 'readUnnamed' }
	/** All rows that name one of these additions; if asked for, also with blanks around, as people paste it. → Entry[] */
	| { do: 'readOwners'; additionIds: string[]; asPeopleWrite?: boolean }
	/** Done when the rows are committed. */
	| { do: 'insert'; rows: NewEntry[] }
	/** Changes rows, then deletes others: a crash may come in between. */
	| { do: 'update'; changes: EntryChange[]; remove?: number[] }
	| { do: 'delete'; ids: number[] }
	/** The whole list since a moment (epoch milliseconds of n8n's clock). → Listing, undefined if not to be had */
	| { do: 'list'; since: number }
	/** A while, for others to go on. */
	| { do: 'pause'; attempt: number }
	/** Nothing: whatever else is waiting may go on, if this takes long. */
	| { do: 'giveWay' }
	/** → epoch milliseconds */
	| { do: 'now' };

export type Protocol<Result> = Generator<Effect, Result, unknown>;

function* ask<Answer>(effect: Effect): Generator<Effect, Answer, unknown> {
	return (yield effect) as Answer;
}

export const read = (refs: string[]) => ask<Entry[]>({ do: 'read', refs });
export const readInDoubt = () => ask<Entry[]>({ do: 'readInDoubt' });
export const readUnnamed = () => ask<Entry[]>({ do: 'readUnnamed' });
export const readOwners = (additionIds: string[], asPeopleWrite = false) =>
	ask<Entry[]>({ do: 'readOwners', additionIds, ...(asPeopleWrite && { asPeopleWrite }) });
export const insert = (rows: NewEntry[]) => ask<undefined>({ do: 'insert', rows });
export const update = (changes: EntryChange[], remove?: number[]) =>
	ask<undefined>({ do: 'update', changes, ...(remove && { remove }) });
export const remove = (ids: number[]) => ask<undefined>({ do: 'delete', ids });
export const list = (since: number) => ask<Listing | undefined>({ do: 'list', since });
export const pause = (attempt: number) => ask<undefined>({ do: 'pause', attempt });
export const now = () => ask<number>({ do: 'now' });

/** Computes something that takes long, in slices. */
export function* inSlices<Result>(work: Generator<undefined, Result, unknown>): Protocol<Result> {
	for (let step = work.next(); ; step = work.next()) {
		if (step.done) return step.value;
		yield { do: 'giveWay' };
	}
}

/**
 * Does what a protocol asks for, one after the other.
 *
 * @throws what `handle` throws, unless the protocol catches it
 */
export async function perform<Result>(
	protocol: Protocol<Result>,
	handle: (effect: Effect) => Promise<unknown>,
): Promise<Result> {
	for (let step = protocol.next(); ; ) {
		if (step.done) return step.value;
		const done = await handle(step.value).then(
			(answer) => () => protocol.next(answer),
			(error: unknown) => () => protocol.throw(error),
		);
		step = done();
	}
}
