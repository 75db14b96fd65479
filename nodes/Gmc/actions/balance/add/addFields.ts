import type { INodeProperties } from 'n8n-workflow';
import { customerField } from '../../../shared/commonFields';
import { addOptions } from './addOptions';
import { moneyNotices } from './moneyNotices';

export const addFields: INodeProperties[] = [
	customerField,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 10.50 or 1.234,50',
		description:
			'How much to add, in units of the chosen currency: 10.50 and 10,50 are ten and a half. GMC turns it into GMC.',
	},
	...moneyNotices,
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
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.order_id }}',
		description:
			'The number of the order or invoice, or whatever else names this top-up for good. What a key has paid is not paid again, however often the workflow runs; two orders with the same amount have two keys, and both are paid. Not a row number or a time, which change. Leave empty to do without.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: addOptions,
	},
];
