import type { Message } from '../texts/message';

/** `1,12223E+13`, as spreadsheets show a number that is too long for its cell, with either decimal sign. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+\d{1,3}$/i;

/**
 * What is said of a number that a spreadsheet has shortened, as Excel does with a CNPJ or a long order number in a
 * CSV: its last digits are lost, so it names nobody, and many numbers look like it.
 *
 * @returns undefined where the text is none
 */
export function shortenedNumber(text: string): { reason: Message; advice: Message } | undefined {
	const shown = text.trim();
	if (!SHORTENED.test(shown)) return undefined;
	return {
		reason: ({ values }) => values.shortened({ shown }),
		advice: ({ values }) => values.giveInFull,
	};
}
