import type { INodeProperties } from 'n8n-workflow';
import { taxIdFormatField } from '../../../shared/commonFields';

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

const ledgerOptions: INodeProperties[] = [
	{
		displayName: 'Hold (Minutes)',
		name: 'hold',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			"How long a row that may have been sent, and that GMC's list does not show, is held back before it is sent again",
	},
	{
		displayName: 'Ledger Table',
		name: 'ledgerTable',
		type: 'string',
		default: 'GMC top-ups',
		description:
			'Name of the Data Table that remembers what each Idempotency Key and each batch has paid. It is made when it is first needed.',
	},
];

const limitOptions: INodeProperties[] = [
	{
		displayName: 'Maximum Amount',
		name: 'maxAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			"A row above this, in the row's own currency, is refused before anything is sent. Required for AI agents.",
	},
	{
		displayName: 'Maximum Total',
		name: 'maxTotal',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			'A run whose rows of one currency are above this in sum is refused before anything is sent',
	},
	{
		displayName: 'Maximum per Day',
		name: 'maxPerDay',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			"A run whose rows of one currency, together with everything that was added today by whomever, by GMC's list and by the ledger, are above this in sum is refused before anything is sent. Today is that of the workflow's time zone.",
	},
];

const waitOptions: INodeProperties[] = [
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description:
			'Whether to ask for each addition until it has completed or failed. One that fails becomes an error.',
	},
	{
		displayName: 'Wait Interval',
		name: 'waitInterval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 2,
		description: 'Seconds between two looks',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
	{
		displayName: 'Wait Timeout',
		name: 'waitTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Seconds to wait at most, for all rows together',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
];

const sendingOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: 4,
		description:
			'How many additions are in flight at once (1 to 20). Left out, the node finds out how many GMC bears, never more than 20.',
	},
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description: 'Whether to only return the plan and send nothing',
	},
];

const checkingOptions: INodeProperties[] = [
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

/** What may be chosen under Options, in the order of the editor. */
export const addOptions: INodeProperties[] = [
	amountFormatOption,
	...sendingOptions,
	...ledgerOptions,
	...limitOptions,
	...checkingOptions,
	...waitOptions,
];
