import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Failure, ServiceOperation } from '../core/service/failure';
import {
	GmcRequestError,
	isTransient,
	networkFailure,
	statusFailure,
} from '../core/service/failure';
import { idProblem } from '../core/service/id';
import { InputError } from '../core/util/inputError';
import type { GmcCredential } from '../core/service/credential';
import { secretsOf, serviceUrl } from '../core/service/credential';
import { delays } from '../core/util/delays';
import { retryDelay } from '../core/util/retry';
import { failureOf } from './requestError';
import { hasUntriedToken, tokensSentWith } from './session';
import { withTimeout } from './withTimeout';

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

/** How long the service is waited for. */
export interface TransportLimits {
	/** Per request. */
	timeoutSeconds?: number;
	/** For all requests together, logins and repeated reads included, from now on. */
	budgetMs?: number;
}

/** A failure without a response is an error that n8n threw. */
type Sent =
	| { failure: Failure; response?: IN8nHttpFullResponse }
	| { failure?: undefined; response: IN8nHttpFullResponse };

const DEFAULT_TIMEOUT_SECONDS = 60;
/** Times a request is sent at most while other processes keep ending its session. */
const MAX_SENDS = 6;
const OTHER_LOGIN_LOOKS = 3;

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

/**
 * Sends every request but the login, which n8n asks the credential for (see `session.ts`). Reads are
 * repeated after transient faults. A POST, PATCH or DELETE is repeated only after a 401, as a read is, too: it
 * proves that nothing was done (n8n.md C3, CONTRIBUTING M2). n8n repeats the request itself once it has logged in;
 * where another login has ended that session, `send` does, while there is a token that was not tried.
 */
export class GmcTransport {
	private credential?: Promise<GmcCredential & IDataObject>;

	private readonly timeoutMs: number;

	/** Epoch milliseconds at which the budget is used up. */
	private readonly deadline: number;

	constructor(
		private readonly context: GmcContext,
		{ timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, budgetMs = Infinity }: TransportLimits = {},
	) {
		this.timeoutMs = timeoutSeconds * 1000;
		this.deadline = Date.now() + budgetMs;
	}

	/** The service's clock less that of n8n, in milliseconds, by the last answer that told its time. */
	clockOffset?: number;

	/** Milliseconds left of the budget. */
	get timeLeft(): number {
		return this.deadline - Date.now();
	}

	/**
	 * Sends a request, repeatedly if need be (see above), and waits in between.
	 *
	 * @returns any 2xx answer, as it came; `ask` reads it
	 * @throws GmcRequestError for everything else, saying what it proves
	 */
	async send(request: GmcRequest): Promise<GmcResponse> {
		const isRead = request.method === 'GET';
		for (let attempt = 1; ; attempt++) {
			const options = await this.options(request);
			const { failure, response } = await this.sendWithRelogin(options);
			if (failure === undefined) return { statusCode: response.statusCode, body: response.body };
			const isRefused = failure.statusCode === 401 && attempt < MAX_SENDS;
			if (isRefused && (await this.hasOtherToken(options))) continue;
			// A login was repeated where it is made.
			const mayRepeat = isRead && isTransient(failure) && failure.cause !== 'login';
			const delay = mayRepeat
				? retryDelay(attempt, response?.headers['retry-after'], Date.now(), Math.random())
				: undefined;
			if (delay === undefined || delay >= this.timeLeft) {
				throw new GmcRequestError(request.operation, failure);
			}
			await sleep(delay);
		}
	}

	/**
	 * After a 401 in spite of a login: looks a few times whether another process, or another request of this
	 * one, has got a token since. Whatever was sent may be sent again with that: a 401 proves that nothing was
	 * done.
	 */
	private async hasOtherToken(options: IHttpRequestOptions): Promise<boolean> {
		for (let look = 0; look < OTHER_LOGIN_LOOKS; look++) {
			await sleep(Math.random() * delays.otherLoginMs);
			const stored = await this.context.getCredentials<GmcCredential & IDataObject>('gmcApi');
			if (hasUntriedToken(stored, options)) return true;
		}
		return false;
	}

	/**
	 * Up to 2.0 n8n takes `ignoreHttpStatusErrors` for "all of them" and hands a 401 on instead of logging in.
	 * Told to ignore none, it logs in and sends again; the 401 has proved that nothing was done.
	 */
	private async sendWithRelogin(options: IHttpRequestOptions): Promise<Sent> {
		const sent = await this.request(options);
		if (sent.failure?.statusCode !== 401 || sent.response === undefined) return sent;
		options.ignoreHttpStatusErrors = false;
		return await this.request(options);
	}

	private async request(options: IHttpRequestOptions): Promise<Sent> {
		try {
			// The timeout of a request does not cover the login that n8n may put before it.
			const response = await withTimeout<IN8nHttpFullResponse>(
				this.context.helpers.httpRequestWithAuthentication.call(this.context, 'gmcApi', options),
				this.timeLeft,
			);
			if (response === 'late') return { failure: networkFailure({ code: 'ETIMEDOUT' }) };
			const { statusCode, body } = response;
			this.clockOffset = clockOffsetOf(response.headers.date) ?? this.clockOffset;
			if (statusCode >= 200 && statusCode < 300) return { response };
			const secrets = await this.secrets(options);
			return { failure: statusFailure(statusCode, body, secrets), response };
		} catch (error) {
			return { failure: failureOf(error, await this.secrets(options)) };
		}
	}

	/** Of the credential, and every token that has gone out with the request. */
	private async secrets(options: IHttpRequestOptions): Promise<string[]> {
		return [...secretsOf((await this.credential)!), ...tokensSentWith(options)];
	}

	private async options(request: GmcRequest): Promise<IHttpRequestOptions> {
		this.credential ??= this.context.getCredentials<GmcCredential & IDataObject>('gmcApi');
		return {
			method: request.method,
			url: serviceUrl(await this.credential) + request.path,
			qs: request.query,
			body: request.body,
			headers: request.body === undefined ? {} : { 'Content-Type': 'application/json' },
			json: true,
			timeout: Math.min(this.timeoutMs, Math.max(1, this.timeLeft)),
			returnFullResponse: true,
			// Without the exception n8n would not log in again after a 401 (n8n.md C3).
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
		};
	}
}

/** HTTP tells whole seconds; in the middle of one it is half a second wrong at most. */
function clockOffsetOf(date: unknown): number | undefined {
	const millis = typeof date === 'string' ? Date.parse(date) : NaN;
	return Number.isNaN(millis) ? undefined : millis + 500 - Date.now();
}
