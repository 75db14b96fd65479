import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { UnknownCreation } from '../core/customers/creations';
import type { Explanation } from '../core/service/explain';
import { explain } from '../core/service/explain';
import { GmcRequestError } from '../core/service/failure';
import { InputError } from '../core/util/inputError';

/** What went wrong with one row, ready to be thrown or to be given out as an item. */
export interface RowProblem extends Explanation {
	itemIndex: number;
	details: IDataObject;
	/** HTTP status; set when the service answered. */
	statusCode?: number;
	/** Whether a request has failed, sent or not; otherwise the row never came to one. */
	requested: boolean;
}

/**
 * @param error a GmcRequestError, an InputError, or whatever n8n threw while resolving a field
 * @param itemIndex from 0; the text counts rows from 1, as a spreadsheet does
 */
export function toRowProblem(error: unknown, itemIndex: number): RowProblem {
	const problem = toRunProblem(error);
	return { ...problem, itemIndex, message: `Row ${itemIndex + 1}: ${problem.message}` };
}

/** The same for what is about the run as a whole. It still needs an item to stand at: the first one. */
export function toRunProblem(error: unknown): RowProblem {
	const itemIndex = 0;
	if (error instanceof GmcRequestError) {
		const { failure, operation } = error;
		const { message, description } = explain(failure, operation);
		const { statusCode, code } = failure;
		const serviceMessage = failure.cause === 'status' ? failure.message : undefined;
		const details = withoutUndefined({ statusCode, code, message: serviceMessage, description });
		return { itemIndex, message, description, details, statusCode, requested: true };
	}
	const { message } = error as Error;
	const description = error instanceof InputError ? error.description : '';
	const code = error instanceof InputError ? error.code : undefined;
	const said = error instanceof UnknownCreation ? error.details : {};
	const details = withoutUndefined({ code, ...said, description: description || undefined });
	return { itemIndex, message, description, details, requested: false };
}

/** The error that ends the run, on the row it is about. Holds no header, body or credential. */
export function toNodeError(
	context: IExecuteFunctions,
	problem: RowProblem,
): NodeApiError | NodeOperationError {
	const { message, description, itemIndex, requested, details } = problem;
	const node = context.getNode();
	const error = requested
		? apiError(node, problem, itemIndex)
		: new NodeOperationError(node, message, { description, itemIndex });
	if (requested || details.outcome !== undefined) error.context.data = details;
	return error;
}

/**
 * The row as an error item. Only the keys `error` and `details`: that is what n8n routes to the error output
 * with the input beside it (n8n.md E8); for older versions see `markForErrorOutput`.
 */
export function toErrorItem({ message, details, itemIndex }: RowProblem): INodeExecutionData {
	return { json: { error: message, details }, pairedItem: { item: itemIndex } };
}

/** Whether an item is one that `toErrorItem` made: by its keys, as n8n knows them, too. */
export const isErrorItem = ({ json }: INodeExecutionData): boolean =>
	'error' in json && Object.keys(json).every((key) => key === 'error' || key === 'details');

/**
 * n8n up to 2.20 knows an item for the error output by its property `error` only. By an ordinary one it would
 * cut the item's json down to the message; a hidden one is gone once n8n has put the input beside the item.
 */
export function markForErrorOutput(node: INode, items: INodeExecutionData[]): INodeExecutionData[] {
	if (node.onError !== 'continueErrorOutput') return items;
	for (const item of items.filter(isErrorItem)) {
		const error = new NodeOperationError(node, String(item.json.error));
		Object.defineProperty(item, 'error', { value: error, enumerable: false });
	}
	return items;
}

function apiError(node: INode, problem: RowProblem, itemIndex?: number): NodeApiError {
	const { message, description, statusCode } = problem;
	const httpCode = statusCode === undefined ? undefined : String(statusCode);
	return new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
}

/** The error for what is about no row, to be thrown. One of n8n's own stays as it is. */
export function asNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof GmcRequestError) return apiError(node, toRunProblem(error));
	if (error instanceof InputError) {
		return new NodeOperationError(node, error.message, { description: error.description });
	}
	return new NodeOperationError(node, error as Error);
}

/**
 * Under "Continue" the problem becomes an item, otherwise it ends the run.
 *
 * @throws NodeApiError or NodeOperationError under On Error: Stop Workflow
 */
export function reportProblem(context: IExecuteFunctions, problem: RowProblem): INodeExecutionData {
	if (context.continueOnFail()) return toErrorItem(problem);
	throw toNodeError(context, problem);
}

/** A copy without the fields that are undefined. */
export function withoutUndefined(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
