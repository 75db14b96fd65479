import type { Charge } from '../additions/charge';
import { givenAlike, sameCharge, sameValue } from '../additions/charge';
import { areSpellings } from './spelling';
import { chargeRefOf } from './refs';

/** One row of the ledger: what a name was used for, and with which outcome. */
export interface Entry {
	/** Assigned by the table. */
	id: number;
	/** Together with `n`, the entry's name (see `refs.ts`). Empty if a person added the entry by hand. */
	ref: string;
	/** Counts the customer's rows in the set, from 1. Missing for a key, which has one row only. */
	n?: number;
	/** Identifies the set: a key, a batch, or one pass of a node in an execution. */
	set: string;
	/** Identifies the workflow, the execution and the node that wrote the entry. A retry keeps it. */
	execution: string;
	/** See `chargeRefOf`. */
	chargeRef: string;
	/** The GMC account that was used: Base URL and email, as the table shows them. */
	account?: string;
	/** Whether that account is not the current one. */
	isForeign?: true;
	/** The key as the table shows it. A person may have edited it; `judge` makes sure that this frees no key. */
	key?: string;
	/** Batch, note, workflow and number of the execution as the table shows them. For people, and for keeping old rows. */
	batch?: string;
	note?: string;
	workflow?: string;
	executionId?: string;
	/**
	 * `sending` is written before the request and stays after a crash. `unknown` means that the answer was lost.
	 * Both are open. `rejected` means proven not done, and frees the name.
	 */
	outcome: 'sending' | 'issued' | 'unknown' | 'rejected';
	charge: Charge;
	/**
	 * `_id` of the addition that the request made. With `sending` it is named and not owned yet, with `rejected` it has
	 * failed. With `unknown`: of one that GMC's answer named, and that reads otherwise.
	 */
	additionId?: string;
	/** Identifies the claim that wrote the entry: the run, and the part of its sheet. */
	claim: string;
	/** When the request left, or until then when the entry was claimed. Epoch milliseconds by n8n's clock, as all times here. */
	askedAt: number;
	/** When the hold ends. A person may have deleted it. */
	heldUntil?: number;
	/** When the entry became `issued`. */
	settledAt?: number;
	/**
	 * Columns that people have broken. Such an outcome counts as `unknown`, such an amount is NaN, such a time 0, any other
	 * is empty. An amount or a currency that was changed stays as it is.
	 */
	unreadable?: string[];
}

/** Columns for people. Only two affect a decision: the key, see `judge`, and a customer whose identifiers cannot be read. */
export interface EntryLabel {
	/** Key and batch as the user wrote them. */
	key?: string;
	batch?: string;
	/** The identifier by which the row names the customer. */
	customer?: string;
	customerName?: string;
	/** The n8n execution that wrote the entry. */
	executionId?: string;
	/** What the user notes about the row. */
	note?: string;
}

/** The name of a row in the ledger. */
export type RowName = Pick<Entry, 'ref' | 'n' | 'set'> & {
	/** In a batch: `claimIdOf` each of the customer's entries at the time the row was named. A later one is new. */
	knownClaims?: ReadonlySet<string>;
};

/** A row of the sheet with its name in the ledger. */
export interface NamedRow extends RowName, Pick<Entry, 'charge' | 'chargeRef'> {
	label?: EntryLabel;
}

/** The name as one text. An entry that a person added has no name, so its `id` identifies it. */
export const nameOf = ({ ref, n, id }: Pick<Entry, 'ref' | 'n'> & { id?: number }): string =>
	ref === '' ? `row ${id}` : n === undefined ? ref : `${ref} ${n}`;

/** What the ledger says about a row. */
export type Verdict =
	/** The name is unused, or its entries are proven not done. `failed`: those whose addition has failed. */
	| { is: 'free'; failed: Entry[] }
	/** This run has claimed the name with this entry. */
	| { is: 'claimed'; entry: Entry }
	| { is: 'paid'; entry: Entry; additionId: string }
	/** The name has or may have paid a different charge, or it is another spelling of a key that is known. */
	| { is: 'reused'; entry: Entry }
	/** The name has paid, or may have, with another account. */
	| { is: 'foreign'; entry: Entry }
	/** A person must correct the entry first: as it is, nobody can tell whether the name has paid. */
	| { is: 'unreadable'; entry: Entry }
	/** Another run is sending the row, or has left it open. */
	| { is: 'open'; entries: Entry[]; candidates?: string[] }
	/** Another run has claimed rows of this customer in this batch since the row was named. */
	| { is: 'batchInUse' }
	/** Under Recent: another execution issued an equal charge a short time ago, or has left one open. */
	| { is: 'duplicate'; entries: Entry[] }
	/** Another run kept sending the same row until this run stopped waiting. */
	| { is: 'busy' };

/** Identifies a claim, also once its result is written. */
export const claimIdOf = (entry: Entry): string => `${nameOf(entry)} ${entry.claim}`;

/**
 * Equal as long as nobody has changed the entry. The `id` is not enough: SQLite reuses the id of the newest row once it is
 * deleted (n8n.md K13).
 */
export const versionOf = ({ id, claim, outcome, additionId = '' }: Entry): string =>
	`${id} ${claim} ${outcome} ${additionId}`;

// What an entry says, by its outcome and by whether it names an addition:
//
//            | names none                      | names one
//   sending  | claimed                         | settled in part, or given it by a run that resolves
//   issued   | set to paid by a person         | paid
//   unknown  | its answer was lost             | GMC's answer named it, and it reads otherwise
//   rejected | proven not done                 | it has failed, or a person has rejected it
//
// Besides, columns may be unreadable. If that is the outcome, it counts as unknown, and what it names may be paid.

/** Whether it counts: all but what is proven not done. */
export const stands = ({ outcome }: Entry): boolean => outcome !== 'rejected';

export const isOpen = ({ outcome }: Entry): boolean =>
	outcome === 'sending' || outcome === 'unknown';

/** Whether it was claimed and not settled; see the effect `withdraw`. */
export const isUnsettled = ({
	outcome,
	additionId,
}: Pick<Entry, 'outcome' | 'additionId'>): boolean =>
	outcome === 'sending' && additionId === undefined;

export const isUnreadable = ({ unreadable }: Entry): boolean => unreadable !== undefined;

/**
 * An entry that names an addition has not always paid: if another run settled it, its own run may have set it back to
 * `unknown` later. An entry whose outcome cannot be read may have paid, so it counts.
 */
export const hasPaid = ({ outcome, additionId, unreadable }: Entry): boolean =>
	outcome === 'issued' || (additionId !== undefined && !!unreadable?.includes('outcome'));

/** Whether the entry names an addition that it does not own yet: the first step of `settleClaims`. */
export const namesAddition = ({ outcome, additionId }: Entry): boolean =>
	outcome === 'sending' && additionId !== undefined;

/** Whether the entry owns its addition, or will own it unless another entry names the same one. */
export const mayOwnAddition = (entry: Entry): boolean => hasPaid(entry) || namesAddition(entry);

/** Whether an entry is for this customer, amount and currency. Its `chargeRef` holds the `_id` of its customer. */
export function isChargedBy(entry: Pick<Entry, 'charge' | 'chargeRef'>, charge: Charge): boolean {
	const { customerId } = charge;
	if (customerId === undefined || entry.chargeRef === '' || givenAlike(entry.charge, charge)) {
		return sameCharge(entry.charge, charge);
	}
	return sameValue(entry.charge, charge) && entry.chargeRef === chargeRefOf(customerId, charge);
}

/**
 * Judges a row by the entries of its name. What has paid counts before what may have paid. An entry whose key is another
 * spelling of the row's number belongs to another key, and the row may be that one as another program has saved it. An entry
 * whose key a person has changed or deleted still counts as the row's own.
 */
export function judge(
	{ charge, label }: Pick<NamedRow, 'charge' | 'label'>,
	entries: Entry[],
): Verdict {
	const standing = entries.filter(stands);
	const unreadable = standing.find(isUnreadable);
	if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
	const isOther = (entry: Entry) =>
		areSpellings(entry.key ?? '', label?.key ?? '') || !isChargedBy(entry, charge);
	const paid = standing.filter(({ outcome }) => outcome === 'issued');
	const own = paid.find((entry) => !entry.isForeign && !isOther(entry));
	if (own !== undefined) return { is: 'paid', entry: own, additionId: own.additionId ?? '' };
	const foreign = [...paid, ...standing].find(({ isForeign }) => isForeign);
	if (foreign !== undefined) return { is: 'foreign', entry: foreign };
	const other = paid[0] ?? standing.find(isOther);
	if (other !== undefined) return { is: 'reused', entry: other };
	if (standing.length > 0) return { is: 'open', entries: standing };
	return { is: 'free', failed: entries.filter((one) => !one.isForeign && hasFailedAddition(one)) };
}

/** Whether the entry names an addition that has failed, or that a person has rejected. */
export const isRejectedAddition = ({ outcome, additionId }: Entry): boolean =>
	outcome === 'rejected' && additionId !== undefined;

/**
 * The change of an entry whose addition GMC has shown as failed. It frees the name. A person who rejects an entry does
 * not set this `heldUntil`.
 */
export const FAILED_ADDITION = { outcome: 'rejected', heldUntil: 0 } as const;

/** Whether GMC has shown the addition of the entry as failed. It may still turn out to be done. */
export const hasFailedAddition = (entry: Entry): boolean =>
	isRejectedAddition(entry) && entry.heldUntil === FAILED_ADDITION.heldUntil;
