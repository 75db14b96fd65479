import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { CustomerFields } from '../../api/customers';
import { updateCustomer } from '../../api/customers';
import { refusal } from '../../core/util/inputError';
import { collection, customerField, taxIdOptions } from '../../shared/commonFields';
import { customerParameter } from '../../shared/parameters';
import { eachItem } from '../forEachItem';
import type { Operation } from '../operation';
import { idOf } from './customerId';
import { customerFields, readFields } from './fields';

const updateFieldsField = collection(
	'Update Fields',
	'updateFields',
	'field',
	[...customerFields]
		.sort((one, other) => one.displayName.localeCompare(other.displayName))
		.map((field) => ({ ...field, required: false })),
);

/** Changes the given fields of each item's customer (service.md 4.7). */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update customer',
		description: 'Change the name, email or tax ID of a customer',
	},
	...eachItem([customerField, updateFieldsField, taxIdOptions], (context, client) => ({
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
	})),
};

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
