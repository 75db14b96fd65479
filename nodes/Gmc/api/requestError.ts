import type { Failure } from '../core/service/failure';
import { networkFailure, statusFailure } from '../core/service/failure';
import type { Message } from '../core/texts/message';

interface RequestCause {
	name?: string;
	message?: string;
	kind?: string;
	said?: Message;
	reason?: string;
	response?: { status?: number; data?: unknown };
}

const NO_TOKEN: Message = ({ login }) => login.noOtherToken;

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
		return { proof: 'notSent', cause: 'login', own: cause.said, isTransient };
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
