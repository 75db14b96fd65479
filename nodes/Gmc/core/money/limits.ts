import { money, number } from '../texts/words';
import type { Currency } from './currency';
import { sumExceeds, sumOf } from './decimal';

/** Upper limits of a run, in units of each row's own currency; undefined means none. */
export interface Limits {
	maxAmount?: number;
	maxTotal?: number;
	/** As `maxTotal`, together with what others have made that day. */
	maxPerDay?: number;
}

/** What a row moves, whoever the customer is. */
export interface Value {
	amount: number;
	currency: Currency;
}

/** @returns why a single row is above the limit, or undefined when it is not */
export function aboveMaxAmount(
	{ amount, currency }: Value,
	{ maxAmount: max }: Limits,
): string | undefined {
	if (max === undefined || amount <= max) return undefined;
	return `the amount ${money(amount, currency)} is above the Maximum Amount of ${number(max)}`;
}

/**
 * @param limit undefined means none
 * @returns the currencies in which the values are above the limit in sum, computed without rounding
 */
export function aboveInSum(values: Value[], limit: number | undefined): Currency[] {
	if (limit === undefined) return [];
	return [...byCurrency(values)].flatMap(([currency, amounts]) =>
		sumExceeds(amounts, limit) ? [currency] : [],
	);
}

/** One value for each currency: the sum, computed without rounding. */
export function sumsOf(values: Value[]): Value[] {
	return [...byCurrency(values)].map(([currency, amounts]) => ({
		amount: sumOf(amounts),
		currency,
	}));
}

function byCurrency(values: Value[]): Map<Currency, number[]> {
	const amountsOf = new Map<Currency, number[]>();
	for (const { amount, currency } of values) {
		const amounts = amountsOf.get(currency);
		if (amounts) amounts.push(amount);
		else amountsOf.set(currency, [amount]);
	}
	return amountsOf;
}
