import type { AmountFormat, Currency } from '../money/amount';
import { CURRENCIES, hasCents, isCurrencyMark, readAmount, readCurrency } from '../money/amount';
import { number } from '../texts/words';
import { DAY_MS } from '../time/time';
import { refusal } from '../util/inputError';
import { cellOf, shownText, trimmed, valueIn } from './cell';

const AMOUNT = 'AMOUNT_INVALID';

/** How the amounts of a row are read. */
export interface AmountSettings {
	format: AmountFormat;
	currency: Currency;
	/** `YYYY-MM-DD`, by which numbers that are days of this year are recognized. */
	today?: string;
}

/**
 * Reads the amount in a cell. Refused are amounts that are dates in disguise, that have more decimals than the currency, or
 * that have marks around them, such as brackets or quotes.
 *
 * @throws InputError
 */
export function readAmountCell(raw: unknown, { format, currency, today }: AmountSettings): number {
	const value = valueIn(cellOf(raw), AMOUNT, 'the amount');
	if (isDateValue(value)) throw isDate('the amount');
	if (format === 'auto' && typeof value === 'number' && isDayNumber(value, today)) {
		throw isDate(`the amount ${number(value)}`, OR_CHOOSE);
	}
	const plain = typeof value === 'string' ? withoutMarks(value) : value;
	const reading = readAmount(plain, format, currency);
	if (!reading.ok) throw refusal(AMOUNT, reading.reason, reading.advice);
	const [, decimals = ''] = number(reading.amount).split('.');
	if (decimals.length <= 2 || !hasCents(currency)) return reading.amount;
	throw refusal(
		AMOUNT,
		`the amount ${number(reading.amount)} has ${number(decimals.length)} decimals, but ${currency} has at most two decimals`,
		'It may come from a calculation: round it in the sheet. Or a separator stands in the wrong place.',
	);
}

/** Reads the currency in a cell. @throws InputError */
export function readCurrencyCell(raw: unknown): Currency {
	const value = valueIn(cellOf(raw), 'CURRENCY_INVALID', 'the currency');
	const currency = readCurrency(value);
	if (currency !== undefined) return currency;
	const shown = JSON.stringify(value)?.slice(0, 40) ?? '';
	throw refusal(
		'CURRENCY_INVALID',
		value === undefined ? 'the currency is empty' : `the currency ${shown} is not known`,
		`Use one of ${CURRENCIES.join(', ')}.`,
	);
}

const OR_CHOOSE =
	' If the number itself is the amount, write it with its decimals, such as 46336,00, in a column that is formatted as text.';

const isDate = (what: string, more = '') =>
	refusal(
		AMOUNT,
		`${what} is a date or a time of day, as spreadsheets make one of 10/50`,
		`Write the amount again, in a column that is formatted as a number.${more}`,
	);

const MONTHS = 'jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec';
const DATE_TEXTS = [
	/^\d{4}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}.*)?$/,
	/^\d{1,2}[/.-]\d{1,2}[/.-](\d{2}|\d{4})( \d{1,2}:\d{2}.*)?$/,
	/^\d{1,2}\/\d{1,4}$/,
	/^\d{1,2}:\d{2}(:\d{2})?$/,
	new RegExp(`^(\\d{1,2}[ /.-]?(de )?)?(${MONTHS})[a-zç]{0,8}\\.?([ /.-]?(de )?\\d{1,4})?$`, 'i'),
];
const LONGEST_DATE = 40;

/** A date of JavaScript or luxon, or a text of one. */
function isDateValue(value: unknown): boolean {
	if (typeof value === 'object')
		return value instanceof Date || (value !== null && 'toISO' in value);
	if (typeof value !== 'string' || value.length > LONGEST_DATE) return false;
	return DATE_TEXTS.some((form) => form.test(value));
}

/** The number that spreadsheets give 1970-01-01. */
const DAY_OF_1970 = 25_569;
const DAYS_AROUND_TODAY = 366;

/** Whether a number is a spreadsheet's day of about this year, or the first of a month, as it makes one of `10/50`. */
function isDayNumber(value: number, today: string | undefined): boolean {
	if (!Number.isInteger(value)) return false;
	const date = new Date((value - DAY_OF_1970) * DAY_MS);
	const year = date.getUTCFullYear();
	if (date.getUTCDate() === 1 && year >= 1930 && year <= 2029) return true;
	if (today === undefined) return false;
	const dayOfToday = Date.parse(today) / DAY_MS + DAY_OF_1970;
	return Math.abs(value - dayOfToday) <= DAYS_AROUND_TODAY;
}

const MINUS = /^[-‐‑‒–—−]$/;
const LONGEST_AMOUNT = 100;

/** The number, with a currency if the text has one. @throws InputError that names what else stands around it */
function withoutMarks(text: string): string {
	const first = text.search(/\d/);
	if (first < 0 || text.length > LONGEST_AMOUNT) return text;
	const last = text.search(/\d\D*$/);
	const [before, after] = [text.slice(0, first), text.slice(last + 1)].map(splitMark);
	const isMinus =
		(MINUS.test(before.rest) && after.rest === '') ||
		(before.rest === '' && MINUS.test(after.rest)) ||
		(before.rest === '(' && after.rest === ')');
	if (isMinus) throw isNegative(text);
	const isTwice = before.mark !== '' && after.mark !== '' && before.mark !== after.mark;
	const marks = [before.rest, after.rest, isTwice ? after.mark : ''].filter(Boolean).map(shownMark);
	if (marks.length > 0) throw hasMarks(text, marks);
	return [before.mark, text.slice(first, last + 1), after.mark].filter(Boolean).join(' ');
}

/** What stands on one side of the number: a currency, and what else there is. */
function splitMark(side: string): { mark: string; rest: string } {
	const text = trimmed(side);
	const words = text.split(' ');
	const mark = [text, words[0], words.at(-1) ?? '', withoutSign(text)].find(isCurrencyMark) ?? '';
	const rest = mark === '' ? text : trimmed(text.replace(mark, ''));
	return { mark: mark.toUpperCase(), rest };
}

/** A minus or a bracket may stand right before or after a currency. */
const withoutSign = (text: string): string => text.replace(/^[-‐‑‒–—−(]|[-‐‑‒–—−(]$/, '').trim();

const isNegative = (text: string) =>
	refusal(
		AMOUNT,
		`the amount ${shownText(text)} must be more than zero`,
		'GMC only adds balance. Correct the amount, or filter out rows without one before this node.',
	);

const hasMarks = (text: string, marks: string[]) =>
	refusal(
		AMOUNT,
		`the amount ${shownText(text)} has ${marks.join(' and ')} beside its number`,
		`Take off ${marks.join(' and ')} in the sheet, if the rest is the amount.`,
	);

/** What cannot be seen is named by its number. */
const shownMark = (mark: string): string =>
	JSON.stringify(
		mark
			.slice(0, 20)
			.replace(
				/[\p{C}\p{Default_Ignorable_Code_Point}]/gu,
				(char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
			),
	);
