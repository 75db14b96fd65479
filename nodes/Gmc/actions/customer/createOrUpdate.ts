import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
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
import { ranges } from '../../core/util/ranges';
import { taxIdFormatField, taxIdOptions } from '../../shared/commonFields';
import { showHint } from '../../shared/hints';
import { withNodeMetadata } from '../../shared/items';
import { choice } from '../../shared/options';
import { forEachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { shownFor } from '../operation';
import { customerFields, readCustomerFields } from './customerFields';

/** Creates the customer of each item. One that exists with the same fields is output; with other fields it is refused. */
export const create: Operation = {
	fields: shownFor('customer', 'create', [...customerFields, taxIdOptions]),
	async execute(context, items) {
		const saver = new CustomerSaver(context);
		return await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => readCustomerFields(context, itemIndex),
			run: async (fields) => (await saver.save(fields, 'refuse')).customer,
		});
	},
};

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

const optionsField: INodeProperties = {
	...taxIdOptions,
	options: [ifExistsField, taxIdFormatField],
};

/** So many requests at once, because whole lists of customers are synchronized here. */
const AT_ONCE = 15;

/**
 * Creates or updates the customer of each item: one list, then requests for the differences only. Rows whose tax IDs
 * agree without punctuation are the same customer. They are handled in order.
 */
export const upsert: Operation = {
	fields: shownFor('customer', 'upsert', [...customerFields, optionsField]),
	async execute(context, items) {
		const saver = new CustomerSaver(context);
		const differing: number[] = [];
		const output = await forEachItem(context, items, {
			isWrite: true,
			read: (itemIndex) => {
				const ifExists = context.getNodeParameter('options.ifExists', itemIndex, 'update');
				return {
					itemIndex,
					fields: readCustomerFields(context, itemIndex),
					ifExists: choice(ifExists, 'If Exists', ['update', 'leave'] as const),
				};
			},
			sideBySide: { groupOf: ({ fields }) => normalizeTaxId(fields.taxId), atOnce: AT_ONCE },
			run: async ({ itemIndex, fields, ifExists }) => {
				const { customer, action } = await saver.save(fields, ifExists);
				const isSent = ifExists === 'update' || action === 'created';
				if (isSent && differences(customer, fields) !== undefined) differing.push(itemIndex + 1);
				return withNodeMetadata(customer, { action });
			},
		});
		if (differing.length > 0) {
			const rows = ranges(differing.sort((a, b) => a - b));
			const message = `GMC did not save the name or email that was sent: ${differing.length === 1 ? 'row' : 'rows'} ${rows}`;
			showHint(context, 'warning', message);
		}
		return output;
	},
};

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
	 * @param ifExists what to do with a customer that has another name or email at GMC
	 * @returns also what GMC's answer shows to be done: GMC may ignore a change
	 * @throws GmcRequestError
	 * @throws InputError if several customers have the tax ID, or the one that has it is refused
	 */
	async save(
		fields: NewCustomer,
		ifExists: 'leave' | 'refuse' | 'update',
	): Promise<{ customer: Customer; action: 'created' | 'updated' | 'unchanged' }> {
		const existing = await this.find(fields.taxId);
		if (existing === undefined) return { customer: await this.create(fields), action: 'created' };
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
		const customer = await this.remember({ ...existing, ...changes, ...answer });
		const isChanged = differences(existing, customer) !== undefined;
		return { customer, action: isChanged ? 'updated' : 'unchanged' };
	}

	private async find(taxId: string): Promise<Customer | undefined> {
		const customers = (await this.client.directory()).withTaxId(taxId);
		if (customers.length < 2) return customers[0];
		const ids = customers.map(({ _id }) => _id);
		throw new InputError({
			message: `${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
			advice: 'Delete the extra ones, or use Update with the ID of the right one.',
			code: 'CUSTOMER_AMBIGUOUS',
		});
	}

	private async create(fields: NewCustomer): Promise<Customer> {
		const key = normalizeTaxId(fields.taxId);
		const earlier = this.unclear.get(key);
		if (earlier !== undefined) throw earlier;
		const creating = createCustomer(this.client.transport, fields);
		const created = await creating.catch(async (error: unknown) => {
			if (!(error instanceof GmcRequestError) || error.failure.proof !== 'unknown') throw error;
			const found = await this.findCreated(fields);
			if (found !== undefined) return found;
			this.unclear.set(key, error);
			throw error;
		});
		return await this.remember({ ...fields, ...created });
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

	/** So that later rows of the sheet find the customer as it is now. */
	private async remember(customer: Customer): Promise<Customer> {
		(await this.client.directory()).put(customer);
		return customer;
	}
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
