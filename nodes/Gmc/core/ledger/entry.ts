import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { differInZeros } from './key';

/** One row of the ledger: what a name was used for, and what became of it. */
export interface Entry {
	/** Given out by the table. */
	id: number;
	/** With `n` the name of the row, see `key.ts`. Empty in a row that people have written. */
	ref: string;
	/** Which of the customer's rows it is, from 1. A key has one row, and no number. */
	n?: number;
	/** Names the set: a key, a batch, or a pass of a node in an execution. */
	set: string;
	/** Names the execution that has written it, also when it is retried. */
	run: string;
	/** See `chargeRefOf`. */
	chargeRef: string;
	/** The account it was paid with, as the table shows it: Base URL and e-mail. */
	account?: string;
	/** Whether that is another account than today's. */
	isForeign?: true;
	/** The key as the table shows it, where it has one. People may have edited it: it never frees a key, see `judge`. */
	key?: string;
	/** The name of the batch and the workflow that has paid it, as the table shows them. They decide nothing. */
	batch?: string;
	workflow?: string;
	/**
	 * `sending` is written before the request and stays after a crash; `unknown` by a run that has lost the
	 * answer. Both are open. `rejected` is proven not done: it frees the name.
	 */
	outcome: 'sending' | 'issued' | 'unknown' | 'rejected';
	charge: Charge;
	/** `_id` of the addition that the name has paid with. */
	additionId?: string;
	/** Names the part of the run that has claimed the name. */
	claim: string;
	/** When its request left, or before that when it was claimed: epoch milliseconds by the clock of n8n. */
	askedAt: number;
	/** Until when it is held back, by the same clock. People may have taken it out. */
	heldUntil?: number;
	/** When it was found to be issued, by the same clock. */
	settledAt?: number;
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

/** What a row is called. */
export type RowName = Pick<Entry, 'ref' | 'n' | 'set'> & {
	/** In a batch: the customer's entries when the row got its name, by `claimIdOf`. What is not among them was not thought of. */
	beside?: ReadonlySet<string>;
};

/** A row of a sheet that wants to pay under its name. */
export interface Wish extends RowName, Pick<Entry, 'charge' | 'chargeRef'> {
	label?: EntryLabel;
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
	/** The name has paid, or may have, with another account. */
	| { is: 'foreign'; row: Entry }
	/** Whether, or for what, the name has paid is not to be read: it waits until people have mended the row. */
	| { is: 'unreadable'; row: Entry }
	/** Another run is at it, or has left it open. */
	| { is: 'inDoubt'; rows: Entry[]; candidates?: string[] }
	/** Another run is paying rows of this customer in this batch that were not there when the name was given. */
	| { is: 'moved' }
	/** Under other names, others have sent the same a short while ago: issued, or open. */
	| { is: 'equal'; rows: Entry[] }
	/** Another run has been sending the same for a long time. */
	| { is: 'busy' };

/** Tells claims apart: the table gives the id of the newest row, once that is deleted, to the next one (n8n.md K13). */
export const claimIdOf = ({ id, claim }: Entry): string => `${id} ${claim}`;

export const isSameClaim = (one: Entry, other: Entry): boolean =>
	claimIdOf(one) === claimIdOf(other);

export const isInDoubt = ({ outcome }: Entry): boolean =>
	outcome === 'sending' || outcome === 'unknown';

/** Whether people have to mend the row before it counts. */
export const isUnreadable = ({ unreadable }: Entry): boolean => unreadable !== undefined;

/**
 * Only a row that has paid owns its addition: one that another run has settled may have been called unknown again
 * by its own run, late, and then still names the addition. One whose outcome cannot be read may have paid.
 */
export const hasPaid = ({ outcome, additionId, unreadable }: Entry): boolean =>
	outcome === 'issued' || (additionId !== undefined && !!unreadable?.includes('outcome'));

/** Whether a run is about to say that the addition named in its claim is its own; see `settleClaims`. */
export const isNaming = ({ outcome, additionId }: Entry): boolean =>
	outcome === 'sending' && additionId !== undefined;

/** Whether the addition that a row names is its own, or is so unless two have named the same one. */
export const isTaken = (row: Entry): boolean => hasPaid(row) || isNaming(row);

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
	const own = paid.find((row) => !row.isForeign && !isOther(row));
	if (own !== undefined) return { is: 'paid', row: own, additionId: own.additionId ?? '' };
	const foreign = standing.filter(({ isForeign }) => isForeign);
	if (foreign.length > 0) {
		return {
			is: 'foreign',
			row: foreign.find(({ outcome }) => outcome === 'issued') ?? foreign[0],
		};
	}
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
