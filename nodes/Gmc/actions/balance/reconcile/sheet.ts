import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Customer } from '../../../api/schemas';
import type { PlannedRow } from '../../../core/additions/additionRequest';
import { planRow } from '../../../core/additions/additionRequest';
import { readBatchName } from '../../../core/additions/batchName';
import { readKey } from '../../../core/additions/idempotencyKey';
import type { CustomerDirectory } from '../../../core/customers/directory';
import { foundCustomer } from '../../../core/customers/directory';
import { batchSet, keySet } from '../../../core/ledger/key';
import { AMOUNT_FORMATS } from '../../../core/money/amount';
import type { SheetRow } from '../../../core/reconcile/names';
import type { RowProblem } from '../../../shared/errors';
import { toRowProblem } from '../../../shared/errors';
import { mapItems } from '../../../shared/eventLoop';
import { choice, optionOf, optionsReader } from '../../../shared/options';
import { taxIdFormatValue } from '../../../shared/parameters';
import { LEFT_OUT } from '../add/settings';

/** A row that could be read. */
interface ReadRow extends PlannedRow {
	itemIndex: number;
	batch?: { name: string; label: string };
}

/** A row whose customer is known. */
export interface IdentifiedRow extends SheetRow {
	read: ReadRow;
	customerName?: string;
}

/** Reads every row without a request. A bad one comes as its problem. */
export async function readSheet(
	context: IExecuteFunctions,
	count: number,
): Promise<Array<ReadRow | RowProblem>> {
	const optionsOf = optionsReader(context);
	return await mapItems(count, (itemIndex) =>
		orProblem(itemIndex, () => readRow(context, itemIndex, optionsOf(itemIndex))),
	);
}

function orProblem<Row>(itemIndex: number, read: () => Row): Row | RowProblem {
	try {
		return read();
	} catch (error) {
		return toRowProblem(error, itemIndex);
	}
}

function readRow(context: IExecuteFunctions, itemIndex: number, options: IDataObject): ReadRow {
	const field = (name: string): unknown => context.getNodeParameter(name, itemIndex, '');
	const amountFormat = optionOf(options, 'amountFormat', LEFT_OUT.amountFormat);
	const plan = planRow({
		customer: field('customer'),
		amount: field('amount'),
		currency: field('currency'),
		amountFormat: choice(amountFormat, 'Amount Format', AMOUNT_FORMATS),
		taxIdFormat: taxIdFormatValue(optionOf(options, 'taxIdFormat', LEFT_OUT.taxIdFormat)),
	});
	const key = readKey(field('idempotencyKey'));
	const batch = field('batchName');
	const isOfBatch = String(batch ?? '').trim() !== '';
	return {
		...plan,
		itemIndex,
		...(key !== undefined && { key }),
		...(isOfBatch && { batch: readBatchName(batch) }),
	};
}

/**
 * Finds the customer of a row, and names the row as Balance: Add does.
 *
 * @returns the problem of a row whose customer is not known
 */
export function identifyRow(
	read: ReadRow,
	directory: CustomerDirectory<Customer>,
): IdentifiedRow | RowProblem {
	const { reference, request, key, batch, itemIndex } = read;
	const { amount, currency } = request;
	return orProblem(itemIndex, () => {
		const { identifiers, ...customer } = foundCustomer(directory.get(reference));
		return {
			read,
			...customer,
			charge: { identifiers, amount, currency },
			...(key !== undefined && { key: { key, ref: keySet(key) } }),
			...(batch && { batchSet: batchSet(batch.name) }),
		};
	});
}
