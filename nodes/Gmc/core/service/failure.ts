import { isRecord } from './record';
import { withoutSecrets } from '../util/redact';
import { isTransientStatus } from '../util/retry';

/**
 * What a failed request proves about the service's books (CONTRIBUTING M1).
 * - `refused`: the service answered a definite 4xx, so nothing was done;
 * - `notSent`: no byte left (DNS, connection refused, TLS) or the login failed, so nothing was done;
 * - `unknown`: it may have been done.
 */
export type Proof = 'refused' | 'notSent' | 'unknown';

/** Where a request went wrong, in a form that explains itself without n8n. */
export interface Failure {
	proof: Proof;
	cause: 'status' | 'login' | 'network' | 'timeout' | 'cancelled' | 'unreadable';
	/** HTTP status, when an answer came. */
	statusCode?: number;
	/** `code` of the service's error body (service.md 2.9), or the transport's error code. */
	code?: string;
	/** `message` of the service's error body, or the login's own words. */
	message?: string;
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
		super(failure.message ?? `The request to GMC failed (${failure.statusCode ?? failure.cause})`);
		this.name = 'GmcRequestError';
	}
}

/** Errors that come back until someone corrects the address or the certificate. */
const PERMANENT_CODES = new Set([
	'ENOTFOUND',
	'ERR_INVALID_URL',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Errors of DNS, connect and TLS handshake: the request itself was never written. */
const NOT_SENT_CODES = new Set([
	...PERMANENT_CODES,
	'ECONNREFUSED',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

const MAX_MESSAGE_LENGTH = 500;

/** @param code error code of the transport, such as `ECONNRESET`; undefined when it gave none */
export function networkFailure(code: string | undefined): Failure {
	if (code !== undefined && NOT_SENT_CODES.has(code)) {
		return { proof: 'notSent', cause: 'network', code };
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return { proof: 'unknown', cause: 'timeout', code };
	}
	if (code === 'ERR_CANCELED') return { proof: 'unknown', cause: 'cancelled', code };
	return { proof: 'unknown', cause: 'network', code };
}

/**
 * @param statusCode HTTP status outside 2xx
 * @param body parsed answer; error bodies beyond 401 and 417 are not shown (service.md 7.4), so any is accepted
 * @param secrets that must not come out, should the answer repeat them
 */
export function statusFailure(statusCode: number, body: unknown, secrets: string[] = []): Failure {
	const { code, message } = readErrorBody(body, secrets);
	// 408 and 429 are refusals in name, but a proxy may send them after passing the request on.
	const definite =
		statusCode >= 400 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;
	return { proof: definite ? 'refused' : 'unknown', cause: 'status', statusCode, code, message };
}

/** A 2xx whose body is not what the operation answers with. */
export function unreadableFailure(statusCode: number, message: string): Failure {
	return { proof: 'unknown', cause: 'unreadable', statusCode, message };
}

/** `code` and `message` of an ApiError or UnauthorizedError (service.md 2.9), where they can be found. */
export function readErrorBody(
	body: unknown,
	secrets: string[] = [],
): { code?: string; message?: string } {
	// Cut off last: half a secret would not be recognized.
	const shown = (text: string, length: number) => withoutSecrets(text, secrets).slice(0, length);
	const source = isRecord(body) && isRecord(body.error) ? body.error : body;
	if (!isRecord(source)) return {};
	const { code, message } = source;
	const text = Array.isArray(message)
		? message.filter((m) => typeof m === 'string').join('; ')
		: message;
	return {
		code:
			typeof code === 'string' || typeof code === 'number' ? shown(String(code), 100) : undefined,
		message: typeof text === 'string' && text ? shown(text, MAX_MESSAGE_LENGTH) : undefined,
	};
}

/** Whether every further row would fail the same way: login or keys are refused, or nobody is there. */
export function isFatal({ cause, proof, statusCode }: Failure): boolean {
	return cause === 'login' || statusCode === 401 || (cause === 'network' && proof === 'notSent');
}

/** Whether the same read may well work a little later, with nobody doing anything about it. */
export function isTransient(failure: Failure): boolean {
	const { cause, statusCode = 0, code } = failure;
	if (cause === 'status') return isTransientStatus(statusCode);
	if (cause === 'login') return failure.isTransient === true;
	return cause === 'timeout' || (cause === 'network' && !isPermanentCode(code));
}

/** @param code error code of the transport, when it gave one */
export function isPermanentCode(code: unknown): boolean {
	return typeof code === 'string' && PERMANENT_CODES.has(code);
}
