import type { INodeProperties } from 'n8n-workflow';
import {
	customerField,
	optionsField,
	simplifyField,
	taxIdFormatField,
} from '../../../shared/commonFields';
import { addFields } from '../add/addFields';
import { addOptions } from '../add/addOptions';

/** Fields of Balance: Add, because rows are read as they were when they were paid. */
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
		description:
			'End of the period. A date without a time means the whole day. If you leave it out: now.',
	},
	asInAdd('ledgerTable', {
		description: 'Name of the Data Table that records top-ups. It is only read here.',
	}),
	{
		displayName: 'Start Date',
		name: 'since',
		type: 'dateTime',
		default: '',
		description:
			"Start of the period, in the workflow's time zone. If you leave it out: the start of today.",
	},
	taxIdFormatField,
];

export const reconcileFields: INodeProperties[] = [
	customerField,
	asInAdd('amount', { description: 'Amount of the row, in units of the chosen currency' }),
	asInAdd('currency'),
	asInAdd('idempotencyKey', {
		required: false,
		description: 'The key that Balance: Add uses for the row, if it has one',
	}),
	asInAdd('batchName', {
		required: false,
		description: 'The batch name that Balance: Add uses for the sheet, if it has one',
	}),
	simplifyField,
	optionsField(options),
];
