import { kindOf } from '../util/kind';
import { shortenedNumber } from '../util/shortened';

export const CHECK_TAX_ID =
	'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.';

/** What is done to a tax ID before it is sent; see `readTaxId`. */
export const TAX_ID_FORMATS = ['auto', 'asIs', 'cpfCnpj'] as const;

export type TaxIdFormat = (typeof TAX_ID_FORMATS)[number];

/** `advice` where the usual one of the caller does not fit the fault. `or`: a CNPJ, where a number may be that as well. */
export type TaxIdReading =
	| { ok: true; taxId: string; or?: string }
	| { ok: false; reason: string; advice?: string };

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
/** A CNPJ keeps at least its branch number and check digits (6) plus one digit when zeros are lost. */
const SHORTEST_PADDED = 3;

const refuse = (reason: string): TaxIdReading => ({ ok: false, reason });

const EMPTY: string = 'the tax ID is empty';

/** Punctuation, blanks, symbols such as a minus, and characters that do not show. */
const LEFT_OUT = /[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]/gu;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Without punctuation and blanks, in upper case: the form in which tax IDs are compared. Letters, digits and
 * marks of every script stay: two tax IDs that differ in one of them are two customers. So do digits of
 * another width or script, for nobody has said that the service takes them for the same.
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
	if (raw === undefined || raw === null || raw === '') return refuse(EMPTY);
	if (typeof raw !== 'string' && typeof raw !== 'number') {
		return refuse(`the tax ID is ${kindOf(raw)}, not a text`);
	}
	const text = String(raw).trim();
	if (text === '') return refuse(EMPTY);
	const shortened = shortenedNumber(text);
	if (shortened) return { ok: false, ...shortened };
	if (format === 'asIs' || (format === 'auto' && typeof raw === 'string')) {
		return { ok: true, taxId: text };
	}
	return typeof raw === 'string' ? readCpfOrCnpj(text, text) : readNumber(text);
}

/**
 * What to say of a number that may be two tax IDs, where GMC would keep one of them for good. Every CPF that begins with
 * `00` is a CNPJ as well once it has all its zeros, by the arithmetic of both.
 */
export const twoTaxIds = (taxId: string): { reason: string; advice: string } => ({
	reason: `the tax ID ${maskTaxId(taxId)} may be a CPF or a CNPJ that has lost its zeros`,
	advice: 'Write it with its zeros, in a column that is formatted as text.',
});

const padded = (digits: string, length: number) => digits.padStart(length, '0');

/**
 * Reads the tax ID of a customer who may be created, which is for good: unless it is taken `asIs`, it has to be a CPF or
 * CNPJ with check digits that agree. It is spelt as `readTaxId` spells it, so that who is created by a row is found by
 * it, too. So a text of digits that has lost its zeros (n8n's reader of CSV gives texts) is refused: with them it would
 * be another spelling, without them a second customer.
 *
 * @returns the tax ID to send, or the reason why it is refused
 */
export function readNewTaxId(raw: unknown, format: TaxIdFormat): TaxIdReading {
	const checked = readTaxId(raw, format === 'asIs' ? format : 'cpfCnpj');
	return checked.ok ? readTaxId(raw, format) : checked;
}

function readCpfOrCnpj(candidate: string | undefined, shown: string): TaxIdReading {
	const taxId = candidate === undefined ? '' : normalizeTaxId(candidate);
	if (isCpf(taxId) || isCnpj(taxId)) return { ok: true, taxId };
	return refuse(
		`the tax ID ${maskTaxId(shown)} is neither a CPF nor a CNPJ: its check digits do not agree`,
	);
}

/** Leading zeros lost to a number come back: as a CPF where that is valid, else as a CNPJ. */
function readNumber(digits: string): TaxIdReading {
	if (!/^\d+$/.test(digits) || digits.length < SHORTEST_PADDED) {
		return readCpfOrCnpj(undefined, digits);
	}
	const [cpf, cnpj] = [padded(digits, CPF_LENGTH), padded(digits, CNPJ_LENGTH)];
	if (!isCpf(cpf)) return readCpfOrCnpj(cnpj, digits);
	return { ok: true, taxId: cpf, ...(isCnpj(cnpj) && { or: cnpj }) };
}

/** CPF: eleven digits, the last two computed modulo 11 (Receita Federal). Takes no punctuation. */
export function isCpf(taxId: string): boolean {
	if (!/^\d{11}$/.test(taxId) || /^(\d)\1+$/.test(taxId)) return false;
	const digits = [...taxId].map(Number);
	return cpfCheckDigit(digits, 9) === digits[9] && cpfCheckDigit(digits, 10) === digits[10];
}

function cpfCheckDigit(digits: number[], count: number): number {
	let sum = 0;
	for (let i = 0; i < count; i++) sum += digits[i] * (count + 1 - i);
	return ((sum * 10) % 11) % 10;
}

/**
 * CNPJ: twelve digits or, from 2026 on, letters, then two check digits (Receita Federal, IN 2.229/2024).
 * A character counts as its ASCII code minus 48. Takes no punctuation.
 */
export function isCnpj(taxId: string): boolean {
	if (!/^[0-9A-Z]{12}\d{2}$/.test(taxId) || /^(.)\1+$/.test(taxId)) return false;
	const values = [...taxId].map((char) => char.charCodeAt(0) - 48);
	return cnpjCheckDigit(values, 12) === values[12] && cnpjCheckDigit(values, 13) === values[13];
}

function cnpjCheckDigit(values: number[], count: number): number {
	let sum = 0;
	for (let i = 0; i < count; i++) sum += values[i] * (2 + ((count - 1 - i) % 8));
	const rest = sum % 11;
	return rest < 2 ? 0 : 11 - rest;
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
