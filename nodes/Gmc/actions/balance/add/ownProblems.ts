import { RECENT_MINUTES } from '../../../core/additions/recent';
import { failureReason } from '../../../core/additions/status';
import type { Entry } from '../../../core/ledger/entry';
import { isUnsettled } from '../../../core/ledger/entry';
import type { Addition } from '../../../core/service/record';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import { number, shortened } from '../../../core/texts/words';
import { InputError, refusal } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { shownTime } from '../../../shared/context';
import { toRunProblem } from '../../../shared/errors';

// What is said of a row because of its own execution, and of what GMC has answered. Why else a row may not be sent is in
// problems.ts.

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
		"An earlier try of this execution sent rows with another 'Duplicate Protection', 'Batch Name' or 'Ledger Table'. With this one they would be paid again",
		'Set it back, then use Executions → Retry to send the rest. To change it, start a new execution with only the rows that are not paid yet.',
	);

/** A retry might pay again what an earlier try has sent. */
export const cutOff = (isTooOld: boolean) =>
	refusal(
		'EXECUTION_CUT_OFF',
		isTooOld
			? `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger no longer knows what it sent`
			: 'This execution was interrupted, and n8n lost the record of what it had sent',
		"Wait twice as long as 'Hold', or as 'Timeout' if that is longer. Run the sheet through Balance: Reconcile, with 'Start Date' before the first try. Then send the rows that are notListed as a batch: a batch survives a crash.",
	);

/**
 * Recent forgets a top-up.
 *
 * @param since from when on its minutes count, in epoch milliseconds by n8n's clock. Undefined: it is not known
 */
export function recentEnds(context: Parameters<typeof shownTime>[0], since?: number): string {
	const FOR_GOOD = "An 'Idempotency Key' or a Batch holds for good.";
	if (since === undefined) return FOR_GOOD;
	const end = since + RECENT_MINUTES * 60_000;
	const when = end > Date.now() ? `From ${shownTime(context, end)} on` : 'From now on';
	return `${when}, Recent lets the same top-up be paid again. ${FOR_GOOD}`;
}
