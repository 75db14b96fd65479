import type { Addition } from '../../../core/service/record';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { FAILED_ADDITION } from '../../../core/ledger/entry';
import type { Settlement } from '../../../core/ledger/settle';
import type { Problem } from '../../../shared/errors';

/** What a row asks for. */
export interface Plan extends PlannedRow {
	/** Everything the customer is known by. */
	identifiers: string[];
}

/** The customer of a row, as GMC's list has it. */
export interface RowCustomer {
	customerId: string;
	/** The `_id` where the customer has none. */
	taxId: string;
	/** `_id`s of all customers that have this tax ID. */
	taxIdOwners: ReadonlySet<string>;
	customerName?: string;
}

/** How an addition came to be a row's. */
export interface Provenance {
	/** By an earlier try of this execution. */
	replayed?: true;
	/** Its answer was lost, and GMC's list shows that it was issued. */
	reconciled?: true;
}

/** Sent by this run or another one. We don't know whether it was done. */
export interface Unknown {
	is: 'unknown';
	plan: Plan;
	problem: Problem;
	/** When its request was sent; see `proves`. Epoch milliseconds. */
	askedAt: number;
	/** That it was sent (the default). Or only that it may have been since: because it was claimed, or the execution began. */
	proves?: 'sent' | 'claimed' | 'begun';
	/** The number of the n8n execution that has sent it, if not this one. */
	executionId?: string;
	/** Until when it is held; epoch milliseconds. */
	heldUntil?: number;
	/** Whether this execution has sent it. */
	isOwn: boolean;
	/** Id of an addition that GMC's answer named, and that reads otherwise. */
	namedAddition?: string;
	/** Ids of additions that may be this row's; missing while no complete list was seen. */
	candidates?: string[];
}

interface Done extends Provenance {
	plan: Plan;
	addition: Addition;
}

/** All but the first two are outcomes. A run may still resolve a row that is `unknown`. */
export type RowState =
	| { is: 'planned' | 'sending'; plan: Plan }
	| Unknown
	| (Done & { is: 'issued' | 'skipped' })
	| { is: 'rejected' | 'notAttempted'; problem: Problem };

/** What the ledger has to know about a row; undefined while it is planned or being sent, and if it was not attempted. */
export function resultOf(state: RowState): Pick<Settlement, 'outcome' | 'additionId'> | undefined {
	if (state.is === 'issued') return { outcome: 'issued', additionId: state.addition._id };
	if (state.is === 'unknown') return { outcome: 'unknown', additionId: state.namedAddition };
	if (state.is !== 'rejected') return undefined;
	// The id is kept: the name may be sent again only while that addition is failed, and no other row may have it.
	const { additionId } = state.problem.details;
	return typeof additionId === 'string'
		? { ...FAILED_ADDITION, additionId }
		: { outcome: 'rejected' };
}
