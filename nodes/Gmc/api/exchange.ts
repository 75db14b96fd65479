import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { secretsOf, serviceUrl } from '../core/service/credential';
import type { Failure, ServiceOperation } from '../core/service/failure';
import { mayMeanToken, readErrorBody, refusedTokenIn } from '../core/service/errorBody';
import { networkFailure, statusFailure, unreadableFailure } from '../core/service/failure';
import { Dispatch, dispatches } from './dispatch';
import { checkedId } from '../core/service/record';
import { requestIdOf } from '../core/service/requestId';
import { withTimeout } from './withTimeout';

/** Every n8n context that sends requests. */
export type GmcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface GmcRequest {
	operation: ServiceOperation;
	method: IHttpRequestMethods;
	/** After the Base URL. Ids in it are encoded; see `pathOf`. */
	path: string;
	/** The path with `{id}` for each id, where it has any. */
	pattern?: string;
	query?: IDataObject;
	body?: IDataObject;
	/** The caller asks again by itself, so a read that times out is not repeated. */
	isAskedAgain?: boolean;
	/** Epoch milliseconds after which it must not be sent, not even again. */
	leaveBy?: number;
}

/**
 * Builds a path and encodes the ids in it, so that a row cannot reach another endpoint.
 *
 * @throws InputError for an id that is not allowed in a path
 */
export function pathOf(
	strings: TemplateStringsArray,
	...ids: string[]
): Pick<GmcRequest, 'path' | 'pattern'> {
	const path = String.raw({ raw: strings }, ...ids.map((id) => encodeURIComponent(checkedId(id))));
	return { path, pattern: strings.join('{id}') };
}

/** The result of one request. A failure without a response is an error that n8n threw. */
export type Exchange = {
	/** The token it was sent with. */
	token?: string;
	/** What GMC calls the request. */
	requestId?: string;
	/** It was not sent, because every known token was refused. */
	isWithheld?: boolean;
	/** The answer may mean that the token has ended, without a 401 to say so. */
	mayBeToken?: boolean;
} & (
	| { failure: Failure; response?: IN8nHttpFullResponse }
	/** With what must be hidden if the answer repeats it. */
	| { failure?: undefined; response: IN8nHttpFullResponse; secrets: string[] }
);

/** Whether it is a 401, also one that was cut off. */
export const isUnauthorized = ({ failure, response }: Exchange): boolean =>
	failure?.statusCode === 401 && (response?.statusCode ?? 401) === 401;

/**
 * Sends a request through n8n's helper, which logs in first if there is no token. It is sent once at most, because n8n
 * returns every status (n8n.md C3), and the credential lets it pass once only (see `Dispatch`).
 *
 * @param limits `timeoutMs` runs from sending the request to the end of its answer, `timeLeft` from now, with the login.
 *   `refused`: tokens that it must not use
 * @returns the answer, whatever its status. Never throws
 */
export async function exchange(...asked: Parameters<typeof send>): Promise<Exchange> {
	const [context, request] = asked;
	const started = Date.now();
	const exchanged = await send(...asked);
	log(context, request, { ...exchanged, ms: Date.now() - started });
	return exchanged;
}

async function send(
	context: GmcContext,
	{ method, path, query, body: sent, leaveBy }: GmcRequest,
	credential: GmcCredential,
	limits: { timeoutMs: number; timeLeft: number; refused: ReadonlySet<string> },
): Promise<Exchange> {
	const { timeoutMs, timeLeft, refused } = limits;
	const dispatch = new Dispatch(timeoutMs, refused, leaveBy);
	const options: IHttpRequestOptions = {
		method,
		url: serviceUrl(credential) + path,
		qs: query,
		body: sent,
		headers: sent === undefined ? {} : { 'Content-Type': 'application/json' },
		json: true,
		timeout: timeoutMs,
		returnFullResponse: true,
		// Also for a 401: n8n would repeat a write (n8n.md C3).
		ignoreHttpStatusErrors: true,
	};
	dispatches.set(options, dispatch);
	const all = () => [...secretsOf(credential), ...refused, dispatch.token ?? ''];
	try {
		const answer = context.helpers.httpRequestWithAuthentication.call(context, 'gmcApi', options);
		const response = await withTimeout<IN8nHttpFullResponse | 'late'>(
			Promise.race([answer, dispatch.late]),
			timeLeft,
		);
		const { token } = dispatch;
		if (response === 'late') return { token, failure: networkFailure({ code: 'ETIMEDOUT' }) };
		return { token, ...answered(response, method, all()) };
	} catch (error) {
		const { token, isWithheld } = dispatch;
		return { token, isWithheld, failure: failureOf(error, options.url, all()) };
	} finally {
		dispatch.end();
	}
}

/**
 * One line for each request at n8n's log level `debug`, without ids of records, queries, headers and bodies.
 *
 * @param ms how many milliseconds it took
 */
function log(
	{ logger }: GmcContext,
	{ method, path, pattern = path }: GmcRequest,
	{ failure, response, requestId, isWithheld, ms }: Exchange & { ms: number },
): void {
	if (isWithheld || failure?.proof === 'notSent') return;
	const result = response?.statusCode ?? failure?.statusCode ?? failure?.cause;
	const named = requestId === undefined ? '' : `, request ${requestId}`;
	logger.debug(`GMC: ${method} ${pattern}: ${result} after ${ms} ms${named}`);
}

/** What an answer says, by its status, or by a status in the body of a 2xx. @param secrets to hide in it */
export function answered(
	response: IN8nHttpFullResponse,
	method: IHttpRequestMethods,
	secrets: string[],
): Exchange {
	const { statusCode, body, headers } = response;
	const requestId = requestIdOf(headers, secrets);
	if (statusCode < 200 || statusCode >= 300) {
		const failure = { ...statusFailure(statusCode, body, secrets), requestId };
		return { failure, response, requestId, mayBeToken: mayMeanToken(statusCode) };
	}
	const told = refusedTokenIn(body);
	if (told === undefined) return { response, requestId, secrets };
	// About a write, a 2xx proves nothing (CONTRIBUTING M1).
	const failure =
		method === 'GET'
			? statusFailure(told, body, secrets)
			: { ...unreadableFailure(statusCode), ...readErrorBody(body, secrets) };
	return { failure: { ...failure, requestId }, response, requestId, mayBeToken: true };
}

interface RequestCause {
	/** Of an error of the login, or of a request that was not sent. */
	notSent?: Failure;
	response?: { status?: number; data?: unknown };
}

/** What an error of n8n's helper proves. Only status, code, the failed step and GMC's own text are taken from it. */
function failureOf(error: unknown, address: string, secrets: string[]): Failure {
	const cause = ((error as { cause?: unknown }).cause ?? error) as RequestCause;
	const { notSent, response: { status, data } = {} } = cause;
	if (notSent !== undefined) return notSent;
	// An answer that was cut off has a 2xx status.
	if (status !== undefined && status >= 300) return statusFailure(status, data, secrets);
	return networkFailure(cause, address);
}
