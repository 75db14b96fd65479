import { aboveMaxAmount, aboveInSum } from '../../../core/money/limits';
import { InputError } from '../../../core/util/inputError';
import { rejectUnknownCustomers } from './identify';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { rejectMisnamed } from './payees';
import { number, list } from '../../../core/texts/words';

/** Rejects the planned rows that may not be sent. */
export function checkRows(run: AddRun, rows: Row[]): void {
	checkLimits(run, rows);
	rejectMisnamed(rows);
	rejectUnknownCustomers(rows);
}

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 */
export function checkLimits(run: AddRun, rows: Row[]): void {
	const { settings } = run;
	// What was paid before, another row of the sheet pays, another run has open or is refused anyway, is not sent.
	const isOthers = (row: Row) => isIn('inDoubt')(row) && !row.state.isOwn;
	const isSent = (row: Row) =>
		!isIn('skipped', 'rejected', 'notAttempted')(row) && !isOthers(row) && !row.twinOf;
	const sent = rows.filter(isSent);
	const requests = sent.flatMap(({ request }) => request ?? []);
	const currencies = aboveInSum(requests, settings.maxTotal);
	const { maxTotal: max = 0 } = settings;
	const total =
		currencies.length > 0
			? new InputError({
					message: `all rows together are above the Maximum Total of ${number(max)} ${list(currencies)}, so nothing of this run is sent`,
					advice: 'Split the sheet, or raise Maximum Total.',
					code: 'MAX_TOTAL_EXCEEDED',
				})
			: undefined;
	for (const row of rows.filter(isIn('planned'))) {
		const amount = aboveMaxAmount(row.state.plan.request, settings);
		if (amount)
			row.reject(
				new InputError({
					message: amount,
					advice: 'Correct the row, or raise Maximum Amount.',
					code: 'MAX_AMOUNT_EXCEEDED',
				}),
			);
		else if (total) row.reject(total);
	}
}
