import { hashOf } from '../util/hash';

/** The fields of the `gmcApi` credential, as n8n hands them over. */
export interface GmcCredential {
	baseUrl: string;
	loginEndpoint: 'auth' | 'integration' | 'custom';
	authUrl: string;
	loginUrl: string;
	email: string;
	senha: string;
	clientKey: string;
	clientSecret: string;
	origin: string;
	tokenField: string;
	accessToken: string;
	/** Which login the stored token came from; see `fingerprintOf`. */
	loginFingerprint: string;
	/** When the stored token was fetched (epoch ms). */
	loginAt: number | '';
	/** Where the stored token stood in the answer of that login: a dot path, empty for a plain text. */
	loginAnswerPath: string;
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The Base URL without trailing slashes. */
export function serviceUrl(credential: Pick<GmcCredential, 'baseUrl'>): string {
	return trimmed(credential.baseUrl).replace(/(?<!\/)\/+$/, '');
}

/** The account of a credential, readable for people. It stays the same if password or keys change. */
export function accountOf(credential: Pick<GmcCredential, 'baseUrl' | 'email'>): string {
	const url = serviceUrl(credential);
	// The host is the same in upper and lower case.
	const address = URL.canParse(url) ? new URL(url).href : url;
	return `${address} (${trimmed(credential.email).toLowerCase()})`;
}

/** The login's address, by `loginEndpoint` (reference.md "Credential"; service.md 5 has two of the addresses). */
export function loginUrl(credential: GmcCredential): string {
	if (credential.loginEndpoint === 'custom') return trimmed(credential.loginUrl);
	if (credential.loginEndpoint === 'integration') {
		return `${serviceUrl(credential)}/users/integration/login`;
	}
	const authUrl = trimmed(credential.authUrl).replace(/(?<!\/)\/+$/, '');
	return `${authUrl || serviceUrl(credential)}/auth/login`;
}

/** The headers of every call, besides `Authorization` (service.md 5). */
export function integrationHeaders(credential: GmcCredential): Record<string, string> {
	const pair = `${trimmed(credential.clientKey)}:${trimmed(credential.clientSecret)}`;
	const secretKey = Buffer.from(pair, 'utf8').toString('base64');
	const origin = trimmed(credential.origin);
	return { 'secret-key': secretKey, ...(origin && { Origin: origin }) };
}

/** The body of a login. Blanks around the email are removed; those of a password may be part of it. */
export function loginBody({ email, senha }: GmcCredential) {
	return { email: trimmed(email), senha };
}

/** The secrets of a credential, for `hiding`. The pair in the header is found by its parts. */
export function secretsOf(credential: GmcCredential): string[] {
	const { senha, clientKey, clientSecret, accessToken } = credential;
	return [senha, clientKey, clientSecret, accessToken].map(trimmed);
}

/** Identifies a login without revealing it, so that a token of other values is not used. */
export function fingerprintOf(credential: GmcCredential): string {
	const { email, senha, clientKey, clientSecret, origin, tokenField } = credential;
	const addresses = [serviceUrl(credential), loginUrl(credential)];
	const values = [...addresses, email, senha, clientKey, clientSecret, origin, tokenField];
	return hashOf(JSON.stringify(values), 24);
}

/** The host that `https:/company.com` or `ftp://company.com` seems to have. */
const MISTYPED_SCHEME = /\/\/(https?|ftp)$/i;

/**
 * Checks the form of an Origin: scheme, host and port, with nothing after them (RFC 6454, 6.1).
 *
 * @returns the problem. Undefined if there is none, or if it is empty and so not sent
 */
export function originProblem({ origin: raw }: Pick<GmcCredential, 'origin'>): string | undefined {
	const origin = trimmed(raw);
	const hasScheme = /^https?:\/\//i.test(origin);
	const address = hasScheme ? origin : `https://${origin.replace(/^\/+/, '')}`;
	const meant = URL.canParse(address) ? new URL(address).origin : '';
	if (origin === '' || origin.toLowerCase() === meant) return undefined;
	const example = meant === '' || MISTYPED_SCHEME.test(meant) ? '' : `: try ${meant}`;
	return `The 'Origin' in the GMC credential must be exactly as GMC released it, with https:// (or http://) and with nothing after the domain${example}.`;
}

/** Blanks around a password are sent, because they may be part of it. Usually they were copied by mistake. */
export function passwordProblem({ senha }: Pick<GmcCredential, 'senha'>): string | undefined {
	const isPadded = typeof senha === 'string' && senha !== senha.trim();
	return isPadded
		? 'The password begins or ends with a blank. Remove it unless it is part of the password.'
		: undefined;
}
