import type { Code } from '../codes';
import { kindOf, refusal } from '../util/inputError';
import { shortened } from '../texts/words';

// What a cell says, in every operation and in both Mapping Modes.

/** A value of any type, nothing, or an error value that a formula has left. */
export type Cell =
	| { is: 'value'; value: unknown }
	/** `word`: what stands for nothing, if it is not empty. */
	| { is: 'empty'; word?: string }
	| { is: 'error'; shown: string };

/** Blanks of any width, tabs and line breaks. */
const BLANK = /[\t\n\v\f\r\u0085\p{Z}]/gu;
/** Control and format characters, and what Unicode ignores by default. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** The same without control characters, and without the soft hyphen, which some programs write for a minus. */
const AROUND = /[\t\n\v\f\r\u0085\p{Z}]|(?!\u00ad)[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Most texts have nothing that cannot be seen. */
const IS_PLAIN = /^[ -~]*$/;

/** Makes texts equal that look the same on the screen. */
export const visible = (text: string): string =>
	IS_PLAIN.test(text)
		? text.trim()
		: text.replace(BLANK, ' ').replace(INVISIBLE, '').normalize('NFC').trim();

/** The same with single blanks, as names are compared and sent. Else every run would change the customer. */
export const cleanText = (text: string): string => visible(text).replace(/ {2,}/g, ' ');

/** Removes blanks, invisible characters and direction marks around a text. Those inside stay. */
export function trimmed(text: string): string {
	if (IS_PLAIN.test(text)) return text.trim();
	let [first, last] = [0, text.length];
	while (first < last && AROUND.test(text[first])) first++;
	while (last > first && AROUND.test(text[last - 1])) last--;
	return text.slice(first, last);
}

/** Removes `="1001"` and a leading apostrophe, by which spreadsheet programs mark a text. */
function withoutTextMark(text: string, clean: (text: string) => string): string {
	if (text.startsWith("'")) return clean(text.slice(1));
	const quoted = text.startsWith('=') ? clean(text.slice(1)) : '';
	const isQuoted = quoted.length > 1 && quoted.startsWith('"') && quoted.endsWith('"');
	return isQuoted ? clean(quoted.slice(1, -1)) : text;
}

/** In English, Portuguese and Spanish, of Excel, Google Sheets and LibreOffice. */
const ERROR_VALUE =
	/^#(n\/[ad]|ref!|value!|valor!|div\/0!|name\?|nome\?|¿nombre\?|num!|núm!|null!|nulo!|spill!|despejar!|desbordamiento!|calc!|field!|campo!|blocked!|bloqueado!|connect!|conectar!|busy!|unknown!|error!|erro!|getting_data|obtendo_dados|#+)$|^(err|erro):\d{3}$|^(loading|carregando)(\.{3}|…)$/i;
const LONGEST_ERROR = 20;

/** Words and signs that programs and people write where there is no value. */
const NOTHING = /^(nan|null|none|undefined|n\/a|<na>|[-‐‑‒–—−]+)$/i;
const LONGEST_NOTHING = 12;

const isErrorValue = (text: string): boolean =>
	text.length <= LONGEST_ERROR && ERROR_VALUE.test(text);

/** Whether a text is a word for nothing, such as `nan`. */
export const isWordForNothing = (text: string): boolean =>
	text.length <= LONGEST_NOTHING && NOTHING.test(text);

function read(raw: unknown, clean: (text: string) => string): Cell {
	if (raw === undefined || raw === null) return { is: 'empty' };
	if (typeof raw !== 'string') return { is: 'value', value: raw };
	const value = withoutTextMark(clean(raw), clean);
	if (value === '') return { is: 'empty' };
	return isErrorValue(value) ? { is: 'error', shown: value } : { is: 'value', value };
}

/** A cell of amounts or currencies. What stands around a text does not count. */
export const cellOf = (raw: unknown): Cell => read(raw, trimmed);

/** A cell of keys, tax IDs or `_id`s: what cannot be seen does not count, and words for nothing are empty. */
export function identityOf(raw: unknown): Cell {
	const cell = read(raw, visible);
	const text = cell.is === 'value' ? cell.value : undefined;
	if (typeof text !== 'string' || !isWordForNothing(text)) return cell;
	return { is: 'empty', word: text };
}

/** A cell of names, emails or notes, which keep what they hold. */
export function textOf(raw: unknown): Cell {
	if (raw === undefined || raw === null) return { is: 'empty' };
	const value = typeof raw === 'string' ? trimmed(raw) : raw;
	return value === '' ? { is: 'empty' } : { is: 'value', value };
}

/**
 * The value of a cell; undefined for nothing.
 *
 * @param what such as `the amount`
 * @throws InputError for an error value, and for what only JavaScript makes of an object
 */
export function valueIn(cell: Cell, code: Code, what: string): unknown {
	if (cell.is === 'empty') return undefined;
	if (cell.is === 'error') throw errorValue(cell.shown, code, what);
	if (cell.value !== '[object Object]') return cell.value;
	throw refusal(code, `${what} is ${kindOf({})}, not a text`, 'Map the field inside it.');
}

export const errorValue = (shown: string, code: Code, what: string) =>
	refusal(
		code,
		`${what} is ${shownText(shown)}: a spreadsheet writes this where it has no value`,
		'Correct the formula in the sheet, or write the value itself.',
	);

/** A user's text, as messages show it. */
export const shownText = (text: string): string =>
	JSON.stringify(shortened(text.replace(/[\r\n]+/g, ' '), 40));
