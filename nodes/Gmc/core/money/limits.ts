import { money, number } from '../texts/words';
import type { Currency } from './currency';
import { sumExceeds, sumOf } from './decimal';

/** Limits of a run, in units of each row's currency. Undefined means no limit. */
export interface Limits {
	maxAmount?: number;
	maxTotal?: number;
	/** Like `maxTotal`, plus today's top-ups from any source. */
	maxPerDay?: number;
}

export interface Value {
	amount: number;
	currency: Currency;
}

/** @returns why a row is above its limit, or undefined if it is not */
export function aboveMaxAmount(
	{ amount, currency }: Value,
	{ maxAmount: max }: Limits,
): string | undefined {
	if (max === undefined || amount <= max) return undefined;
	return `the amount ${money(amount, currency)} is above the Maximum Amount of ${number(max)}`;
}

/**
 * @param limit undefined means no limit
 * @returns the currencies whose exact sum is above the limit
 */
export function aboveInSum(values: Value[], limit: number | undefined): Currency[] {
	if (limit === undefined) return [];
	return [...byCurrency(values)].flatMap(([currency, amounts]) =>
		sumExceeds(amounts, limit) ? [currency] : [],
	);
}

/** The exact sum for each currency. */
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
