import type { ICredentialTestRequest } from 'n8n-workflow';
import { en } from '../core/texts/en';
import type { Message } from '../core/texts/message';
import { ptBR } from '../core/texts/pt-BR';

/** In both languages: n8n takes the text as it stands here, before it knows of any credential. */
const rule = (statusCode: number, message: Message) => ({
	type: 'responseCode' as const,
	properties: { value: statusCode, message: [en, ptBR].map(message).join(' · ') },
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
		rule(401, ({ login }) => login.test401),
		rule(403, ({ login }) => login.test403),
		rule(404, ({ login }) => login.test404),
	],
};
