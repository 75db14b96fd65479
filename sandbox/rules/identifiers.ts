import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An `_id` of 24 hex characters, the same for the same text in every run (form assumed). */
export const idOf = (text: string): string => hash(text).slice(0, 24);

/** A blockchain address, the same for the same text in every run (form assumed). */
export const addressOf = (text: string): string => `0x${hash(`address ${text}`).slice(0, 40)}`;

/** A transaction hash, the same for the same text in every run (form assumed). */
export const transactionHashOf = (text: string): string => `0x${hash(`transaction ${text}`)}`;
/**
 * A tax ID without punctuation, in capitals (the CNPJ of 2026 has letters).
 * Assumed: two tax IDs are the same if they are equal in this form.
 */
export function bareTaxId(taxId: string): string {
	return taxId.replace(/[^0-9a-z]/gi, '').toUpperCase();
}

function checkDigit(body: string, weights: number[]): string {
	const sum = weights.reduce(
		(total, weight, i) => total + weight * (body.charCodeAt(i) - '0'.charCodeAt(0)),
		0,
	);
	const rest = sum % 11;
	return String(rest < 2 ? 0 : 11 - rest);
}

/** The CPF whose first nine digits are `body`: 11 digits, without punctuation. */
export function cpfOf(body: string): string {
	const first = checkDigit(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]);
	return body + first + checkDigit(body + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}
