import type { Code } from '../codes';

/** Something that the user must correct or check, in a row or in the settings. No request has failed. */
export class InputError extends Error {
	constructor(
		readonly code: Code,
		/** What happened. */
		message: string,
		/** What to do about it. */
		readonly advice?: string,
		/** More data for workflows, besides the code. */
		readonly details: Readonly<Record<string, string | string[]>> = {},
	) {
		super(message);
		this.name = 'InputError';
	}
}

/** Says why a row or a run is refused, and what to do about it. */
export const refusal = (...said: ConstructorParameters<typeof InputError>): InputError =>
	new InputError(...said);

/** Describes a value that should be a text or a number. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'boolean') return 'a value of type boolean';
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' ? 'a number' : 'a value of another type';
}

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
	throw refusal(
		code,
		`${shown} is what Excel makes of a long number, such as a CNPJ: its last digits are lost`,
		'Format the column as text, enter the number in full again, and save the sheet. An Excel workbook (.xlsx) keeps 15 digits of a number, and all of them in a column that is formatted as text.',
	);
}
