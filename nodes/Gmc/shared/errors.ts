import type { FunctionsBase, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { stopsRun } from '../core/additions/outcome';
import type { Explanation } from '../core/service/explain';
import { explain } from '../core/service/explain';
import { GmcRequestError } from '../core/service/failure';
import { InputError } from '../core/util/inputError';
/** Every context of n8n in which something is said. */
type SpeakingContext = Pick<FunctionsBase, 'getNode'>;

/** What went wrong, ready to be thrown. */
export interface Problem extends Explanation {
	/** Of the row that it is about, from 0; undefined where it is about the run. */
	itemIndex?: number;
	/** Beside the description, which is among the details that are given out. */
	details: IDataObject;
	/** HTTP status; set when the service answered. */
	statusCode?: number;
	/** Whether a request has failed, sent or not; otherwise the row never came to one. */
	requested: boolean;
	/** Whether it is about more than the row, so that rows after it are kept back. */
	endsRun?: boolean;
}

/** What went wrong with one row, ready to be given out as an item, too. */
export interface RowProblem extends Problem {
	itemIndex: number;
}

/** @param error a GmcRequestError, an InputError, or whatever n8n threw while resolving a field */
export const toRowProblem = (error: unknown, itemIndex: number): RowProblem => ({
	...toRunProblem(error),
	itemIndex,
});

/** The message with the number of its row, counted from 1 as in a spreadsheet, for where n8n does not show the item. */
export const ofRow = ({ itemIndex, message }: RowProblem): string =>
	`Row ${itemIndex + 1}: ${message}`;

/** The same for what is about the run as a whole. */
export function toRunProblem(error: unknown): Problem {
	if (error instanceof GmcRequestError) {
		const { failure, operation } = error;
		const { statusCode, code: cause } = failure;
		const serviceMessage = failure.cause === 'status' ? failure.message : undefined;
		const details = withoutUndefined({ statusCode, cause, message: serviceMessage });
		const endsRun = stopsRun(failure);
		return {
			...explain(failure, operation),
			details,
			statusCode,
			requested: true,
			endsRun,
		};
	}
	if (!(error instanceof InputError)) {
		const { message } = error as Error;
		return { message, code: 'UNEXPECTED', details: {}, requested: false };
	}
	const { message, advice: description, code, details } = error;
	return { message, description, code, details: { ...details }, requested: false };
}

/** A problem in words. */
function inWords({ message, description = '', code, details }: Problem) {
	return {
		message,
		description,
		details: { code, ...details, ...(description && { description }) },
	};
}

/**
 * The error that ends the run, on the row it is about. Holds no header, body or credential. What an error item has as
 * `details` stands in `context.details`.
 *
 * @param shown words for what n8n shows, where they are about more than the row
 */
export function toNodeError(
	context: SpeakingContext,
	problem: Problem,
	shown: Partial<Explanation> = {},
): NodeApiError | NodeOperationError {
	const { details } = inWords(problem);
	const words = inWords({ ...problem, ...shown });
	const [message, description] = [words.message, words.description].map(asHtml);
	const { requested, statusCode, itemIndex } = problem;
	const httpCode = statusCode === undefined ? undefined : String(statusCode);
	// n8n shows the item beside the message, where there are several (n8n.md E23).
	const error = requested
		? new NodeApiError(context.getNode(), {}, { message, description, httpCode, itemIndex })
		: new NodeOperationError(context.getNode(), message, { description, itemIndex });
	error.context.details = details;
	return error;
}

/**
 * The row as an error item. Only the keys `error` and `details`: that is what n8n routes to the error output
 * with the input beside it (n8n.md E8).
 */
export function toErrorItem(problem: RowProblem): INodeExecutionData {
	const { details } = inWords(problem);
	return { json: { error: ofRow(problem), details }, pairedItem: { item: problem.itemIndex } };
}

/** Whether an item is one that `toErrorItem` made: by its keys, as n8n knows them, too. */
export const isErrorItem = ({ json }: INodeExecutionData): boolean =>
	'error' in json && Object.keys(json).every((key) => key === 'error' || key === 'details');

/**
 * The error for what is about no row, to be thrown. One of n8n's own stays as it is.
 *
 * @param details of what became of the rows
 */
export function asNodeError(
	context: SpeakingContext,
	error: unknown,
	details: IDataObject = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof GmcRequestError || error instanceof InputError)) {
		return new NodeOperationError(context.getNode(), error as Error);
	}
	const problem = toRunProblem(error);
	return toNodeError(context, { ...problem, details: { ...details, ...problem.details } });
}

/** A copy without the fields that are undefined. */
export function withoutUndefined(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

const REPLACED: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/**
 * A text for the places where n8n's editor renders HTML: hints, the descriptions of errors, and their messages in the
 * notice of a failed execution (n8n.md E18). The same message is plain text elsewhere, so an ampersand stays as it is
 * unless HTML would read more into it.
 */
export const asHtml = (text: string): string =>
	text.replace(/[<>]|&(?=#?\w+;)/g, (character) => REPLACED[character]);
