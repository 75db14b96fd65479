import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { GmcCredential } from '../core/login';
import { findToken, fingerprintOf, integrationHeaders, loginUrl } from '../core/login';
import { isLastingCode, readErrorBody } from '../core/failure';
import { isTransientStatus, retryDelay } from '../core/retry';

const LOGIN_TIMEOUT_MS = 30_000;
/** How long a refused login is remembered, so that a wrong password is not tried once per row. */
const REFUSAL_MEMORY_MS = 10_000;
/** A token that another request fetched within this time is taken before logging in again. */
const SHARED_TOKEN_MS = 60_000;
const MAX_SESSIONS = 100;

/** Thrown when the login did not yield a token. Its text is made for users and holds no secret. */
export class GmcLoginError extends Error {
	constructor(
		message: string,
		/** Whether it may work a little later, as a refused login does not. */
		readonly isPassing = false,
	) {
		super(message);
		this.name = 'GmcLoginError';
	}
}

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
	const { statusCode, body } = await postLogin(helpers, credential);
	if (statusCode < 200 || statusCode > 299) {
		const isPassing = isTransientStatus(statusCode);
		const error = new GmcLoginError(explainRefusal(statusCode, body), isPassing);
		if (!isPassing) {
			session.refusal = { error, until: Date.now() + REFUSAL_MEMORY_MS };
		}
		throw error;
	}
	const search = findToken(body, credential.tokenField ?? '');
	if ('keys' in search) throw new GmcLoginError(explainMissingToken(search.keys, credential));
	session.token = search.token;
	session.obtainedAt = Date.now();
	session.refusal = undefined;
	return search.token;
}

/** A login may be repeated without harm, so passing faults are retried here. */
async function postLogin(
	helpers: Helpers,
	credential: GmcCredential,
): Promise<{ statusCode: number; body: unknown }> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: checkedLoginUrl(credential),
		headers: { ...integrationHeaders(credential), 'Content-Type': 'application/json' },
		body: { email: credential.email, senha: credential.senha },
		json: true,
		timeout: LOGIN_TIMEOUT_MS,
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
	for (let attempt = 1; ; attempt++) {
		const answer = await helpers.httpRequest(request).catch(toUnreachable);
		const isFinal = !('code' in answer) && !isTransientStatus(answer.statusCode);
		const delay = isFinal ? undefined : retryDelay(attempt, answer.headers?.['retry-after']);
		if (delay !== undefined) await sleep(delay);
		else if (!('code' in answer)) return answer;
		else {
			throw new GmcLoginError(
				`GMC's login at ${request.url} could not be reached. ${CHECK_URL}`,
				!isLastingCode(answer.code),
			);
		}
	}
}

/** n8n refuses some requests before sending, for instance to a domain the credential does not allow. */
function toUnreachable(error: Error & { code?: unknown }): { code: string; headers?: undefined } {
	if (typeof error.code === 'string') return { code: error.code };
	throw new GmcLoginError(`GMC's login was not sent: ${error.message}`);
}

const CHECK_URL = 'Check the Base URL and the login address in the GMC credential.';

function checkedLoginUrl(credential: GmcCredential): string {
	const url = loginUrl(credential);
	if (!/^https?:\/\/[^/]/i.test(url)) {
		throw new GmcLoginError(
			'The login address in the GMC credential is not a web address. It must begin with https://',
		);
	}
	return url;
}

function explainRefusal(statusCode: number, body: unknown): string {
	const { message } = readErrorBody(body);
	const said = message ? ` GMC says: ${message}` : '';
	if (statusCode === 401 || statusCode === 403 || statusCode === 400) {
		return `GMC refused the login (HTTP ${statusCode}). Check Email, Password (Senha) and Login Endpoint in the GMC credential; the access must be of type INTEGRATION.${said}`;
	}
	if (statusCode >= 300 && statusCode < 400) {
		return `GMC's login address redirects elsewhere (HTTP ${statusCode}); redirects are not followed with a password. ${CHECK_URL}`;
	}
	if (statusCode === 404 || statusCode === 405) {
		return `There is no login at this address (HTTP ${statusCode}). Check Login Endpoint, Login Base URL and Base URL in the GMC credential.`;
	}
	return `GMC's login did not work (HTTP ${statusCode}). Try again later.${said}`;
}

function explainMissingToken(keys: string[], credential: GmcCredential): string {
	const came =
		keys.length > 0 ? `These fields came: ${keys.join(', ')}.` : 'It is not a JSON object.';
	const looked = credential.tokenField
		? `There is no token at "${credential.tokenField}" in the answer of GMC's login.`
		: "No access token was found in the answer of GMC's login.";
	return `${looked} ${came} Put the path of the right one into Token Field in the GMC credential.`;
}

/** Forgets every session. For tests, which run several services in one process. */
export function forgetSessions(): void {
	sessions.clear();
}
