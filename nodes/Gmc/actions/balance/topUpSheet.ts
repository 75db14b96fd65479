import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { SheetTopUp } from '../../core/additions/sheetTopUp';
import { readTopUp } from '../../core/additions/sheetTopUp';
import { CustomerDirectory } from '../../core/customers/directory';
import { proofsOf } from '../../core/customers/proofs';
import type { Columns, SheetKind } from '../../core/sheet/columns';
import type { Cells } from '../../core/sheet/roleCell';
import { readColumns } from '../../core/sheet/columns';
import { readCurrencyCell } from '../../core/sheet/money';
import { dayIn } from '../../core/time/time';
import { inSlices } from '../../shared/eventLoop';
import { fieldReader } from '../../shared/fieldReader';
import { readOptions } from '../../shared/options';
import { rowFormats } from './add/rowOptions';
import { differsFromFirst } from './add/settings';

/** A sheet of top-ups that is mapped automatically. */
export interface TopUpSheet {
	columns: Columns;
	/** Reads a row. @returns undefined for a row that is left out @throws InputError */
	read: (itemIndex: number) => SheetTopUp | undefined;
}

/**
 * Finds out which column of a sheet is which.
 *
 * @param directory undefined where GMC does not give its list; then no row may be paid
 * @throws InputError
 */
export async function openTopUps(
	context: IExecuteFunctions,
	cells: readonly Cells[],
	{
		kind,
		directory,
		optionsOf,
	}: {
		kind: SheetKind;
		directory: CustomerDirectory | undefined;
		optionsOf: (itemIndex: number) => IDataObject;
	},
): Promise<TopUpSheet> {
	const { amountFormat } = readOptions(rowFormats, optionsOf(0));
	const proofs = proofsOf(directory ?? new CustomerDirectory([]), amountFormat);
	const columns = await inSlices(readColumns(cells, kind, proofs));
	const currencyOf = fieldReader(context, 'currency');
	const today = dayIn(Date.now(), context.getTimezone());
	return {
		columns,
		read: (itemIndex) => {
			const formats = readOptions(rowFormats, optionsOf(itemIndex));
			// Columns are compared with each other by it.
			if (formats.amountFormat !== amountFormat)
				throw differsFromFirst('Amount Format', amountFormat, formats.amountFormat);
			const currency = () => readCurrencyCell(currencyOf(itemIndex));
			return readTopUp(cells[itemIndex], { columns, directory, ...formats, today, currency });
		},
	};
}
