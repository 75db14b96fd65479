import { aboveMaxAmount, aboveInSum } from '../../../../core/money/limits';
import { InputError } from '../../../../core/util/inputError';
import { rejectUnknownCustomers } from './identifyCustomers';
import type { Row } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { stopsAtFirst } from '../run/run';
import type { RunSettings } from '../run/settings';
import { isNamedByUser } from '../run/settings';
import { rejectMisnamed } from './verifyPayees';
import { number, list } from '../../../../core/texts/words';

/** Without the memory, only names that outlive their execution tell what was sent. @throws InputError */
export function refuseLostMemory(settings: RunSettings): void {
	if (isNamedByUser(settings)) return;
	throw new InputError({
		message:
			'This execution was cut off, and n8n does not know any more what it had sent. Nothing was sent now',
		advice:
			'Wait until Hold is over, run the sheet through Balance → Reconcile, with Since before the first try, and add in a batch what is notListed, so that this does not happen again.',
		code: 'EXECUTION_CUT_OFF',
	});
}

/**
 * Rejects the planned rows that may not be sent.
 *
 * @returns whether that ends the run: a sheet is sent only if all of it is sound, but for On Error: Continue
 */
export function checkRows(run: AddRun, rows: Row[]): boolean {
	checkLimits(run, rows);
	rejectMisnamed(rows);
	rejectUnknownCustomers(rows);
	return stopsAtFirst(run) && rows.some(isIn('rejected'));
}

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 */
function checkLimits(run: AddRun, rows: Row[]): void {
	const { settings } = run;
	// What was paid before, or another row of the sheet pays, or another run has open, is not sent.
	const isOthers = (row: Row) => isIn('inDoubt')(row) && !run.ledger.remembered(row);
	const isSent = (row: Row) => !isIn('skipped')(row) && !isOthers(row) && !row.twinOf;
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
