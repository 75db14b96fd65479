import type { FunctionsBase, IDataObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { GmcRequestError, stopsRun } from '../core/service/failure';
import type { Explanation } from '../core/service/explain';
import { explain } from '../core/service/explain';
import { capitalized, inOne } from '../core/texts/words';
import { InputError } from '../core/util/inputError';

type NodeContext = Pick<FunctionsBase, 'getNode'>;

/** What went wrong. */
export interface Problem extends Explanation {
	/** The row, from 0. Undefined if the whole run is concerned. */
	itemIndex?: number;
	/** Output as `details`, together with code and description. */
	details: IDataObject;
	/** HTTP status, if GMC answered. */
	statusCode?: number;
	/** Whether a request failed, sent or not. */
	requested: boolean;
	/** Whether the rows after it must not be sent. */
	endsRun?: boolean;
}

/** What went wrong with one row. */
export interface RowProblem extends Problem {
	itemIndex: number;
	/** As GMC has it, or else as the row expects it. */
	customerName?: string;
}

/** @param error a GmcRequestError, an InputError, or an error of n8n while it resolved a field */
export const toRowProblem = (error: unknown, itemIndex: number): RowProblem => ({
	...toRunProblem(error),
	itemIndex,
});

/** Like `toRowProblem`, for the whole run. */
export function toRunProblem(error: unknown): Problem {
	if (error instanceof GmcRequestError) {
		const { failure, operation } = error;
		const { statusCode, code: cause, message, requestId } = failure;
		// Nothing was done, and what was wrong is right by now.
		const retryable = failure.isHealed && failure.proof === 'refused' ? true : undefined;
		const details = withoutUndefined({ statusCode, cause, message, retryable, requestId });
		const endsRun = stopsRun(failure);
		return { ...explain(failure, operation), details, statusCode, requested: true, endsRun };
	}
	if (!(error instanceof InputError)) {
		const { message } = error as Error;
		return { message, code: 'UNEXPECTED', details: {}, requested: false };
	}
	const { message, advice: description, code, details } = error;
	return { message, description, code, details: { ...details }, requested: false };
}

/** What workflows read of a problem. */
export const detailsOf = ({ description, code, details }: Problem): IDataObject => ({
	code,
	...details,
	...(description && { description }),
});

/**
 * The error that ends the run, with the item it concerns. It has no header, body or credential. `context.details` has the
 * `details` of an error item.
 *
 * @param shown replaces message, description or code in what n8n shows
 */
export function toNodeError(
	context: NodeContext,
	problem: Problem,
	shown: Partial<Record<keyof Explanation, string>> = {},
): NodeApiError | NodeOperationError {
	const said = { ...problem, ...shown };
	const explained = inOne(said.description, `Code: ${said.code}.`);
	const [message, description] = [capitalized(said.message), explained].map(asHtml);
	const { requested, statusCode, itemIndex } = problem;
	const httpCode = statusCode === undefined ? undefined : String(statusCode);
	const error = requested
		? new NodeApiError(context.getNode(), {}, { message, description, httpCode, itemIndex })
		: new NodeOperationError(context.getNode(), message, { description, itemIndex });
	error.context.details = detailsOf(problem);
	return error;
}

/**
 * The error to throw if no single row is concerned. An error of n8n is returned as it is.
 *
 * @param details added to those of the error
 */
export function asNodeError(
	context: NodeContext,
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

/** A copy without undefined fields. */
export function withoutUndefined(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

const REPLACED: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/**
 * Escapes a text, because n8n's editor renders hints, descriptions of errors, and messages in the notice of a failed
 * execution as HTML (n8n.md E18). Elsewhere the message is plain text, so an ampersand is only escaped if it would start an
 * entity.
 */
export const asHtml = (text: string): string =>
	text.replace(/[<>]|&(?=#?\w+;)/g, (character) => REPLACED[character]);
