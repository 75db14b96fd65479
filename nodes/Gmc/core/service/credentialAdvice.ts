import type { GmcCredential } from './credential';
import { serviceUrl } from './credential';
import type { Failure } from './failure';

// Likely mistakes in a credential. None of these texts contains a secret.

const WEB_ADDRESS = /^https?:\/\//i;
/** The host that `https:/company.com` or `ftp://company.com` seems to have. */
const MISTYPED_SCHEME = /^(https?|ftp)$/i;

/** A TLS handshake with a server that does not use TLS (OpenSSL, by way of Node.js). */
const NO_TLS = /^(EPROTO|ERR_SSL_)/;
/** A plain request to a TLS port ends with a reset, or with an answer that is not HTTP. */
const NO_PLAIN_HTTP = /^(ECONNRESET|HPE_)/;

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

/**
 * Whether a connection may have failed because the address has https instead of http, or the other way round.
 *
 * @param code error code of the transport
 */
export function schemeProblem(address: string, code: string | undefined): string | undefined {
	if (code === undefined) return undefined;
	const isSecure = /^https:/i.test(address.trim());
	if (isSecure && NO_TLS.test(code))
		return 'That server does not support HTTPS. Check the port, or use http:// for a server in your own network without HTTPS.';
	return !isSecure && NO_PLAIN_HTTP.test(code)
		? 'The connection was closed before an answer, as a server does that supports HTTPS only. Use https:// if it does.'
		: undefined;
}

/**
 * Likely mistakes in the credential that explain the failure.
 *
 * @param hasAnswered whether the address has answered before, so that its scheme is right
 */
export function adviceOn(
	{ cause, statusCode, code }: Failure,
	credential: Pick<GmcCredential, 'origin' | 'baseUrl'>,
	hasAnswered = false,
): string | undefined {
	if (cause === 'status') return statusCode === 401 ? originProblem(credential) : undefined;
	return cause === 'network' && !hasAnswered
		? schemeProblem(serviceUrl(credential), code)
		: undefined;
}
