import { z } from 'zod';
import { isRecord } from '../service/record';
import { cellOf, cleanText, errorValue, isWordForNothing } from '../sheet/cell';
import { hasWrongLetters, WRONG_LETTERS } from '../sheet/letters';
import { LONGEST_TEXT, readText } from '../sheet/texts';
import { shortened } from '../texts/words';
import { refusal } from '../util/inputError';

const CODE = 'FIELD_INVALID';

const invalid = (message: string, advice: string) => refusal(CODE, message, advice);

const EMAIL = z.string().email();

/**
 * The only value of a field for which CRMs send a list, or an object with a `value`, as Pipedrive does: its only entry that is
 * not empty, or the only one that is `primary`. One that stands twice is one. Any other value is returned as it is.
 *
 * @param what such as `the email`
 * @throws InputError if several values come, so that nobody knows which one is meant
 */
export function onlyValue(raw: unknown, what: string): unknown {
	if (isRecord(raw) && Object.hasOwn(raw, 'value')) return onlyValue(raw.value, what);
	if (!Array.isArray(raw)) return raw;
	const filled = raw.filter((one) => !isEmpty(one));
	const primary = filled.filter((one) => isRecord(one) && one.primary === true);
	const texts = new Set(filled.map(comparable));
	if (texts.size === 1 && !texts.has(undefined)) return onlyValue(filled[0], what);
	const [only = '', ...others] = primary.length === 1 ? primary : filled;
	if (others.length === 0) return onlyValue(only, what);
	throw invalid(`${what} is a list of ${filled.length} values`, 'Choose one of them.');
}

/** Equal for one value in two spellings; undefined for what is no text. */
function comparable(raw: unknown): string | undefined {
	if (isRecord(raw) && Object.hasOwn(raw, 'value')) return comparable(raw.value);
	return typeof raw === 'string' ? cleanText(raw).toLowerCase() : undefined;
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
	const name = requiredText(raw, 'the name');
	const shown = shortened(name);
	if (hasWrongLetters(raw)) throw invalid(`the name "${shown}" has wrong letters`, WRONG_LETTERS);
	const words = name.split(' ');
	const error = [name, ...words].map(cellOf).find((cell) => cell.is === 'error');
	if (error !== undefined) throw errorValue(error.shown, CODE, 'the name');
	const bare = name.split(/[^\p{L}\p{N}/]+/u);
	const isNothing = (word: string) => /\p{L}/u.test(word) && isWordForNothing(word);
	const bad = isWordForNothing(name) ? name : [...words, ...bare].find(isNothing);
	if (bad !== undefined || name.includes('[object ')) {
		const nothing = `"${bad ?? '[object'}", which stands for no value`;
		throw invalid(`the name "${shown}" has ${nothing}`, CORRECT);
	}
	if (!/\p{L}/u.test(name)) throw invalid(`the name "${shown}" has no letter`, CORRECT);
	if (EMAIL.safeParse(name).success) throw invalid('the name is an email address', CORRECT);
	return name;
}

const CORRECT =
	'Write the whole name where the contact comes from. GMC never really deletes a customer.';

/** Reads the email of a customer. @throws InputError */
export function readEmail(raw: unknown): string {
	const email = requiredText(onlyValue(raw, 'the email'), 'the email');
	if (EMAIL.safeParse(email).success) return email;
	throw invalid(
		`the email "${shortened(email)}" is not an email address`,
		'Write one address, like name@company.com, without "mailto:" and nothing after it.',
	);
}

function requiredText(raw: unknown, what: string): string {
	const clean = cleanText(readText(raw, what) ?? '');
	if (clean !== '') return clean;
	throw invalid(`${what} is empty`, 'Fill it in, or filter out rows without one before this node.');
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
	const left = wordsOf(cleanOf(whole).slice(0, LONGEST_TEXT));
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
