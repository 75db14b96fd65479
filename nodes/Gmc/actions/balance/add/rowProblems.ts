import type { Addition } from '../../../api/schemas';
import { failureReason } from '../../../core/additions/status';
import type { RowProblem } from '../../../shared/errors';

/** What is wrong with a row whose answer an earlier try has lost. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		message: () =>
			`Row ${itemIndex + 1}: an earlier try sent this row and lost the answer; whether the addition was issued is not known`,
		description: () => 'Look for it with Balance → Get Many before you send this row again.',
		details: {},
		requested: true,
	};
}

/** What is wrong with a row that another one has kept back. */
export function notAttemptedProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		message: () => `Row ${itemIndex + 1}: not attempted, because of another row`,
		details: {},
		requested: false,
	};
}

/** What is wrong with a row whose addition has failed for good. */
export function failedProblem(itemIndex: number, addition: Addition): RowProblem {
	const reason = failureReason(addition);
	const { _id: additionId, status } = addition;
	const description = () =>
		`The addition has the status ${String(status)}, so nothing was added. Find out why at GMC, then send the row in a new execution.`;
	return {
		itemIndex,
		message: () =>
			`Row ${itemIndex + 1}: GMC took the addition ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		description,
		details: { additionId, status: String(status) },
		requested: true,
	};
}
