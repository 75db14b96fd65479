import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { ServiceOperation } from '../core/service/failure';
import { idProblem } from '../core/service/id';
import { InputError } from '../core/util/inputError';

/** Every n8n context that may ask the service something. */
export type GmcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface GmcRequest {
	operation: ServiceOperation;
	method: IHttpRequestMethods;
	/** Below the Base URL; ids in it are encoded by the caller, see `pathOf`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
}

export interface GmcResponse {
	statusCode: number;
	/** Parsed JSON, or the text when the answer was no JSON. */
	body: unknown;
}

/**
 * A path of literal parts and ids, the ids encoded so that a row cannot reach another endpoint.
 *
 * @throws InputError for an id that cannot stand in a path
 */
export function pathOf(strings: TemplateStringsArray, ...ids: string[]): string {
	return String.raw({ raw: strings }, ...ids.map(encodeId));
}

function encodeId(id: string): string {
	const problem = idProblem(id);
	if (problem !== undefined) throw new InputError(problem);
	return encodeURIComponent(id);
}
