import type { INodeProperties } from 'n8n-workflow';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import { DEFAULT_HOLD_MINUTES } from '../../../core/ledger/hold';
import { customerField, simplifyField, taxIdFormatField } from '../../../shared/commonFields';

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
			{ name: 'Decimal Comma', value: 'decimalComma', description: '1.234,50 as in Brazil' },
			{ name: 'Decimal Point', value: 'decimalPoint', description: '1,234.50 as in the USA' },
		],
		description: 'How to read an amount that is text. A number stays as it is.',
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

/** The fields of the operation. */
export const addFields: INodeProperties[] = [
	customerField,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 10.50 or 1.234,50',
		description: 'How much to add. 10.50 and 10,50 are both ten and a half.',
	},
	{
		displayName: 'Maximum Amount',
		name: 'maxAmount',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		required: true,
		description: 'The agent cannot pay more than this at once. The model cannot change it.',
		displayOptions: { show: { '@tool': [true] } },
	},
	{
		displayName: 'This moves real money. To try it, add Dry Run under Options.',
		name: 'moneyNotice',
		type: 'notice',
		default: '',
		// A path from the root, and by `hide`: under `show`, n8n takes every expression for the value asked for (n8n.md L10).
		displayOptions: { hide: { '/options.dryRun': [true] } },
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
		displayName: 'Duplicate Protection',
		name: 'duplicateProtection',
		type: 'options',
		default: 'recent',
		options: [
			{ name: 'Batch', value: 'batch', description: 'Pays each row of a sheet once' },
			{
				name: 'Idempotency Key',
				value: 'key',
				description: 'Pays each order or invoice number once',
			},
			{ name: 'Off', value: 'off', description: 'Pays every row again on every run' },
			{
				name: 'Recent',
				value: 'recent',
				description: `Refuses the same top-up for ${RECENT_MINUTES} minutes, then pays it again`,
			},
		],
		description: 'How the node recognizes a row it has already sent',
	},
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.order_id }}',
		description:
			'The number of the order or invoice. Do not use a row number or a time: they change.',
		builderHint: {
			propertyHint:
				'Map a stable ID from the input, such as an order number. Never generate one, and never use the item index or the current time: the row would be paid again.',
		},
		displayOptions: { show: { duplicateProtection: ['key'] } },
	},
	{
		displayName: 'Batch Name',
		name: 'batchName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 2026-11',
		description:
			'A name that stays the same for the sheet, such as its file or the month. Do not use the time of the run.',
		displayOptions: { show: { duplicateProtection: ['batch'] } },
	},
	{
		displayName: 'Off pays every row again, each time the workflow runs.',
		name: 'offNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { duplicateProtection: ['off'] } },
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: addOptions,
	},
];
