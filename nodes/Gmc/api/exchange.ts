import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import type { Failure } from '../core/service/failure';
import { networkFailure, statusFailure } from '../core/service/failure';
import { Dispatch, dispatchWith } from './dispatch';
import type { GmcContext } from './request';
import { failureOf } from './requestError';
import { withTimeout } from './withTimeout';

/** What became of one request; a failure without a response is an error that n8n threw. */
export type Exchange = {
	/** With which it went out. */
	token?: string;
	/** It did not go out, since every token that there was had been refused. */
	isHeld?: boolean;
} & (
	| { failure: Failure; response?: IN8nHttpFullResponse }
	/** With what nobody may read, should the answer repeat it. */
	| { failure?: undefined; response: IN8nHttpFullResponse; secrets: string[] }
);

interface ExchangeLimits {
	/** From the moment the request leaves to the end of its answer. */
	timeoutMs: number;
	/** For the login before it, too. */
	timeLeft: number;
	/** Tokens that it must not go out with. */
	refused: ReadonlySet<string>;
	/** That must not come out, beside the token. */
	secrets: string[];
	/** Epoch milliseconds after which it must not leave. */
	leaveBy?: number;
}

/**
 * Sends a request through n8n's helper, which logs in before where there is no token: once at most, since every
 * status is handed back (n8n.md C3) and the credential lets it out but once (see `Dispatch`).
 *
 * @param options of its own for each exchange
 * @returns the answer, whatever its status; never throws
 */
export async function exchange(
	context: GmcContext,
	options: IHttpRequestOptions,
	{ timeoutMs, timeLeft, refused, secrets, leaveBy }: ExchangeLimits,
): Promise<Exchange> {
	const dispatch = new Dispatch(timeoutMs, refused, leaveBy);
	dispatchWith(options, dispatch);
	const all = () => [...secrets, ...refused, ...(dispatch.token ? [dispatch.token] : [])];
	const { httpRequestWithAuthentication } = context.helpers;
	try {
		const answer = httpRequestWithAuthentication.call(context, 'gmcApi', options);
		const response = await withTimeout<IN8nHttpFullResponse | 'late'>(
			Promise.race([answer, dispatch.late]),
			timeLeft,
		);
		const { token } = dispatch;
		if (response === 'late') return { token, failure: networkFailure({ code: 'ETIMEDOUT' }) };
		const { statusCode, body } = response;
		if (statusCode >= 200 && statusCode < 300) return { token, response, secrets: all() };
		return { token, failure: statusFailure(statusCode, body, all()), response };
	} catch (error) {
		const { token, isHeld } = dispatch;
		return { token, isHeld, failure: failureOf(error, all()) };
	} finally {
		dispatch.end();
	}
}
