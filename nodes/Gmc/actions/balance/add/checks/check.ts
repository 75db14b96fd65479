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

/** Without the memory, only names that outlive their execution tell what was sent. @throws InputError */
export function refuseLostMemory(settings: RunSettings): void {
	if (isNamedByUser(settings)) return;
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
	const { settings } = run;
	const isWithinLimits = checkLimits(run, rows);
	rejectMisnamed(rows);
	if (settings.validateFirst) rejectUnknownCustomers(rows);
	const mustBeSound = settings.validateFirst || !isWithinLimits;
	return stopsAtFirst(run) && mustBeSound && rows.some(isIn('rejected'));
}

/**
 * Rejects each row above the maximum amount, and all of them when the sheet as a whole is above the maximum
 * total of a currency. Rows that an earlier try has sent count in the total, but stay what they are.
 *
 * @returns whether everything is within the limits
 */
function checkLimits(run: AddRun, rows: Row[]): boolean {
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
