import type { Currency } from '../money/amount';
import type { Sliced } from '../util/slices';
import { eachRow, filterRows, someRow } from '../util/slices';
import { identityOf } from './cell';
import { differing, keysOfCustomers } from './conflicts';
import type { Heading, Role } from './headings';
import { hiddenRole, isWithoutHeading, readHeading } from './headings';
import type { Cells, Proofs } from './roleCell';
import { cellIn, isFilled } from './roleCell';
import { hasTotals, totalsIn } from './totals';
import type { Disproof, Unclear } from './unclear';
import {
	emptySheet,
	hiddenHeading,
	noColumns,
	severalColumns,
	unclear,
	valuesWithoutHeading,
} from './unclear';

/** What the rows of a sheet are. Each needs these columns, one of each group, and uses these others. */
const SHEETS = {
	topUps: {
		needs: [['amount'], ['customerId', 'taxId']],
		uses: ['name', 'currency', 'note'],
	},
	topUpsWithKeys: {
		needs: [['amount'], ['customerId', 'taxId'], ['key']],
		uses: ['name', 'currency', 'note'],
	},
	/** Of Reconcile: a key counts where there is one. */
	topUpsToCompare: {
		needs: [['amount'], ['customerId', 'taxId']],
		uses: ['name', 'currency', 'key', 'note'],
	},
	customers: { needs: [['taxId'], ['name'], ['email']], uses: [] },
} as const satisfies Record<string, { needs: Role[][]; uses: Role[] }>;

export type SheetKind = keyof typeof SHEETS;

/** A row that has nothing in these columns is left out. */
const COUNTS_BY: Record<'topUps' | 'customers', { roles: ReadonlySet<Role>; told: string }> = {
	topUps: { roles: new Set(['amount', 'key', 'note']), told: 'an amount, a key or a note' },
	customers: { roles: new Set(['taxId', 'name', 'email']), told: 'a tax ID, a name or an email' },
};

/** Which column of a sheet is which. */
export interface Columns {
	kind: SheetKind;
	/** The headings as they are written. Where there are several, a row has its value in one of them, or the same in all. */
	of: ReadonlyMap<Role, string[]>;
	/** The headings of the columns that are not used. */
	unused: string[];
	/** Of the amounts, by the heading that says it. */
	currency?: { heading: string; currency: Currency };
	/** Amount, key and note, used or not: a row in which they are empty is left out. */
	deciding: Deciding[];
	/** What they are, in texts. */
	countsBy: string;
}

interface Deciding {
	role: Role;
	heading: string;
}

interface Column extends Heading {
	written: string;
	/** How many rows have something in it. */
	filled: number;
	/** The first row whose value proves none of the roles, or another one than the rows before it. */
	disproof?: Disproof;
}

/**
 * Finds out which column of a whole sheet is which, in slices. Ambiguity is refused, never guessed.
 *
 * @param rows all rows of the run
 * @throws InputError COLUMNS_UNCLEAR, with the headings and the likely cause; SHEET_EMPTY, because a run that pays nothing
 *   would look like one that has paid
 */
export function* readColumns(
	rows: readonly Cells[],
	kind: SheetKind,
	proofs: Proofs,
): Sliced<Columns> {
	const all = yield* columnsIn(rows);
	if (all.every(({ filled }) => filled === 0)) throw emptySheet(rows.length);
	const sheet = { rows, headings: all.map(({ written }) => written) };
	const wanted: readonly Role[] = [...SHEETS[kind].needs.flat(), ...SHEETS[kind].uses];
	const { roles: decidesBy, told } = COUNTS_BY[kind === 'customers' ? 'customers' : 'topUps'];
	const deciding = all.flatMap(({ role, written }) =>
		role && decidesBy.has(role) ? [{ role, heading: written }] : [],
	);
	const counted = yield* filterRows(rows, (row) => !isLeftOut(row, deciding));
	const toProve = all.filter((column) => column.toProve);
	// Few sheets have such a column, and the look at all cells takes time.
	const withoutTotals =
		toProve.length > 0 ? yield* filterRows(counted, (row) => !hasTotals(row)) : [];
	for (const column of toProve) column.role = yield* provenRole(column, withoutTotals, proofs);
	const used = all.filter(({ role }) => role && wanted.includes(role));
	const chosen = withoutEmptyOnes(used, kind);
	const of = new Map<Role, string[]>();
	for (const { role, written } of chosen) of.set(role!, [...(of.get(role!) ?? []), written]);
	const missing = missingIn(sheet, all, { kind, of });
	if (missing.length === 0 && counted.length === 0) throw emptySheet(rows.length, told);
	const paid = yield* filterRows(counted, (row) => totalsIn(row, of) === undefined);
	const keys = kind === 'topUpsWithKeys' ? (of.get('key') ?? []) : [];
	const causes = [
		...missing,
		...twoCurrencies(chosen),
		...(yield* differing(of, paid, proofs)),
		...(yield* keysOfCustomers(keys, paid, proofs)),
	];
	if (causes.length > 0) throw unclear(causes);
	const unused = all.filter((one) => !chosen.includes(one)).map(({ written }) => written);
	const [currency] = saidCurrencies(chosen);
	return { kind, of, unused, currency, deciding, countsBy: told };
}

/** Whether a row has none of the values by which it counts, such as a row that holds a checkbox only. */
export const isLeftOut = (row: Cells, deciding: Deciding[]): boolean =>
	deciding.every(({ role, heading }) => !isFilled(role, cellIn(row, heading)));

function* columnsIn(rows: readonly Cells[]): Sliced<Column[]> {
	const columns = new Map<string, Column>();
	yield* eachRow(rows, (row) => {
		for (const [written, raw] of Object.entries(row)) {
			const column = columns.get(written) ?? { written, filled: 0, ...readHeading(written) };
			columns.set(written, column);
			if (isFilled(column.role ?? 'note', raw)) column.filled++;
		}
	});
	// A workbook with two columns `valor` comes as `valor` and `valor_1`.
	for (const column of columns.values()) {
		const [, first] = /^(.{1,200})_\d{1,3}$/su.exec(column.written) ?? [];
		const twin = first === undefined ? undefined : columns.get(first);
		if (column.role === undefined && twin !== undefined) Object.assign(column, readHeading(first!));
	}
	return [...columns.values()];
}

/** The one role that every value of the column proves. */
function* provenRole(
	column: Column,
	rows: readonly Cells[],
	proofs: Proofs,
): Sliced<Role | undefined> {
	const { written, toProve = [] } = column;
	let left: readonly Role[] = toProve;
	let isProven = false;
	const disproves = (row: Cells): boolean => {
		const cell = identityOf(cellIn(row, written));
		if (cell.is === 'empty') return false;
		const roles = cell.is === 'value' ? proofs.rolesOf(cell.value) : [];
		left = left.filter((role) => roles.includes(role));
		isProven = true;
		if (left.length > 0) return false;
		const isOther = toProve.some((role) => roles.includes(role));
		const shown = cell.is === 'error' ? cell.shown : proofs.shown(cell.value);
		column.disproof = { written, roles: toProve, row, shown, isOther };
		return true;
	};
	if (yield* someRow(rows, disproves)) return undefined;
	return isProven && left.length === 1 ? left[0] : undefined;
}

/** An empty column counts only where no other one has what is needed. */
function withoutEmptyOnes(used: Column[], kind: SheetKind): Column[] {
	const filled = used.filter((column) => column.filled > 0);
	const missing = SHEETS[kind].needs.flatMap((group: readonly Role[]) => {
		const isOfGroup = ({ role }: Column) => group.includes(role!);
		return filled.some(isOfGroup) ? [] : used.filter(isOfGroup).slice(0, 1);
	});
	return [...filled, ...missing];
}

const saidCurrencies = (chosen: Column[]) =>
	chosen.flatMap(({ role, written, currency }) =>
		role === 'amount' && currency ? [{ heading: written, currency }] : [],
	);

function twoCurrencies(chosen: Column[]): Unclear[] {
	const [first, ...others] = saidCurrencies(chosen);
	const other = others.find(({ currency }) => currency !== first.currency);
	return other === undefined ? [] : [severalColumns('currency', [first.heading, other.heading])];
}

/** What the sheet lacks, and the columns whose headings cannot be read. */
function missingIn(
	sheet: { rows: readonly Cells[]; headings: string[] },
	all: Column[],
	{ kind, of }: Pick<Columns, 'kind' | 'of'>,
): Unclear[] {
	const missing = SHEETS[kind].needs.filter((group: readonly Role[]) =>
		group.every((role) => !of.has(role)),
	);
	const nameless = all.filter(({ written, filled }) => isWithoutHeading(written) && filled > 0);
	const areMoved = nameless.some(({ filled }) => filled < sheet.rows.length);
	const disproofs = all.flatMap(({ disproof }) => disproof ?? []);
	if (missing.length > 0) return [noColumns(missing, { ...sheet, disproofs }, areMoved)];
	if (nameless.length > 0) return [valuesWithoutHeading(sheet, areMoved)];
	// Without its heading, a column of names would not be checked.
	return all.flatMap(({ written, filled }) => {
		const hidden = filled > 0 ? hiddenRole(written) : undefined;
		return hidden === undefined ? [] : [hiddenHeading(written, hidden)];
	});
}
