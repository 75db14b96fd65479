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
			'End of the period, now if you leave it out. A date without a time means the whole day.',
	},
	asInAdd('ledgerTable', {
		description: 'Name of the Data Table that records top-ups. Only read here.',
	}),
	{
		displayName: 'Start Date',
		name: 'since',
		type: 'dateTime',
		default: '',
		description: 'Start of the period. If you leave it out: the start of today.',
	},
	taxIdFormatField,
];

export const reconcileFields: INodeProperties[] = [
	customerField,
	asInAdd('amount', { description: 'Amount of the row' }),
	asInAdd('currency'),
	asInAdd('idempotencyKey', {
		required: false,
		description: 'The key of the row in Balance: Add, if it has one',
	}),
	asInAdd('batchName', {
		required: false,
		description: 'The name of the sheet in Balance: Add, if it has one',
	}),
	simplifyField,
	optionsField(options),
];
