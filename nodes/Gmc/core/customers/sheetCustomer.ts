import type { Cells, Columns } from '../sheet/columns';
import type { Role } from '../sheet/headings';
import { ROLES } from '../sheet/headings';
import { inColumn, reading, readSheetRow } from '../sheet/sheetRow';
import { readEmail, readNewName } from '../sheet/texts';
import { refusal } from '../util/inputError';
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
	const given = (role: Role, read: (raw: unknown) => string | undefined): string => {
		const text = reading(found[role]!, read);
		if (text !== undefined) return text;
		const { code, label } = ROLES[role];
		throw inColumn(found[role]!.heading, refusal(code, `${label} is empty`, 'Fill it in.'));
	};
	return {
		taxId: given('taxId', (raw) => readTaxId(raw, format, 'newCustomer')),
		name: given('name', readNewName),
		email: given('email', readEmail),
	};
}
