import type { ICredentialTestRequest } from 'n8n-workflow';

const rule = (statusCode: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value: statusCode, message },
});

/**
 * Logs in and lists the customers, which asks for every header but changes nothing (service.md 5). Of an answer
 * that n8n does not like a user sees the text of a rule, never the body (n8n.md C11).
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
		url: '/customers/all',
	},
	rules: [
		rule(
			401,
			'The login worked, but GMC refused the request (401): Client Key, Client Secret or Origin do not belong to this user. Compare them with the integration at GMC.',
		),
		rule(
			403,
			'GMC does not allow this user to use the integration (403): the access must be of type INTEGRATION with INTEGRATION_ONLY active.',
		),
		rule(
			404,
			'There is no GMC service at this Base URL (404). It must include /api, for instance https://gmc.example.com/api',
		),
	],
};
