import { identityOf, visible } from './cell';
import type { Role } from './headings';
import { cellIn, isFilled } from './roleCell';

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

/**
 * Whether a row is one of totals. `named`: its key says so, or another cell of a row that names no customer. `nameless`: it
 * has an amount, and nothing that says whose.
 */
export function totalsIn(
	row: Readonly<Record<string, unknown>>,
	of: ReadonlyMap<Role, string[]>,
): 'named' | 'nameless' | undefined {
	const cellsOf = (role: Role) => (of.get(role) ?? []).map((heading) => cellIn(row, heading));
	if (cellsOf('key').some(isTotals)) return 'named';
	const names = [...cellsOf('customerId'), ...cellsOf('taxId')];
	if (names.some((raw) => identityOf(raw).is === 'value' && !isTotals(raw))) return undefined;
	if (hasTotals(row)) return 'named';
	const has = (role: Role) => cellsOf(role).some((raw) => isFilled(role, raw));
	return has('amount') && !WHOSE.some(has) ? 'nameless' : undefined;
}

const WHOSE: Role[] = ['customerId', 'taxId', 'name', 'key'];
