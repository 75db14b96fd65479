import type { INodeProperties } from 'n8n-workflow';

type Hidden = NonNullable<NonNullable<INodeProperties['displayOptions']>['hide']>;

const KEY = 'idempotencyKey';
const DRY_RUN = 'options.dryRun';
const PROTECTION = 'options.duplicateProtection';

const isOther = (value: string | boolean) => [{ _cnd: { not: value } }];
const unprotected: Hidden = { [DRY_RUN]: [true], [KEY]: isOther('') };

/** It may give any protection, so none is promised. */
const EXPRESSION = { _cnd: { startsWith: '=' } };

/**
 * What stands below Amount: that this moves money, and how it is protected as the fields are now. At most one of
 * them is shown. A key that is an expression is empty before its node has data, so those without a key say so.
 * By `hide` only: under `show`, n8n takes every expression, such as that of a key, for the value asked for.
 */
export const moneyNotices: INodeProperties[] = [
	noticeOf(
		'dryRunNotice',
		'Dry Run is on: rows are checked, nothing is sent. Without it, this moves real money.',
		{ [DRY_RUN]: isOther(true) },
	),
	noticeOf(
		'keyNotice',
		'This moves real money. Protected by the Idempotency Key: what a key has paid is not paid again, however often this runs.',
		{ [DRY_RUN]: [true], [KEY]: [''] },
	),
	noticeOf(
		'recentNotice',
		'This moves real money. Without an Idempotency Key, which protects for good, it is protected for 15 minutes only: a row that equals an addition of the last 15 minutes is refused; later, running this again pays again.',
		{ ...unprotected, [PROTECTION]: ['history', 'off', EXPRESSION] },
	),
	noticeOf(
		'historyNotice',
		'This moves real money. Without an Idempotency Key, which protects for good, it is protected by History: a row that GMC already lists, since the start of today or since Duplicates Since, is skipped. An amount that you correct is a second payment.',
		{ ...unprotected, [PROTECTION]: isOther('history') },
	),
	noticeOf(
		'offNotice',
		'This moves real money. Without an Idempotency Key, nothing protects it: Duplicate Protection is Off, so every run pays every row again.',
		{ ...unprotected, [PROTECTION]: isOther('off') },
	),
];

function noticeOf(name: string, displayName: string, hide: Hidden): INodeProperties {
	return { displayName, name, type: 'notice', default: '', displayOptions: { hide } };
}
