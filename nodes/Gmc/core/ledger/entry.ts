import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { differInZeros } from './key';

/** One row of the table of keys: what a key was used for, and what became of it. */
export interface Entry {
	/** Given out by the table; older rows have smaller ones. */
	id: number;
	/** Names the key and its account, see `refOf`, or a row without one, see `keylessRef`. Empty in a row that people have written. */
	ref: string;
	/** The key as the table shows it, where it has one. People may have edited it: it never frees a key, see `judge`. */
	key?: string;
	/**
	 * `sending` is written before the request and stays after a crash; `unknown` by a run that has lost the
	 * answer. Both are in doubt. `rejected` is proven not done: it frees the key.
	 */
	outcome: 'sending' | 'issued' | 'unknown' | 'rejected';
	charge: Charge;
	/** `_id` of the addition that the key has paid with. */
	additionId?: string;
	/** Names the run that has claimed the key. */
	claim: string;
	/** Epoch milliseconds by the clock of n8n. */
	askedAt: number;
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
	/** The identifier by which the row names the customer. */
	customer?: string;
	customerName?: string;
	/** The execution of n8n that has written the row. */
	executionId?: string;
}

/** A row of a sheet that wants to pay under a key; or what a row without one was to pay that has ended `unknown`. */
export interface Wish {
	ref: string;
	charge: Charge;
	label?: EntryLabel;
}

/** What the table says of a wish. */
export type Verdict =
	/** Nobody has used the key, or what it was used for is proven not done. */
	| { is: 'free' }
	/** The key is ours: the row that says so. */
	| { is: 'mine'; row: Entry }
	| { is: 'paid'; row: Entry; additionId: string }
	/** The key, or one that differs in leading zeros only, has paid, or may have paid, for something else. */
	| { is: 'reused'; row: Entry }
	/** Whether, or for what, the key has paid is not to be read: it waits until people have mended the row. */
	| { is: 'unreadable'; row: Entry }
	/** Another run is at it, or has left it in doubt. */
	| { is: 'inDoubt'; rows: Entry[]; candidates?: string[] };

/** The table gives the id of the newest row, once that is deleted, to the next one (n8n.md K13). */
export const isSameClaim = (one: Entry, other: Entry): boolean =>
	one.id === other.id && one.claim === other.claim && one.askedAt === other.askedAt;

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
 * Judges a wish by the rows of its ref. What has paid counts before what may have. A row whose key differs in leading
 * zeros is another key's, and the wish may be that one without its zeros; one whose key people have emptied, or made
 * something else of, counts as the wish's own.
 */
export function judge({ charge, label }: Wish, rows: Entry[]): Verdict {
	const standing = rows.filter(({ outcome }) => outcome !== 'rejected');
	const unreadable = standing.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', row: unreadable };
	const isOther = (row: Entry) =>
		differInZeros(row.key ?? '', label?.key ?? '') || !sameCharge(row.charge, charge);
	const other = standing.find(isOther);
	if (other !== undefined) return { is: 'reused', row: other };
	const paid = standing.find(({ outcome }) => outcome === 'issued');
	if (paid !== undefined) return { is: 'paid', row: paid, additionId: paid.additionId ?? '' };
	return standing.length > 0 ? { is: 'inDoubt', rows: standing } : { is: 'free' };
}

/** By ref, in one pass. */
export function byRef(rows: Entry[]): (ref: string) => Entry[] {
	const groups = new Map<string, Entry[]>();
	for (const row of rows) groups.set(row.ref, [...(groups.get(row.ref) ?? []), row]);
	return (ref) => groups.get(ref) ?? [];
}
