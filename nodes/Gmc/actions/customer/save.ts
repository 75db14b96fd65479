import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { GmcClient } from '../../api/client';
import type { NewCustomer } from '../../api/customers';
import { createCustomer, listCustomers, updateCustomer } from '../../api/customers';
import type { Customer } from '../../api/schemas';
import { normalizeTaxId, sameTaxId } from '../../core/customers/taxId';
import { delays } from '../../core/pace/delays';
import { GmcRequestError } from '../../core/service/failure';
import { number } from '../../core/texts/words';
import { InputError } from '../../core/util/inputError';
import { optionsField, taxIdFormatField, taxIdOptions } from '../../shared/commonFields';
import { withNodeMetadata } from '../../shared/items';
import { choice } from '../../shared/options';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readFields } from './fields';

const ifExistsField: INodeProperties = {
	displayName: 'If Exists',
	name: 'ifExists',
	type: 'options',
	default: 'update',
	options: [
		{
			name: 'Leave',
			value: 'leave',
			description: 'Changes nothing and outputs the customer as GMC has it',
		},
		{ name: 'Update', value: 'update', description: 'Changes the name or email if it differs' },
	],
	description: 'What to do with a customer that GMC already has',
};

/** What to do with a customer that has another name or email at GMC. */
type IfExists = 'leave' | 'refuse' | 'update';

/** Creates the customer of each item. One that exists with the same fields is output; with other fields it is refused. */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, taxIdOptions]),
	execute: async (context, items) => await saveAll(context, items, () => 'refuse'),
};

/** Creates or updates the customer of each item: one list, then requests for the differences only. */
export const upsert: Operation = {
	fields: shownFor('customer', 'upsert', [
		...customerFields,
		optionsField([ifExistsField, taxIdFormatField]),
	]),
	execute: async (context, items) =>
		await saveAll(context, items, (itemIndex) => {
			const ifExists = context.getNodeParameter('options.ifExists', itemIndex, 'update');
			return choice(ifExists, 'If Exists', ['update', 'leave'] as const);
		}),
};

/** So many requests at once, because whole lists of customers are synchronized here. */
const AT_ONCE = 15;

/** Rows whose tax IDs agree without punctuation are the same customer. They are handled in order. */
async function saveAll(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	ifExistsOf: (itemIndex: number) => IfExists,
) {
	const saver = new CustomerSaver(context);
	return await forEachItem(context, items, {
		isWrite: true,
		read: (itemIndex) => {
			const field = (name: string) => context.getNodeParameter(name, itemIndex) as string;
			const given = { taxId: field('taxId'), name: field('name'), email: field('email') };
			const fields = readFields(context, itemIndex, given) as NewCustomer;
			return { fields, ifExists: ifExistsOf(itemIndex) };
		},
		sideBySide: { groupOf: ({ fields }) => normalizeTaxId(fields.taxId), atOnce: AT_ONCE },
		run: async ({ fields, ifExists }) => {
			const { customer, action } = await saver.save(fields, ifExists);
			return ifExists === 'refuse' ? customer : withNodeMetadata(customer, { action });
		},
	});
}

/**
 * Creates or changes customers. Before it creates one, it looks in GMC's list. If the answer to a creation is lost, it
 * looks there again, and so does a later run. Every change is sent once. Two runs that create the same customer at the
 * same moment may create it twice.
 */
class CustomerSaver {
	private readonly client: GmcClient;

	/** By tax ID: creations whose answer was lost and that GMC's list does not show. */
	private readonly unclear = new Map<string, GmcRequestError>();

	constructor(context: IExecuteFunctions) {
		this.client = new GmcClient(context);
	}

	/**
	 * @returns also what GMC's answer shows to be done: GMC may ignore a change
	 * @throws GmcRequestError
	 * @throws InputError if several customers have the tax ID, or the one that has it is refused
	 */
	async save(
		fields: NewCustomer,
		ifExists: IfExists,
	): Promise<{ customer: Customer; action: 'created' | 'updated' | 'unchanged' }> {
		const directory = await this.client.directory();
		const existing = onlyOne(directory.withTaxId(fields.taxId));
		if (existing === undefined) {
			const created = { ...fields, ...(await this.create(fields)) };
			directory.put(created);
			return { customer: created, action: 'created' };
		}
		const changes = differences(existing, fields);
		if (changes === undefined || ifExists === 'leave') {
			return { customer: existing, action: 'unchanged' };
		}
		if (ifExists === 'refuse') {
			throw new InputError({
				message: `GMC already has a customer with this tax ID (${existing._id}), with another name or email`,
				advice: 'To change the customer, use Create or Update.',
				code: 'CUSTOMER_EXISTS',
			});
		}
		const answer = await updateCustomer(this.client.transport, existing._id, changes);
		const customer = { ...existing, ...changes, ...answer };
		// Later rows of the sheet find the customer as it is now.
		directory.put(customer);
		const isChanged = differences(existing, customer) !== undefined;
		return { customer, action: isChanged ? 'updated' : 'unchanged' };
	}

	private async create(fields: NewCustomer): Promise<Customer> {
		const key = normalizeTaxId(fields.taxId);
		const earlier = this.unclear.get(key);
		if (earlier !== undefined) throw earlier;
		return await createCustomer(this.client.transport, fields).catch(async (error: unknown) => {
			if (!(error instanceof GmcRequestError) || error.failure.proof !== 'unknown') throw error;
			const found = await this.findCreated(fields);
			if (found !== undefined) return found;
			this.unclear.set(key, error);
			throw error;
		});
	}

	/** Looks once, after a pause, because GMC's list may be late. In an outage, it does not look for every row. */
	private async findCreated(fields: NewCustomer): Promise<Customer | undefined> {
		if (this.unclear.size > 0) return undefined;
		await sleep(delays.completionLookMs);
		const all = await listCustomers(this.client.transport).catch(() => []);
		const [found, ...others] = all.filter((one) => sameTaxId(String(one.taxId), fields.taxId));
		const isCreated = found && others.length === 0 && differences(found, fields) === undefined;
		return isCreated ? found : undefined;
	}
}

function onlyOne(customers: Customer[]): Customer | undefined {
	if (customers.length < 2) return customers[0];
	const ids = customers.map(({ _id }) => _id);
	throw new InputError({
		message: `${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
		advice: 'Delete the extra ones, or use Update with the ID of the right one.',
		code: 'CUSTOMER_AMBIGUOUS',
	});
}

/**
 * The name and email to send, if they differ. Blanks around them and the case of an email do not count, because GMC may
 * normalize them (not shown), and then every run would change the customer.
 */
function differences(
	existing: Customer,
	{ name, email }: Partial<Customer>,
): Partial<NewCustomer> | undefined {
	const hasName = trimmed(existing.name) === trimmed(name);
	const hasEmail = trimmed(existing.email).toLowerCase() === trimmed(email).toLowerCase();
	if (hasName && hasEmail) return undefined;
	return { ...(!hasName && { name: trimmed(name) }), ...(!hasEmail && { email: trimmed(email) }) };
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
