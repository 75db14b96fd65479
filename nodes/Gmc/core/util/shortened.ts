import type { Code } from '../codes';
import { InputError } from './inputError';

/** Such as `1,12223E+13`: spreadsheets show a number like that if it is too long for its cell. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+\d{1,3}$/i;

/**
 * Refuses a number that a spreadsheet has shortened, as Excel does with a CNPJ or a long order number in a CSV. Its last
 * digits are lost.
 *
 * @throws InputError
 */
export function refuseShortened(text: string, code: Code): void {
	const shown = text.trim();
	if (!SHORTENED.test(shown)) return;
	throw new InputError({
		code,
		message: `${shown} is what Excel makes of a long number, such as a CNPJ: its last digits are lost`,
		advice:
			'Format the column as text, enter the number in full again, and save the sheet. An Excel workbook (.xlsx) keeps 15 digits of a number, and all of them in a column that is formatted as text.',
	});
}
