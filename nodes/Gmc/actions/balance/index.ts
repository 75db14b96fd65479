import type { INodeProperties } from 'n8n-workflow';
import { add } from './add';
import { get } from './get';
import { getAll } from './getAll';

export const balanceOperations = { add, get, getAll };

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
	],
	default: 'add',
};
