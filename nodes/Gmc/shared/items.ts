import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Addition, ServiceRecord } from '../core/service/record';
import { shownItems } from '../core/additions/item';
import type { Customers } from '../core/additions/simplified';
import { simplifyItem } from '../core/additions/simplified';
import { toOutput } from '../core/service/record';
import { mapItems } from './eventLoop';

type ZonedContext = Pick<IExecuteFunctions, 'getTimezone'>;

/**
 * A record of GMC as an item, repaired (reference.md "Operations").
 *
 * @param itemIndex the input item that it is paired with; a trigger has none
 */
export function toItem(
	context: ZonedContext,
	record: ServiceRecord,
	itemIndex?: number,
): INodeExecutionData {
	const json = toOutput(record, context.getTimezone()) as IDataObject;
	return itemIndex === undefined ? { json } : { json, pairedItem: { item: itemIndex } };
}

/** The record with the node's own data in front, because the editor's table shows the first keys. */
export const withNodeMetadata = (record: ServiceRecord, _gmc: IDataObject): ServiceRecord =>
	Object.assign({ _gmc }, record, { _gmc });

/**
 * Additions as flat records, one for each item (reference.md "Simplify").
 *
 * @param customersOf lists the customers. If that fails, the records have no names
 * @param identifiers of the customer whose items are wanted, if an addition has any. Undefined: all items
 */
export async function flatRecords(
	context: ZonedContext,
	additions: Addition[],
	customersOf: () => Promise<Customers>,
	identifiers?: string[],
): Promise<IDataObject[]> {
	const timeZone = context.getTimezone();
	const customers = additions.length > 0 ? await customersOf().catch(() => undefined) : undefined;
	const records = await mapItems(additions.length, (index) =>
		shownItems(additions[index], identifiers).map(
			(item) => simplifyItem(item, customers, timeZone) as IDataObject,
		),
	);
	return records.flat();
}
