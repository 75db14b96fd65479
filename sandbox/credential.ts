import { DEMO_USER } from './seeds';

/** What goes into n8n's `gmcApi` credential: that of the demo user. */
export function credentialFor(baseUrl: string) {
	const { email, senha, clientKey, clientSecret, allowedOrigins } = DEMO_USER;
	const login = { email, senha, clientKey, clientSecret, origin: allowedOrigins[0] };
	return { baseUrl, loginEndpoint: 'auth', authUrl: '', loginUrl: '', ...login, tokenField: '' };
}

/** The same with the labels and in the order of n8n's dialog. */
export function credentialWords(baseUrl: string): Array<[label: string, value: string]> {
	const { email, senha, clientKey, clientSecret, origin } = credentialFor(baseUrl);
	return [
		['Base URL', baseUrl],
		['Email', email],
		['Password', senha],
		['Client Key', clientKey],
		['Client Secret', clientSecret],
		['Origin', origin],
		['Login Endpoint', 'Auth (/auth/login)'],
		['Login Base URL', ''],
		['Token Field', ''],
	];
}

/** Labels and values as lines for a terminal. */
export function aligned(words: Array<[label: string, value: string]>): string[] {
	const width = Math.max(...words.map(([label]) => label.length));
	return words.map(([label, value]) => `${label.padEnd(width)}  ${value || '(leave empty)'}`);
}

/** The credential as lines for a terminal. */
export const credentialLines = (baseUrl: string): string[] => aligned(credentialWords(baseUrl));
