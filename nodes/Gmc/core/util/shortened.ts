/** `1,12223E+13`, as spreadsheets show a number that is too long for its cell, with either decimal sign. */
const SHORTENED = /^\d(?:[.,]\d+)?e\+\d{1,3}$/i;

/**
 * What is said of a number that a spreadsheet has shortened, as Excel does with a CNPJ or a long order number in a
 * CSV: its last digits are lost, so it names nobody, and many numbers look like it.
 *
 * @returns undefined where the text is none
 */
export function shortenedNumber(text: string): { reason: string; advice: string } | undefined {
	const shown = text.trim();
	if (!SHORTENED.test(shown)) return undefined;
	return {
		reason: `${shown} is what Excel makes of a long number, such as a CNPJ: its last digits are lost`,
		advice:
			'Format the column as text, write the number anew in full, and save the sheet again. An Excel workbook (.xlsx) keeps 15 digits of a number, and all of them in a column that is formatted as text.',
	};
}
