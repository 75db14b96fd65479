import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { CustomerFields } from '../../api/customers';
import { deleteCustomer, updateCustomer } from '../../api/customers';
import type { CustomerReference } from '../../core/customers/customerReference';
import { matcherOf, searchTextOf } from '../../core/customers/directory';
import { refusal } from '../../core/util/inputError';
import {
	collection,
	customerField,
	returnAllFields,
	taxIdOptions,
} from '../../shared/commonFields';
import { optionalText } from '../../shared/options';
import { customerParameter, limitParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import { customerFields, readFields } from './fields';

/** Finds each item's customer in the list, because GMC has no lookup of one (service.md 4.1). */
export const get = eachItem([customerField, taxIdOptions], (context, client) => ({
	read: (itemIndex) => customerParameter(context, itemIndex),
	run: async (reference) => (await client.directory()).get(reference),
}));

const filtersField = collection('Filters', 'filters', 'filter', [
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. Maria',
		description: 'Part of the name, the email or the tax ID',
	},
]);

/** Lists the active customers with one request for all items. */
export const getAll = eachItem([...returnAllFields, filtersField], (context, client) => ({
	read: (itemIndex) => ({
		limit: limitParameter(context, itemIndex),
		search: optionalText(context.getNodeParameter('filters.search', itemIndex, ''), 'Search'),
	}),
	run: async ({ limit, search }) => {
		const all = (await client.directory()).all();
		const matches = matcherOf(search);
		const found = search === undefined ? all : all.filter((one) => matches(searchTextOf(one)));
		return found.slice(0, limit);
	},
}));

const updateFieldsField = collection(
	'Update Fields',
	'updateFields',
	'field',
	[...customerFields]
		.sort((one, other) => one.displayName.localeCompare(other.displayName))
		.map((field) => ({ ...field, required: false })),
);

/** Changes the given fields of each item's customer (service.md 4.7). */
export const update = eachItem(
	[customerField, updateFieldsField, taxIdOptions],
	(context, client) => ({
		isWrite: true,
		read: (itemIndex) => ({
			reference: customerParameter(context, itemIndex),
			changes: readChanges(context, itemIndex),
		}),
		run: async ({ reference, changes }) => {
			const customerId = await idOf(client, reference);
			const customer = await updateCustomer(client.transport, customerId, changes);
			await client.noteChange({ ...changes, ...customer });
			return customer;
		},
	}),
);

function readChanges(context: IExecuteFunctions, itemIndex: number): CustomerFields {
	const given = context.getNodeParameter('updateFields', itemIndex, {}) as IDataObject;
	const changes = readFields(context, itemIndex, given);
	if (Object.keys(changes).length > 0) return changes;
	throw refusal(
		'NOTHING_TO_CHANGE',
		"There is nothing to change: 'Update Fields' is empty",
		"Add at least one of 'Tax ID', 'Name' and 'Email' under 'Update Fields'.",
	);
}

const noticeField: INodeProperties = {
	displayName: 'This node cannot restore a deleted customer',
	name: 'deleteNotice',
	type: 'notice',
	default: '',
};

/** Deletes each item's customer. No endpoint restores one (service.md 3). */
export const remove = eachItem([customerField, noticeField, taxIdOptions], (context, client) => ({
	isWrite: true,
	read: (itemIndex) => customerParameter(context, itemIndex),
	run: async (reference) => {
		const customerId = await idOf(client, reference);
		await deleteCustomer(client.transport, customerId);
		return { _id: customerId, deleted: true };
	},
}));

/** The form of `_id` in all of GMC's examples (service.md 2.2). */
const USUAL_ID = /^[0-9a-f]{24}$/i;

/**
 * The `_id` for the path. A usual ID is used as it is. Anything else may be a tax ID, so the customer is looked up.
 *
 * @throws InputError if there is no such customer, or more than one
 */
async function idOf(client: GmcClient, reference: CustomerReference): Promise<string> {
	const { by, value } = reference;
	if (by === 'id' && USUAL_ID.test(value)) return value;
	return (await client.directory()).get(reference)._id;
}
