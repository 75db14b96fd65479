import type { INodeProperties } from 'n8n-workflow';
import { add } from './add';
import { get } from './get';
import { getAll } from './getAll';
import { reconcile } from './reconcile';

export const balanceOperations = { add, get, getAll, reconcile };

export const balanceOperationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['balance'] } },
	options: [
		{
			name: 'Add',
			value: 'add',
			action: 'Add balance to a customer',
			description: "Top up a customer's wallet: issue a balance addition",
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get a balance addition',
			description: 'Retrieve a balance addition by its ID',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many balance additions',
			description: 'Retrieve a list of balance additions',
		},
		{
			name: 'Reconcile',
			value: 'reconcile',
			action: 'Reconcile a sheet with balance additions',
			description:
				"Compare rows with GMC's list of a period and with the ledger: what is paid, and what is in no row. Reads only.",
		},
	],
	default: 'add',
};
