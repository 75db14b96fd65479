import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { fingerprintOf } from '../core/service/credential';
import { readStoredPath, toStoredPath } from '../core/service/token';
import { dispatchOf } from './dispatch';
import type { GmcLoginError } from './login';
import { requestToken } from './login';
import { keptInProcess } from '../core/util/processMemory';

/** How long a refused login is remembered, so that a wrong password is not tried once per row. */
const REFUSAL_MEMORY_MS = 10_000;
/** A token that another request fetched within this time is taken before logging in again. */
const SHARED_TOKEN_MS = 60_000;
const MAX_SESSIONS = 100;
const MAX_REJECTED = 20;

interface Session {
	token?: string;
	/** Where it stood in the login's answer; see `toStoredPath`. */
	answerPath: string;
	obtainedAt: number;
	/** Tokens that were refused, and when that was first known (epoch ms). */
	rejected: Map<string, number>;
	login?: Promise<string>;
	refusal?: { error: GmcLoginError; until: number };
}

type Helpers = IHttpRequestHelper['helpers'];

/** One per login in this process. n8n gives every request its own copy of the credential (n8n.md C1). */
const sessions = keptInProcess(new Map<string, Session>());

function sessionFor(fingerprint: string): Session {
	const session = sessions.get(fingerprint) ?? {
		answerPath: '',
		obtainedAt: 0,
		rejected: new Map(),
	};
	sessions.delete(fingerprint);
	sessions.set(fingerprint, session);
	if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
	return session;
}

/**
 * The token to send with a request: the stored one, if it was made by this very login, else the one this
 * process knows. The choice is written back to `credential`, so that a 401 names the token it was about.
 *
 * @param request as n8n is about to send it; one of the transport's is let out, or held back, here
 * @returns undefined for another's request when there is none: the service then answers 401 and n8n asks for one
 * @throws what `Dispatch.leave` throws
 */
export function chooseToken(
	credential: GmcCredential,
	request: IHttpRequestOptions,
): string | undefined {
	const fingerprint = fingerprintOf(credential);
	const dispatch = dispatchOf(request);
	const token = knownTokens(credential).find((known) => dispatch?.accepts(known) ?? true);
	credential.accessToken = token ?? '';
	credential.loginFingerprint = fingerprint;
	dispatch?.leave(request, token);
	return token;
}

/** Tokens that nobody has refused, the stored one first. */
function knownTokens(stored: GmcCredential): string[] {
	const fingerprint = fingerprintOf(stored);
	const session = sessionFor(fingerprint);
	const known = stored.loginFingerprint === fingerprint ? stored.accessToken : undefined;
	return [known, session.token].filter(
		(token): token is string => Boolean(token) && !session.rejected.has(token!),
	);
}

/**
 * Whether there is a token that was not refused. Another process, such as a second worker of n8n, may have stored
 * one, and where the service keeps one session per user (not shown: service.md 5) its login has ended the session of
 * this process.
 *
 * @param stored the credential as it is stored now
 */
export function hasOtherToken(stored: GmcCredential): boolean {
	return knownTokens(stored).length > 0;
}

/**
 * Where the login's answer has the token, as far as a login has shown it: kept beside the token, so that nobody has to
 * log in, which may end another's session, to find out.
 *
 * @param stored the credential as it is stored now
 * @returns a dot path, empty for a plain text; undefined when the token is older than this knowledge
 */
export function tokenPathOf(stored: GmcCredential): string | undefined {
	const fingerprint = fingerprintOf(stored);
	const kept = stored.loginFingerprint === fingerprint ? stored.loginAnswerPath : undefined;
	return readStoredPath(kept) ?? readStoredPath(sessionFor(fingerprint).answerPath);
}

/** After a 401: the token is not used again, unless a login gives it out anew. */
export function refuseToken(credential: GmcCredential, token: string): void {
	reject(sessionFor(fingerprintOf(credential)), token);
}

function reject(session: Session, token: string): void {
	if (!session.rejected.has(token)) session.rejected.set(token, Date.now());
	if (session.rejected.size > MAX_REJECTED) {
		session.rejected.delete(session.rejected.keys().next().value!);
	}
}

/**
 * Logs in, once for all requests of this process that ask at the same time. n8n calls this when no token is
 * stored and after a 401 (n8n.md C2), so the token in `credential` is one that no longer works.
 *
 * @returns the token, the fingerprint of the login it belongs to, and where it stood in the answer
 * @throws GmcLoginError in plain words; a refusal is remembered for a few seconds
 */
export async function renewToken(
	helpers: Helpers,
	credential: GmcCredential,
): Promise<Pick<GmcCredential, 'accessToken' | 'loginFingerprint' | 'loginAnswerPath'>> {
	const fingerprint = fingerprintOf(credential);
	const session = sessionFor(fingerprint);
	const refused =
		credential.loginFingerprint === fingerprint ? credential.accessToken || undefined : undefined;
	if (refused) reject(session, refused);
	const accessToken =
		fetchedAfter(session, refused) ?? (await logInOnce(helpers, credential, session));
	return { accessToken, loginFingerprint: fingerprint, loginAnswerPath: session.answerPath };
}

/** The token of this process, if it is younger than the news that another one does not work. */
function fetchedAfter(session: Session, refused: string | undefined): string | undefined {
	const { token, obtainedAt, rejected } = session;
	const isFresh = Date.now() - obtainedAt < SHARED_TOKEN_MS;
	const isYounger = refused === undefined || obtainedAt >= (rejected.get(refused) ?? 0);
	return token && isFresh && isYounger && !rejected.has(token) ? token : undefined;
}

async function logInOnce(
	helpers: Helpers,
	credential: GmcCredential,
	session: Session,
): Promise<string> {
	const { refusal } = session;
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
	const tokens = [...session.rejected.keys(), session.token ?? ''];
	const found = await requestToken(helpers, credential, tokens).catch((error: GmcLoginError) => {
		if (error.kind === 'refusal')
			session.refusal = { error, until: Date.now() + REFUSAL_MEMORY_MS };
		throw error;
	});
	session.token = found.token;
	session.answerPath = toStoredPath(found.path);
	session.obtainedAt = Date.now();
	session.rejected.delete(session.token);
	session.refusal = undefined;
	return session.token;
}
