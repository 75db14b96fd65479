import { aboveMaxAmount, aboveInSum } from '../../../core/money/limits';
import { InputError } from '../../../core/util/inputError';
import { rejectUnknownCustomers } from './identify';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { rejectMisnamed } from './payees';
import { number, list } from '../../../core/texts/words';

/** Rejects the planned rows that must not be sent. */
export function checkRows(run: AddRun, rows: Row[]): void {
	checkLimits(run, rows);
	rejectMisnamed(rows);
	rejectUnknownCustomers(rows);
}

/**
 * Rejects each row above Maximum Amount, and all rows when the sheet is above Maximum Total in a currency. Rows that an
 * earlier try has sent count in the total, and keep their outcome.
 */
export function checkLimits(run: AddRun, rows: Row[]): void {
	const { settings } = run;
	// Rows that are not sent: paid before, refused, a twin of another row, or left open by another run.
	const isOthers = (row: Row) => isIn('unknown')(row) && !row.state.isOwn;
	const isSent = (row: Row) =>
		!isIn('skipped', 'rejected', 'notAttempted')(row) && !isOthers(row) && !row.twinOf;
	const sent = rows.filter(isSent);
	const requests = sent.flatMap(({ request }) => request ?? []);
	const currencies = aboveInSum(requests, settings.maxTotal);
	const { maxTotal: max = 0 } = settings;
	const total =
		currencies.length > 0
			? new InputError({
					message: `the rows add up to more than the Maximum Total of ${number(max)} ${list(currencies)}, so nothing was sent`,
					advice: settings.batch
						? 'Raise Maximum Total, or split the sheet into batches, each with a Batch Name of its own.'
						: 'Split the sheet, or raise Maximum Total.',
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
