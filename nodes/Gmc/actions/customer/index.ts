import { operationField } from '../operation';
import { get, getAll, remove, update } from './one';
import { create, upsert } from './save';

export const customerOperations = { create, upsert, delete: remove, get, getAll, update };

export const customerOperationField = operationField('customer', 'upsert', [
	{
		name: 'Create',
		value: 'create',
		action: 'Create customer',
		description: 'Create a new customer',
	},
	{
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update customer',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	{
		name: 'Delete',
		value: 'delete',
		action: 'Delete customer',
		description: 'Delete a customer. This node cannot restore it.',
	},
	{ name: 'Get', value: 'get', action: 'Get customer', description: 'Retrieve a customer' },
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many customers',
		description: 'Retrieve a list of customers',
	},
	{
		name: 'Update',
		value: 'update',
		action: 'Update customer',
		description: 'Change the name, email or tax ID of a customer',
	},
]);
