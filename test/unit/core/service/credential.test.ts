import fc from 'fast-check';
import type { GmcCredential } from '../../../../nodes/Gmc/core/service/credential';
import {
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

describe('the address of the service', () => {
	test.each([
		'https://gmc.example.com/api',
		'https://gmc.example.com/api/',
		' https://gmc.example.com/api// ',
	])('does not depend on a trailing slash or blanks: %p', (baseUrl) => {
		expect(serviceUrl({ baseUrl })).toBe('https://gmc.example.com/api');
	});
});

describe('the address of the login', () => {
	test.each<[string, Partial<GmcCredential>, string]>([
		['auth', {}, 'https://gmc.example.com/api/auth/login'],
		['auth', { authUrl: 'https://auth.example.com/v1/' }, 'https://auth.example.com/v1/auth/login'],
		['integration', {}, 'https://gmc.example.com/api/users/integration/login'],
		[
			'integration',
			{ baseUrl: 'https://gmc.example.com/api/', authUrl: 'https://auth.example.com' },
			'https://gmc.example.com/api/users/integration/login',
		],
		[
			'custom',
			{ loginUrl: ' https://login.example.com/in?x=1 ' },
			'https://login.example.com/in?x=1',
		],
	])('for %s with %p is %s', (loginEndpoint, changes, url) => {
		const endpoint = loginEndpoint as GmcCredential['loginEndpoint'];
		expect(loginUrl(having({ ...changes, loginEndpoint: endpoint }))).toBe(url);
	});
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
	test.each<keyof GmcCredential>([
		'baseUrl',
		'email',
		'senha',
		'clientKey',
		'clientSecret',
		'origin',
		'tokenField',
	])('changes with %s, so that an old token is not used with it', (field) => {
		const changed = having({ [field]: `${credential[field]}x` });
		expect(fingerprintOf(changed)).not.toBe(fingerprintOf(credential));
	});

	test('changes with the login address', () => {
		const prints = (['auth', 'integration', 'custom'] as const).map((loginEndpoint) =>
			fingerprintOf(having({ loginEndpoint })),
		);
		expect(new Set(prints).size).toBe(3);
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
