import { number } from '../texts/words';

/** More than an amount of 15 significant digits has in practice. */
const SCALE = 20;

function toScaled(value: number): bigint {
	const [whole, fraction = ''] = number(value).split('.');
	return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

/** The exact decimal sum of the amounts, as the number nearest to it: 0.1 + 0.2 is 0.3. */
export function sumOf(amounts: number[]): number {
	const digits = amounts
		.reduce((sum, amount) => sum + toScaled(amount), 0n)
		.toString()
		.padStart(SCALE + 1, '0');
	return Number(`${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`);
}
