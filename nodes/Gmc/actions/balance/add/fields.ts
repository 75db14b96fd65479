import type { INodeProperties } from 'n8n-workflow';
import { readBatchName } from '../../../core/additions/keys';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import {
	customerField,
	dataModeFields,
	mappedField,
	outputFields,
} from '../../../shared/commonFields';
import { choice, positiveNumber } from '../../../shared/options';
import { output, simplify } from '../../../shared/output';
import { dataMode } from '../../../shared/parameters';
import { addOptionFields } from './options';
import { CHOSEN_FIELDS } from './record';
import type { RunOption } from './runOptions';

const protectionField: INodeProperties = {
	displayName: 'Duplicate Protection',
	name: 'duplicateProtection',
	type: 'options',
	default: 'key',
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
};

const batchNameField: INodeProperties = {
	displayName: 'Batch Name',
	name: 'batchName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 2026-11',
	description:
		'A name that stays the same for the sheet, such as its file or the month. Do not use the time of the run.',
	displayOptions: { show: { duplicateProtection: ['batch'] } },
};

/** In a tool, beside the option. Zero there is none. */
const toolLimitField: INodeProperties = {
	displayName: 'Maximum Amount',
	name: 'maxAmount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	required: true,
	description: 'The agent cannot pay more than this at once. The model cannot change it.',
	displayOptions: { show: { '@tool': [true] } },
};

/** The fields of the whole run; the others are each row's own. */
export const runFields = {
	dataMode,
	maxAmount: {
		field: toolLimitField,
		ifAbsent: 0,
		read: (raw: unknown, label: string) => (raw === 0 ? undefined : positiveNumber()(raw, label)),
	},
	duplicateProtection: {
		field: protectionField,
		ifAbsent: 'recent',
		read: choice(['recent', 'key', 'batch', 'off']),
	},
	/** Read under Batch only. */
	batchName: { field: batchNameField, ifAbsent: '', read: readBatchName },
	simplify: { ...simplify, modelMaySet: true },
	output: { ...output, modelMaySet: true },
} satisfies Record<string, RunOption>;

/** The fields of the operation. */
export const addFields: INodeProperties[] = [
	...dataModeFields,
	mappedField(customerField),
	mappedField({
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 10.50 or 1.234,50',
		description: 'How much to add. 10.50 and 10,50 are both ten and a half.',
	}),
	runFields.maxAmount.field,
	{
		displayName: "This moves real money. To try it, add 'Dry Run' under 'Options'.",
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
	{ ...protectionField, default: 'key', displayOptions: { hide: { '@tool': [true] } } },
	// A key that a model makes up names nothing.
	{ ...protectionField, default: 'recent', displayOptions: { show: { '@tool': [true] } } },
	mappedField({
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
	}),
	runFields.batchName.field,
	{
		displayName: 'Off pays every row again, each time the workflow runs',
		name: 'offNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { duplicateProtection: ['off'] } },
	},
	...outputFields(CHOSEN_FIELDS),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: addOptionFields,
	},
];
