import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_HOLD_MINUTES } from '../../../core/ledger/hold';
import { taxIdFormatField } from '../../../shared/commonFields';

/**
 * The value of an option that is not set, in the units of its field; undefined: no limit. The editor may load another
 * one when the option is added (`default` below, which n8n's lint wants as a literal).
 */
export const IF_NOT_SET = {
	amountFormat: 'auto',
	concurrency: 'auto',
	dryRun: false,
	hold: DEFAULT_HOLD_MINUTES,
	ledgerTable: 'GMC top-ups',
	maxAmount: undefined,
	maxPerDay: undefined,
	maxTotal: undefined,
	taxIdFormat: 'auto',
	timeout: 60,
	waitForCompletion: false,
	waitTimeout: 60,
} as const;

/** What may be chosen under Options. */
export const addOptions: INodeProperties[] = [
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
					'Reads 10.5, 1.234,50 and R$ 1.234,50. Refuses 1.234, which can be read in two ways.',
			},
			{
				name: 'Cents',
				value: 'cents',
				description: 'Whole numbers of hundredths, as payment platforms send them: 1050 is 10.50',
			},
			{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
			{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
		],
		description: 'How to read an amount. A number stays as it is, except under Cents.',
	},
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'string',
		default: 'auto',
		placeholder: 'e.g. auto or 10',
		description: 'How many top-ups to send at once: auto (as many as GMC can handle), or 1 to 100',
	},
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
			"The customer's name in your data. If the customer has another name at GMC, the row is refused.",
	},
	{
		displayName: 'Hold (Minutes)',
		name: 'hold',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_HOLD_MINUTES,
		description:
			"How long a row whose answer was lost waits for GMC's list to show it. Then it is sent again.",
	},
	{
		displayName: 'Ledger Table',
		name: 'ledgerTable',
		type: 'string',
		default: 'GMC top-ups',
		description:
			'The Data Table that knows what was paid. Another name starts a new one: everything can be paid again.',
	},
	{
		displayName: 'Maximum Amount',
		name: 'maxAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1000,
		description: 'A row above this, in its own currency, is refused',
	},
	{
		displayName: 'Maximum per Day',
		name: 'maxPerDay',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10000,
		description:
			"Nothing is sent if today's total, from any source, would go above this. Counts per currency.",
	},
	{
		displayName: 'Maximum Total',
		name: 'maxTotal',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10000,
		description: 'Nothing is sent if the rows add up to more than this. Counts per currency.',
	},
	{
		displayName: 'Note',
		name: 'note',
		type: 'string',
		default: '',
		placeholder: 'e.g. Invoice 1001',
		description:
			'A text for people, such as the reason. Kept in the ledger and put out with the row. Not sent to GMC.',
	},
	taxIdFormatField,
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'How long to wait for the answer to each request',
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description: 'Whether to wait until GMC has completed each top-up. One that fails is an error.',
	},
	{
		displayName: 'Wait Timeout (Seconds)',
		name: 'waitTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 60,
		description: 'How long to wait at most, for all rows together',
		displayOptions: { show: { waitForCompletion: [true] } },
	},
];
