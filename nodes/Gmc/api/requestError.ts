import type { Failure } from '../core/failure';
import { networkFailure, statusFailure } from '../core/failure';

interface RequestCause {
	name?: string;
	message?: string;
	code?: string;
	kind?: string;
	response?: { status?: number; data?: unknown };
}

/** What an error of n8n's helper proves: of what it wraps, only status, code and the service's words are taken. */
export function failureOf(error: unknown): Failure {
	const cause = ((error as { cause?: unknown }).cause ?? error) as RequestCause;
	if (cause.name === 'GmcLoginError') {
		const isPassing = cause.kind === 'passing';
		return { proof: 'notSent', cause: 'login', message: cause.message, isPassing };
	}
	const { status, data } = cause.response ?? {};
	// An answer that was cut off has a 2xx status, too.
	if (status !== undefined && status >= 300) return statusFailure(status, data);
	return networkFailure(cause.code);
}
