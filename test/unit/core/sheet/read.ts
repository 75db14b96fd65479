import { atOnce } from '../../../../harness/system/atOnce';
import { readTopUp } from '../../../../nodes/Gmc/core/additions/sheetTopUp';
import { CustomerDirectory } from '../../../../nodes/Gmc/core/customers/directory';
import { proofsOf } from '../../../../nodes/Gmc/core/customers/proofs';
import type { Columns, SheetKind } from '../../../../nodes/Gmc/core/sheet/columns';
import type { Cells } from '../../../../nodes/Gmc/core/sheet/roleCell';
import { readColumns } from '../../../../nodes/Gmc/core/sheet/columns';
import { orRefusal } from './orRefusal';
import { CUSTOMERS } from './tables/sheets';

export const directory = new CustomerDirectory(CUSTOMERS);
const proofs = proofsOf(directory, 'auto');

/** The columns of a sheet for the customers of the tables. @throws InputError */
export const columnsOf = (rows: readonly Cells[], kind: SheetKind, between?: () => void) =>
	atOnce(readColumns(rows, kind, proofs), between);

/** A row as it is paid in BRL, or why not; undefined if it is left out. */
export const topUpOf = (row: Cells, columns: Columns) =>
	orRefusal(() =>
		readTopUp(row, {
			columns,
			directory,
			amountFormat: 'auto',
			taxIdFormat: 'auto',
			currency: () => 'BRL',
			today: '2026-11-28',
		}),
	);
