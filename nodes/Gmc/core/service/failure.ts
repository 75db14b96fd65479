import { isTransientStatus } from '../pace/retry';
import { isServiceError, mayMeanToken, readErrorBody } from './errorBody';
import { CERTIFICATE_CODES, obstacleOf } from './obstacle';

/**
 * What a failed request proves (CONTRIBUTING M1).
 * - `refused`: GMC itself answered a definite 4xx, so nothing was done
 * - `notSent`: no byte left (DNS, connect, TLS handshake) or the login failed, so nothing was done
 * - `unknown`: it may have been done
 */
export type Proof = 'refused' | 'notSent' | 'unknown';

/** Why a request failed, without types of n8n. */
export interface Failure {
	proof: Proof;
	/** `tooLate`: it waited past its deadline, and was not sent. */
	cause: 'status' | 'login' | 'network' | 'timeout' | 'cancelled' | 'unreadable' | 'tooLate';
	/** HTTP status, if an answer came. */
	statusCode?: number;
	/** `code` of GMC's error body (service.md 2.9), or the transport's error code. */
	code?: string;
	/** `message` of GMC's error body. */
	message?: string;
	/** Our own text, for a failed login, an answer that cannot be read, or why there was no connection. */
	own?: string;
	/** What GMC calls the request. */
	requestId?: string;
	/** A likely mistake in the credential. */
	advice?: string;
	/** A 4xx that is not in GMC's form: a proxy or firewall may have sent it. */
	isFromIntermediary?: true;
	/** A read has found since that the token had ended, and a login has helped: what comes next may go through. */
	isHealed?: true;
	/** For a login: whether it may work a little later. */
	isTransient?: boolean;
}

/** The same status means different things to each (service.md 7). */
export type ServiceOperation =
	| 'issueAddition'
	| 'getAddition'
	| 'listAdditions'
	| 'listCustomers'
	| 'createCustomer'
	| 'updateCustomer'
	| 'deleteCustomer';

/** A request that failed, or whose answer cannot be read; `explain` has the words. Carries no header, body or credential. */
export class GmcRequestError extends Error {
	constructor(
		readonly operation: ServiceOperation,
		readonly failure: Failure,
	) {
		super(`The request to GMC failed (${failure.statusCode ?? failure.cause})`);
		this.name = 'GmcRequestError';
	}
}

/**
 * @param error what n8n's helper threw for a request without an answer. Its `code` is Node.js's or axios's
 * @param address where the request was to go
 */
export function networkFailure(error: unknown, address = ''): Failure {
	const { code: raw } = (error ?? {}) as { code?: unknown };
	const code = typeof raw === 'string' ? raw : undefined;
	if (provesNotSent(error)) {
		return { proof: 'notSent', cause: 'network', code, own: obstacleOf(error, address) };
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return { proof: 'unknown', cause: 'timeout', code };
	}
	if (code === 'ERR_CANCELED') return { proof: 'unknown', cause: 'cancelled', code };
	return { proof: 'unknown', cause: 'network', code };
}

/**
 * @param statusCode HTTP status outside 2xx
 * @param body parsed answer, or its text. Only GMC's own error proves anything: a proxy may send a 4xx after it has
 *   passed the request on
 * @param secrets are redacted
 */
export function statusFailure(statusCode: number, body: unknown, secrets: string[] = []): Failure {
	const told = { cause: 'status', statusCode, ...readErrorBody(body, secrets) } as const;
	const isDefinite = statusCode >= 400 && statusCode < 500 && !OF_PROXIES.includes(statusCode);
	if (!isDefinite) return { proof: 'unknown', ...told };
	if (isServiceError(statusCode, body)) return { proof: 'refused', ...told };
	return { proof: 'unknown', ...told, isFromIntermediary: true };
}

/** They are refusals by name, but a proxy may send them after it has passed the request on; 407 is always a proxy's. */
const OF_PROXIES = [407, 408, 429];

/** @param own what to tell the user @param isTransient whether it may work a little later */
export function loginFailure(own: string, isTransient: boolean): Failure {
	return { proof: 'notSent', cause: 'login', own, isTransient };
}

/** A 2xx whose body cannot be read. */
export function unreadableFailure(statusCode: number, own?: string): Failure {
	return { proof: 'unknown', cause: 'unreadable', statusCode, own };
}

/** Whether every further row would fail in the same way. */
export function isFatal({ cause, proof, statusCode = 0, isHealed }: Failure): boolean {
	if (isHealed) return false;
	if (cause === 'login' || cause === 'cancelled') return true;
	// A 403 may be about this row's customer.
	const isOfToken = statusCode !== 403 && mayMeanToken(statusCode);
	return isOfToken || (cause === 'network' && proof === 'notSent');
}

/** A failed row is `rejected` only if it is proven not done (CONTRIBUTING M1). A conflict may be with this very top-up. */
export function outcomeAfter({ proof, statusCode }: Failure): 'rejected' | 'unknown' {
	return proof === 'unknown' || statusCode === 409 ? 'unknown' : 'rejected';
}

/**
 * Whether the run sends no more rows: after an unknown, which the next rows may repeat, and after a refusal that is
 * about the integration and not about the row (CONTRIBUTING M6).
 */
export function stopsRun(failure: Failure): boolean {
	if (failure.proof === 'unknown' || isFatal(failure)) return true;
	return failure.statusCode === 403 && !failure.isHealed;
}

/** Whether the same read may work a little later. */
export function isTransient(failure: Failure): boolean {
	const { cause, statusCode = 0, code } = failure;
	if (cause === 'status') return isTransientStatus(statusCode);
	if (cause === 'login') return failure.isTransient === true;
	return cause === 'timeout' || (cause === 'network' && !isPermanentCode(code));
}

/** Errors that stay until somebody corrects the address or the certificate. */
const PERMANENT_CODES = new Set([...CERTIFICATE_CODES, 'ENOTFOUND', 'ERR_INVALID_URL']);

/** How many nested causes are read. */
const MAX_DEPTH = 5;

export function isPermanentCode(code: unknown): boolean {
	return typeof code === 'string' && PERMANENT_CODES.has(code);
}

/**
 * Whether an error proves that no byte of the request left (CONTRIBUTING M1). The code alone does not: a connection that
 * has carried the request can also end with EHOSTUNREACH or even ECONNREFUSED (n8n.md H7). So the failed step must be
 * the name look-up, the connection or the handshake, for each connection that was tried.
 *
 * @param error what n8n's helper threw, or a cause of it
 */
export function provesNotSent(error: unknown, depth = 0): boolean {
	if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return false;
	const { code, syscall, errors, cause } = error as Record<string, unknown>;
	if (Array.isArray(errors)) {
		return errors.length > 0 && errors.every((one) => provesNotSent(one, depth + 1));
	}
	if (typeof syscall === 'string') return /^(connect|getaddrinfo|query)/.test(syscall);
	return isPermanentCode(code) || code === 'EAI_AGAIN' || provesNotSent(cause, depth + 1);
}
