import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { changedFields } from '../../core/customers/changedFields';
import { normalizeTaxId } from '../../core/customers/taxId';
import { number, tally } from '../../core/texts/words';
import { ranges } from '../../core/util/ranges';
import { newTaxIdOptions } from '../../shared/commonFields';
import { showHint } from '../../shared/hints';
import { withNodeMetadata } from '../../shared/items';
import { choice } from '../../shared/options';
import { onlyTaxId } from '../../shared/parameters';
import { Throttle } from '../../shared/throttle';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readNameAndEmail, readTaxIds } from './customerFields';
import { CustomerCreator } from './customerCreator';
import { changeCustomer, findByTaxId } from './findCustomer';

const ifExistsField: INodeProperties = {
	displayName: 'If Exists',
	name: 'ifExists',
	type: 'options',
	default: 'update',
	options: [
		{
			name: 'Leave',
			value: 'leave',
			description: 'Nothing is changed: the customer comes out as GMC has it',
		},
		{ name: 'Update', value: 'update', description: 'A name or e-mail that differs is changed' },
	],
	description: 'What becomes of a customer that GMC already has',
};

const optionsField: INodeProperties = {
	...newTaxIdOptions,
	options: [ifExistsField, ...newTaxIdOptions.options!],
};

/** A customer as a row has it. */
interface CustomerRow {
	itemIndex: number;
	/** As the tax ID may be read. */
	taxIds: string[];
	fields: Omit<NewCustomer, 'taxId'>;
	ifExists: 'update' | 'leave';
}

type Send = <T>(request: () => Promise<T>) => Promise<T>;

interface Tools {
	client: GmcClient;
	creator: CustomerCreator;
	send: Send;
}

interface Saved {
	customer: Customer;
	action: 'created' | 'updated' | 'unchanged';
}

/**
 * Creates the customer of each item or, unless it is to be left, changes what differs: one list, then requests for
 * the changes only. Rows are the same customer when their tax IDs agree without punctuation; such rows keep their order.
 *
 * Several customers are saved at once, since whole lists of them are kept in sync here.
 */
/** No ledger clears up what a crash leaves open of customers. */
const MAX_AT_ONCE = 20;

export const upsert: Operation = {
	fields: shownFor('customer', 'upsert', [...customerFields, optionsField]),
	async execute(context, items) {
		const client = new GmcClient(context);
		const throttle = new Throttle(client.transport.timeoutMs, undefined, MAX_AT_ONCE);
		const send: Send = async (request) => await throttle.send(request);
		const creator = new CustomerCreator(context, client, send);
		const saved = new Map<CustomerRow, Saved>();
		const output = await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => readRow(context, itemIndex),
			sideBySide: { groupOf: ({ taxIds }) => normalizeTaxId(taxIds[0]), throttle },
			run: async (row) => {
				const taxId = onlyTaxId(await knownAmong(client, row.taxIds));
				const one = await saveCustomer({ client, creator, send }, { ...row, taxId });
				saved.set(row, one);
				return withNodeMetadata(one.customer, { action: one.action });
			},
		}).finally(() => throttle.log(context, 'Customers'));
		hintAtActions(context, [...saved.values()]);
		hintAtOthers(context, saved);
		return output;
	},
};

function readRow(context: IExecuteFunctions, itemIndex: number): CustomerRow {
	const ifExists = context.getNodeParameter('options.ifExists', itemIndex, 'update');
	return {
		itemIndex,
		taxIds: readTaxIds(context, itemIndex),
		fields: readNameAndEmail(context, itemIndex),
		ifExists: choice(ifExists, 'If Exists', ['update', 'leave'] as const),
	};
}

/** Of two ways to read a tax ID the one that a customer has. @returns both where none has, or each */
async function knownAmong(client: GmcClient, taxIds: string[]): Promise<string[]> {
	if (taxIds.length === 1) return taxIds;
	const directory = await client.directory();
	const known = taxIds.filter((taxId) => directory.withTaxId(taxId).length > 0);
	return known.length === 1 ? known : taxIds;
}

/** @throws InputError when several customers have the tax ID, GmcRequestError */
async function saveCustomer(tools: Tools, row: CustomerRow & { taxId: string }): Promise<Saved> {
	const { taxId, fields } = row;
	const existing = await findByTaxId(tools.client, taxId);
	if (existing !== undefined) return await saveExisting(tools, existing, row);
	const { customer, doubt } = await tools.creator.create({ taxId, ...fields });
	if (doubt === undefined) return { customer, action: 'created' };
	return await saveExisting(tools, customer, row);
}

/** The action goes by what GMC's answer shows: it need not have made the change. */
async function saveExisting(
	{ client, send }: Tools,
	existing: Customer,
	{ fields, ifExists }: CustomerRow,
): Promise<Saved> {
	const changes = ifExists === 'leave' ? undefined : changedFields(existing, fields);
	if (changes === undefined) return { customer: existing, action: 'unchanged' };
	const answer = await send(async () => await changeCustomer(client, existing._id, changes));
	const customer: Customer = { ...existing, ...changes, ...answer };
	const { name, email } = customer;
	const isChanged = changedFields(existing, { name, email }) !== undefined;
	return { customer, action: isChanged ? 'updated' : 'unchanged' };
}

function hintAtActions(context: IExecuteFunctions, saved: Saved[]): void {
	const counts = { created: 0, updated: 0, unchanged: 0 };
	for (const { action } of saved) counts[action]++;
	if (saved.length === 0) return;
	const told = tally(counts, {
		created: (n) => `${number(n)} created`,
		updated: (n) => `${number(n)} updated`,
		unchanged: (n) => `${number(n)} unchanged`,
	});
	showHint(context, 'info', `Customers: ${told}`);
}

/** What GMC has answered may not be what it was sent. */
function hintAtOthers(context: IExecuteFunctions, saved: Map<CustomerRow, Saved>): void {
	const rows = [...saved]
		.filter(([{ ifExists }, { action }]) => ifExists === 'update' || action === 'created')
		.filter(([{ fields }, { customer }]) => changedFields(customer, fields) !== undefined)
		.map(([{ itemIndex }]) => itemIndex + 1)
		.sort((one, other) => one - other);
	if (rows.length === 0) return;
	const named = `${rows.length === 1 ? 'row' : 'rows'} ${ranges(rows)}`;
	const message = `GMC's answer shows another name or e-mail than it was sent: ${named}`;
	showHint(context, 'warning', message);
}
