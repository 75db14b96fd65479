import type { GmcCredential } from './credential';

// Likely mistakes in a credential. None of these texts contains a secret.

const WEB_ADDRESS = /^https?:\/\//i;
/** The host that `https:/company.com` or `ftp://company.com` seems to have. */
const MISTYPED_SCHEME = /^(https?|ftp)$/i;

/**
 * Checks the form of an Origin: scheme, host and port, with nothing after them (RFC 6454, 6.1).
 *
 * @returns the problem. Undefined if there is none, or if it is empty and so not sent
 */
export function originProblem({ origin: raw }: Pick<GmcCredential, 'origin'>): string | undefined {
	const origin = typeof raw === 'string' ? raw.trim() : '';
	if (origin === '') return undefined;
	const hasScheme = WEB_ADDRESS.test(origin);
	const address = hasScheme ? origin : `https://${origin.replace(/^\/+/, '')}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || MISTYPED_SCHEME.test(url.hostname)) {
		return wrongOrigin('is not a web address');
	}
	const { origin: bare, pathname, search, hash } = url;
	if (!hasScheme) return wrongOrigin('does not begin with https:// (or http://)', bare);
	if (pathname !== '/' || search !== '' || hash !== '') {
		return wrongOrigin('has something after the domain', bare);
	}
	return /[/?#]$/.test(origin) ? wrongOrigin('ends with a slash', bare) : undefined;
}

const wrongOrigin = (problem: string, bare?: string) =>
	`The Origin in the GMC credential ${problem}. It must be exactly as GMC released it${bare ? `: try ${bare}` : ''}.`;

/** Blanks around a password are sent, because they may be part of it. Usually they were copied by mistake. */
export function passwordProblem({ senha }: Pick<GmcCredential, 'senha'>): string | undefined {
	const isPadded = typeof senha === 'string' && senha !== senha.trim();
	return isPadded
		? 'The password begins or ends with a blank. Remove it unless it is part of the password.'
		: undefined;
}
