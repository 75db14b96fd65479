import type { Code } from '../codes';
import { identityOf, valueIn } from '../sheet/cell';
import { kindOf, refusal, refuseShortened } from '../util/inputError';

/** See `readTaxId`. */
export const TAX_ID_FORMATS = ['auto', 'asIs', 'cpfCnpj'] as const;

export type TaxIdFormat = (typeof TAX_ID_FORMATS)[number];

/** What a tax ID is read for, with what is said if it is refused. */
const USES: Record<'customer' | 'newCustomer', { code: Code; advice: string }> = {
	customer: {
		code: 'CUSTOMER_INVALID',
		advice:
			'A spreadsheet may have dropped leading zeros: format the column as text, or correct the number.',
	},
	newCustomer: {
		code: 'TAX_ID_INVALID',
		advice:
			"Correct it: a spreadsheet may have dropped leading zeros. For another kind of document, set 'Options' → 'Tax ID Format' to As Is. The tax ID is checked because GMC never really deletes a customer.",
	},
};

const AS_DECIMAL =
	'A program has saved it as a decimal number: format the column as text, and write it without .0 and with its leading zeros.';

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
/** CPF: eleven digits. CNPJ: twelve digits or (from 2026) letters, then two digits. */
const CPF_OR_CNPJ = /^(\d{11}|[0-9A-Z]{12}\d{2})$/;

/** Punctuation, blanks, symbols such as a minus, and invisible characters. */
const IGNORED = /[\p{P}\p{Z}\p{S}\p{Cc}\p{Cf}]/gu;
const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * The form in which tax IDs are compared: upper case, without punctuation and blanks. Letters, digits and marks of every
 * script stay, because tax IDs that differ in one of them are two customers. The same goes for digits of another width or
 * script, because GMC may not treat them as equal.
 */
export function normalizeTaxId(taxId: string): string {
	// The quick way for most of them: a list may have 100,000.
	if (IS_ASCII.test(taxId)) return taxId.replace(/[^0-9a-z]/gi, '').toUpperCase();
	return taxId.normalize('NFC').replace(IGNORED, '').toUpperCase();
}

/** Whether two tax IDs agree without punctuation, so that they mean the same customer. */
export function sameTaxId(one: string, other: string): boolean {
	const normalized = normalizeTaxId(one);
	return normalized !== '' && normalized === normalizeTaxId(other);
}

/**
 * Reads a tax ID from a row. That of a customer who may be created must be a CPF or CNPJ with correct check digits, except
 * under `asIs`, because a creation cannot be undone. It is spelled as any other, so that the same row finds the customer
 * later. So a text of digits that has lost its zeros is refused (n8n reads CSV cells as texts). So is a number that may be
 * both: every CPF that starts with `00` is also a valid CNPJ once it has all its zeros.
 *
 * @param raw a text, or a number if a spreadsheet read the digits as one and dropped the zeros
 * @param format `auto`: text stays as it is, a number is padded back to a CPF or CNPJ if its check digits
 *   then agree; `asIs`: nothing is changed; `cpfCnpj`: punctuation is stripped and check digits verified
 * @returns the tax ID to send
 * @throws InputError
 */
export function readTaxId(
	raw: unknown,
	format: TaxIdFormat,
	use: keyof typeof USES = 'customer',
): string {
	const invalid = (what: string, advice = USES[use].advice) =>
		refusal(USES[use].code, `the tax ID ${what}`, advice);
	const value = valueIn(identityOf(raw), USES[use].code, 'the tax ID');
	const isNumber = typeof value === 'number';
	const text = isNumber ? String(value) : value;
	if (text === undefined) throw invalid('is empty');
	if (typeof text !== 'string') throw invalid(`is ${kindOf(text)}, not a text`);
	refuseShortened(text, USES[use].code);
	if (format === 'asIs') return text;
	const [, whole, zeros] = /^(\d+)([.,]0+)$/.exec(text) ?? [];
	if (whole !== undefined) throw invalid(`${maskTaxId(whole)} ends in ${zeros}`, AS_DECIMAL);
	const staysAsIs = format === 'auto' && !isNumber;
	if (staysAsIs && use === 'customer') return text;
	const readings = isNumber ? withZeros(text) : [normalizeTaxId(text)];
	const [taxId, ...others] = readings.filter(isCpfOrCnpj);
	if (taxId === undefined) {
		const fault = `neither a CPF nor a CNPJ with correct check digits; it has ${normalizeTaxId(text).length} digits`;
		throw invalid(`${maskTaxId(text)} is ${fault}`);
	}
	if (others.length > 0 && use === 'newCustomer') {
		throw invalid(
			`${maskTaxId(taxId)} may be a CPF or a CNPJ that has lost its zeros`,
			'Write it with its zeros, in a column that is formatted as text.',
		);
	}
	return staysAsIs ? text : taxId;
}

/** A number as the CNPJ that it may be, if its check digits agree. */
export const asCnpj = (number: number): string | undefined =>
	withZeros(String(number)).find((one) => one.length === CNPJ_LENGTH && isCpfOrCnpj(one));

/** Digits with leading zeros up to the length of a CPF, and of a CNPJ. Empty for a text that is not all digits. */
export function withZeros(text: string): string[] {
	if (!/^\d+$/.test(text)) return [];
	return [...new Set([CPF_LENGTH, CNPJ_LENGTH].map((length) => text.padStart(length, '0')))];
}

/**
 * Whether it is a CPF or CNPJ without punctuation whose two check digits agree. Each is computed from all characters
 * before it, modulo 11, where a character counts as its ASCII code minus 48 (Receita Federal, IN 2.229/2024). A tax ID
 * never consists of one repeated character.
 */
export function isCpfOrCnpj(taxId: string): boolean {
	if (!CPF_OR_CNPJ.test(taxId)) return false;
	const values = Array.from(taxId, (char) => char.charCodeAt(0) - 48);
	// From the right, the weights of a CNPJ go from 2 to 9 and start again. Those of a CPF only grow.
	const cycle = taxId.length === CPF_LENGTH ? CPF_LENGTH : 8;
	const agrees = (count: number) => {
		const sum = values
			.slice(0, count)
			.reduce((total, value, at) => total + value * (2 + ((count - 1 - at) % cycle)), 0);
		return values[count] === ((sum * 10) % 11) % 10;
	};
	return new Set(taxId).size > 1 && agrees(taxId.length - 2) && agrees(taxId.length - 1);
}

/** Errors show the last four characters only, because a tax ID is personal data. */
export function maskTaxId(taxId: string): string {
	const characters = Array.from(normalizeTaxId(taxId));
	return characters.length > 4 ? `…${characters.slice(-4).join('')}` : characters.join('');
}

/**
 * Whether only a part of a tax ID is shown, as in `***.982.247-**` or `XXX.982.247-XX`, so that it may be anybody's. A single
 * X may belong to a document, as in an RG.
 */
export function isMasked(text: string): boolean {
	if (/[*•#●…]/.test(text)) return true;
	if (!/xx/i.test(text)) return false;
	const bare = normalizeTaxId(text);
	return /^([\dX]{11}|[\dX]{14})$/.test(bare) && !isCpfOrCnpj(bare);
}

/** Whether a text has the length and the characters of a CPF or CNPJ, valid or not. */
export function looksLikeTaxId(text: string): boolean {
	return CPF_OR_CNPJ.test(normalizeTaxId(text));
}

/** What is wrong with a tax ID, if it is meant to be a CPF or CNPJ. Undefined for other texts, and for one that is right. */
export function mistypedAs(text: string): string | undefined {
	const bare = normalizeTaxId(text);
	if (isCpfOrCnpj(bare)) return undefined;
	if (looksLikeTaxId(bare)) return 'As a CPF or CNPJ it is mistyped: its check digits do not agree';
	const mayBeMeant = /^\d{8,14}$/.test(bare);
	return mayBeMeant ? `A CPF has 11 digits and a CNPJ has 14; this has ${bare.length}` : undefined;
}

/** Whether a text can only be an id: it has letters, and is longer than a CPF or CNPJ. */
export function isTooLongForTaxId(text: string): boolean {
	const bare = normalizeTaxId(text);
	return bare.length > CNPJ_LENGTH && /\D/.test(bare);
}
