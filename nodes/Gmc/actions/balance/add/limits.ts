import type { Currency } from '../../../core/money/currency';
import { aboveMaxAmount, aboveInSum } from '../../../core/money/limits';
import { amounts } from '../../../core/texts/words';
import { InputError } from '../../../core/util/inputError';
import { isIn } from './row';
import type { Row } from './row';
import type { AddRun } from './run';
import type { RunSettings } from './settings';

/** Rejects each row above Maximum Amount. */
export function checkAmounts({ settings }: AddRun, rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		const amount = aboveMaxAmount(row.state.plan.request, settings);
		if (amount !== undefined) row.reject(aboveAmount(amount));
	}
}

/**
 * Rejects all planned rows when they are above Maximum Total in a currency. To be checked last, since a row that is not
 * sent does not count: paid before, refused, or left open.
 */
export function checkTotal({ settings }: AddRun, rows: Row[]): void {
	const planned = rows.filter(isIn('planned'));
	const sent = planned.filter(({ sameKeyAs }) => !sameKeyAs);
	const requests = sent.map(({ state }) => state.plan.request);
	const currencies = aboveInSum(requests, settings.maxTotal);
	if (currencies.length === 0) return;
	for (const row of planned) row.reject(aboveTotal(settings, currencies));
}

const aboveAmount = (message: string) =>
	new InputError({
		message,
		advice: 'Correct the row, or raise Maximum Amount.',
		code: 'MAX_AMOUNT_EXCEEDED',
	});

function aboveTotal({ maxTotal = 0, batch }: RunSettings, currencies: Currency[]) {
	const limits = currencies.map((currency) => ({ amount: maxTotal, currency }));
	return new InputError({
		message: `the rows add up to more than the Maximum Total of ${amounts(limits)}, so nothing was sent`,
		// The parts of a batch would need names of their own, under which it pays its earlier rows again.
		advice: batch ? 'Raise Maximum Total.' : 'Split the sheet, or raise Maximum Total.',
		code: 'MAX_TOTAL_EXCEEDED',
	});
}
