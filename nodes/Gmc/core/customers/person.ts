import { z } from 'zod';
import { isRecord } from '../service/record';
import { shortened } from '../texts/words';
import { kindOf, refusal } from '../util/inputError';

const MAX_LENGTH = 1000;

const invalid = (message: string, advice?: string) => refusal('FIELD_INVALID', message, advice);

/** Such as `#N/A` or `#VALOR!`: what a spreadsheet shows instead of a value. */
const SHEET_ERROR = /^#(n\/[ad]|ref!?|valor!|value!|nome\?|name\?|nulo!|null!|num!|núm!|div\/0!)$/i;
/** What programs write where there is nothing. */
const NOTHING = /^(nan|null|none|undefined|n\/a)$/i;
const EMAIL = z.string().email();

/**
 * A text as it is compared and sent: NFC, without invisible characters, each run of blanks one blank. Else two texts that
 * look the same are two, and every run would change the customer.
 */
export const cleanText = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/[\p{Z}\t\r\n\v\f]+/gu, ' ')
		.replace(/[\p{Cc}\p{Cf}]/gu, '')
		.replace(/ {2,}/g, ' ')
		.trim();

/**
 * The only value of a field for which CRMs send a list, or an object with a `value`, as Pipedrive does: its only entry that is
 * not empty, or the only one that is `primary`. Any other value is returned as it is.
 *
 * @param what such as `The email`
 * @throws InputError if several values come, so that nobody knows which one is meant
 */
export function onlyValue(raw: unknown, what: string): unknown {
	if (isRecord(raw) && Object.hasOwn(raw, 'value')) return onlyValue(raw.value, what);
	if (!Array.isArray(raw)) return raw;
	const filled = raw.filter((one) => !isEmpty(one));
	const primary = filled.filter((one) => isRecord(one) && one.primary === true);
	const [only = '', ...others] = primary.length === 1 ? primary : filled;
	if (others.length === 0) return onlyValue(only, what);
	throw invalid(`${what} is a list of ${filled.length} values`, 'Choose one of them.');
}

function isEmpty(raw: unknown): boolean {
	if (isRecord(raw) && Object.hasOwn(raw, 'value')) return isEmpty(raw.value);
	return raw === null || raw === undefined || (typeof raw === 'string' && cleanText(raw) === '');
}

/**
 * Reads the name of a customer. What programs write where there is nothing is no name, also as one of its words: such a
 * customer could not be deleted for good.
 *
 * @throws InputError
 */
export function readName(raw: unknown): string {
	const name = readText(raw, 'The name');
	const shown = shortened(name);
	const words = name.split(' ');
	const bad = words.find((word) => NOTHING.test(word) || SHEET_ERROR.test(word));
	if (bad !== undefined || name.includes('[object ')) {
		throw invalid(`The name "${shown}" has "${bad ?? '[object'}", which is no name`, CORRECT);
	}
	if (!/\p{L}/u.test(name)) throw invalid(`The name "${shown}" has no letter`, CORRECT);
	if (EMAIL.safeParse(name).success) throw invalid('The name is an email address', CORRECT);
	return name;
}

const CORRECT = 'Correct it where the contact comes from.';

/** Reads the email of a customer. @throws InputError */
export function readEmail(raw: unknown): string {
	const email = readText(onlyValue(raw, 'The email'), 'The email');
	if (EMAIL.safeParse(email).success) return email;
	throw invalid(
		`The email "${shortened(email)}" is not an email address`,
		'Write one address, like name@company.com, without "mailto:" and nothing after it.',
	);
}

function readText(raw: unknown, what: string): string {
	const text = typeof raw === 'number' ? String(raw) : (raw ?? '');
	if (typeof text !== 'string') throw invalid(`${what} is ${kindOf(text)}, not a text`);
	if (text.length > MAX_LENGTH) throw invalid(`${what} is too long`);
	const clean = cleanText(text);
	if (clean === '') throw invalid(`${what} is empty`);
	return clean;
}

/** Whether two emails are one. The case does not count, because GMC may change it (not shown). */
export const sameEmail = (one: unknown, other: unknown): boolean =>
	cleanOf(one).toLowerCase() === cleanOf(other).toLowerCase();

export const sameName = (one: unknown, other: unknown): boolean => cleanOf(one) === cleanOf(other);

const cleanOf = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '');

/**
 * Whether a name says less than another one: all its words are among the other's, in full or as initials, and something is
 * missing. `Ana` and `Ana S.` say less than `Ana Souza`.
 */
export function isPartOf(name: string, whole: unknown): boolean {
	const words = wordsOf(name);
	const left = wordsOf(cleanOf(whole));
	const [all, hasInitial] = [left.length, words.some((word) => !left.includes(word))];
	const isThere = (word: string) => {
		const exact = left.indexOf(word);
		const at = exact >= 0 ? exact : left.findIndex((one) => isInitial(word, one));
		return at >= 0 && left.splice(at, 1).length > 0;
	};
	return words.length > 0 && words.every(isThere) && (words.length < all || hasInitial);
}

const isInitial = (word: string, written: string): boolean =>
	word.length === 1 && written.length > 1 && written.startsWith(word);

/** In lower case, without accents and punctuation. */
const wordsOf = (name: string): string[] =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? [];
