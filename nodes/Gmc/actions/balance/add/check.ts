import { aboveMaxAmount, aboveInSum } from '../../../core/money/limits';
import { InputError } from '../../../core/util/inputError';
import { rejectUnknownCustomers } from './identifyCustomers';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import type { RunSettings } from './settings';

/** Without the memory only the list of the service can tell what was sent: under History it does. @throws InputError */
export function refuseLostMemory({ duplicateProtection, dryRun }: RunSettings): void {
	if (duplicateProtection === 'history' || dryRun) return;
	throw new InputError(
		({ additions }) => additions.lostMemory,
		({ additions }) => additions.startAnew,
	);
}

/**
 * Rejects the planned rows that may not be sent.
 *
 * @returns whether the whole sheet has to be sound before any of it is sent, and is not
 */
export function checkRows(run: AddRun, rows: Row[]): boolean {
	const { settings, stopAtFirst } = run;
	const isWithinLimits = checkLimits(run, rows);
	if (settings.validateFirst) rejectUnknownCustomers(rows);
	const mustBeSound = settings.validateFirst || !isWithinLimits;
	return stopAtFirst && mustBeSound && rows.some(isIn('rejected'));
}

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 *
 * @returns whether everything is within the limits
 */
function checkLimits(run: AddRun, rows: Row[]): boolean {
	const { settings } = run;
	// What a key has paid already, or another row of the sheet pays, is not sent.
	const isPaidByKey = (row: Row) => run.keys !== undefined && isIn('skipped')(row);
	const sent = rows.filter((row) => !isPaidByKey(row) && !run.keys?.twins.has(row));
	const requests = sent.flatMap(({ request }) => request ?? []);
	const currencies = aboveInSum(requests, settings.maxTotal);
	const { maxTotal: max = 0 } = settings;
	const total =
		currencies.length > 0
			? new InputError(
					({ money }) => money.aboveMaxTotal({ max, currencies }),
					({ money }) => money.raiseMaxTotal,
				)
			: undefined;
	let isWithin = true;
	for (const row of rows.filter(isIn('planned'))) {
		const amount = aboveMaxAmount(row.state.plan.request, settings);
		if (amount) row.reject(new InputError(amount, ({ money }) => money.raiseMaxAmount));
		else if (total) row.reject(total);
		isWithin &&= !amount && !total;
	}
	return isWithin;
}
