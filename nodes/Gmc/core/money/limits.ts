import { number } from '../texts/words';
import type { Currency } from './amount';
import { groupsOf } from '../util/groupBy';

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

/**
 * @param limit undefined means no limit
 * @returns the currencies whose exact sum is above the limit
 */
export function aboveInSum(values: Value[], limit: number | undefined): Currency[] {
	if (limit === undefined) return [];
	const above = byCurrency(values).filter((all) => compareSum(all.map(amountOf), limit) > 0);
	return above.map(([{ currency }]) => currency);
}

/** The exact sum for each currency. */
export const sumsOf = (values: Value[]): Value[] =>
	byCurrency(values).map((all) => ({
		amount: sumOf(all.map(amountOf)),
		currency: all[0].currency,
	}));

const byCurrency = (values: Value[]): Value[][] => groupsOf(values, ({ currency }) => currency);

const amountOf = ({ amount }: Value): number => amount;

/** More than an amount of 15 significant digits has in practice. */
const SCALE = 20;

function toScaled(value: number): bigint {
	const [whole, fraction = ''] = number(value).split('.');
	return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

const scaledSum = (amounts: number[]): bigint =>
	amounts.reduce((sum, amount) => sum + toScaled(amount), 0n);

/**
 * Compares the exact decimal sum of the amounts with a value: 0.1 + 0.2 is 0.3.
 *
 * @returns less than zero, zero, or more than zero, if the sum is less than the value, equal to it, or more
 */
export const compareSum = (amounts: number[], value: number): number =>
	Number(scaledSum(amounts) - toScaled(value));

/** The exact decimal sum of the amounts, as the number nearest to it. */
export function sumOf(amounts: number[]): number {
	const digits = scaledSum(amounts)
		.toString()
		.padStart(SCALE + 1, '0');
	return Number(`${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`);
}
