import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Addition } from '../api/schemas';
import { toOutput } from '../core/service/record';

/** Additions as the GMC node gives them, one item each (interface). */
export function toItems(context: IPollFunctions, additions: Addition[]): INodeExecutionData[] {
	const timeZone = context.getTimezone();
	return additions.map((addition) => ({ json: toOutput(addition, timeZone) as IDataObject }));
}
