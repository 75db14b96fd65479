import type { Addition } from '../../../api/schemas';
import { failureReason } from '../../../core/additions/status';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
import { number } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { KEPT_DAYS_OF_EXECUTIONS } from '../../../ledger/oldRows';
import { toRunProblem } from '../../../shared/errors';

// What became of a row in its own run, or in an earlier try of it. Why a row may not be sent is in problems.ts.

/** The answer to this row was lost by an earlier try. */
export const lostAnswer = () =>
	new InputError({
		message:
			"an earlier try sent this row and lost the answer. We don't know whether the top-up went through",
		code: 'ROW_IN_DOUBT',
	});

/** The error keeps the run from finding out whether an earlier try has sent the row. */
export function maybeSent(error: unknown): InputError {
	const { message, description: advice } = toRunProblem(error);
	return new InputError({
		message: `an earlier try may have sent this row, and we don't know whether it was paid. ${message}`,
		advice,
		code: 'ROW_IN_DOUBT',
	});
}

/** The row was not sent because of another row, or because the execution was stopped. */
export const notAttempted = (cause?: { itemIndex: number }) =>
	new InputError({
		message: `not attempted, because ${cause ? `of row ${number(cause.itemIndex + 1)}` : 'the run ended first'}`,
		advice: cause && 'Follow the advice of that row.',
		code: 'NOT_ATTEMPTED',
	});

/** The row was not sent because this execution has a lost answer that is not resolved. */
export const lostBefore = () =>
	new InputError({
		message:
			"not attempted, because an answer was lost earlier in this execution, and we don't know whether that row was paid",
		advice: 'Follow the advice of that row.',
		code: 'NOT_ATTEMPTED',
	});

/** The addition of the row has failed for good. */
export function failed(addition: Addition): InputError {
	const reason = failureReason(addition);
	const { _id: additionId, status } = addition;
	return new InputError({
		message: `GMC accepted top-up ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		advice: 'So no money was added. Find out why at GMC, then send the row again.',
		code: 'ADDITION_FAILED',
		details: { additionId, status: String(status) },
	});
}

const MISMATCHED = {
	notAskedFor: 'that was not asked for',
	madeBefore: 'that it had made before',
	ofAnotherRow: 'that belongs to another row of the ledger',
};

/** An answer with an addition that cannot be this row's counts as a lost answer. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
): GmcRequestError {
	const said = `GMC answered with a top-up ${MISMATCHED[which]} (${id})`;
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}

/** A retry would send under names that the rows of an earlier try do not have. */
export const protectionChanged = () =>
	new InputError({
		message:
			'An earlier try of this execution sent rows with another Duplicate Protection, Batch Name or Ledger Table. With this one they would be paid again',
		advice:
			'Set it back, then use Executions → Retry to send the rest. To change it, start a new execution with only the rows that are not paid yet.',
		code: 'PROTECTION_CHANGED',
	});

/** A retry might pay again what an earlier try has sent. */
export const cutOff = (isTooOld: boolean) =>
	new InputError({
		message: isTooOld
			? `This execution is more than ${KEPT_DAYS_OF_EXECUTIONS} days old, and the ledger no longer knows what it sent`
			: 'This execution was interrupted, and n8n lost the record of what it had sent',
		advice:
			'Wait twice as long as Hold, or as Timeout if that is longer. Run the sheet through Balance: Reconcile, with Start Date before the first try. Then send the rows that are notListed as a batch: a batch survives a crash.',
		code: 'EXECUTION_CUT_OFF',
	});

/** @param at when this workflow sent an equal row */
export const sentByWorkflow = (at: string) =>
	new InputError({
		message: `this workflow sent the same top-up at ${at}, and it may have been this execution: n8n has no record of that`,
		advice:
			'Look for it with Balance: Get Many. If this execution has not paid the row, send the row in a new execution.',
		code: 'EXECUTION_CUT_OFF',
	});
