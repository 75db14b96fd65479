import type { Failure } from '../core/service/failure';
import { networkFailure, statusFailure } from '../core/service/failure';

interface RequestCause {
	name?: string;
	message?: string;
	code?: string;
	kind?: string;
	response?: { status?: number; data?: unknown };
}

/**
 * What an error of n8n's helper proves: of what it wraps, only status, code and the service's words are taken.
 *
 * @param secrets that must not come out, should the service's words repeat them
 */
export function failureOf(error: unknown, secrets: string[]): Failure {
	const cause = ((error as { cause?: unknown }).cause ?? error) as RequestCause;
	if (cause.name === 'GmcLoginError') {
		const isTransient = cause.kind === 'transient';
		return { proof: 'notSent', cause: 'login', message: cause.message, isTransient };
	}
	const { status, data } = cause.response ?? {};
	// An answer that was cut off has a 2xx status, too.
	if (status !== undefined && status >= 300) return statusFailure(status, data, secrets);
	return networkFailure(cause.code);
}
