import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { fingerprintOf, integrationHeaders } from '../core/service/credential';
import { dispatches } from './dispatch';
import type { GmcLoginError } from './login';
import { requestToken } from './login';
import { keptInProcess } from '../core/util/processMemory';

/** How long a refused login is remembered, so that a wrong password is not tried for every row. */
const REFUSAL_MEMORY_MS = 10_000;
/** A token that is younger than this is used instead of another login. */
const SHARED_TOKEN_MS = 60_000;
/**
 * A token that is younger has not ended, unless GMC says so by a 401. So a user who lacks a permission, which a service
 * may tell in the same way, costs one login in this time at most, of all processes together.
 */
const TRUSTED_MS = 300_000;
const MAX_SESSIONS = 100;
const MAX_REJECTED = 20;

interface Session {
	token?: string;
	/** Its path in the login's answer. */
	answerPath?: string;
	obtainedAt: number;
	/** Refused tokens, and when each was first refused (epoch ms). */
	rejected: Map<string, number>;
	login?: Promise<string>;
	refusal?: { error: GmcLoginError; until: number };
	/** The last suspicion that led to a login, and when (epoch ms). */
	suspected?: { token: string; at: number; isOver: boolean };
}

/** One for each login. n8n gives every request its own copy of the credential (n8n.md C1). */
const sessions = keptInProcess(new Map<string, Session>());

function sessionFor(fingerprint: string): Session {
	const session = sessions.get(fingerprint) ?? { obtainedAt: 0, rejected: new Map() };
	sessions.delete(fingerprint);
	sessions.set(fingerprint, session);
	if (sessions.size > MAX_SESSIONS) sessions.delete(sessions.keys().next().value!);
	return session;
}

/**
 * Adds the three headers to a request: n8n is about to send it. A request of our nodes is not sent without a token (see
 * `Dispatch`). One of another node then has no `Authorization`, and after GMC's 401 n8n logs in.
 *
 * The token is written to `credential`, so that n8n's 401 handling knows which one was refused.
 *
 * @throws what `Dispatch.leave` throws
 */
export function signRequest(
	credential: GmcCredential,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const dispatch = dispatches.get(requestOptions);
	const token = knownTokens(credential).find((known) => dispatch?.accepts(known) ?? true);
	credential.accessToken = token ?? '';
	credential.loginFingerprint = fingerprintOf(credential);
	dispatch?.leave(requestOptions, token);
	requestOptions.headers = { ...requestOptions.headers, ...integrationHeaders(credential) };
	delete requestOptions.headers.Authorization;
	if (token) requestOptions.headers.Authorization = `Bearer ${token}`;
	// Otherwise n8n would send these headers to any host that a redirect names. Its HTTP Request node uses the second and
	// third name.
	return Object.assign(requestOptions, {
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	});
}

/**
 * Tokens that were not refused. The stored one comes first, because another worker of n8n may have stored it: if GMC keeps
 * one session for each user (not shown: service.md 5), that worker's login has ended the session of this process.
 *
 * @param stored the credential as it is stored now
 */
export function knownTokens(stored: GmcCredential): string[] {
	const fingerprint = fingerprintOf(stored);
	const session = sessionFor(fingerprint);
	const known = stored.loginFingerprint === fingerprint ? stored.accessToken : undefined;
	return [known, session.token].filter(
		(token): token is string => Boolean(token) && !session.rejected.has(token!),
	);
}

/**
 * The path of the token in the login's answer. It is stored with the token, because a login just to find out may end
 * another session.
 *
 * @param stored the credential as it is stored now
 * @returns a dot path, empty for a plain text; undefined if nobody has logged in
 */
export function tokenPathOf(stored: GmcCredential): string | undefined {
	const fingerprint = fingerprintOf(stored);
	const isOwn = stored.loginFingerprint === fingerprint;
	return isOwn ? stored.loginAnswerPath : sessionFor(fingerprint).answerPath;
}

/** After a 401: does not use the token again, unless a login returns it. */
export function refuseToken(credential: GmcCredential, token: string): void {
	const { rejected } = sessionFor(fingerprintOf(credential));
	if (!rejected.has(token)) rejected.set(token, Date.now());
	if (rejected.size > MAX_REJECTED) rejected.delete(rejected.keys().next().value!);
}

/**
 * Logs in, once for all requests that need it at the same time. n8n calls this if no token is stored, and after a 401
 * (n8n.md C2), so the token in `credential` does not work any more.
 *
 * @returns the token, the fingerprint of its login, and its path in the answer
 * @throws GmcLoginError; a refusal is remembered for a few seconds
 */
export async function renewToken(
	helpers: IHttpRequestHelper['helpers'],
	credential: GmcCredential,
): Promise<LoginResult> {
	const fingerprint = fingerprintOf(credential);
	const session = sessionFor(fingerprint);
	const refused =
		credential.loginFingerprint === fingerprint ? credential.accessToken || undefined : undefined;
	if (refused) refuseToken(credential, refused);
	const accessToken =
		fetchedAfter(session, refused) ?? (await logInOnce(helpers, credential, session));
	const { answerPath, obtainedAt: loginAt } = session;
	return { accessToken, loginFingerprint: fingerprint, loginAt, loginAnswerPath: answerPath! };
}

/** What n8n stores with the credential. */
type LoginResult = Pick<
	GmcCredential,
	'accessToken' | 'loginFingerprint' | 'loginAt' | 'loginAnswerPath'
>;

/** An answer without a 401 that may mean that its token has ended: what a read does then. */
export class Suspicion {
	private constructor(
		private readonly session: Session,
		/** Whether to ask once more. */
		readonly isAllowed: boolean,
		/** Those not to use then. If no other is left, n8n logs in. */
		readonly tokens: string[],
	) {}

	/**
	 * @param stored the credential as it is stored now
	 * @param token the request was sent with
	 */
	static of(stored: GmcCredential, token: string): Suspicion {
		const session = sessionFor(fingerprintOf(stored));
		const others = knownTokens(stored).filter((one) => one !== token);
		const old = others.filter((one) => !isTrusted(stored, session, one));
		const hasOther = old.length < others.length;
		const isAllowed = hasOther || (!isTrusted(stored, session, token) && mayLogIn(session, token));
		return new Suspicion(session, isAllowed, [token, ...old]);
	}

	/** The login has failed, so it is not tried for the next request. */
	end(): void {
		if (this.session.suspected) this.session.suspected.isOver = true;
	}
}

const isRecent = (at: number): boolean => Math.abs(Date.now() - at) < TRUSTED_MS;

function isTrusted(stored: GmcCredential, session: Session, token: string): boolean {
	const isOfThisProcess = token === session.token && isRecent(session.obtainedAt);
	return isOfThisProcess || (token === stored.accessToken && isRecent(Number(stored.loginAt)));
}

/** Requests that were sent with the same token share one login. */
function mayLogIn(session: Session, token: string): boolean {
	const { suspected } = session;
	if (suspected && isRecent(suspected.at)) return suspected.token === token && !suspected.isOver;
	session.suspected = { token, at: Date.now(), isOver: false };
	return true;
}

/** The token of this process, if it is newer than the refusal of the other one. */
function fetchedAfter(session: Session, refused: string | undefined): string | undefined {
	const { token, obtainedAt, rejected } = session;
	const isFresh = Date.now() - obtainedAt < SHARED_TOKEN_MS;
	const isYounger = refused === undefined || obtainedAt >= (rejected.get(refused) ?? 0);
	return token && isFresh && isYounger && !rejected.has(token) ? token : undefined;
}

async function logInOnce(
	helpers: IHttpRequestHelper['helpers'],
	credential: GmcCredential,
	session: Session,
): Promise<string> {
	const { refusal } = session;
	if (refusal && Date.now() < refusal.until) throw refusal.error;
	const tokens = [...session.rejected.keys(), session.token ?? ''];
	session.login ??= requestToken(helpers, credential, tokens)
		.then(({ token, path }) => {
			session.token = token;
			session.answerPath = path;
			session.obtainedAt = Date.now();
			session.rejected.delete(token);
			session.refusal = undefined;
			return token;
		})
		.catch((error: GmcLoginError) => {
			const until = Date.now() + REFUSAL_MEMORY_MS;
			if (error.kind === 'refusal') session.refusal = { error, until };
			throw error;
		})
		.finally(() => {
			session.login = undefined;
		});
	return await session.login;
}
