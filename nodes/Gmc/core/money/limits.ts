import type { Currency } from './currency';
import { sumExceeds } from '../util/decimal';

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
export function aboveMaxAmount({ amount, currency }: Value, { maxAmount }: Limits) {
	if (maxAmount === undefined || amount <= maxAmount) return undefined;
	return `the amount ${amount} ${currency} is above the Maximum Amount of ${maxAmount}`;
}

/**
 * @param limit undefined means none
 * @returns the currencies in which the values are above the limit in sum, computed without rounding
 */
export function aboveInSum(values: Value[], limit: number | undefined): Currency[] {
	if (limit === undefined) return [];
	const byCurrency = new Map<Currency, number[]>();
	for (const { amount, currency } of values) {
		const amounts = byCurrency.get(currency);
		if (amounts) amounts.push(amount);
		else byCurrency.set(currency, [amount]);
	}
	return [...byCurrency].flatMap(([currency, amounts]) =>
		sumExceeds(amounts, limit) ? [currency] : [],
	);
}
