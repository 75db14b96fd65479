import type { ICredentialTestRequest, IHttpRequestOptions } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { originProblem } from '../core/service/credential';
import { GmcLoginError } from './login';

/** Marks the request of the credential's test. It is removed before the request is sent. */
const MARK = 'x-gmc-credential-test';

/** What n8n shows if the credential's test fails, by status. */
const TEXTS = {
	401: 'The login worked, but GMC refused the request (401). Client Key and Client Secret do not belong to this user, or the Origin is not released. Compare them with the integration at GMC.',
	403: 'GMC does not allow this user to use the integration (403): the user must be of type INTEGRATION with INTEGRATION_ONLY active.',
	404: 'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
};

/**
 * Logs in and lists the customers, which needs every header but changes nothing (service.md 5). If it fails, n8n shows the
 * text of a rule, never the body (n8n.md C11).
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
		url: '/customers/all',
		headers: { [MARK]: 'true' },
	},
	rules: Object.entries(TEXTS).map(([statusCode, message]) => ({
		type: 'responseCode',
		properties: { value: Number(statusCode), message },
	})),
};

/**
 * Refuses an Origin that has a wrong form, but only in the credential's test: GMC checks it for additions only (service.md
 * 5), and how it does so is not shown. Called after the login, before the request is sent.
 *
 * @throws GmcLoginError whose message n8n shows
 */
export function checkInTest(credential: GmcCredential, request: IHttpRequestOptions): void {
	const { [MARK]: mark, ...headers } = request.headers ?? {};
	if (mark === undefined) return;
	// A new object, because n8n may use the old one for every later test.
	request.headers = headers;
	const problem = originProblem(credential);
	if (problem !== undefined) throw new GmcLoginError(problem);
}
