import fc from 'fast-check';
import type { GmcCredential } from '../../../../nodes/Gmc/core/service/credential';
import {
	accountOf,
	fingerprintOf,
	integrationHeaders,
	loginUrl,
	serviceUrl,
} from '../../../../nodes/Gmc/core/service/credential';

const credential: GmcCredential = {
	baseUrl: 'https://gmc.example.com/api',
	loginEndpoint: 'auth',
	authUrl: '',
	loginUrl: 'https://login.example.com/in',
	email: 'integration@example.com',
	senha: 'a-password',
	clientKey: 'key',
	clientSecret: 'secret',
	origin: 'https://www.example.com',
	tokenField: '',
	accessToken: '',
	loginFingerprint: '',
	loginAnswerPath: '',
};
const having = (changes: Partial<GmcCredential>) => ({ ...credential, ...changes });

test('the address of the service does not depend on a trailing slash or blanks; the account neither', () => {
	const baseUrl = ' https://gmc.example.com/api// ';
	expect(serviceUrl({ baseUrl })).toBe('https://gmc.example.com/api');
	const other = having({
		baseUrl: ' HTTPS://GMC.example.com/api/',
		email: ' Integration@example.com',
	});
	expect(accountOf(other)).toBe(accountOf(credential));
});

test.each<[GmcCredential['loginEndpoint'], Partial<GmcCredential>, string]>([
	['auth', {}, 'https://gmc.example.com/api/auth/login'],
	['auth', { authUrl: 'https://auth.example.com/v1/' }, 'https://auth.example.com/v1/auth/login'],
	['integration', { authUrl: 'https://x' }, 'https://gmc.example.com/api/users/integration/login'],
	['custom', { loginUrl: ' https://login.example.com/?x=1 ' }, 'https://login.example.com/?x=1'],
])('the address of the login for %s with %p is %s', (loginEndpoint, changes, url) => {
	expect(loginUrl(having({ ...changes, loginEndpoint }))).toBe(url);
});

describe('the headers of the integration', () => {
	test('are the Base64 of key and secret, and the Origin', () => {
		const headers = integrationHeaders(credential);
		expect(headers['secret-key']).toBe('a2V5OnNlY3JldA==');
		expect(headers.Origin).toBe('https://www.example.com');
		expect(Object.keys(integrationHeaders(having({ origin: ' ' })))).toEqual(['secret-key']);
	});

	test('carry any text as UTF-8, and nothing that would break out of a header', () => {
		const text = fc.string({ unit: 'grapheme' }).map((value) => value.trim());
		fc.assert(
			fc.property(text, text, (clientKey, clientSecret) => {
				const header = integrationHeaders(having({ clientKey, clientSecret }))['secret-key'];
				expect(header).toMatch(/^[\w+/]+=*$/);
				expect(Buffer.from(header, 'base64').toString('utf8')).toBe(`${clientKey}:${clientSecret}`);
			}),
		);
	});
});

describe('the fingerprint of a login', () => {
	test('changes with each field, and with the login address: no old token is used with it', () => {
		const texts = ['baseUrl', 'email', 'senha', 'clientKey', 'clientSecret', 'origin'] as const;
		const changed = [...texts, 'tokenField' as const].map((field) =>
			having({ [field]: `${credential[field]}x` }),
		);
		const addresses = (['auth', 'integration', 'custom'] as const).map((loginEndpoint) =>
			having({ loginEndpoint }),
		);
		const prints = [...changed, ...addresses].map(fingerprintOf);
		expect(new Set(prints).size).toBe(prints.length);
	});

	test('does not change with the token, nor with a trailing slash of the Base URL', () => {
		const same = having({
			accessToken: 'x',
			loginFingerprint: 'y',
			baseUrl: `${credential.baseUrl}/`,
		});
		expect(fingerprintOf(same)).toBe(fingerprintOf(credential));
	});
});
