import { number } from '../texts/words';

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
