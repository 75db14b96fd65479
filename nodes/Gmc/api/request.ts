import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import type { Failure, ServiceOperation } from '../core/service/failure';
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
	/** Whoever asks will do so again by itself, so a read that is late is not repeated: the service may still be at it. */
	isAskedAgain?: boolean;
	/** Epoch milliseconds after which it must not leave any more; a repetition neither. */
	leaveBy?: number;
}

/** Changes nothing and lists nothing: a day before there was any addition (service.md 4.3). */
export const TRIAL: GmcRequest = {
	operation: 'listAdditions',
	method: 'GET',
	path: '/transactions/add-balance/all',
	query: { initialDate: '2000-01-01', finalDate: '2000-01-01' },
};

/** A login is repeated where it is made. */
export const isRepeatedElsewhere = ({ isAskedAgain }: GmcRequest, { cause }: Failure): boolean =>
	cause === 'login' || (cause === 'timeout' && isAskedAgain === true);

export interface GmcResponse {
	statusCode: number;
	/** Parsed JSON, or the text when the answer was no JSON. */
	body: unknown;
	/** That were sent, and that nobody may read should the answer repeat them. */
	secrets: string[];
}

/** A request as n8n's helper takes it. @param timeoutMs of silence (n8n.md H3) */
export function optionsOf(
	request: GmcRequest,
	baseUrl: string,
	timeoutMs: number,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: baseUrl + request.path,
		qs: request.query,
		body: request.body,
		headers: request.body === undefined ? {} : { 'Content-Type': 'application/json' },
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// A 401, too: n8n would send a write again (n8n.md C3).
		ignoreHttpStatusErrors: true,
	};
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
	if (problem !== undefined) throw new InputError({ message: problem, code: 'FIELD_INVALID' });
	return encodeURIComponent(id);
}
