import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_HOLD_MINUTES } from '../../../core/ledger/hold';
import { taxIdFormatField } from '../../../shared/commonFields';

/** What a person needs first: is it right, how much at most, has it completed. */
const everydayOptions: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: true,
		description: 'Whether to only show what would be paid, and send nothing',
	},
	{
		displayName: 'Expected Name',
		name: 'expectedName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ana Souza',
		description:
			"The customer's name in your sheet: a row whose customer has another name at GMC is refused before anything is sent",
	},
	{
		displayName: 'Maximum Amount',
		name: 'maxAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			'A row above this, in its own currency, is refused before anything is sent; AI agents need it',
	},
	{
		displayName: 'Maximum per Day',
		name: 'maxPerDay',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			'A run that brings all top-ups of today in one currency, whoever made them, above this is refused before anything is sent',
	},
	{
		displayName: 'Maximum Total',
		name: 'maxTotal',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		hint: 'Enter a limit above zero',
		description:
			'A run whose rows of one currency add up to more than this is refused before anything is sent',
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until each top-up has completed or failed at GMC; one that fails becomes an error',
	},
];

const technicalOptions: INodeProperties[] = [
	{
		displayName: 'Amount Format',
		name: 'amountFormat',
		type: 'options',
		default: 'auto',
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description:
					'Reads 10.5, 1.234,50 and R$ 1.234,50; refuses 1.234, which can be read in two ways',
			},
			{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
			{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
		],
		description: 'How an amount that comes as text is read; a number is taken as it is',
	},
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 4,
		description:
			'How many top-ups are sent at the same time, 1 to 100; left out, the node finds out how many GMC bears',
	},
	{
		displayName: 'Hold (Minutes)',
		name: 'hold',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_HOLD_MINUTES,
		description:
			"How long a row that may have been paid, and that GMC's list does not show, is held back before it is sent again",
	},
	{
		displayName: 'Ledger Table',
		name: 'ledgerTable',
		type: 'string',
		default: 'GMC top-ups',
		description:
			'Name of the Data Table in which every top-up is written down, created automatically',
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
		displayName: 'Wait Timeout',
		name: 'waitTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'Seconds to wait at most, for all rows together',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
];

/** What may be chosen under Options, in the order of the editor: each group by the alphabet. */
export const addOptions: INodeProperties[] = [...everydayOptions, ...technicalOptions];
