import { operationField } from '../operation';
import { add } from './add';
import { get, getAll } from './read';
import { reconcile } from './reconcile';

export const balanceOperations = { add, get, getAll, reconcile };

export const balanceOperationField = operationField('balance', 'add', [
	{
		name: 'Add',
		value: 'add',
		action: 'Top up a customer',
		description: "Top up a customer's wallet",
	},
	{
		name: 'Get',
		value: 'get',
		action: 'Get a top up',
		description: 'Retrieve a top-up by its ID',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many top ups',
		description: 'Retrieve a list of top-ups',
	},
	{
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile rows with GMC',
		description: "Compare rows with GMC's list and the ledger. Reads only.",
	},
]);
