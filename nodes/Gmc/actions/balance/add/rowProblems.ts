import type { Addition } from '../../../api/schemas';
import type { Charge } from '../../../core/additions/charge';
import { failureReason } from '../../../core/additions/status';
import type { Moment } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import type { RowProblem } from '../../../shared/errors';
import { money, number, time } from '../../../core/texts/words';

const IF_SEPARATE =
	'If this row is a separate top-up, set Duplicate Protection to Idempotency Key (with an order number, for example) or to Batch: both tell equal top-ups apart. Or set it to Off, which sends the row whatever was sent before.';

/** The answer to this row was lost by an earlier try. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		code: 'ROW_IN_DOUBT',
		message:
			"an earlier try sent this row and lost the answer. We don't know whether the top-up went through",
		details: {},
		requested: true,
	};
}

/** The row was not sent because of another row, or because the execution was stopped. */
export function notAttemptedProblem(itemIndex: number, cause?: { itemIndex: number }): RowProblem {
	const row = cause && cause.itemIndex + 1;
	return {
		itemIndex,
		code: 'NOT_ATTEMPTED',
		message:
			row === undefined
				? 'not attempted, because the run ended first'
				: `not attempted, because of row ${number(row)}`,
		details: {},
		requested: false,
	};
}

/** The addition of the row has failed for good. */
export function failedProblem(itemIndex: number, addition: Addition): RowProblem {
	const reason = failureReason(addition);
	const { _id: additionId } = addition;
	const status = String(addition.status);
	return {
		itemIndex,
		code: 'ADDITION_FAILED',
		message: `GMC accepted top-up ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		description: `Its status is ${status}, so no money was added. Find out why at GMC, then send the row again.`,
		details: { additionId, status },
		requested: true,
	};
}

/** @param at when the equal addition was made, where that can be read */
export function suspectedDuplicate(
	{ additionId, at }: { additionId: string; at?: Moment },
	{ amount, currency }: Charge,
	customerName = 'this customer',
): InputError {
	const when = at === undefined ? 'a short while ago' : `at ${time(at)}`;
	return new InputError({
		message: `${customerName} was given ${money(amount, currency)} ${when} (top-up ${additionId}), so this row looks like the same top-up sent twice`,
		advice: `If it is the same top-up, do nothing. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** @param at when the equal row was sent @param until when its hold ends */
export function equalUnknown(
	{ at, until }: { at: Moment; until: Moment },
	{ amount, currency }: Charge,
): InputError {
	return new InputError({
		message: `${money(amount, currency)} was sent for this customer at ${time(at)}, and we don't know yet whether it was paid`,
		advice: `Look for it with Balance → Get Many after ${time(until)}. If GMC lists it, this row is paid: leave it out. If not, run the row again, and it is sent. ${IF_SEPARATE}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** The row was not sent because this execution has a lost answer that is not resolved. */
export const lostBefore = (): InputError =>
	new InputError({
		message:
			"not attempted, because an answer was lost earlier in this execution, and we don't know whether that row was paid",
		advice: 'Follow the advice of that row.',
		code: 'NOT_ATTEMPTED',
	});
