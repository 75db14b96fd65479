import { isTransientStatus } from '../pace/retry';
import { isServiceError, readErrorBody } from './errorBody';
import { isPermanentCode, provesNotSent } from './neverSent';

/**
 * What a failed request proves about the service's books (CONTRIBUTING M1).
 * - `refused`: the service itself answered a definite 4xx, so nothing was done;
 * - `notSent`: no byte left (DNS, connect, TLS handshake) or the login failed, so nothing was done;
 * - `unknown`: it may have been done.
 */
export type Proof = 'refused' | 'notSent' | 'unknown';

/** Where a request went wrong, in a form that explains itself without n8n. */
export interface Failure {
	proof: Proof;
	/** `tooLate`: it had waited for so long that it must not leave any more. */
	cause: 'status' | 'login' | 'network' | 'timeout' | 'cancelled' | 'unreadable' | 'tooLate';
	/** HTTP status, when an answer came. */
	statusCode?: number;
	/** `code` of the service's error body (service.md 2.9), or the transport's error code. */
	code?: string;
	/** `message` of the service's error body, as it came. */
	message?: string;
	/** Our own words: of a login that failed, of an answer that cannot be read. */
	own?: string;
	/** What can be seen in the credential that may be the reason. */
	advice?: string;
	/** A 4xx in another form than the service's own: a proxy or firewall in between may have sent it. */
	isFromIntermediary?: true;
	/** For a login: whether it may work a little later. A refused one does not. */
	isTransient?: boolean;
}

/** What was asked of the service; the same status means different things to each (service.md 7). */
export type ServiceOperation =
	| 'issueAddition'
	| 'getAddition'
	| 'listAdditions'
	| 'listCustomers'
	| 'createCustomer'
	| 'updateCustomer'
	| 'deleteCustomer';

/** A request that failed, or whose answer cannot be read. Carries no header, body or credential. */
export class GmcRequestError extends Error {
	constructor(
		readonly operation: ServiceOperation,
		readonly failure: Failure,
	) {
		const { message, own, statusCode, cause } = failure;
		const what = String(statusCode ?? cause);
		super(message ?? own ?? `The request to GMC failed (${what})`);
		this.name = 'GmcRequestError';
	}
}

/**
 * @param error what the helper threw for a request without an answer: `code` as Node.js and axios give it, and what
 *   it wraps
 */
export function networkFailure(error: unknown): Failure {
	const { code: raw } = (error ?? {}) as { code?: unknown };
	const code = typeof raw === 'string' ? raw : undefined;
	if (provesNotSent(error)) return { proof: 'notSent', cause: 'network', code };
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return { proof: 'unknown', cause: 'timeout', code };
	}
	if (code === 'ERR_CANCELED') return { proof: 'unknown', cause: 'cancelled', code };
	return { proof: 'unknown', cause: 'network', code };
}

/**
 * @param statusCode HTTP status outside 2xx
 * @param body parsed answer, or its text. Only the service's own error proves anything: a 4xx of what is in front of
 *   it may have been made up after the request was passed on
 * @param secrets that must not come out, should the answer repeat them
 */
export function statusFailure(statusCode: number, body: unknown, secrets: string[] = []): Failure {
	const told = { cause: 'status', statusCode, ...readErrorBody(body, secrets) } as const;
	// 408 and 429 are refusals in name, but a proxy may send them after passing the request on.
	const isDefinite =
		statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
	if (!isDefinite) return { proof: 'unknown', ...told };
	if (isServiceError(statusCode, body)) return { proof: 'refused', ...told };
	return { proof: 'unknown', ...told, isFromIntermediary: true };
}

/** A 2xx whose body is not what the operation answers with. */
export function unreadableFailure(statusCode: number, own: string): Failure {
	return { proof: 'unknown', cause: 'unreadable', statusCode, own };
}

/** Whether every further row would fail the same way: login or keys are refused, nobody is there, or it is cancelled. */
export function isFatal({ cause, proof, statusCode }: Failure): boolean {
	if (cause === 'login' || cause === 'cancelled') return true;
	return statusCode === 401 || (cause === 'network' && proof === 'notSent');
}

/** Whether the same read may well work a little later, with nobody doing anything about it. */
export function isTransient(failure: Failure): boolean {
	const { cause, statusCode = 0, code } = failure;
	if (cause === 'status') return isTransientStatus(statusCode);
	if (cause === 'login') return failure.isTransient === true;
	return cause === 'timeout' || (cause === 'network' && !isPermanentCode(code));
}
