import type { Message } from '../texts/message';
import type { GmcCredential } from './credential';
import { serviceUrl } from './credential';
import type { Failure } from './failure';

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
export function originProblem({ origin: raw }: Pick<GmcCredential, 'origin'>): Message | undefined {
	const origin = typeof raw === 'string' ? raw.trim() : '';
	if (origin === '') return undefined;
	const hasScheme = WEB_ADDRESS.test(origin);
	const address = hasScheme ? origin : `https://${origin.replace(/^\/+/, '')}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url === undefined || MISTYPED_SCHEME.test(url.hostname)) {
		return ({ login }) => login.origin({ problem: 'noAddress' });
	}
	const { origin: bare, pathname, search, hash } = url;
	if (!hasScheme) return ({ login }) => login.origin({ problem: 'noScheme', bare });
	if (pathname !== '/' || search !== '' || hash !== '') {
		return ({ login }) => login.origin({ problem: 'path', bare });
	}
	return /[/?#]$/.test(origin)
		? ({ login }) => login.origin({ problem: 'slash', bare })
		: undefined;
}

/** Blanks around a password are sent, for they may be part of it, but more often were copied with it. */
export function passwordProblem({ senha }: Pick<GmcCredential, 'senha'>): Message | undefined {
	const isPadded = typeof senha === 'string' && senha !== senha.trim();
	return isPadded ? ({ login }) => login.blankInPassword : undefined;
}

/**
 * Whether a connection may have failed since the address says https for http, or the other way round.
 *
 * @param address that was asked
 * @param code error code of the transport
 */
export function schemeProblem(address: string, code: string | undefined): Message | undefined {
	if (code === undefined) return undefined;
	const isSecure = /^https:/i.test(address.trim());
	if (isSecure && NO_TLS.test(code)) return ({ login }) => login.noHttps;
	return !isSecure && NO_PLAIN_HTTP.test(code) ? ({ login }) => login.noPlainHttp : undefined;
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
): Message | undefined {
	if (cause === 'status') return statusCode === 401 ? originProblem(credential) : undefined;
	return cause === 'network' && !hasAnswered
		? schemeProblem(serviceUrl(credential), code)
		: undefined;
}
