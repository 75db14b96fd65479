import { count, list, ranges } from '../texts/words';
import { shownText } from './cell';
import type { Columns } from './columns';
import { ROLES } from './headings';

/** Such as `the amount (BRL) from "Valor (R$)", the tax ID from "CPF". Not used: "Status"`. */
function toldColumns({ of, unused, currency }: Columns): string {
	const used = [...of].map(([role, headings]) => {
		const more = role === 'amount' && currency ? ` (${currency.currency})` : '';
		return `${ROLES[role].label}${more} from ${list(headings.map(shownText))}`;
	});
	const rest = unused.length > 0 ? `. Not used: ${list(unused.map(shownText))}` : '';
	return `${list(used)}${rest}`;
}

/** What was read from a sheet: its columns, and the rows that are left out. @param leftOut their indexes, in rising order */
export const toldSheet = (columns: Columns, leftOut: number[]): string =>
	[toldColumns(columns), toldLeftOut(columns, leftOut)]
		.filter((one) => one !== undefined)
		.join('. ');

/** Such as `2 rows without an amount, a key or a note are left out: 5–6`. */
function toldLeftOut({ countsBy }: Columns, rows: number[]): string | undefined {
	if (rows.length === 0) return undefined;
	const [told, are] = [count(rows.length, 'row', 'rows'), rows.length === 1 ? 'is' : 'are'];
	const named = rows.slice(0, MAX_ROWS);
	const more = rows.length > MAX_ROWS ? ' …' : '';
	return `${told} without ${countsBy} ${are} left out: ${ranges(named.map((at) => at + 1))}${more}`;
}

/** So many rows are named. */
const MAX_ROWS = 100;
