import { operationField } from '../operation';
import { add } from './add';
import { get, getMany } from './read';
import { reconcile } from './reconcile';

export const balanceOperations = { add, get, getMany, reconcile };

export const balanceOperationField = operationField('balance', 'add', [
	{
		name: 'Add',
		value: 'add',
		action: 'Top up customer',
		description: "Top up a customer's wallet",
	},
	{
		name: 'Get Many Top-Ups',
		value: 'getMany',
		action: 'Get many top-ups',
		description: 'Retrieve a list of top-ups',
	},
	{
		name: 'Get Top-Up',
		value: 'get',
		action: 'Get top-up',
		description: 'Retrieve a top-up by its ID',
	},
	{
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile rows',
		description: "Compare rows with GMC's list and the ledger. Reads only.",
	},
]);
