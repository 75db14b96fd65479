import type {
	ICredentialTestRequest,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { delays } from '../core/pace/delays';
import type { GmcCredential } from '../core/service/credential';
import {
	integrationHeaders,
	originProblem,
	secretsOf,
	serviceUrl,
} from '../core/service/credential';
import { mayMeanToken } from '../core/service/errorBody';
import { explain } from '../core/service/explain';
import type { Failure } from '../core/service/failure';
import { networkFailure } from '../core/service/failure';
import { inOne } from '../core/texts/words';
import { answered } from './exchange';
import { GmcLoginError } from './login';
import { readCustomerList } from './schemas';
import { refuseToken, renewToken } from './session';
import { clockOf } from './withTimeout';

/** Marks the request of the credential's test. It is removed before the request is sent. */
const MARK = 'x-gmc-credential-test';

const PATH = '/customers/all';

/**
 * Logs in and lists the customers, which needs every header but changes nothing (service.md 5). The list is read in
 * `checkInTest`: n8n itself knows only the status (n8n.md C11).
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
		url: PATH,
		headers: { [MARK]: 'true' },
	},
};

/** What the test says, by status. */
const TEXTS: Record<number, string> = {
	401: "The login worked, but GMC refused the request (401). 'Client Key' and 'Client Secret' do not belong to this user, or the 'Origin' is not released. Compare them with the integration at GMC.",
	403: 'GMC does not allow this user to use the integration (403): the user must be of type INTEGRATION with INTEGRATION_ONLY active.',
	404: "There is no GMC service at this 'Base URL' (404). It must include /api, for instance https://gmc.example.com/api",
};

const UNREADABLE =
	"The login worked, but the answer is not the list of customers of GMC. Check the 'Base URL'; it must include /api.";

/** Gives the test n8n's helpers, which only `preAuthentication` gets. n8n uses one object for both. */
const logins = new WeakMap<object, { helpers: IHttpRequestHelper['helpers']; since: number }>();

/** Call it before the login. @param credential the very object that n8n has passed */
export function noteLogin(credential: GmcCredential, helpers: IHttpRequestHelper['helpers']): void {
	logins.set(credential, { helpers, since: Date.now() });
}

/**
 * In the credential's test: refuses an Origin that has a wrong form, which GMC checks for additions only (service.md 5), and
 * reads GMC's answer. Called after the login, before n8n sends the request.
 *
 * @throws GmcLoginError whose message n8n shows
 */
export async function checkInTest(
	credential: GmcCredential,
	request: IHttpRequestOptions,
): Promise<void> {
	const { [MARK]: mark, ...headers } = request.headers ?? {};
	if (mark === undefined) return;
	// A new object, because n8n may use the old one for every later test.
	request.headers = headers;
	const problem = originProblem(credential) ?? (await answerProblem(credential));
	if (problem !== undefined) throw new GmcLoginError(problem);
}

/** @returns what keeps GMC's list of customers from being read */
async function answerProblem(credential: GmcCredential): Promise<string | undefined> {
	const { helpers, since } = logins.get(credential) ?? {};
	if (helpers === undefined || since === undefined) return undefined;
	let failure = await listFailure(helpers, credential);
	// Without a login of its own, the test has a token that may have ended.
	if (mayMeanToken(failure?.statusCode ?? 0) && Number(credential.loginAt) < since) {
		refuseToken(credential, credential.accessToken);
		Object.assign(credential, await renewToken(helpers, credential));
		failure = await listFailure(helpers, credential);
	}
	if (failure === undefined) return undefined;
	const { message, description } = explain(failure, 'listCustomers');
	const told = failure.isFromIntermediary ? undefined : TEXTS[failure.statusCode ?? 0];
	return failure.own ?? told ?? inOne(`${message}.`, description);
}

async function listFailure(
	helpers: IHttpRequestHelper['helpers'],
	credential: GmcCredential,
): Promise<Failure | undefined> {
	const url = serviceUrl(credential) + PATH;
	const authorization = { Authorization: `Bearer ${credential.accessToken}` };
	const request: IHttpRequestOptions = {
		url,
		headers: { ...integrationHeaders(credential), ...authorization },
		json: true,
		timeout: delays.loginTimeoutMs,
		abortSignal: clockOf(delays.loginTimeoutMs),
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
	};
	try {
		const answer = (await helpers.httpRequest(request)) as IN8nHttpFullResponse;
		const { failure } = answered(answer, 'GET', secretsOf(credential));
		if (failure !== undefined) return failure;
		if (readCustomerList(answer.body) !== undefined) return undefined;
		return { proof: 'unknown', cause: 'unreadable', own: UNREADABLE };
	} catch (error) {
		return networkFailure(error, url);
	}
}
