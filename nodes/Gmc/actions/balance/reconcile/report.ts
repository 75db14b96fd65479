import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { hasFailed } from '../../../core/additions/item';
import type { AdditionItem } from '../../../core/additions/item';
import { certainTimeOf } from '../../../core/additions/recent';
import type { Known } from '../../../core/reconcile/known';
import type { Finding } from '../../../core/reconcile/books';
import { localTime } from '../../../core/time/time';
import { withoutUndefined } from '../../../shared/errors';
import { toItem, withNodeMetadata } from '../../../shared/items';
import type { IdentifiedRow } from './identifyRows';

const at = (context: IExecuteFunctions, millis: number | undefined) =>
	millis === undefined ? undefined : localTime(millis, context.getTimezone());

/** What was found of a row, and of one without a name what the ledger has that may be it (reference.md "Balance: Reconcile"). */
export function toRowItem(
	context: IExecuteFunctions,
	{ read, customerName }: IdentifiedRow,
	{ found, item, entry, other }: Finding<Addition>,
): INodeExecutionData {
	const { request, key, batch, itemIndex } = read;
	const { amount, currency } = request;
	const madeAt = item && certainTimeOf(item.addition, context.getTimezone());
	const _gmc = withoutUndefined({
		found,
		customerName,
		amount,
		currency,
		additionId: item?.addition._id ?? (entry ?? other)?.additionId,
		idempotencyKey: key ?? other?.key,
		batchName: batch?.label ?? other?.batch,
		workflow: other?.workflow,
		at: at(context, madeAt ?? (entry ?? other)?.askedAt),
	});
	return { json: { _gmc }, pairedItem: { item: itemIndex } };
}

/** An addition of the period that is in no row, with what the ledger knows of it. */
export async function toListedItem(
	context: IExecuteFunctions,
	client: GmcClient,
	item: AdditionItem<Addition>,
	{ owners }: Known,
): Promise<INodeExecutionData> {
	const { addition, claim, identifier: value, amount, currency } = item;
	const owner = owners.get(addition._id);
	const found = (await client.directory()).find({ by: 'id', value: value ?? '' });
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
		at: at(context, certainTimeOf(addition, context.getTimezone())),
		hasFailed: hasFailed(addition, claim) || undefined,
	});
	return toItem(context, withNodeMetadata(addition, _gmc));
}
