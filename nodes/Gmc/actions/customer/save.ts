import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { CustomerFields, NewCustomer } from '../../api/customers';
import { createCustomer, listCustomers, updateCustomer } from '../../api/customers';
import type { Customer } from '../../core/service/record';
import type { GmcTransport } from '../../api/transport';
import { normalizeTaxId, readTaxId } from '../../core/customers/taxId';
import { delays } from '../../core/pace/delays';
import { GmcRequestError } from '../../core/service/failure';
import { number } from '../../core/texts/words';
import { refusal } from '../../core/util/inputError';
import { optionsField, taxIdFormatField, taxIdOptions } from '../../shared/commonFields';
import { withNodeMetadata } from '../../shared/items';
import { choice } from '../../shared/options';
import { emailValue, taxIdFormatParameter, textValue } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';

/** The fields that GMC requires of a customer (service.md 4.5). */
export const customerFields: INodeProperties[] = [
	{
		displayName: 'Tax ID',
		name: 'taxId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 012.345.678-90',
		description: 'CPF, CNPJ or another document number',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Maria Souza',
		description: 'Full name of the customer',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. name@email.com',
		description: 'Email address of the customer',
	},
];

/** Checks the fields of one row that are given. @throws InputError */
export function readFields(
	context: IExecuteFunctions,
	itemIndex: number,
	given: IDataObject,
): CustomerFields {
	const format = taxIdFormatParameter(context, itemIndex);
	return {
		...('taxId' in given && { taxId: readTaxId(given.taxId, format, 'newCustomer') }),
		...('name' in given && { name: textValue(given.name, 'The name') }),
		...('email' in given && { email: emailValue(given.email) }),
	};
}

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
export const create = save(taxIdOptions, () => 'refuse');

/** Creates or updates the customer of each item: one list, then requests for the differences only. */
export const upsert = save(
	optionsField([ifExistsField, taxIdFormatField]),
	(context, itemIndex) => {
		const ifExists = context.getNodeParameter('options.ifExists', itemIndex, 'update');
		return choice(ifExists, 'If Exists', ['update', 'leave'] as const);
	},
);

/** Rows whose tax IDs agree without punctuation are the same customer. They are handled in order. */
function save(
	options: INodeProperties,
	ifExistsOf: (context: IExecuteFunctions, itemIndex: number) => IfExists,
): Operation {
	return eachItem([...customerFields, options], (context, client) => {
		const lost = new Map<string, GmcRequestError>();
		return {
			isWrite: true,
			read: (itemIndex) => {
				const field = (name: string) => context.getNodeParameter(name, itemIndex);
				const given = { taxId: field('taxId'), name: field('name'), email: field('email') };
				const fields = readFields(context, itemIndex, given) as NewCustomer;
				return { fields, ifExists: ifExistsOf(context, itemIndex) };
			},
			// Whole lists of customers are synchronized here.
			sideBySide: { groupOf: ({ fields }) => normalizeTaxId(fields.taxId), atOnce: 15 },
			run: async ({ fields, ifExists }) => {
				const directory = await client.directory();
				const existing = onlyOne(directory.withTaxId(fields.taxId));
				const customer = existing
					? await change(client.transport, existing, { fields, ifExists })
					: { ...fields, ...(await createOnce(client.transport, fields, lost)) };
				// Later rows of the sheet find the customer as it is now.
				directory.put(customer);
				if (ifExists === 'refuse') return customer;
				// GMC may ignore a change, so its answer tells.
				const isChanged = existing && differences(existing, customer) !== undefined;
				const action = existing ? (isChanged ? 'updated' : 'unchanged') : 'created';
				return withNodeMetadata(customer, { action });
			},
		};
	});
}

/** Sends what differs, once. @throws GmcRequestError @throws InputError if the customer is refused */
async function change(
	transport: GmcTransport,
	existing: Customer,
	{ fields, ifExists }: { fields: NewCustomer; ifExists: IfExists },
): Promise<Customer> {
	const changes = differences(existing, fields);
	if (changes === undefined || ifExists === 'leave') return existing;
	if (ifExists === 'update') {
		const answer = await updateCustomer(transport, existing._id, changes);
		return { ...existing, ...changes, ...answer };
	}
	throw refusal(
		'CUSTOMER_EXISTS',
		`GMC already has a customer with this tax ID (${existing._id}), with another name or email`,
		'To change the customer, use Create or Update.',
	);
}

/**
 * Creates a customer that GMC's list does not show. If the answer is lost, it reads the list again, and so does a later
 * run. Two runs that create the same customer at the same moment may create it twice.
 *
 * @param lost by tax ID: those of this run that GMC's list still does not show. None is created again
 * @throws GmcRequestError
 */
async function createOnce(
	transport: GmcTransport,
	fields: NewCustomer,
	lost: Map<string, GmcRequestError>,
): Promise<Customer> {
	const key = normalizeTaxId(fields.taxId);
	const earlier = lost.get(key);
	if (earlier !== undefined) throw earlier;
	return await createCustomer(transport, fields).catch(async (error: unknown) => {
		if (!(error instanceof GmcRequestError) || error.failure.proof !== 'unknown') throw error;
		// In an outage, the list is not read for every row.
		const found = lost.size > 0 ? undefined : await findLost(transport, fields).catch(() => {});
		if (found) return found;
		lost.set(key, error);
		throw error;
	});
}

/** GMC's list may be late. */
async function findLost(transport: GmcTransport, fields: NewCustomer) {
	for (const pause of delays.reconcileDelaysMs) {
		await sleep(pause);
		const [found, ...others] = (await listCustomers(transport)).withTaxId(fields.taxId);
		const isOnly = found !== undefined && others.length === 0;
		if (isOnly && differences(found, fields) === undefined) return found;
	}
	return undefined;
}

function onlyOne(customers: Customer[]): Customer | undefined {
	if (customers.length < 2) return customers[0];
	const ids = customers.map(({ _id }) => _id);
	throw refusal(
		'CUSTOMER_AMBIGUOUS',
		`${number(ids.length)} customers have this tax ID (${ids.join(', ')})`,
		'Delete the extra ones, or use Update with the ID of the right one.',
	);
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
