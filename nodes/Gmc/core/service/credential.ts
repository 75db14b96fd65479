import { createHash } from 'crypto';

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
	/** Where the stored token stood in the answer of that login; see `toStoredPath`. */
	loginAnswerPath: string;
}

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The Base URL without trailing slashes. */
export function serviceUrl(credential: Pick<GmcCredential, 'baseUrl'>): string {
	return trimmed(credential.baseUrl).replace(/\/+$/, '');
}

/** The account that a credential opens, for people to read: its password and keys may change, what it has done stays. */
export function accountOf(credential: Pick<GmcCredential, 'baseUrl' | 'email'>): string {
	const url = serviceUrl(credential);
	// The host is the same in upper and lower case.
	const address = URL.canParse(url) ? new URL(url).href : url;
	return `${address} (${trimmed(credential.email).toLowerCase()})`;
}

/** Where the login goes, by `loginEndpoint` (reference.md "Credential"; service.md 5 has two of the addresses). */
export function loginUrl(credential: GmcCredential): string {
	if (credential.loginEndpoint === 'custom') return trimmed(credential.loginUrl);
	if (credential.loginEndpoint === 'integration') {
		return `${serviceUrl(credential)}/users/integration/login`;
	}
	const authUrl = trimmed(credential.authUrl).replace(/\/+$/, '');
	return `${authUrl || serviceUrl(credential)}/auth/login`;
}

/** The headers that go with every call beside `Authorization` (service.md 5). */
export function integrationHeaders(credential: GmcCredential): Record<string, string> {
	const pair = `${trimmed(credential.clientKey)}:${trimmed(credential.clientSecret)}`;
	const headers: Record<string, string> = {
		'secret-key': Buffer.from(pair, 'utf8').toString('base64'),
	};
	const origin = trimmed(credential.origin);
	if (origin) headers.Origin = origin;
	return headers;
}

/** What a login sends. No e-mail has blanks around it, but one that was copied may; those of a password count. */
export function loginBody({ email, senha }: GmcCredential) {
	return { email: trimmed(email), senha };
}

/** Everything in a credential that nobody may read; see `hiding`, which knows the header's pair by what is in it. */
export function secretsOf(credential: GmcCredential): string[] {
	const { senha, clientKey, clientSecret, accessToken } = credential;
	return [senha, clientKey, clientSecret, accessToken].map(trimmed);
}

/** Names a login without revealing it: a token made with other values must not be used. */
export function fingerprintOf(credential: GmcCredential): string {
	const values = [
		serviceUrl(credential),
		loginUrl(credential),
		credential.email,
		credential.senha,
		credential.clientKey,
		credential.clientSecret,
		credential.origin,
		credential.tokenField,
	];
	return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
}
