import type { INodeProperties } from 'n8n-workflow';
import { customerField, taxIdFormatField } from '../../../shared/commonFields';
import { addFields } from '../add/addFields';
import { addOptions } from '../add/addOptions';

/** A sheet is reconciled as it was read when it was paid. */
const asInAdd = (fields: INodeProperties[], wanted: string): INodeProperties =>
	fields.find((field) => field.name === wanted)!;

/** The period first, then how the rows are read; each group by the alphabet. */
const options: INodeProperties[] = [
	{
		displayName: 'Since',
		name: 'since',
		type: 'dateTime',
		default: '',
		description:
			"Where the period begins, in the workflow's time zone, as the first row says; left out, with today",
	},
	{
		displayName: 'Until',
		name: 'until',
		type: 'dateTime',
		default: '',
		description:
			'Where the period ends, as the first row says, a day without a time included; left out, now',
	},
	asInAdd(addOptions, 'amountFormat'),
	{
		displayName: 'Ledger Table',
		name: 'ledgerTable',
		type: 'string',
		default: 'GMC top-ups',
		description:
			'Name of the Data Table that remembers what each key and each batch has paid; it is only read, and not made',
	},
	taxIdFormatField,
];

export const reconcileFields: INodeProperties[] = [
	customerField,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 10.50 or 1.234,50',
		description: 'What the row says was to be added, in units of the chosen currency',
	},
	asInAdd(addFields, 'currency'),
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.order_id }}',
		description:
			'The key under which Balance: Add pays the row, if it has one: what the ledger says that it has paid is then found by it',
	},
	{
		displayName: 'Batch Name',
		name: 'batchName',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11',
		description:
			'The name under which Balance: Add pays the sheet, if it has one: what the ledger says that its rows have paid is then found by it',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	},
];
