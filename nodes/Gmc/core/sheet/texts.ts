import { kindOf, refusal } from '../util/inputError';
import { number } from '../texts/words';
import { textOf } from './cell';

const CODE = 'FIELD_INVALID';
/** Characters. */
export const LONGEST_TEXT = 1000;
export const LONGEST_NOTE = 500;

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
