import type { Row, RowIn } from './row';
import { isIn } from './row';
import { lostAnswerProblem } from './rowProblems';
import type { AddRun } from './run';

/**
 * Tells a row of which the ledger says nothing what this execution knows of it: what it has issued is not issued again,
 * and what is open stays so.
 *
 * @returns whether it knows anything
 */
export function tellRemembered({ ledger }: AddRun, row: RowIn<'planned' | 'inDoubt'>): boolean {
	const own = ledger.remembered(row);
	if (own === undefined || own.outcome === 'rejected' || ledger.hasClaimed(row)) return false;
	const { addition, additionId = '', item = additionId, askedAt } = own;
	if (own.outcome === 'issued') {
		row.issue({ addition: { _id: additionId, ...addition }, claim: item }, { replayed: true });
	} else if (isIn('planned')(row as Row)) {
		(row as RowIn<'planned'>).doubt(askedAt, lostAnswerProblem(row.itemIndex));
	}
	return true;
}
