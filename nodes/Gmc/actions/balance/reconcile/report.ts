import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition, Customer } from '../../../api/schemas';
import type { AdditionItem } from '../../../core/additions/item';
import { readItems } from '../../../core/additions/item';
import { certainTimeOf } from '../../../core/additions/recent';
import { customerOf, simplifyAddition } from '../../../core/additions/simplified';
import type { CustomerDirectory } from '../../../core/customers/directory';
import type { Entry } from '../../../core/ledger/entry';
import type { Doubt, Finding, Reconciled } from '../../../core/reconcile/reconcile';
import { count, number, tally } from '../../../core/texts/words';
import { localTime } from '../../../core/time/time';
import { withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { toItem, withNodeMetadata } from '../../../shared/items';
import type { IdentifiedRow } from './sheet';

const REASONS: Record<Doubt, string> = {
	contradicted:
		"The row's Idempotency Key or batch has paid another customer, amount or currency, or another row has it, too. Compare the ledger with GMC",
	open: 'An equal top-up in the ledger is unclear. Run its row again first',
	otherName:
		'Another Idempotency Key or batch has paid an equal top-up. Map Idempotency Key or Batch Name if this row has one',
	notShown: 'The ledger says that it was paid. GMC does not show it, so it may have failed since',
	unreadable:
		'GMC lists a top-up that may be this row, but its time, customer, amount or currency cannot be read for certain',
	incomplete: "GMC's list of this period is incomplete. Choose a shorter period",
};

const FAILED = 'It has failed: no money moved';

interface Style {
	context: IExecuteFunctions;
	directory: CustomerDirectory<Customer>;
	simplify: boolean;
}

type Left = Reconciled<Addition>['left'][number];

/** A row with what was found (reference.md "Balance: Reconcile"). */
export function toRowItem(
	style: Style,
	itemIndex: number,
	{ customerId, customerName, charge, key, batchName }: IdentifiedRow,
	{ found, item, entry, why }: Finding<Addition>,
): INodeExecutionData {
	const { amount, currency } = charge;
	const asked = { customerId, customerName, amount, currency };
	const names = { idempotencyKey: key ?? entry?.key, batchName: batchName ?? entry?.batch };
	const reason = why && REASONS[why];
	const record = recordOf(style, { found, reason, ...asked }, { item, entry, names });
	const json = style.simplify ? record : { _gmc: record };
	return { json, pairedItem: { item: itemIndex } };
}

/** An addition that is in no row, with what the ledger knows about it. */
export function toListedItem(style: Style, item: Left): INodeExecutionData {
	const { context, directory, simplify } = style;
	const { addition, identifier, amount, currency, entry, isFailed } = item;
	const { customerId, customerName } = customerOf(identifier, directory);
	const reason = isFailed ? FAILED : undefined;
	const listed = { found: 'onlyListed', reason, customerId, customerName, amount, currency };
	const names = { idempotencyKey: entry?.key, batchName: entry?.batch };
	const record = recordOf(style, listed, { item, names });
	if (simplify) return { json: record };
	const _gmc = withoutUndefined({
		...record,
		workflow: entry?.workflow,
		hasFailed: isFailed || undefined,
	});
	return toItem(context, withNodeMetadata(addition, _gmc));
}

interface Sources {
	item?: Pick<Left, 'addition' | 'itemId'>;
	entry?: Entry;
	names: IDataObject;
}

/** Adds the time and, in a flat record, GMC's status. */
function recordOf(
	{ context, directory, simplify }: Style,
	asked: IDataObject,
	{ item, entry, names }: Sources,
): IDataObject {
	const timeZone = context.getTimezone();
	const madeAt = item ? certainTimeOf(item.addition, timeZone) : undefined;
	const at = madeAt ?? entry?.askedAt;
	const isOwn = ({ itemId }: AdditionItem) => itemId === item?.itemId;
	const status =
		item &&
		simplifyAddition(item.addition, directory, timeZone)[readItems(item.addition).findIndex(isOwn)]
			.status;
	return withoutUndefined({
		...asked,
		customerId: simplify ? asked.customerId : undefined,
		additionId: item?.addition._id ?? entry?.additionId,
		status: simplify ? (status as string | undefined) : undefined,
		...names,
		at: at === undefined ? undefined : localTime(at, timeZone),
	});
}

/** @param failed rows that could not be read */
export function hintAtFound(
	context: IExecuteFunctions,
	{ findings, left }: Reconciled<Addition>,
	failed: number,
	isWhole: boolean,
): void {
	const counts = { listed: 0, paidBefore: 0, uncertain: 0, notListed: 0, failed };
	for (const { found } of findings) counts[found]++;
	const rows = tally(counts, {
		listed: (n) => `${number(n)} listed`,
		paidBefore: (n) => `${number(n)} paid before`,
		uncertain: (n) => `${number(n)} uncertain`,
		notListed: (n) => `${number(n)} not listed`,
		failed: (n) => `${number(n)} could not be read`,
	});
	const all = count(findings.length + failed, 'row', 'rows');
	const inNoRow = count(left.length, 'top-up', 'top-ups');
	const incomplete = isWhole ? '' : ". GMC's list of this period is incomplete";
	const isClear = counts.uncertain + counts.notListed + failed + left.length === 0 && isWhole;
	const message = `Of ${all}: ${rows}. ${inNoRow} of the period in no row${incomplete}`;
	showHint(context, isClear ? 'info' : 'warning', message);
}
