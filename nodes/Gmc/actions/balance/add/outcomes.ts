import type { Addition } from '../../../core/service/record';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import { failureReason } from '../../../core/additions/status';
import { isUnsettled } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { FAILED_ADDITION } from '../../../core/ledger/entry';
import type { Settlement } from '../../../core/ledger/settle';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import { number, shortened } from '../../../core/texts/words';
import { InputError, refusal } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import type { Problem } from '../../../shared/errors';
import { shownTime } from '../../../shared/context';
import { toRunProblem } from '../../../shared/errors';

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

// What is said of these states. Why a row may not be sent is in problems.ts.

/** The answer to this row was lost by an earlier try. @param entry what that has written, which may be only a claim */
export const lostAnswer = (entry?: Entry) =>
	refusal(
		'ROW_IN_DOUBT',
		`an earlier try ${entry && isUnsettled(entry) ? 'may have sent' : 'sent'} this row and ${howItEnded(entry)}. We don't know whether the top-up went through`,
	);

/** What became of the answer, as the entry tells it. */
export const howItEnded = ({ additionId }: Partial<Pick<Entry, 'additionId'>> = {}): string =>
	additionId === undefined
		? 'lost the answer'
		: `got an answer with top-up ${additionId}, which does not look like it`;

/** The error keeps the run from finding out whether an earlier try has sent the row. */
export function maybeSent(error: unknown): InputError {
	const { message, description: advice } = toRunProblem(error);
	return refusal(
		'ROW_IN_DOUBT',
		`an earlier try may have sent this row, and we don't know whether it was paid. ${message}`,
		advice,
	);
}

/** The row was not sent because of another row, or because the execution was stopped. */
export const notAttempted = (cause?: { itemIndex: number }) =>
	refusal(
		'NOT_ATTEMPTED',
		`not attempted, because ${cause ? `of row ${number(cause.itemIndex + 1)}` : 'the run ended first'}`,
		cause && 'Follow the advice of that row.',
	);

/** The row was not sent because this execution has a lost answer that is not resolved. */
export const lostBefore = () =>
	refusal(
		'NOT_ATTEMPTED',
		"not attempted, because an answer was lost earlier in this execution, and we don't know whether that row was paid",
		'Follow the advice of that row.',
	);

/** The addition of the row has failed for good. */
export function failed(addition: Addition): InputError {
	const reason = failureReason(addition);
	const { _id: additionId, status } = addition;
	return refusal(
		'ADDITION_FAILED',
		`GMC accepted top-up ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		'So no money was added. Find out why at GMC, then send the row again.',
		{ additionId, status: String(status) },
	);
}

const MISMATCHED = {
	notAskedFor: 'that was not asked for',
	madeBefore: 'that it had made before',
	ofAnotherRow: 'that belongs to another row of the ledger',
};

/**
 * An answer with an addition that cannot be this row's counts as a lost answer.
 *
 * @param which what it names instead
 * @param customer whom it names instead
 */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
	customer?: string,
): GmcRequestError {
	const whom = customer === undefined ? '' : `, for ${shortened(customer)}`;
	const said = `GMC answered with a top-up ${MISMATCHED[which]} (${id})${whom}`;
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}

/** A retry would send under names that the rows of an earlier try do not have. */
export const protectionChanged = () =>
	refusal(
		'PROTECTION_CHANGED',
		'An earlier try of this execution sent rows with another Duplicate Protection, Batch Name or Ledger Table. With this one they would be paid again',
		'Set it back, then use Executions → Retry to send the rest. To change it, start a new execution with only the rows that are not paid yet.',
	);

/** A retry might pay again what an earlier try has sent. */
export const cutOff = (isTooOld: boolean) =>
	refusal(
		'EXECUTION_CUT_OFF',
		isTooOld
			? `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger no longer knows what it sent`
			: 'This execution was interrupted, and n8n lost the record of what it had sent',
		'Wait twice as long as Hold, or as Timeout if that is longer. Run the sheet through Balance: Reconcile, with Start Date before the first try. Then send the rows that are notListed as a batch: a batch survives a crash.',
	);

/** @param sent such as `sent the same top-up at …` */
export const sentByWorkflow = (sent: string) =>
	refusal(
		'EXECUTION_CUT_OFF',
		`this workflow ${sent}, and it may have been this execution: n8n has no record of that`,
		'Look for it with Balance: Get Many. If this execution has not paid the row, send the row in a new execution.',
	);

/**
 * Recent forgets a top-up.
 *
 * @param since from when on its minutes count, in epoch milliseconds by n8n's clock. Undefined: it is not known
 */
export function recentEnds(context: Parameters<typeof shownTime>[0], since?: number): string {
	const FOR_GOOD = 'An Idempotency Key or a Batch holds for good.';
	if (since === undefined) return FOR_GOOD;
	const end = since + RECENT_MINUTES * 60_000;
	const when = end > Date.now() ? `From ${shownTime(context, end)} on` : 'From now on';
	return `${when}, Recent lets the same top-up be paid again. ${FOR_GOOD}`;
}
