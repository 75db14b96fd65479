import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { readErrorBody, refusedTokenIn } from '../core/service/errorBody';
import { obstacleOf, PROXY_ASKS } from '../core/service/obstacle';
import type { Failure } from '../core/service/failure';
import { isPermanentCode, loginFailure } from '../core/service/failure';
import type { GmcCredential } from '../core/service/credential';
import {
	integrationHeaders,
	loginBody,
	loginUrl,
	passwordProblem,
	secretsOf,
} from '../core/service/credential';
import type { FoundToken } from '../core/service/token';
import { findToken } from '../core/service/token';
import { hiding } from '../core/redaction/redact';
import { delays } from '../core/pace/delays';
import { isTransientStatus, retryDelay } from '../core/pace/retry';
import { clockOf } from './withTimeout';
import { inOne } from '../core/texts/words';

const CHECK_URL =
	"Check the 'Base URL' and the login address in the GMC credential, and whether they begin with https:// or http://.";

/** The login failed. The message is for users and has no secrets. */
export class GmcLoginError extends Error {
	readonly notSent: Failure;

	constructor(
		message: string,
		/** `transient`: may work later. `refusal`: GMC refused it. `other`: the credential must be corrected. */
		readonly kind: 'transient' | 'refusal' | 'other' = 'other',
	) {
		super(message);
		this.name = 'GmcLoginError';
		this.notSent = loginFailure(message, kind === 'transient');
	}
}

/**
 * Requests an access token (service.md 4.1 and 5).
 *
 * @param tokens earlier ones, which must be hidden, too
 * @returns the token, and its path in the answer
 * @throws GmcLoginError
 */
export async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	credential: GmcCredential,
	tokens: string[],
): Promise<FoundToken> {
	const { statusCode, body } = await postLogin(helpers, credential);
	const secrets = [...secretsOf(credential), ...tokens];
	if (statusCode < 200 || statusCode > 299) {
		const kind = isTransientStatus(statusCode) ? 'transient' : 'refusal';
		throw new GmcLoginError(explainRefusal({ statusCode, body }, credential, secrets), kind);
	}
	const search = findToken(body, credential.tokenField ?? '');
	if ('token' in search) {
		const { token, path } = search;
		// The path may contain a token, if sessions are listed by their token.
		return { token, path: hiding([...secrets, token])(path) };
	}
	const told = refusedTokenIn(body);
	if (told !== undefined) {
		const refusal = explainRefusal({ statusCode: told, body }, credential, secrets);
		throw new GmcLoginError(refusal, 'refusal');
	}
	throw new GmcLoginError(noToken(credential.tokenField, search.keys.map(hiding(secrets))));
}

/** Without a status, if the login could not be reached. */
interface LoginAnswer {
	statusCode?: number;
	headers?: IDataObject;
	body?: unknown;
	code?: string;
	/** Why it could not be reached, if that is known. */
	obstacle?: string;
}

/** Repeats a login after temporary failures, because that does no harm. */
async function postLogin(
	helpers: IHttpRequestHelper['helpers'],
	credential: GmcCredential,
): Promise<{ statusCode: number; body: unknown }> {
	const request: IHttpRequestOptions = {
		method: 'POST',
		url: checkedLoginUrl(credential),
		headers: { ...integrationHeaders(credential), 'Content-Type': 'application/json' },
		body: loginBody(credential),
		json: true,
		timeout: delays.loginTimeoutMs,
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
	for (let attempt = 1; ; attempt++) {
		const { statusCode, body, headers, code, obstacle } = await ask(helpers, request, credential);
		const mayRepeat = statusCode === undefined || isTransientStatus(statusCode);
		const delay = mayRepeat
			? retryDelay(attempt, headers?.['retry-after'], Math.random())
			: undefined;
		if (delay !== undefined) await sleep(delay);
		else if (statusCode !== undefined) return { statusCode, body };
		else {
			const message = `GMC's login at ${shownUrl(request.url)} could not be reached. ${obstacle ?? CHECK_URL}`;
			throw new GmcLoginError(message, isPermanentCode(code) ? 'other' : 'transient');
		}
	}
}

/** With a timeout of its own, because n8n's is one of silence (n8n.md H3). */
async function ask(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	credential: GmcCredential,
): Promise<LoginAnswer> {
	const abortSignal = clockOf(delays.loginTimeoutMs);
	const asked: Promise<LoginAnswer> = helpers.httpRequest({ ...request, abortSignal });
	return await asked.catch((error: Error & { code?: unknown }) => {
		const { code, message } = error;
		if (typeof code === 'string') return { code, obstacle: obstacleOf(error, request.url) };
		// n8n refuses some requests before it sends them, such as to a domain that the credential does not allow.
		const said = hiding(secretsOf(credential))(message);
		throw new GmcLoginError(`GMC's login was not sent: ${said}`);
	});
}

/** An address without user, password and query, which may be secret. */
function shownUrl(address: string): string {
	if (!URL.canParse(address)) return address;
	const { origin, pathname } = new URL(address);
	return origin + pathname;
}

function checkedLoginUrl(credential: GmcCredential): string {
	const url = loginUrl(credential);
	if (!/^https?:\/\/[^/]/i.test(url)) {
		throw new GmcLoginError(
			"The 'Base URL' or the login address in the GMC credential is not a web address. It must start with https://",
		);
	}
	return url;
}

function explainRefusal(
	{ statusCode, body }: { statusCode: number; body: unknown },
	credential: GmcCredential,
	secrets: string[],
): string {
	const { message: words } = readErrorBody(body, secrets);
	if (statusCode === 407) return inOne(`${PROXY_ASKS.message}.`, PROXY_ASKS.description);
	if (statusCode >= 300 && statusCode < 400)
		return `GMC's login address redirects elsewhere (HTTP ${statusCode}). The node does not follow redirects with a password. ${CHECK_URL}`;
	if (statusCode === 404 || statusCode === 405) {
		return `There is no login at this address (HTTP ${statusCode}). Check 'Login Endpoint', 'Login Base URL' and 'Base URL' in the GMC credential; the 'Base URL' must include /api.`;
	}
	const isRefusal = [400, 401, 403].includes(statusCode);
	return inOne(
		isRefusal
			? `GMC refused the login (HTTP ${statusCode}). Check 'Email', 'Password' and 'Login Endpoint' in the GMC credential; the user must be of type INTEGRATION.`
			: `GMC's login did not work (HTTP ${statusCode}). Try again later.`,
		isRefusal ? passwordProblem(credential) : undefined,
		words ? `GMC says: ${words}` : undefined,
	);
}

function noToken(tokenField: string | undefined, keys: string[]): string {
	const looked = tokenField
		? `There is no token at "${tokenField}" in the answer of GMC's login.`
		: "No access token was found in the answer of GMC's login.";
	const found =
		keys.length > 0 ? `It has these fields: ${keys.join(', ')}.` : 'It is not a JSON object.';
	return `${looked} ${found} Enter the path of the token in 'Token Field' of the GMC credential.`;
}
