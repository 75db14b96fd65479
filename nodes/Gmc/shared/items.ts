import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ServiceRecord } from '../core/service/record';
import { toOutput } from '../core/service/record';

/**
 * A record of the service as an item, repaired (reference.md "Operations").
 *
 * @param itemIndex the input item that it is paired with; a trigger has none
 */
export function toItem(
	context: Pick<IExecuteFunctions, 'getTimezone'>,
	record: ServiceRecord,
	itemIndex?: number,
): INodeExecutionData {
	const json = toOutput(record, context.getTimezone()) as IDataObject;
	return itemIndex === undefined ? { json } : { json, pairedItem: { item: itemIndex } };
}

/** The record with the node's own words about it, in front: the editor's table shows the first keys. */
export function withNodeMetadata(record: ServiceRecord, _gmc: IDataObject): ServiceRecord {
	const others = { ...record };
	delete others._gmc;
	return { _gmc, ...others };
}
