import type { Failure } from '../core/service/failure';
import { networkFailure, statusFailure } from '../core/service/failure';

interface RequestCause {
	name?: string;
	message?: string;
	kind?: string;
	reason?: string;
	response?: { status?: number; data?: unknown };
}

const NO_TOKEN: string = 'The login gave no other access token than one that GMC had just refused.';

/**
 * What an error of n8n's helper proves: of what it wraps, only status, code, the step that
 * failed and the service's words are taken.
 *
 * @param secrets that must not come out, should the service's words repeat them
 */
export function failureOf(error: unknown, secrets: string[]): Failure {
	const cause = ((error as { cause?: unknown }).cause ?? error) as RequestCause;
	if (cause.name === 'GmcLoginError') {
		const isTransient = cause.kind === 'transient';
		return { proof: 'notSent', cause: 'login', own: cause.message, isTransient };
	}
	if (cause.name === 'NotDispatched' && cause.reason === 'noToken') {
		return { proof: 'notSent', cause: 'login', own: NO_TOKEN, isTransient: true };
	}
	if (cause.name === 'NotDispatched' && cause.reason === 'tooLate') {
		return { proof: 'notSent', cause: 'tooLate' };
	}
	const { status, data } = cause.response ?? {};
	// An answer that was cut off has a 2xx status, too.
	if (status !== undefined && status >= 300) return statusFailure(status, data, secrets);
	return networkFailure(cause);
}
