import type { Addition } from '../service/record';
import type { EntryLabel, Entry } from './entry';
import { hasPaid, isOpen } from './entry';

export type NewEntry = Omit<
	Entry,
	| 'id'
	| 'account'
	| 'isForeign'
	| 'key'
	| 'batch'
	| 'note'
	| 'workflow'
	| 'executionId'
	| 'unreadable'
> & { label?: EntryLabel };
/** What is missing stays as it is. An empty `additionId` removes it. */
export type EntryChange = Pick<Entry, 'outcome'> &
	Partial<Pick<Entry, 'additionId' | 'askedAt' | 'heldUntil' | 'settledAt'>>;

/** GMC's list of additions since a moment. */
export interface Listing {
	additions: Addition[];
	/** When GMC made an addition, in epoch milliseconds by GMC's clock. Undefined if it cannot be read. */
	madeAt: (addition: Addition) => number | undefined;
	/** Whether that time has a zone. One without may be hours wrong. */
	isZoned: (addition: Addition) => boolean;
	/** GMC's clock minus n8n's, in milliseconds. Undefined if unknown. */
	clockOffset: number | undefined;
}

/**
 * An operation that the protocol needs done. Yielding it instead of doing it lets the same code run in n8n and in a
 * small simulated world, which tries every order of events (harness/keys).
 */
export type Effect =
	| ReadEffect
	/** Answers once the entries are committed. `next` is read after that, in the same call if possible. → Entry[] or undefined */
	| { do: 'insert'; entries: NewEntry[]; next?: ReadEffect }
	/** Changes entries, all in the same way. `withdraw` is done before; a crash may come in between. */
	| { do: 'update'; ids: number[]; change: EntryChange; withdraw?: string[] }
	| { do: 'delete'; ids: number[] }
	/** Deletes the entries of these claims that are still `sending` and name no addition. */
	| { do: 'withdraw'; claims: string[] }
	/** The same, not waited for. It is done also where n8n refuses everything else, because the execution is over. */
	| { do: 'giveBack'; claims: GivenBack[] }
	/**
	 * GMC's whole list since a moment by n8n's clock, and these additions, even if the list lacks them. → Listing, undefined
	 * if GMC does not give it
	 */
	| { do: 'list'; since: number; additionIds: string[] }
	/** Waits, longer with each attempt, so that other runs can go on. */
	| { do: 'pause'; attempt: number }
	/** Lets the event loop run other work during a long computation. */
	| { do: 'giveWay' }
	/** → epoch milliseconds */
	| { do: 'now' };

/** One entry, or without an id all those of a claim. */
export type GivenBack = Pick<Entry, 'claim'> & { id?: number };

/** Reads entries. → Entry[] */
export type ReadEffect =
	/** Entries that have one of these values. */
	| { do: 'read'; by: 'ref' | 'set' | 'chargeRef' | 'execution'; values: string[] }
	/** Some entries that an account has paid. */
	| { do: 'readPaidBy'; account: string }
	/** Open entries of the current account. */
	| { do: 'readOpen' }
	/** Issued entries of the current account without an addition: a person has set them to `issued`. */
	| { do: 'readUnnamed' }
	/** Entries of any account, claimed or sent from `since` to `until`. Takes one query a day. */
	| { do: 'readSince'; since: number; until?: number }
	/** Entries that name one of these additions. Unless `isExact`, also with blanks around the id, as people paste it. */
	| { do: 'readOwners'; additionIds: string[]; isExact?: boolean }
	/** Entries of a customer, by `_id`. */
	| { do: 'readCustomer'; customerId: string };

/** Whether an entry is one that the effect asks for. */
export function matcherOf(effect: ReadEffect): (entry: Entry) => boolean {
	switch (effect.do) {
		case 'read':
			return among(effect.values, (entry) => entry[effect.by]);
		case 'readPaidBy':
			return (entry) => entry.account === effect.account && hasPaid(entry);
		case 'readOpen':
			return (entry) => isOpen(entry) && !entry.isForeign;
		case 'readUnnamed':
			return (entry) => hasPaid(entry) && entry.additionId === undefined && !entry.isForeign;
		case 'readSince':
			return ({ askedAt }) => askedAt >= effect.since && askedAt <= (effect.until ?? Infinity);
		case 'readOwners':
			return among(effect.additionIds, ({ additionId = '' }) => additionId);
		case 'readCustomer':
			return ({ charge }) => charge.identifiers.includes(effect.customerId);
	}
}

function among(values: string[], of: (entry: Entry) => string): (entry: Entry) => boolean {
	const wanted = new Set(values);
	return (entry) => wanted.has(of(entry));
}

/** Carries out an effect. */
export type Handle = (effect: Effect) => Promise<unknown>;

export type Protocol<Result> = Generator<Effect, Result, unknown>;

function* ask<Answer>(effect: Effect): Generator<Effect, Answer, unknown> {
	return (yield effect) as Answer;
}

export const read = (refs: string[]) => ask<Entry[]>({ do: 'read', by: 'ref', values: refs });
export const readBy = (effect: ReadEffect) => ask<Entry[]>(effect);
/** For `readBy`, or behind a write that has just named these additions. */
export const exactOwners = (additionIds: string[]) =>
	({ do: 'readOwners', additionIds, isExact: true }) as const;
/** Writes, then reads. @returns the entries that `next` asks for, as they are after the write */
export function* insertAndRead(entries: NewEntry[], next: ReadEffect): Protocol<Entry[]> {
	const found = yield* ask<Entry[] | undefined>({ do: 'insert', entries, next });
	return found ?? (yield* readBy(next));
}
/** Changes nothing for no entries. @param claims to be withdrawn before */
export function* update(ids: number[], change: EntryChange, claims: string[] = []): Protocol<void> {
	if (ids.length > 0) yield { do: 'update', ids, change, withdraw: claims };
	else if (claims.length > 0) yield* withdraw(claims);
}
/** Does nothing for no entries. */
export function* remove(ids: number[]): Protocol<void> {
	if (ids.length > 0) yield { do: 'delete', ids };
}
export const withdraw = (claims: string[]) => ask<undefined>({ do: 'withdraw', claims });
/** Where it fails, the claims are held, as after a crash. */
export function* giveBack(claims: GivenBack[]): Protocol<void> {
	try {
		if (claims.length > 0) yield { do: 'giveBack', claims };
	} catch {
		// Whatever was tried before has failed, too, and that error is the one to report.
	}
}
export const list = (since: number, additionIds: string[]) =>
	ask<Listing | undefined>({ do: 'list', since, additionIds });
export const pause = (attempt: number) => ask<undefined>({ do: 'pause', attempt });
export const giveWay = () => ask<undefined>({ do: 'giveWay' });
export const now = () => ask<number>({ do: 'now' });

/** Runs a protocol. @throws what `handle` throws, unless the protocol catches it */
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
