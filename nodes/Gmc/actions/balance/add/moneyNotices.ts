import type { INodeProperties } from 'n8n-workflow';
import { RECENT_MINUTES } from '../../../core/additions/recent';
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
export const moneyNotices: INodeProperties[] = [
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
