import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ALWAYS, MOST_FIELDS } from '../../../shared/output';

/**
 * The fields of a record, those that matter most first: the editor's table shows four or five, and n8n asks for ten at
 * most. One that is not here does not come out.
 */
const FIELDS = [
	'outcome',
	'customerName',
	'amount',
	'currency',
	'reason',
	'code',
	'columns',
	'idempotencyKey',
	'batchName',
	'additionId',
	'candidates',
	'customerId',
	'taxId',
	'nameMatch',
	'status',
	'note',
	'reconciled',
];

const OF_DRY_RUNS = ['columns', 'nameMatch'];

/** Those that a tool may leave out, in alphabetical order. */
export const CHOSEN_FIELDS = FIELDS.filter(
	(name) => !ALWAYS.includes(name) && !OF_DRY_RUNS.includes(name),
).sort();

/**
 * A failed row has `error` as well. Where n8n sends it to the error output, it lets through `error` and `details` only,
 * and puts them over the fields of the input (n8n.md E8).
 */
export function recordItem(
	context: IExecuteFunctions,
	itemIndex: number,
	fields: IDataObject,
): INodeExecutionData {
	const { reason } = fields;
	const given = FIELDS.filter((name) => fields[name] !== undefined);
	const first = (most: number): IDataObject =>
		Object.fromEntries(given.slice(0, most).map((name) => [name, fields[name]]));
	const pairedItem = { item: itemIndex };
	if (reason === undefined) return { json: first(MOST_FIELDS), pairedItem };
	const isSplit = context.getNode().onError === 'continueErrorOutput';
	const json = isSplit
		? { error: reason, details: first(MOST_FIELDS) }
		: { ...first(MOST_FIELDS - 1), error: reason };
	return { json, pairedItem };
}
