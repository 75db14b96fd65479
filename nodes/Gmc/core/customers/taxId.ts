import { kindOf } from '../util/kind';
import { shortenedNumber } from '../util/shortened';

export const CHECK_TAX_ID =
	'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.';

/** What is done to a tax ID before it is sent; see `readTaxId`. */
export const TAX_ID_FORMATS = ['auto', 'asIs', 'cpfCnpj'] as const;

export type TaxIdFormat = (typeof TAX_ID_FORMATS)[number];

/** `advice` where the usual one of the caller does not fit the fault. */
export type TaxIdReading =
	| { ok: true; taxId: string }
	| { ok: false; reason: string; advice?: string };

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
/** A number of fewer digits has hardly lost its zeros only. */
const FEWEST_DIGITS = 8;

/** Punctuation, blanks, symbols such as a minus, and characters that do not show. */
const LEFT_OUT = /[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]/gu;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Without punctuation and blanks, in upper case: the form in which tax IDs are compared. Letters, digits and marks of
 * every script stay: two tax IDs that differ in one of them are two customers. So do digits of another width or script,
 * for nobody has said that the service takes them for the same.
 */
export function normalizeTaxId(taxId: string): string {
	// Most of them, by the quick way: a list may have 100,000 of them.
	if (IS_ASCII.test(taxId)) return taxId.replace(/[^0-9a-z]/gi, '').toUpperCase();
	const kept = taxId.normalize('NFC').replace(LEFT_OUT, '');
	return Array.from(kept, upperCase).join('');
}

/** Only where it can be taken back: `ı` would become the letter that `i` becomes, `ß` two letters. */
function upperCase(letter: string): string {
	const upper = letter.toUpperCase();
	return upper.toLowerCase() === letter ? upper : letter;
}

/** Two tax IDs are the same customer when they agree without punctuation. */
export function sameTaxId(one: string, other: string): boolean {
	const normalized = normalizeTaxId(one);
	return normalized !== '' && normalized === normalizeTaxId(other);
}

/**
 * Reads a tax ID from a row.
 *
 * @param raw a text, or a number when a spreadsheet took the digits for one and dropped the zeros
 * @param format `auto`: text stays as it is, a number is padded back to a CPF or CNPJ if its check digits
 *   then agree; `asIs`: nothing is changed; `cpfCnpj`: punctuation is stripped and check digits verified
 * @returns the tax ID to send, or the reason why it is refused
 */
export function readTaxId(raw: unknown, format: TaxIdFormat): TaxIdReading {
	const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : raw;
	if (text === undefined || text === null || text === '') {
		return { ok: false, reason: 'the tax ID is empty' };
	}
	if (typeof text !== 'string') {
		return { ok: false, reason: `the tax ID is ${kindOf(text)}, not a text` };
	}
	const shortened = shortenedNumber(text);
	if (shortened) return { ok: false, ...shortened };
	const isNumber = typeof raw === 'number';
	if (format === 'asIs' || (format === 'auto' && !isNumber)) return { ok: true, taxId: text };
	const readings = isNumber ? withZeros(text) : [normalizeTaxId(text)];
	const taxId = readings.find(isCpfOrCnpj);
	return taxId === undefined ? noCpfOrCnpj(text, isNumber) : { ok: true, taxId };
}

/**
 * Reads the tax ID of a customer who may be created, which is for good: unless it is taken `asIs`, it has to be a CPF or
 * CNPJ with check digits that agree. It is spelt as `readTaxId` spells it, so that who is created by a row is found by
 * it, too. So a text of digits that has lost its zeros (n8n's reader of CSV gives texts) is refused: with them it would
 * be another spelling, without them a second customer. So is a number that may be two: every CPF that begins with `00`
 * is a CNPJ as well once it has all its zeros, by the arithmetic of both.
 */
export function readNewTaxId(raw: unknown, format: TaxIdFormat): TaxIdReading {
	if (format === 'asIs') return readTaxId(raw, format);
	const checked = readTaxId(raw, 'cpfCnpj');
	if (!checked.ok) return checked;
	if (typeof raw !== 'number' || !withZeros(String(raw)).every(isCpfOrCnpj)) {
		return readTaxId(raw, format);
	}
	return {
		ok: false,
		reason: `the tax ID ${maskTaxId(checked.taxId)} may be a CPF or a CNPJ that has lost its zeros`,
		advice: 'Write it with its zeros, in a column that is formatted as text.',
	};
}

/** With zeros in front, as many as make a CPF and as many as make a CNPJ; nothing for what has other than digits. */
export const withZeros = (text: string): string[] =>
	/^\d+$/.test(text) ? [CPF_LENGTH, CNPJ_LENGTH].map((length) => text.padStart(length, '0')) : [];

function noCpfOrCnpj(text: string, isNumber: boolean): TaxIdReading {
	const { length } = normalizeTaxId(text);
	const mayLackZeros = isNumber && length >= FEWEST_DIGITS && length < CNPJ_LENGTH;
	const hasLength = length === CPF_LENGTH || length === CNPJ_LENGTH || mayLackZeros;
	const fault = hasLength
		? 'its check digits do not agree'
		: `it has ${length} digits, not 11 or 14`;
	return {
		ok: false,
		reason: `the tax ID ${maskTaxId(text)} is neither a CPF nor a CNPJ: ${fault}`,
	};
}

const isCpfOrCnpj = (taxId: string): boolean => isCpf(taxId) || isCnpj(taxId);

/** CPF: eleven digits, the last two computed modulo 11 (Receita Federal). Takes no punctuation. */
export function isCpf(taxId: string): boolean {
	return /^\d{11}$/.test(taxId) && hasCheckDigits(taxId, 9, (place) => place);
}

/** CNPJ: twelve digits or, from 2026 on, letters, then two check digits (Receita Federal, IN 2.229/2024). */
export function isCnpj(taxId: string): boolean {
	return /^[0-9A-Z]{12}\d{2}$/.test(taxId) && hasCheckDigits(taxId, 12, (place) => place % 8);
}

/**
 * Both of the last two, each computed from all characters before it, modulo 11. A character counts as its ASCII code
 * minus 48. No tax ID is one character throughout.
 *
 * @param weight by the place before the check digit, from the right, from 0; two more is the weight
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

/** A tax ID is personal data: errors show its last four characters only. */
export function maskTaxId(taxId: string): string {
	const characters = Array.from(normalizeTaxId(taxId));
	return characters.length > 4 ? `…${characters.slice(-4).join('')}` : characters.join('');
}

/** Whether a text has the length and the characters of a CPF or a CNPJ, valid or not. */
export function looksLikeTaxId(text: string): boolean {
	return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(normalizeTaxId(text));
}

/** Whether a text can only be an id: it has letters, and more characters than a CPF or a CNPJ. */
export function isTooLongForTaxId(text: string): boolean {
	const bare = normalizeTaxId(text);
	return bare.length > CNPJ_LENGTH && /\D/.test(bare);
}
