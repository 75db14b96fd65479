import fc from 'fast-check';
import type { GmcCredential } from '../../../../nodes/Gmc/core/service/credential';
import {
	accountOf,
	fingerprintOf,
	integrationHeaders,
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

test('the headers of the integration carry any text as UTF-8, and nothing that would break out of a header', () => {
	const text = fc.string({ unit: 'grapheme' }).map((value) => value.trim());
	fc.assert(
		fc.property(text, text, (clientKey, clientSecret) => {
			const header = integrationHeaders(having({ clientKey, clientSecret }))['secret-key'];
			expect(header).toMatch(/^[\w+/]+=*$/);
			expect(Buffer.from(header, 'base64').toString('utf8')).toBe(`${clientKey}:${clientSecret}`);
		}),
	);
});

test('the fingerprint of a login changes with each field, and with the login address: no old token is used with it', () => {
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
