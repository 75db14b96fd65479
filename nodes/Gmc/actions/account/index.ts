import type { INodeProperties } from 'n8n-workflow';
import { check } from './check';

export const accountOperations = { check };

export const accountOperationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['account'] } },
	options: [
		{
			name: 'Check',
			value: 'check',
			action: 'Check the account',
			description: 'Check the login, the lists and the clock. Reads only.',
		},
	],
	default: 'check',
};
