import { InputError, refusal } from '../util/inputError';
import type { Cell } from './cell';
import { errorValue, shownText } from './cell';
import type { Columns } from './columns';
import type { Cells } from './roleCell';
import { isLeftOut } from './columns';
import type { Role } from './headings';
import { ROLES } from './headings';
import { readCurrencyCell } from './money';
import { cellIn, cellOfRole } from './roleCell';
import { totalsIn } from './totals';

/** A value of a row, with its column. */
export interface Found {
	heading: string;
	raw: unknown;
	cell: Cell;
}

/** The cells of a row by their roles; undefined where the sheet has no column for it. */
export type SheetRow = Partial<Record<Role, Found>>;

/**
 * Finds the cells of a row.
 *
 * @returns undefined for a row that is left out
 * @throws InputError for a row of totals, and for an error value
 */
export function readSheetRow(columns: Columns, row: Cells): SheetRow | undefined {
	if (isLeftOut(row, columns.deciding)) return undefined;
	const found = findCells(columns, row);
	const totals = totalsIn(row, columns.of);
	if (totals !== undefined) throw ROWS_OF_TOTALS[totals]();
	refuseErrors(found);
	return found;
}

/** The same of any row, without a check. */
export function findCells({ of }: Columns, row: Cells): SheetRow {
	const found: SheetRow = {};
	for (const [role, headings] of of) found[role] = findCell(role, headings, row);
	return found;
}

/** The first of the columns that has something in this row. An error value in one of them is not passed over. */
function findCell(role: Role, headings: string[], row: Cells): Found {
	const all = headings.map((heading) => {
		const raw = cellIn(row, heading);
		return { heading, raw, cell: cellOfRole(role, raw) };
	});
	const filled = all.filter(({ cell }) => cell.is !== 'empty');
	return filled.find(({ cell }) => cell.is === 'error') ?? filled[0] ?? all[0];
}

const hasValue = (found: Found | undefined): boolean => found?.cell.is === 'value';

const ROWS_OF_TOTALS = {
	named: () =>
		refusal(
			'ROW_OF_TOTALS',
			'this is a row of totals, not a top-up',
			'Delete it in the sheet, or filter it out before this node.',
		),
	nameless: () =>
		refusal(
			'ROW_OF_TOTALS',
			'this row has an amount, but it names nobody: it seems to be a total',
			'Delete it in the sheet. If it is a top-up, write in it who gets it.',
		),
};

/** An error value beside a filled tax ID does not count as a customer's ID. */
function refuseErrors(row: SheetRow): void {
	for (const [role, found] of Object.entries(row) as Array<[Role, Found]>) {
		if (found.cell.is !== 'error') continue;
		if (role === 'customerId' && hasValue(row.taxId)) continue;
		const { heading, cell } = found;
		throw inColumn(heading, errorValue(cell.shown, ROLES[role].code, ROLES[role].label));
	}
}

/**
 * The currency of a row: of its cell, or of the heading of the amounts.
 *
 * @returns undefined if the sheet says none, so that the field Currency counts
 * @throws InputError if cell and heading differ, or the cell is empty in a sheet with a column for it
 */
export function currencyOfRow({ currency: said }: Columns, { currency: found }: SheetRow) {
	if (found === undefined || (said !== undefined && found.cell.is === 'empty')) {
		return said?.currency;
	}
	const currency = reading(found, readCurrencyCell);
	if (said === undefined || said.currency === currency) return currency;
	throw refusal(
		'CURRENCY_INVALID',
		`Column ${shownText(found.heading)} says ${currency}, but column ${shownText(said.heading)} says ${said.currency}`,
		'Correct one of them.',
	);
}

/** Reads a cell. @throws InputError that names the column */
export function reading<T>({ heading, raw }: Found, read: (raw: unknown) => T): T {
	try {
		return read(raw);
	} catch (error) {
		throw error instanceof InputError ? inColumn(heading, error) : error;
	}
}

/** The same refusal, with the column. */
export const inColumn = (heading: string, { code, message, advice, details }: InputError) =>
	refusal(code, `Column ${shownText(heading)}: ${message}`, advice, details);
