import type { INodeProperties } from 'n8n-workflow';
import { customerField, taxIdFormatField } from '../../fields';

const amountFormatOption: INodeProperties = {
	displayName: 'Amount Format',
	name: 'amountFormat',
	type: 'options',
	default: 'auto',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description:
				'Reads 10.5, 1.234,50 and R$ 1.234,50. A text that can be read in two ways, such as 1.234, is refused.',
		},
		{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
		{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
	],
	description: 'How an amount that comes as text is read. Numbers are taken as they are.',
};

const runOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: 4,
		description: 'How many additions are in flight at once (1 to 20)',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to only return the plan and send nothing',
	},
	taxIdFormatField,
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Seconds to wait for the answer of each request',
	},
	{
		displayName: 'Validate First',
		name: 'validateFirst',
		type: 'boolean',
		default: true,
		description:
			'Whether every row is checked, and its customer looked up, before the first one is sent. If any is bad nothing is sent; when On Error is set to continue, the good rows go out.',
	},
];

export const addFields: INodeProperties[] = [
	customerField,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 10.50',
		description: 'How much to add, in the chosen currency. GMC turns it into GMC.',
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'options',
		default: 'BRL',
		options: [
			{ name: 'BRL', value: 'BRL' },
			{ name: 'GMC', value: 'GMC' },
			{ name: 'USD', value: 'USD' },
			{ name: 'USDT', value: 'USDT' },
		],
		description: 'Currency of the amount',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [amountFormatOption, ...runOptions],
	},
];
