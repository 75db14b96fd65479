import type { IHttpRequestHelper } from 'n8n-workflow';
import type { GmcCredential } from '../core/login';
import { fingerprintOf } from '../core/login';
import type { GmcLoginError } from './login';
import { requestToken } from './login';

/** How long a refused login is remembered, so that a wrong password is not tried once per row. */
const REFUSAL_MEMORY_MS = 10_000;
/** A token that another request fetched within this time is taken before logging in again. */
const SHARED_TOKEN_MS = 60_000;
const MAX_SESSIONS = 100;

interface Session {
	token?: string;
	obtainedAt: number;
	rejected: string[];
	login?: Promise<string>;
	refusal?: { error: GmcLoginError; until: number };
}

type Helpers = IHttpRequestHelper['helpers'];

/** One per login in this process. n8n gives every request its own copy of the credential (n8n-facts). */
const sessions = new Map<string, Session>();

function sessionFor(fingerprint: string): Session {
	const session = sessions.get(fingerprint) ?? { obtainedAt: 0, rejected: [] };
	sessions.delete(fingerprint);
	sessions.set(fingerprint, session);
	if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
	return session;
}

/**
 * The token to send with a request: the stored one, if it was made by this very login, else the one this
 * process knows. The choice is written back to `credential`, so that a 401 names the token it was about.
 *
 * @returns undefined when there is none; the service then answers 401 and n8n asks for a new one
 */
export function tokenFor(credential: GmcCredential): string | undefined {
	const fingerprint = fingerprintOf(credential);
	const session = sessionFor(fingerprint);
	const stored = credential.loginFingerprint === fingerprint ? credential.accessToken : undefined;
	const token = [stored, session.token].find((known) => known && !session.rejected.includes(known));
	credential.accessToken = token ?? '';
	credential.loginFingerprint = fingerprint;
	return token;
}

/**
 * Whether the stored token comes from the login of another process, such as a second worker of n8n. Where the
 * service keeps one session per user (not shown: spec 5), that login has ended the session of this process.
 */
export function isFromElsewhere(stored: GmcCredential): boolean {
	const fingerprint = fingerprintOf(stored);
	const { token, rejected } = sessionFor(fingerprint);
	const { accessToken, loginFingerprint } = stored;
	const isUsable = accessToken !== '' && loginFingerprint === fingerprint;
	return isUsable && accessToken !== token && !rejected.includes(accessToken);
}

/**
 * Logs in, once for all requests of this process that ask at the same time. n8n calls this when no token is
 * stored and after a 401 (n8n-facts), so the token in `credential` is one that no longer works.
 *
 * @returns the token and the fingerprint of the login it belongs to
 * @throws GmcLoginError in plain words; a refusal is remembered for a few seconds
 */
export async function renewToken(
	helpers: Helpers,
	credential: GmcCredential,
): Promise<{ accessToken: string; loginFingerprint: string }> {
	const fingerprint = fingerprintOf(credential);
	const session = sessionFor(fingerprint);
	if (credential.loginFingerprint === fingerprint && credential.accessToken) {
		session.rejected = [credential.accessToken, ...session.rejected].slice(0, 10);
	}
	return {
		accessToken: await currentToken(helpers, credential, session),
		loginFingerprint: fingerprint,
	};
}

async function currentToken(
	helpers: Helpers,
	credential: GmcCredential,
	session: Session,
): Promise<string> {
	const { token, refusal } = session;
	const fresh = Date.now() - session.obtainedAt < SHARED_TOKEN_MS;
	if (token && fresh && !session.rejected.includes(token)) return token;
	if (refusal && Date.now() < refusal.until) throw refusal.error;
	session.login ??= logIn(helpers, credential, session).finally(() => {
		session.login = undefined;
	});
	return await session.login;
}

async function logIn(
	helpers: Helpers,
	credential: GmcCredential,
	session: Session,
): Promise<string> {
	session.token = await requestToken(helpers, credential).catch((error: GmcLoginError) => {
		if (error.kind === 'refusal')
			session.refusal = { error, until: Date.now() + REFUSAL_MEMORY_MS };
		throw error;
	});
	session.obtainedAt = Date.now();
	session.refusal = undefined;
	return session.token;
}

/** Forgets every session. For tests, which run several services in one process. */
export function forgetSessions(): void {
	sessions.clear();
}
