import type { Addition } from '../../../api/schemas';
import type { Charge } from '../../../core/additions/charge';
import { failureReason } from '../../../core/additions/status';
import type { Moment } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import type { RowProblem } from '../../../shared/errors';
import { ofRow } from '../../../shared/errors';
import { money, number, time } from '../../../core/texts/words';

const TWO_WAYS =
	'If this row is a top-up of its own, set Duplicate Protection to Idempotency Key, with a number such as that of the order, or to Batch: these tell equal top-ups apart. Or set it to Off, and the row is sent whatever was sent before.';

/** What is wrong with a row whose answer an earlier try has lost. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		code: 'ROW_IN_DOUBT',
		message: ofRow(
			itemIndex,
			'an earlier try sent this row and lost the answer; whether the addition was issued is not known',
		),
		details: {},
		requested: true,
	};
}

/** What is wrong with a row that another one has kept back; without that one, the execution was stopped. */
export function notAttemptedProblem(itemIndex: number, cause?: { itemIndex: number }): RowProblem {
	const row = cause && cause.itemIndex + 1;
	return {
		itemIndex,
		code: 'NOT_ATTEMPTED',
		message: ofRow(
			itemIndex,
			row === undefined
				? 'not attempted, because the run ended before'
				: `not attempted, because of row ${number(row)}`,
		),
		details: {},
		requested: false,
	};
}

/** What is wrong with a row whose addition has failed for good. */
export function failedProblem(itemIndex: number, addition: Addition): RowProblem {
	const reason = failureReason(addition);
	const { _id: additionId } = addition;
	const status = String(addition.status);
	return {
		itemIndex,
		code: 'ADDITION_FAILED',
		message: ofRow(
			itemIndex,
			`GMC took the addition ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		),
		description: `The addition has the status ${status}, so nothing was added. Find out why at GMC, then send the row again: its name is free.`,
		details: { additionId, status },
		requested: true,
	};
}

/** @param found the addition that the row equals, and when it was made, where that can be read */
export function suspectedDuplicate(
	{ additionId, at }: { additionId: string; at?: Moment },
	{ amount, currency }: Charge,
	customerName = 'this customer',
): InputError {
	const when = at === undefined ? 'a short while ago' : `at ${time(at)}`;
	return new InputError({
		message: `${customerName} was given ${money(amount, currency)} ${when} (addition ${additionId}), so the row looks like the same top-up sent twice`,
		advice: `If it is the same top-up, there is nothing to do. ${TWO_WAYS}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** @param sent when the equal row was sent whose fate is open, and until when it is held */
export function equalInDoubt(
	{ at, until }: { at: Moment; until: Moment },
	{ amount, currency }: Charge,
): InputError {
	return new InputError({
		message: `${money(amount, currency)} was sent for this customer at ${time(at)}, and whether it was paid is not known`,
		advice: `Look for it with Balance → Get Many after ${time(until)}. If GMC lists it, this row is paid: leave it out. If not, run it again then, and it is sent. ${TWO_WAYS}`,
		code: 'DUPLICATE_SUSPECTED',
	});
}

/** What keeps back a row while this execution has an answer that is lost and not cleared up. */
export const lostBefore = (): InputError =>
	new InputError({
		message:
			'not attempted, because an answer was lost earlier in this execution, and whether that row was paid is not known',
		advice: 'What is said of that row says what to do.',
		code: 'NOT_ATTEMPTED',
	});
