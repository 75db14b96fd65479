import type { Addition } from '../../../api/schemas';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { FAILED } from '../../../core/ledger/entry';
import type { Settlement } from '../../../core/ledger/settle';
import type { RowProblem } from '../../../shared/errors';

/** What a sound row asks for. */
export interface Plan extends PlannedRow {
	/** Everything the customer is known by. */
	identifiers: string[];
	/** Why the list of customers does not tell who it is; missing while that was not asked. */
	customerProblem?: string;
	/** `_id` and tax ID, and the name, as the list of customers has them. */
	customerId?: string;
	taxId?: string;
	customerName?: string;
}

/** Who the customer of a row is, or why that cannot be told. */
export type Identification =
	| { customerId: string; taxId: string; customerIdentifier: string; customerName?: string }
	| { problem: string };

/** How an addition came to be a row's. */
export interface Provenance {
	/** Done by an earlier try of this execution. */
	replayed?: true;
	/** Its answer was lost; the service's list shows that it was issued. */
	reconciled?: true;
}

interface Planned {
	is: 'planned';
	plan: Plan;
}

/** Its request is under way. */
export interface Sending {
	is: 'sending';
	plan: Plan;
	/** Epoch milliseconds. */
	askedAt: number;
}

/** Asked for, by this run or another one, and not known whether done. */
export interface InDoubt extends Omit<Sending, 'is'> {
	is: 'inDoubt';
	problem: RowProblem;
	/** Until when it is held; epoch milliseconds. */
	heldUntil?: number;
	/** Whether it was this execution that has asked. */
	isOwn: boolean;
	/** Ids of additions that might be this row's; missing while the list was never seen whole. */
	candidates?: string[];
}

export interface Done extends Provenance {
	is: 'issued' | 'skipped';
	addition: Addition;
	/** What an issued row has asked for. */
	plan?: Plan;
	/** Which item of the addition is the row's; see `AdditionItem.claim`. */
	claim?: string;
	/** What `waitForCompletion` came to. */
	waited?: 'settled' | 'timedOut';
}

export interface Failed {
	is: 'rejected' | 'notAttempted';
	problem: RowProblem;
}

/** A row in doubt once the run is over. */
export interface Unknown extends Omit<InDoubt, 'is'> {
	is: 'unknown';
}

/** The last five are outcomes; what is in doubt becomes `unknown` once the run is over. */
export type RowState = Planned | Sending | InDoubt | Done | Failed | Unknown;

/** What the ledger has to know of a row; undefined while it was not sent. */
export function fateOf(state: RowState): Pick<Settlement, 'outcome' | 'additionId'> | undefined {
	if (state.is === 'issued') return { outcome: 'issued', additionId: state.addition._id };
	if (state.is === 'inDoubt') return { outcome: 'unknown' };
	if (state.is !== 'rejected') return undefined;
	// Kept: before the name is sent again, it must still be failed; and an answer that names it to another row is not believed.
	const { additionId } = state.problem.details;
	return typeof additionId === 'string' ? { ...FAILED, additionId } : { outcome: 'rejected' };
}
