import type { Columns } from '../sheet/columns';
import type { Cells } from '../sheet/roleCell';
import { reading, readSheetRow } from '../sheet/sheetRow';
import { onlyValue, readEmail, readName } from './person';
import type { TaxIdFormat } from './taxId';
import { readTaxId } from './taxId';

/** A customer that may be created, of a sheet that is mapped automatically. */
export interface SheetCustomer {
	taxId: string;
	name: string;
	email: string;
}

/**
 * Reads a row as a customer.
 *
 * @returns undefined for a row that is left out
 * @throws InputError that names the column
 */
export function readSheetCustomer(
	row: Cells,
	columns: Columns,
	format: TaxIdFormat,
): SheetCustomer | undefined {
	const found = readSheetRow(columns, row);
	if (found === undefined) return undefined;
	return {
		taxId: reading(found.taxId!, (raw) =>
			readTaxId(onlyValue(raw, 'the tax ID'), format, 'newCustomer'),
		),
		name: reading(found.name!, readName),
		email: reading(found.email!, readEmail),
	};
}
