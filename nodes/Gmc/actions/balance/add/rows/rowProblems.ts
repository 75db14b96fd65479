import type { Addition } from '../../../../api/schemas';
import type { Charge } from '../../../../core/additions/charge';
import { failureReason } from '../../../../core/additions/status';
import type { Moment } from '../../../../core/texts/words/wordsIn';
import { InputError } from '../../../../core/util/inputError';
import type { RowProblem } from '../../../../shared/errors';
import { ofRow } from '../../../../shared/errors';

/** What is wrong with a row whose answer an earlier try has lost. */
export function lostAnswerProblem(itemIndex: number): RowProblem {
	return {
		itemIndex,
		message: ofRow(itemIndex, ({ additions }) => additions.lostAnswer),
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

/** Under `details.code` (reference.md "Duplicate Protection"). */
const SUSPECTED = 'DUPLICATE_SUSPECTED';

/** @param found the addition that the row equals, and when it was made, where that can be read */
export function suspectedDuplicate(
	found: { additionId: string; at?: Moment },
	{ amount, currency }: Charge,
	customerName?: string,
): InputError {
	return new InputError(
		({ duplicates }) => {
			const name = customerName ?? duplicates.thisCustomer;
			return duplicates.suspected({ ...found, name, amount, currency });
		},
		({ duplicates }) => duplicates.twoWays,
		SUSPECTED,
	);
}

interface LedgerSettings {
	/** Name of the Data Table. */
	ledgerTable: string;
}

/** @param at when the equal row was sent whose fate is open */
export function equalInDoubt(
	at: Moment,
	{ amount, currency }: Charge,
	{ ledgerTable: table }: LedgerSettings,
): InputError {
	return new InputError(
		({ duplicates }) => duplicates.equalInDoubt({ amount, currency, at }),
		({ duplicates }) => duplicates.settleEqual({ table }),
		SUSPECTED,
	);
}
