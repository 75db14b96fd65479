import type { Addition } from '../../../api/schemas';
import { failureReason } from '../../../core/additions/status';
import type { RowProblem } from '../../../shared/errors';
import { ofRow } from '../../../shared/errors';

/** What is wrong with a row whose answer an earlier try has lost. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		message: ofRow(itemIndex, ({ additions }) => additions.lostAnswer),
		description: ({ service }) => service.lookForAddition,
		details: {},
		requested: true,
	};
}

/** What is wrong with a row that another one has kept back; without that one, the execution was stopped. */
export function notAttemptedProblem(itemIndex: number, cause?: { itemIndex: number }): RowProblem {
	const row = cause && cause.itemIndex + 1;
	return {
		itemIndex,
		message: ofRow(itemIndex, ({ additions }) => additions.notAttempted({ row })),
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
		message: ofRow(itemIndex, ({ additions }) => additions.failed({ id: additionId, reason })),
		description: ({ additions }) => additions.findOutWhy({ status }),
		details: { additionId, status },
		requested: true,
	};
}
