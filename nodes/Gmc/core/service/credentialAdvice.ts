import type { GmcCredential } from './credential';
import { serviceUrl } from './credential';
import type { Failure } from './failure';

/** How an Origin is written that cannot be one. */
const ORIGIN_PROBLEMS = {
	noScheme: 'does not begin with https:// (or http://)',
	noAddress: 'is not a web address',
	path: 'has something after the domain',
	slash: 'ends with a slash',
};
type OriginProblem = keyof typeof ORIGIN_PROBLEMS;

// What can be seen in a credential that may be why something does not work. No text of these has a secret in it.

const WEB_ADDRESS = /^https?:\/\//i;
/** Taken for a host in `https:/company.com` or `ftp://company.com`. */
const MISTYPED_SCHEME = /^(https?|ftp)$/i;

/** A TLS handshake that met something else than TLS (OpenSSL, by way of Node.js). */
const NO_TLS = /^(EPROTO|ERR_SSL_)/;
/** What ends a plain request to a port of TLS: a reset, or an answer that is no HTTP. */
const NO_PLAIN_HTTP = /^(ECONNRESET|HPE_)/;

/**
 * Whether an Origin can be one: scheme, host and port, with nothing after them (RFC 6454, 6.1). Which one was released
 * only the service knows.
 *
 * @returns undefined for one that can, and for an empty one, which is not sent
 */
export function originProblem({ origin: raw }: Pick<GmcCredential, 'origin'>): string | undefined {
	const origin = typeof raw === 'string' ? raw.trim() : '';
	if (origin === '') return undefined;
	const hasScheme = WEB_ADDRESS.test(origin);
	const address = hasScheme ? origin : `https://${origin.replace(/^\/+/, '')}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || MISTYPED_SCHEME.test(url.hostname)) {
		return wrongOrigin({ problem: 'noAddress' });
	}
	const { origin: bare, pathname, search, hash } = url;
	if (!hasScheme) return wrongOrigin({ problem: 'noScheme', bare });
	if (pathname !== '/' || search !== '' || hash !== '') {
		return wrongOrigin({ problem: 'path', bare });
	}
	return /[/?#]$/.test(origin) ? wrongOrigin({ problem: 'slash', bare }) : undefined;
}

/** Blanks around a password are sent, for they may be part of it, but more often were copied with it. */
export function passwordProblem({ senha }: Pick<GmcCredential, 'senha'>): string | undefined {
	const isPadded = typeof senha === 'string' && senha !== senha.trim();
	return isPadded
		? 'The password begins or ends with a blank. If that is not part of it, remove it.'
		: undefined;
}

/**
 * Whether a connection may have failed since the address says https for http, or the other way round.
 *
 * @param address that was asked
 * @param code error code of the transport
 */
export function schemeProblem(address: string, code: string | undefined): string | undefined {
	if (code === undefined) return undefined;
	const isSecure = /^https:/i.test(address.trim());
	if (isSecure && NO_TLS.test(code))
		return 'Whoever answers there does not speak https. Check the port, or write http:// for a service in your own network that has no https.';
	return !isSecure && NO_PLAIN_HTTP.test(code)
		? 'The connection was broken off before an answer, as a service does that speaks https only. Write https:// if it does.'
		: undefined;
}

/**
 * What of the credential may be why a request failed, as far as it can be seen.
 *
 * @param hasAnswered whether the address has answered before: then it says http or https as it should
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

const wrongOrigin = ({ problem, bare }: { problem: OriginProblem; bare?: string }) =>
	`The Origin in the GMC credential ${ORIGIN_PROBLEMS[problem]}. It must be exactly as GMC released it${bare ? `: perhaps ${bare} is meant` : ''}.`;
