import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { differInZeros } from './key';

/** One row of the ledger: what a name was used for, and what became of it. */
export interface Entry {
	/** Given out by the store. */
	id: number;
	/** Names the row, see `key.ts`; in a batch its customer. Empty in a row that people have written. */
	ref: string;
	/** In a batch: which of the customer's rows it is, from 1. */
	n?: number;
	/** Names the batch, see `batchRefOf`. */
	batchRef?: string;
	/** The key as the table shows it, where it has one. People may have edited it: it never frees a key, see `judge`. */
	key?: string;
	/** The name of the batch and the workflow that has paid it, as the table shows them. They decide nothing. */
	batch?: string;
	workflow?: string;
	/**
	 * `sending` is written before the request and stays after a crash; `unknown` by a run that has lost the
	 * answer. Both are in doubt. `rejected` is proven not done: it frees the name.
	 */
	outcome: 'sending' | 'issued' | 'unknown' | 'rejected';
	charge: Charge;
	/** `_id` of the addition that the name has paid with. */
	additionId?: string;
	/** Names the run that has claimed the name. */
	claim: string;
	/** Epoch milliseconds by the clock of n8n. */
	askedAt: number;
	/** Ids of the additions that were there before it was asked for; known to the execution that has looked. */
	before?: ReadonlySet<string>;
	/** Until when it is held back, by the same clock: as it was when it was asked for. People may have taken it out. */
	heldUntil?: number;
	/**
	 * Columns that people have edited so that they cannot be read: each may have said anything. Such an outcome is
	 * `unknown` here, an amount NaN, what else is missing empty.
	 */
	unreadable?: string[];
}

/** What people read in the table beside what the protocol needs. Only the key decides anything, see `judge`. */
export interface EntryLabel {
	/** The key as the user wrote it; none for a row without one. */
	key?: string;
	/** The name of the batch as the user wrote it. */
	batch?: string;
	/** The identifier by which the row names the customer. */
	customer?: string;
	customerName?: string;
	/** The execution of n8n that has written the row. */
	executionId?: string;
}

/** A row of a sheet that wants to pay under its name. */
export interface Wish extends Pick<Entry, 'ref' | 'n' | 'batchRef' | 'charge'> {
	label?: EntryLabel;
	/** In a batch: the customer's entries when the row got its name, by `claimIdOf`. What is not among them was not thought of. */
	beside?: ReadonlySet<string>;
}

/** What every store keeps of an entry. */
export function keptOf<T extends Omit<Entry, 'id'>>(entry: T): Omit<Entry, 'id'> {
	const { ref, n, batchRef, outcome, charge, additionId, claim, askedAt, heldUntil } = entry;
	return { ref, n, batchRef, outcome, charge, additionId, claim, askedAt, heldUntil };
}

/** Tells names apart. Rows that people have written have none, and are each by itself. */
export const nameOf = ({ ref, n, id }: Pick<Entry, 'ref' | 'n'> & { id?: number }): string =>
	ref === '' ? `row ${id}` : n === undefined ? ref : `${ref} ${n}`;

/** What the ledger says of a wish. */
export type Verdict =
	/**
	 * Nobody has used the name, or what it was used for is proven not done.
	 * `isKnown`: there are entries that say so; `failed`: those whose addition has failed.
	 */
	| { is: 'free'; isKnown: boolean; failed: Entry[] }
	/** The name is ours: the row that says so. */
	| { is: 'mine'; row: Entry }
	| { is: 'paid'; row: Entry; additionId: string }
	/** The name, or a key that differs in leading zeros only, has paid, or may have paid, for something else. */
	| { is: 'reused'; row: Entry }
	/** Whether, or for what, the name has paid is not to be read: it waits until people have mended the row. */
	| { is: 'unreadable'; row: Entry }
	/** Another run is at it, or has left it in doubt. */
	| { is: 'inDoubt'; rows: Entry[]; candidates?: string[] }
	/** Another run is paying rows of this customer in this batch that were not there when the name was given. */
	| { is: 'moved' };

/** Tells claims apart: the table gives the id of the newest row, once that is deleted, to the next one (n8n.md K13). */
export const claimIdOf = ({ id, claim, askedAt }: Entry): string => `${id} ${askedAt} ${claim}`;

export const isSameClaim = (one: Entry, other: Entry): boolean =>
	claimIdOf(one) === claimIdOf(other);

export const isInDoubt = ({ outcome }: Entry): boolean =>
	outcome === 'sending' || outcome === 'unknown';

/** Whether people have to mend the row before it counts. */
export const isUnreadable = ({ unreadable }: Entry): boolean => unreadable !== undefined;

/** Whether a row may be for an equal charge: of what cannot be read, anything is taken to be equal. */
export function mayEqual({ charge: { identifiers, amount, currency } }: Entry, charge: Charge) {
	return sameCharge(charge, {
		identifiers: identifiers.length > 0 ? identifiers : charge.identifiers,
		amount: Number.isNaN(amount) ? charge.amount : amount,
		currency: currency || charge.currency,
	});
}

/**
 * Judges a wish by the rows of its name. What has paid counts before what may have. A row whose key differs in leading
 * zeros is another key's, and the wish may be that one without its zeros; one whose key people have emptied, or made
 * something else of, counts as the wish's own.
 */
export function judge({ charge, label }: Wish, rows: Entry[]): Verdict {
	const standing = rows.filter(({ outcome }) => outcome !== 'rejected');
	const unreadable = standing.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', row: unreadable };
	const isOther = (row: Entry) =>
		differInZeros(row.key ?? '', label?.key ?? '') || !sameCharge(row.charge, charge);
	const paid = standing.filter(({ outcome }) => outcome === 'issued');
	const own = paid.find((row) => !isOther(row));
	if (own !== undefined) return { is: 'paid', row: own, additionId: own.additionId ?? '' };
	const other = paid[0] ?? standing.find(isOther);
	if (other !== undefined) return { is: 'reused', row: other };
	if (standing.length > 0) return { is: 'inDoubt', rows: standing };
	return { is: 'free', isKnown: rows.length > 0, failed: rows.filter(hasFailedSince) };
}

/**
 * Until when an entry is held whose addition has failed. Nobody else writes that, so it tells such an entry, whose
 * addition may yet turn out to be done, from one that people have rejected.
 */
const HELD_NO_MORE = 0;

/** How an entry is changed whose addition has failed: its name is free. */
export const FAILED = { outcome: 'rejected', heldUntil: HELD_NO_MORE } as const;

const hasFailedSince = ({ outcome, additionId, heldUntil }: Entry): boolean =>
	outcome === 'rejected' && additionId !== undefined && heldUntil === HELD_NO_MORE;
