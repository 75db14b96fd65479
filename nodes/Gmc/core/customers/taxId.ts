import type { Code } from '../codes';
import { InputError } from '../util/inputError';
import { kindOf } from '../util/kind';
import { refuseShortened } from '../util/shortened';

/** See `readTaxId`. */
export const TAX_ID_FORMATS = ['auto', 'asIs', 'cpfCnpj'] as const;

export type TaxIdFormat = (typeof TAX_ID_FORMATS)[number];

/** What is said of a tax ID that is refused, besides the reason. */
interface Refusal {
	code: Code;
	advice: string;
}

const OF_A_ROW: Refusal = {
	code: 'CUSTOMER_INVALID',
	advice:
		'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.',
};
const OF_A_NEW_CUSTOMER: Refusal = {
	code: 'TAX_ID_INVALID',
	advice:
		'Correct it: a spreadsheet may have dropped leading zeros. For another kind of document, set Options → Tax ID Format to As Is. The tax ID is checked because GMC never really deletes a customer.',
};

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
/** A number with fewer digits has probably lost more than zeros. */
const FEWEST_DIGITS = 8;

/** Punctuation, blanks, symbols such as a minus, and invisible characters. */
const LEFT_OUT = /[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]/gu;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * The form in which tax IDs are compared: upper case, without punctuation and blanks. Letters, digits and marks of every
 * script stay, because tax IDs that differ in one of them are two customers. The same goes for digits of another width or
 * script, because GMC may not treat them as equal.
 */
export function normalizeTaxId(taxId: string): string {
	// The quick way for most of them: a list may have 100,000.
	if (IS_ASCII.test(taxId)) return taxId.replace(/[^0-9a-z]/gi, '').toUpperCase();
	return taxId.normalize('NFC').replace(LEFT_OUT, '').toUpperCase();
}

/** Whether two tax IDs agree without punctuation, so that they mean the same customer. */
export function sameTaxId(one: string, other: string): boolean {
	const normalized = normalizeTaxId(one);
	return normalized !== '' && normalized === normalizeTaxId(other);
}

/**
 * Reads a tax ID from a row.
 *
 * @param raw a text, or a number if a spreadsheet read the digits as one and dropped the zeros
 * @param format `auto`: text stays as it is, a number is padded back to a CPF or CNPJ if its check digits
 *   then agree; `asIs`: nothing is changed; `cpfCnpj`: punctuation is stripped and check digits verified
 * @returns the tax ID to send
 * @throws InputError
 */
export function readTaxId(raw: unknown, format: TaxIdFormat, refusal = OF_A_ROW): string {
	const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : raw;
	if (text === undefined || text === null || text === '') {
		throw new InputError({ message: 'the tax ID is empty', ...refusal });
	}
	if (typeof text !== 'string') {
		throw new InputError({ message: `the tax ID is ${kindOf(text)}, not a text`, ...refusal });
	}
	refuseShortened(text, refusal.code);
	const isNumber = typeof raw === 'number';
	if (format === 'asIs' || (format === 'auto' && !isNumber)) return text;
	const readings = isNumber ? withZeros(text) : [normalizeTaxId(text)];
	const taxId = readings.find(isCpfOrCnpj);
	if (taxId !== undefined) return taxId;
	throw new InputError({ message: whyNoCpfOrCnpj(text, isNumber), ...refusal });
}

/**
 * Reads the tax ID of a customer that may be created, which cannot be undone. So it must be a CPF or CNPJ with correct
 * check digits, except under `asIs`. It is spelled as by `readTaxId`, so that the same row finds the customer later.
 *
 * A text of digits that has lost its zeros is refused (n8n reads CSV cells as texts): adding them would spell it
 * differently, leaving them out would make a second customer. A number that could be both is refused, too: every CPF
 * that starts with `00` is also a valid CNPJ once it has all its zeros.
 *
 * @throws InputError
 */
export function readNewTaxId(raw: unknown, format: TaxIdFormat): string {
	const checked = readTaxId(raw, format === 'asIs' ? format : 'cpfCnpj', OF_A_NEW_CUSTOMER);
	const isNumber = format !== 'asIs' && typeof raw === 'number';
	if (isNumber && withZeros(String(raw)).every(isCpfOrCnpj)) {
		throw new InputError({
			message: `the tax ID ${maskTaxId(checked)} may be a CPF or a CNPJ that has lost its zeros`,
			advice: 'Write it with its zeros, in a column that is formatted as text.',
			code: OF_A_NEW_CUSTOMER.code,
		});
	}
	return readTaxId(raw, format);
}

/** Digits with leading zeros up to the length of a CPF, and of a CNPJ. Empty for a text that is not all digits. */
export const withZeros = (text: string): string[] =>
	/^\d+$/.test(text) ? [CPF_LENGTH, CNPJ_LENGTH].map((length) => text.padStart(length, '0')) : [];

function whyNoCpfOrCnpj(text: string, isNumber: boolean): string {
	const { length } = normalizeTaxId(text);
	const mayLackZeros = isNumber && length >= FEWEST_DIGITS && length < CNPJ_LENGTH;
	const hasLength = length === CPF_LENGTH || length === CNPJ_LENGTH || mayLackZeros;
	const fault = hasLength
		? 'its check digits do not agree'
		: `it has ${length} digits, not 11 or 14`;
	return `the tax ID ${maskTaxId(text)} is neither a CPF nor a CNPJ: ${fault}`;
}

const isCpfOrCnpj = (taxId: string): boolean => isCpf(taxId) || isCnpj(taxId);

/** CPF: eleven digits without punctuation, the last two computed modulo 11 (Receita Federal). */
export function isCpf(taxId: string): boolean {
	return /^\d{11}$/.test(taxId) && hasCheckDigits(taxId, 9, (place) => place);
}

/** CNPJ: twelve digits or (from 2026) letters, then two check digits (Receita Federal, IN 2.229/2024). */
export function isCnpj(taxId: string): boolean {
	return /^[0-9A-Z]{12}\d{2}$/.test(taxId) && hasCheckDigits(taxId, 12, (place) => place % 8);
}

/**
 * Checks the last two digits, each computed from all characters before it, modulo 11. A character counts as its ASCII
 * code minus 48. A tax ID never consists of one repeated character.
 *
 * @param weight the weight minus two, by the position before the check digit, counted from the right, from 0
 */
function hasCheckDigits(taxId: string, stem: number, weight: (place: number) => number): boolean {
	const values = Array.from(taxId, (char) => char.charCodeAt(0) - 48);
	const agrees = (count: number) => {
		const sum = values
			.slice(0, count)
			.reduce((total, value, at) => total + value * (2 + weight(count - 1 - at)), 0);
		return values[count] === ((sum * 10) % 11) % 10;
	};
	return new Set(taxId).size > 1 && agrees(stem) && agrees(stem + 1);
}

/** Errors show the last four characters only, because a tax ID is personal data. */
export function maskTaxId(taxId: string): string {
	const characters = Array.from(normalizeTaxId(taxId));
	return characters.length > 4 ? `…${characters.slice(-4).join('')}` : characters.join('');
}

/** Whether a text has the length and the characters of a CPF or CNPJ, valid or not. */
export function looksLikeTaxId(text: string): boolean {
	return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(normalizeTaxId(text));
}

/** Whether a text can only be an id: it has letters, and is longer than a CPF or CNPJ. */
export function isTooLongForTaxId(text: string): boolean {
	const bare = normalizeTaxId(text);
	return bare.length > CNPJ_LENGTH && /\D/.test(bare);
}
