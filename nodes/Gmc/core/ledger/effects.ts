import type { ListedAddition } from '../additions/addition';
import type { EntryLabel, Entry } from './entry';
import { hasPaid, isInDoubt } from './entry';

/** A row to be inserted, and what may change in one. */
export type NewEntry = Omit<
	Entry,
	'id' | 'account' | 'isForeign' | 'key' | 'batch' | 'workflow' | 'unreadable'
> & { label?: EntryLabel };
export type EntryChange = Pick<Entry, 'id' | 'outcome'> &
	Partial<Pick<Entry, 'additionId' | 'askedAt' | 'heldUntil' | 'settledAt'>>;

/** What the service lists since a moment. */
export interface Listing {
	additions: ListedAddition[];
	/** Epoch milliseconds by the service's clock at which an addition was made; undefined: cannot be read. */
	madeAt: (addition: ListedAddition) => number | undefined;
	/** Whether that time names its zone: one that does not may be hours wrong. */
	isZoned: (addition: ListedAddition) => boolean;
	/** The service's clock less that of n8n, in milliseconds; undefined: nobody knows. */
	clockOffset: number | undefined;
}

/**
 * Everything the protocol asks of the world. It is written down instead of done, so that the very same code
 * runs in n8n and in a small world in which every order of events is tried (harness/keys).
 */
export type Effect =
	| ReadEffect
	/** Done when the rows are committed. `next`: what is asked for right after it, so that one call may do both. */
	| { do: 'insert'; rows: NewEntry[]; next?: ReadEffect }
	/** Changes rows, then deletes others: a crash may come in between. */
	| { do: 'update'; changes: EntryChange[]; remove?: number[] }
	| { do: 'delete'; ids: number[] }
	/** Takes back all claims of this name that have not become anything. */
	| { do: 'withdraw'; claim: string }
	/** The whole list since a moment (epoch milliseconds of n8n's clock). → Listing, undefined if not to be had */
	| { do: 'list'; since: number }
	/** A while, for others to go on. */
	| { do: 'pause'; attempt: number }
	/** Nothing: whatever else is waiting may go on, if this takes long. */
	| { do: 'giveWay' }
	/** → epoch milliseconds */
	| { do: 'now' };

/** What asks for entries. → Entry[] */
export type ReadEffect =
	/** All with one of these refs. */
	| { do: 'read'; refs: string[] }
	/** All of a set. */
	| { do: 'readSet'; set: string }
	/** All for one of these charges, whatever they are called. */
	| { do: 'readEqual'; chargeRefs: string[] }
	/** All of an execution; `isOpen`: those that are open. */
	| { do: 'readRun'; run: string; isOpen?: boolean }
	/** Some that an account has paid. */
	| { do: 'readPaidBy'; account: string }
	/** All of the account that are open. */
	| { do: 'readInDoubt' }
	/** All of the account that are issued and name no addition: people have set them so. */
	| { do: 'readUnnamed' }
	/** All, of whichever account, that were asked for since, and not after `until`, in epoch milliseconds: a question for each day. */
	| { do: 'readSince'; since: number; until?: number }
	/**
	 * All that name one of these additions. `isFresh`: they were just given to rows; else whoever may name them is asked,
	 * also with blanks around, as people paste it.
	 */
	| { do: 'readOwners'; additionIds: string[]; isFresh?: boolean };

/** Which entries an effect asks for. */
export function isWanted(effect: ReadEffect): (entry: Entry) => boolean {
	switch (effect.do) {
		case 'read': {
			const refs = new Set(effect.refs);
			return ({ ref }) => refs.has(ref);
		}
		case 'readSet':
			return ({ set }) => set === effect.set;
		case 'readEqual': {
			const refs = new Set(effect.chargeRefs);
			return ({ chargeRef }) => refs.has(chargeRef);
		}
		case 'readRun':
			return (entry) => entry.run === effect.run && (!effect.isOpen || isInDoubt(entry));
		case 'readPaidBy':
			return (entry) => entry.account === effect.account && hasPaid(entry);
		case 'readInDoubt':
			return (entry) => isInDoubt(entry) && !entry.isForeign;
		case 'readUnnamed':
			return (entry) => hasPaid(entry) && entry.additionId === undefined && !entry.isForeign;
		case 'readSince': {
			const { since, until = Infinity } = effect;
			return ({ askedAt }) => askedAt >= since && askedAt <= until;
		}
		case 'readOwners': {
			const ids = new Set(effect.additionIds);
			return ({ additionId = '' }) => ids.has(additionId);
		}
	}
}

/** Carries out what a protocol asks for. */
export type Handle = (effect: Effect) => Promise<unknown>;

export type Protocol<Result> = Generator<Effect, Result, unknown>;

function* ask<Answer>(effect: Effect): Generator<Effect, Answer, unknown> {
	return (yield effect) as Answer;
}

export const read = (refs: string[]) => ask<Entry[]>({ do: 'read', refs });
export const readSet = (set: string) => ask<Entry[]>({ do: 'readSet', set });
export const readRun = (run: string, isOpen?: boolean) =>
	ask<Entry[]>({ do: 'readRun', run, ...(isOpen && { isOpen }) });
export const readPaidBy = (account: string) => ask<Entry[]>({ do: 'readPaidBy', account });
export const readInDoubt = () => ask<Entry[]>({ do: 'readInDoubt' });
export const readUnnamed = () => ask<Entry[]>({ do: 'readUnnamed' });
export const readSince = (since: number, until?: number) =>
	ask<Entry[]>({ do: 'readSince', since, ...(until !== undefined && { until }) });
export const readOwners = (additionIds: string[], isFresh?: boolean) =>
	ask<Entry[]>({ do: 'readOwners', additionIds, ...(isFresh && { isFresh }) });
/** Asks for entries. */
export const readBy = (effect: ReadEffect) => ask<Entry[]>(effect);
/** @returns what `next` asks for, as it is after the write */
export function* insertAndRead(rows: NewEntry[], next: ReadEffect): Protocol<Entry[]> {
	yield { do: 'insert', rows, next };
	return yield* readBy(next);
}
export const update = (changes: EntryChange[], remove?: number[]) =>
	ask<undefined>({ do: 'update', changes, ...(remove && { remove }) });
export const remove = (ids: number[]) => ask<undefined>({ do: 'delete', ids });
export const withdraw = (claim: string) => ask<undefined>({ do: 'withdraw', claim });
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
export async function perform<Result>(protocol: Protocol<Result>, handle: Handle): Promise<Result> {
	for (let step = protocol.next(); ; ) {
		if (step.done) return step.value;
		const done = await handle(step.value).then(
			(answer) => () => protocol.next(answer),
			(error: unknown) => () => protocol.throw(error),
		);
		step = done();
	}
}
