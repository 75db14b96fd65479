import type { INodeProperties } from 'n8n-workflow';
import { customerField, simplifyField, taxIdFormatField } from '../../../shared/commonFields';
import { addFields } from '../add/addFields';
import { addOptions } from '../add/addOptions';

/** A sheet is reconciled as it was read when it was paid. */
const asInAdd = (wanted: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...[...addFields, ...addOptions].find(({ name }) => name === wanted)!,
	displayOptions: undefined,
	...more,
});

const options: INodeProperties[] = [
	asInAdd('amountFormat'),
	{
		displayName: 'End Date',
		name: 'until',
		type: 'dateTime',
		default: '',
		description: 'End of the period; a day without a time counts whole; left out, now',
	},
	asInAdd('ledgerTable', {
		description: 'Name of the Data Table in which top-ups are written down; only read here',
	}),
	{
		displayName: 'Start Date',
		name: 'since',
		type: 'dateTime',
		default: '',
		description: "Start of the period, in the workflow's time zone; left out, the start of today",
	},
	taxIdFormatField,
];

export const reconcileFields: INodeProperties[] = [
	customerField,
	asInAdd('amount', { description: 'What the row was to add, in units of the chosen currency' }),
	asInAdd('currency'),
	asInAdd('idempotencyKey', {
		required: false,
		description: 'The key under which Balance: Add pays the row, if it has one',
	}),
	asInAdd('batchName', {
		required: false,
		description: 'The name under which Balance: Add pays the sheet, if it has one',
	}),
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	},
];
