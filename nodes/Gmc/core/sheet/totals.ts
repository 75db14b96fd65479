import { visible } from './cell';

/** A text of a row of totals. */
const TOTALS =
	/^(sub ?)?(total|totais|totals|soma|sum)( geral| do dia| do mês| do mes)?$|^(grand|grande) total$|^total (de|do|da|of|for) .+$|^.+ total$/;
const WORDS = /tota|som\p{L}|sum/iu;
const LONGEST_TOTALS = 80;

/** Whether a text is what people write before their totals. */
export function isTotals(raw: unknown): boolean {
	if (typeof raw !== 'string' || raw.length > LONGEST_TOTALS) return false;
	// The quick way for most cells of a sheet.
	return (
		WORDS.test(raw) &&
		TOTALS.test(
			visible(raw)
				.toLowerCase()
				.replace(/[:.]+$/, '')
				.trim(),
		)
	);
}

/** Whether a cell of the row says so. */
export const hasTotals = (row: Readonly<Record<string, unknown>>): boolean =>
	Object.values(row).some(isTotals);
