import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import type { Customer } from '../../core/service/record';
import type { GmcTransport } from '../../api/transport';
import type { CustomerDirectory } from '../../core/customers/directory';
import { namedIds } from '../../core/customers/directory';
import { proofsOf } from '../../core/customers/proofs';
import { readSheetCustomer } from '../../core/customers/sheetCustomer';
import { normalizeTaxId } from '../../core/customers/taxId';
import type { GmcRequestError } from '../../core/service/failure';
import type { Columns } from '../../core/sheet/columns';
import { readColumns } from '../../core/sheet/columns';
import { count, number } from '../../core/texts/words';
import { refusal } from '../../core/util/inputError';
import { showHint } from '../../shared/context';
import { dataModeFields, mappedField } from '../../shared/commonFields';
import { inSlices } from '../../shared/eventLoop';
import { fieldReader } from '../../shared/fieldReader';
import { withNodeMetadata } from '../../shared/items';
import { mapsAutomatically, taxIdFormatParameter } from '../../shared/parameters';
import { cellsOf } from '../../shared/cells';
import { eachItem } from '../forEachItem';
import type { Work } from '../operation';
import type { IfExists } from './change';
import { change } from './change';
import { differingContacts } from './contacts';
import { createOnce } from './createOnce';
import { customerFields, readFields } from './fields';

/** Rows with one tax ID, punctuation aside, are the same customer: they say the same, and are handled in order. */
export function save(
	options: INodeProperties,
	ifExistsOf: (context: IExecuteFunctions, itemIndex: number) => IfExists,
): Work {
	const fields = [...dataModeFields, ...customerFields.map(mappedField), options];
	return eachItem(fields, async (context, client) => {
		const { columns, read } = await readerOf(context, client);
		const lost = new Map<string, GmcRequestError>();
		const kept: string[] = [];
		return {
			isWrite: true,
			columns,
			read: (itemIndex) => {
				const contact = read(itemIndex);
				return contact && { fields: contact, ifExists: ifExistsOf(context, itemIndex) };
			},
			together: differingContacts,
			// Whole lists of customers are synchronized here.
			sideBySide: { groupOf: ({ fields }) => normalizeTaxId(fields.taxId), atOnce: 15 },
			run: async (wanted) => {
				const directory = await client.directory();
				const { customer, ..._gmc } = await saveOne(client.transport, directory, wanted, lost);
				// Later rows of the sheet find the customer as it is now.
				directory.put(customer);
				if (_gmc.reason !== undefined) kept.push(_gmc.reason);
				return wanted.ifExists === 'refuse' ? customer : withNodeMetadata(customer, _gmc);
			},
			done: () => tellKept(context, kept),
		};
	});
}

/** How the contacts of a run are read, and under Map Automatically what its columns are. */
interface ContactReader {
	columns?: Columns;
	/** @returns undefined for a row that is left out @throws InputError */
	read: (itemIndex: number) => NewCustomer | undefined;
}

/** @throws InputError if a sheet is not understood; GmcRequestError */
async function readerOf(context: IExecuteFunctions, client: GmcClient): Promise<ContactReader> {
	if (!mapsAutomatically(context)) {
		const taxId = fieldReader(context, 'taxId');
		const name = fieldReader(context, 'name');
		const email = fieldReader(context, 'email');
		const read = (at: number) => {
			const given = { taxId: taxId(at), name: name(at), email: email(at) };
			return readFields(context, at, given) as NewCustomer;
		};
		return { read };
	}
	const cells = cellsOf(context);
	const proofs = proofsOf(await client.directory(), 'auto');
	const columns = await inSlices(readColumns(cells, 'customers', proofs));
	const formatOf = (itemIndex: number) => taxIdFormatParameter(context, itemIndex);
	const read = (at: number) => readSheetCustomer(cells[at], columns, formatOf(at));
	return { columns, read };
}

/** What is wanted of one row. */
interface Wanted {
	fields: NewCustomer;
	ifExists: IfExists;
}

async function saveOne(
	transport: GmcTransport,
	directory: CustomerDirectory,
	wanted: Wanted,
	lost: Map<string, GmcRequestError>,
): Promise<{ customer: Customer; action: string; reason?: string }> {
	const { fields } = wanted;
	const existing = onlyOne(directory.withTaxId(fields.taxId));
	if (existing === undefined) {
		if (!directory.isWhole) throw maybeThere(directory.size);
		const created = await createOnce(transport, fields, lost);
		return { customer: { ...fields, ...created }, action: 'created' };
	}
	const { customer, isChanged, reason } = await change(transport, existing, wanted);
	const action = isChanged ? 'updated' : 'unchanged';
	return { customer, action, ...(reason !== undefined && { reason }) };
}

const maybeThere = (listed: number) =>
	refusal(
		'LIST_INCOMPLETE',
		`GMC lists only some of its customers (${number(listed)}), so this one may exist and is not created`,
		'Ask GMC for a list of all customers. Customers that it lists are updated.',
	);

/** Says which names stay as they are, although the rows have others. */
function tellKept(context: IExecuteFunctions, kept: string[]): void {
	if (kept.length === 0) return;
	const names = count(kept.length, 'name stays as it is', 'names stay as they are');
	showHint(context, 'info', `${names} at GMC. See "reason" in "_gmc": ${kept[0]}`);
}

function onlyOne(customers: Customer[]): Customer | undefined {
	if (customers.length < 2) return customers[0];
	throw refusal(
		'CUSTOMER_AMBIGUOUS',
		`${number(customers.length)} customers have this tax ID (${namedIds(customers)})`,
		'Delete the extra ones, or use Update with the ID of the right one.',
	);
}
