import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Customer } from '../../../api/schemas';
import { certainTimeOf } from '../../../core/additions/recent';
import { customerOf, itemStatus } from '../../../core/additions/simplified';
import type { CustomerDirectory } from '../../../core/customers/directory';
import type { SheetRow } from '../../../core/reconcile/names';
import type { Doubt, Finding } from '../../../core/reconcile/reconcile';
import { count, number, tally } from '../../../core/texts/words';
import { localTime } from '../../../core/time/time';
import { withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { toItem, withNodeMetadata } from '../../../shared/items';

/** Why a person must check, in the words of the output. */
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
	moved:
		'An equal top-up was sent to another customer, who had this tax ID then. Compare the two in GMC',
	failed: 'It has failed: no money moved',
};

interface Style {
	context: IExecuteFunctions;
	directory: CustomerDirectory<Customer>;
	simplify: boolean;
}

/**
 * A finding as an item (reference.md "Balance: Reconcile").
 *
 * @param row undefined for a top-up that is in no row. Without Simplify, that is GMC's record
 */
export function toOutputItem(
	{ context, directory, simplify }: Style,
	{ found, item, entry, why }: Finding,
	row?: { itemIndex: number; input: SheetRow },
): INodeExecutionData {
	const timeZone = context.getTimezone();
	const { customerId: givenAs, charge, key, batch } = row?.input ?? {};
	const { customerId, customerName } = customerOf(givenAs ?? item?.identifier, directory);
	const { amount, currency } = charge ?? item ?? {};
	const at = (item && certainTimeOf(item.addition, timeZone)) ?? entry?.askedAt;
	const record = withoutUndefined({
		found,
		reason: why && REASONS[why],
		customerId: simplify ? customerId : undefined,
		customerName,
		amount,
		currency,
		additionId: item?.addition._id ?? entry?.additionId,
		status: simplify && item ? (itemStatus(item) as string | undefined) : undefined,
		idempotencyKey: key ?? entry?.key,
		batchName: batch?.label ?? entry?.batch,
		at: at === undefined ? undefined : localTime(at, timeZone),
	});
	const pairedItem = row && { item: row.itemIndex };
	if (simplify) return { json: record, pairedItem };
	if (row !== undefined || item === undefined) return { json: { _gmc: record }, pairedItem };
	const hasFailed = why === 'failed' || undefined;
	const known = withoutUndefined({ workflow: entry?.workflow, hasFailed });
	return toItem(context, withNodeMetadata(item.addition, { ...record, ...known }));
}

/** @param failed rows that could not be read */
export function hintAtFound(
	context: IExecuteFunctions,
	findings: Finding[],
	{ failed, isWhole }: { failed: number; isWhole: boolean },
): void {
	const counts = { listed: 0, paidBefore: 0, uncertain: 0, notListed: 0, onlyListed: 0, failed };
	for (const { found } of findings) counts[found]++;
	const { onlyListed, ...ofRows } = counts;
	const rows = tally(ofRows, {
		listed: (n) => `${number(n)} listed`,
		paidBefore: (n) => `${number(n)} paid before`,
		uncertain: (n) => `${number(n)} uncertain`,
		notListed: (n) => `${number(n)} not listed`,
		failed: (n) => `${number(n)} could not be read`,
	});
	const all = count(findings.length - onlyListed + failed, 'row', 'rows');
	const inNoRow = count(onlyListed, 'top-up', 'top-ups');
	const incomplete = isWhole ? '' : ". GMC's list of this period is incomplete";
	const isClear = counts.uncertain + counts.notListed + failed + onlyListed === 0 && isWhole;
	const message = `Of ${all}: ${rows}. ${inNoRow} of the period in no row${incomplete}`;
	showHint(context, isClear ? 'info' : 'warning', message);
}
