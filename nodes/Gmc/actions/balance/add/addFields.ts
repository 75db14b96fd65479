import type { INodeProperties } from 'n8n-workflow';
import { RECENT_MINUTES } from '../../../core/additions/recent';
import { customerField, simplifyField } from '../../../shared/commonFields';
import { addOptions } from './addOptions';
import { KEPT_DAYS } from '../../../ledger/oldRows';

type Hidden = NonNullable<NonNullable<INodeProperties['displayOptions']>['hide']>;

/** A path from the root (n8n.md L10). */
const DRY_RUN = '/options.dryRun';
const PROTECTION = 'duplicateProtection';

const isOther = (value: string | boolean) => [{ _cnd: { not: value } }];

/**
 * What stands below Amount: that this moves money, and how it is protected as the fields are now. At most one of
 * them is shown; where an expression gives the protection, none is promised.
 * By `hide` only: under `show`, n8n takes every expression for the value asked for.
 */
const moneyNotices: INodeProperties[] = [
	noticeOf(
		'dryRunNotice',
		'Dry Run is on: rows are checked, nothing is sent. Without it, this moves real money.',
		{ [DRY_RUN]: isOther(true) },
	),
	protectionNotice(
		'recent',
		`This moves real money. It is protected for ${RECENT_MINUTES} minutes only: a row that equals an addition of the last ${RECENT_MINUTES} minutes is refused; later, running this again pays again. Idempotency Key and Batch protect for ${KEPT_DAYS} days at least.`,
	),
	protectionNotice(
		'key',
		'This moves real money. Protected by the Idempotency Key: what a key has paid is not paid again, however often this runs.',
	),
	protectionNotice(
		'batch',
		'This moves real money. Protected as a batch: each row of the sheet of that name is paid once, however often this runs. A corrected amount is refused, not paid on top.',
	),
	protectionNotice(
		'off',
		'This moves real money. Nothing protects it: Duplicate Protection is Off, so every run pays every row again.',
	),
];

function protectionNotice(protection: string, displayName: string): INodeProperties {
	const hide = { [DRY_RUN]: [true], [PROTECTION]: isOther(protection) };
	return noticeOf(`${protection}Notice`, displayName, hide);
}

function noticeOf(name: string, displayName: string, hide: Hidden): INodeProperties {
	return { displayName, name, type: 'notice', default: '', displayOptions: { hide } };
}

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
		displayName: 'Duplicate Protection',
		name: 'duplicateProtection',
		type: 'options',
		default: 'recent',
		options: [
			{
				name: 'Recent',
				value: 'recent',
				description: `To try things out: a repetition is refused for ${RECENT_MINUTES} minutes`,
			},
			{
				name: 'Idempotency Key',
				value: 'key',
				description: 'For orders and invoices: each number is paid once',
			},
			{
				name: 'Batch',
				value: 'batch',
				description: 'For a sheet without numbers: each of its rows is paid once',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'Nothing protects: every run pays every row',
			},
		],
		description: 'How a row is known that was sent before, so that it is not paid twice',
	},
	{
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.order_id }}',
		description:
			'The number of the order or invoice, or whatever else names this top-up for good. Two orders with the same amount have two keys, and both are paid. Not a row number or a time, which change.',
		displayOptions: { show: { duplicateProtection: ['key'] } },
	},
	{
		displayName: 'Batch Name',
		name: 'batchName',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2026-11',
		description:
			'Names the sheet for good: its file, or the month that is paid. Not the time of the run: a run that is repeated after midnight would be another batch.',
		displayOptions: { show: { duplicateProtection: ['batch'] } },
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
