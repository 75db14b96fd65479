import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition, Customer } from '../../../api/schemas';
import type { AdditionItem } from '../../../core/additions/item';
import { hasFailed } from '../../../core/additions/item';
import { certainTimeOf } from '../../../core/additions/recent';
import type { CustomerDirectory } from '../../../core/customers/directory';
import type { Finding, Known, Reconciled } from '../../../core/reconcile/books';
import { count, number, tally } from '../../../core/texts/words';
import { localTime } from '../../../core/time/time';
import { withoutUndefined } from '../../../shared/errors';
import { showHint } from '../../../shared/hints';
import { toItem, withNodeMetadata } from '../../../shared/items';
import type { IdentifiedRow } from './sheet';

const localTimeOf = (context: IExecuteFunctions, millis: number | undefined) =>
	millis === undefined ? undefined : localTime(millis, context.getTimezone());

/** What was found of a row, and of one without a name what the ledger has that may be it (reference.md "Balance: Reconcile"). */
export function toRowItem(
	context: IExecuteFunctions,
	{ read, customerName }: IdentifiedRow,
	{ found, item, entry }: Finding<Addition>,
): INodeExecutionData {
	const { request, key, batch, itemIndex } = read;
	const { amount, currency } = request;
	const madeAt = item && certainTimeOf(item.addition, context.getTimezone());
	const _gmc = withoutUndefined({
		found,
		customerName,
		amount,
		currency,
		additionId: item?.addition._id ?? entry?.additionId,
		idempotencyKey: key ?? entry?.key,
		batchName: batch?.label ?? entry?.batch,
		at: localTimeOf(context, madeAt ?? entry?.askedAt),
	});
	return { json: { _gmc }, pairedItem: { item: itemIndex } };
}

/** An item of an addition of the period that is in no row, with what the ledger knows of it. */
export function toListedItem(
	context: IExecuteFunctions,
	directory: CustomerDirectory<Customer>,
	{ addition, claim, identifier: value = '', amount, currency }: AdditionItem<Addition>,
	{ owners }: Known,
): INodeExecutionData {
	const owner = owners.get(addition._id);
	const found = directory.find({ by: 'id', value });
	const name = 'customer' in found ? found.customer.name : undefined;
	const _gmc = withoutUndefined({
		found: 'onlyListed',
		customerName: typeof name === 'string' ? name : undefined,
		amount,
		currency,
		additionId: addition._id,
		idempotencyKey: owner?.key,
		batchName: owner?.batch,
		workflow: owner?.workflow,
		at: localTimeOf(context, certainTimeOf(addition, context.getTimezone())),
		hasFailed: hasFailed(addition, claim) || undefined,
	});
	return toItem(context, withNodeMetadata(addition, _gmc));
}

type Why = NonNullable<Finding<Addition>['why']>;

const WHY: Record<Why, (rows: number) => string> = {
	contradicted: (rows) =>
		`The names of ${count(rows, 'row', 'rows')} (Idempotency Key or batch) have paid another customer, amount or currency by the ledger or by GMC's list, or stand at another row, too. Nobody but you can tell whether ${rows === 1 ? 'it is' : 'they are'} paid: look at the ledger and at GMC`,
	open: (rows) =>
		`${count(rows, 'row equals', 'rows equal')} what is in doubt in the ledger under an Idempotency Key or a batch. Run that again first`,
	otherName: (rows) =>
		`${count(rows, 'row without a name equals', 'rows without a name equal')} what another Idempotency Key or batch has paid: ${rows === 1 ? 'it is' : 'they are'} uncertain. Map Idempotency Key or Batch Name if ${rows === 1 ? 'it has' : 'they have'} one`,
};

/** @param failed rows that could not be read @param unasked what names have paid, and GMC could not be asked for */
export function hintAtFound(
	context: IExecuteFunctions,
	{ findings, left }: Reconciled<Addition>,
	{ failed, unasked, isWhole }: { failed: number; unasked: number; isWhole: boolean },
): void {
	const warn = (message: string) => showHint(context, 'warning', message);
	const counts = { listed: 0, paidBefore: 0, uncertain: 0, notListed: 0, failed };
	for (const { found } of findings) counts[found]++;
	const rows = tally(counts, {
		listed: (n) => `${number(n)} listed`,
		paidBefore: (n) => `${number(n)} paid before`,
		uncertain: (n) => `${number(n)} uncertain`,
		notListed: (n) => `${number(n)} not listed`,
		failed: (n) => `${number(n)} could not be read`,
	});
	const isClear = counts.uncertain + counts.notListed + failed + left.length === 0;
	const all = count(findings.length + failed, 'row', 'rows');
	const inNoRow = count(left.length, 'addition', 'additions');
	const message = `Of ${all}: ${rows}. ${inNoRow} of the period in no row`;
	showHint(context, isClear ? 'info' : 'warning', message);
	if (!isWhole) {
		warn(
			"GMC's list of this period comes cut, even for a single day: a row that it does not show is uncertain. Ask for a shorter period, or ask GMC for a complete list.",
		);
	}
	for (const [why, say] of Object.entries(WHY) as Array<[Why, (rows: number) => string]>) {
		const alike = findings.filter((finding) => finding.why === why).length;
		if (alike > 0) warn(say(alike));
	}
	if (unasked > 0) {
		warn(
			`Of ${count(unasked, 'addition', 'additions')} that names have paid GMC has told nothing: whether one has failed since is not known. An earlier Since lists those of other days`,
		);
	}
}
