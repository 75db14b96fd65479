import type { Addition } from '../../../api/schemas';
import { failureReason, isFailed } from '../../../core/additions/status';
import type { Row } from './rows';

/**
 * Ends a row with its addition and writes that into the ledger. One that has failed for good moved no money:
 * it is `rejected`, not `issued` in silence, and stays in the ledger so that no try sends it again by itself.
 */
export function endAsIssued(row: Row, addition: Addition): void {
	if (row.entry) Object.assign(row.entry, { state: 'issued', additionId: addition._id, addition });
	row.addition = addition;
	row.outcome = isFailed(addition) ? 'rejected' : 'issued';
	row.problem = isFailed(addition) ? failedProblem(row, addition) : undefined;
}

function failedProblem({ itemIndex }: Row, addition: Addition) {
	const reason = failureReason(addition);
	const { _id: additionId, status } = addition;
	const description = `The addition has the status ${String(status)}, so nothing was added. Find out why at GMC, then send the row in a new execution.`;
	return {
		itemIndex,
		message: `Row ${itemIndex + 1}: GMC took the addition ${additionId}, but it failed${reason ? `: ${reason}` : ''}`,
		description,
		details: { additionId, status: String(status), description },
		requested: true,
	};
}
