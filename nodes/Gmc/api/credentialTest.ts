import type { ICredentialTestRequest } from 'n8n-workflow';
import { credentialTest as texts } from '../core/texts/credentialTest';

const rule = (statusCode: keyof typeof texts) => ({
	type: 'responseCode' as const,
	properties: { value: statusCode, message: texts[statusCode] },
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
	rules: [rule(401), rule(403), rule(404)],
};
