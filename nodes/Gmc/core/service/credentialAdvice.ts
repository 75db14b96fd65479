import type { GmcCredential } from './credential';

// Likely mistakes in a credential. None of these texts contains a secret.

/** The host that `https:/company.com` or `ftp://company.com` seems to have. */
const MISTYPED_SCHEME = /\/\/(https?|ftp)$/i;

/**
 * Checks the form of an Origin: scheme, host and port, with nothing after them (RFC 6454, 6.1).
 *
 * @returns the problem. Undefined if there is none, or if it is empty and so not sent
 */
export function originProblem({ origin: raw }: Pick<GmcCredential, 'origin'>): string | undefined {
	const origin = typeof raw === 'string' ? raw.trim() : '';
	const hasScheme = /^https?:\/\//i.test(origin);
	const address = hasScheme ? origin : `https://${origin.replace(/^\/+/, '')}`;
	const meant = URL.canParse(address) ? new URL(address).origin : '';
	if (origin === '' || origin.toLowerCase() === meant) return undefined;
	const example = meant === '' || MISTYPED_SCHEME.test(meant) ? '' : `: try ${meant}`;
	return `The Origin in the GMC credential must be exactly as GMC released it, with https:// (or http://) and with nothing after the domain${example}.`;
}

/** Blanks around a password are sent, because they may be part of it. Usually they were copied by mistake. */
export function passwordProblem({ senha }: Pick<GmcCredential, 'senha'>): string | undefined {
	const isPadded = typeof senha === 'string' && senha !== senha.trim();
	return isPadded
		? 'The password begins or ends with a blank. Remove it unless it is part of the password.'
		: undefined;
}
