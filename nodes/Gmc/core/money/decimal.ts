/** More than an amount of 15 significant digits has in practice. */
const SCALE = 20;

/** Made once, because looking up the locale for every number takes thirty times as long. */
const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: SCALE });

/** A number of zero or more in plain decimal notation, never with an exponent. */
export function decimalText(value: number): string {
	return plain.format(value);
}

function toScaled(value: number): bigint {
	const [whole, fraction = ''] = decimalText(value).split('.');
	return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

const scaledSum = (amounts: number[]) =>
	amounts.reduce((sum, amount) => sum + toScaled(amount), 0n);

/** The exact decimal sum of the amounts, as the number nearest to it. */
export function sumOf(amounts: number[]): number {
	const digits = scaledSum(amounts)
		.toString()
		.padStart(SCALE + 1, '0');
	return Number(`${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`);
}

/** Whether the exact decimal sum of the amounts is more than the limit: 0.1 + 0.2 is not more than 0.3. */
export function sumExceeds(amounts: number[], limit: number): boolean {
	return scaledSum(amounts) > toScaled(limit);
}

/** Whether the exact decimal sum of the amounts is at least the minimum: 0.7 + 0.1 is not less than 0.8. */
export function sumReaches(amounts: number[], minimum: number): boolean {
	return scaledSum(amounts) >= toScaled(minimum);
}
