import type { ICredentialTestRequest, IHttpRequestOptions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { originProblem } from '../core/service/credentialAdvice';
import { GmcLoginError } from './login';

/** By it the credential knows the request of its test. It is taken off before the request leaves. */
const MARK = 'x-gmc-credential-test';

/** What n8n shows of a test of the credential that failed, by its status. */
const TEXTS = {
	401: 'The login worked, but GMC refused the request (401): Client Key, Client Secret or Origin do not belong to this user. Compare them with the integration at GMC.',
	403: 'GMC does not allow this user to use the integration (403): the access must be of type INTEGRATION with INTEGRATION_ONLY active.',
	404: 'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
};

const rule = (statusCode: keyof typeof TEXTS) => ({
	type: 'responseCode' as const,
	properties: { value: statusCode, message: TEXTS[statusCode] },
});

/**
 * Logs in and lists the customers, which asks for every header but changes nothing (service.md 5). Of an answer
 * that n8n does not like a user sees the text of a rule, never the body (n8n.md C11).
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
		url: '/customers/all',
		headers: { [MARK]: 'true' },
	},
	rules: [rule(401), rule(403), rule(404)],
};

/**
 * Names an Origin that cannot be one, in the test only: GMC itself asks for it when an addition is issued (service.md
 * 5), and how it compares is not shown, so nothing else is held up. Called after the login, before the request leaves.
 *
 * @throws GmcLoginError whose message n8n shows
 */
export function checkInTest(credential: GmcCredential, request: IHttpRequestOptions): void {
	const { [MARK]: mark, ...headers } = request.headers ?? {};
	if (mark === undefined) return;
	// Not taken out of the object that n8n hands over: it may be that of every later test.
	request.headers = headers;
	const problem = originProblem(credential);
	if (problem !== undefined) throw new GmcLoginError(problem);
}
