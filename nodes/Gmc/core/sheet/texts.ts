import { kindOf, refusal } from '../util/inputError';
import { number } from '../texts/words';
import { cellOf, errorValue, isWordForNothing, shownText, textOf, visible } from './cell';

const CODE = 'FIELD_INVALID';
const LONGEST_TEXT = 1000;
const LONGEST_NOTE = 500;

const invalid = (message: string, advice?: string) => refusal(CODE, message, advice);

/**
 * Reads a name or another text that keeps what it holds. @returns undefined if it is empty
 *
 * @param what such as `the name`
 * @throws InputError if it is too long, or neither a text nor a number
 */
export function readText(raw: unknown, what: string, longest = LONGEST_TEXT): string | undefined {
	const cell = textOf(raw);
	if (cell.is !== 'value') return undefined;
	const text = typeof cell.value === 'number' ? String(cell.value) : cell.value;
	if (typeof text !== 'string')
		throw invalid(`${what} is ${kindOf(text)}, not a text`, 'Map a field that holds a text.');
	if (text.length <= longest) return text;
	throw invalid(`${what} has more than ${number(longest)} characters`, 'Write a shorter one.');
}

/** Reads a note. @throws InputError */
export const readNote = (raw: unknown): string | undefined =>
	readText(raw, 'the note', LONGEST_NOTE);

/** Reads the name of a customer that may be created, which is for good. @throws InputError */
export function readNewName(raw: unknown): string | undefined {
	const name = readText(raw, 'the name');
	if (name === undefined) return undefined;
	const cell = cellOf(name);
	if (cell.is === 'error') throw errorValue(cell.shown, CODE, 'the name');
	const words = name.split(/[^\p{L}\p{N}/[\]]+/u).filter((word) => word !== '');
	const nothing = isWordForNothing(visible(name)) ? name : words.find(isWordForNothing);
	if (nothing === undefined && !name.includes('[object Object]')) return name;
	throw invalid(
		`the name is ${shownText(name)}, and ${shownText(nothing ?? '[object Object]')} stands for no value`,
		'Write the whole name. GMC never really deletes a customer.',
	);
}

/** A name and a domain with a dot, and nothing around them. */
const EMAIL = /^[^\s@<>()[\],;:"/\\]+@[^\s@<>()[\],;:"/\\.]+(\.[^\s@<>()[\],;:"/\\.]+)+$/;

/** Reads an email address, whose form is checked roughly, because GMC checks it, too. @throws InputError */
export function readEmail(raw: unknown): string | undefined {
	const text = readText(raw, 'the email');
	if (text === undefined) return undefined;
	const email = visible(text);
	if (EMAIL.test(email)) return email;
	throw invalid('the email is not an email address', 'Write one address, like name@company.com.');
}
