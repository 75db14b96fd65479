import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';

/** One row of the table of keys: what a key was used for, and what became of it. */
export interface KeyRow {
	/** Given out by the table; older rows have smaller ones. */
	id: number;
	/** Names the key and its account, see `refOf`, or a row without one, see `keylessRef`. Empty in a row that people have written. */
	ref: string;
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
}

/** What people read in the table beside what the protocol needs. Nothing is decided by it. */
export interface KeyLabel {
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
	label?: KeyLabel;
}

/** What the table says of a wish. */
export type KeyVerdict =
	/** Nobody has used the key, or what it was used for is proven not done. */
	| { is: 'free' }
	/** The key is ours: the row that says so. */
	| { is: 'mine'; row: KeyRow }
	| { is: 'paid'; row: KeyRow; additionId: string }
	/** The key has paid, or may have paid, for something else. */
	| { is: 'reused'; row: KeyRow }
	/** Another run is at it, or has left it in doubt. */
	| { is: 'inDoubt'; rows: KeyRow[]; candidates?: string[] };

export const isInDoubt = ({ outcome }: KeyRow): boolean =>
	outcome === 'sending' || outcome === 'unknown';

/** Judges a wish by the rows of its key. What has paid counts before what may have. */
export function judge({ charge }: Wish, rows: KeyRow[]): KeyVerdict {
	const standing = rows.filter(({ outcome }) => outcome !== 'rejected');
	const other = standing.find((row) => !sameCharge(row.charge, charge));
	if (other !== undefined) return { is: 'reused', row: other };
	const paid = standing.find(({ outcome }) => outcome === 'issued');
	if (paid !== undefined) return { is: 'paid', row: paid, additionId: paid.additionId ?? '' };
	return standing.length > 0 ? { is: 'inDoubt', rows: standing } : { is: 'free' };
}

/** By ref, in one pass. */
export function byRef(rows: KeyRow[]): (ref: string) => KeyRow[] {
	const groups = new Map<string, KeyRow[]>();
	for (const row of rows) groups.set(row.ref, [...(groups.get(row.ref) ?? []), row]);
	return (ref) => groups.get(ref) ?? [];
}
