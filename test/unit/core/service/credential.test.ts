import {
	type GmcCredential,
	accountOf,
	fingerprintOf,
	originProblem,
	passwordProblem,
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
	loginAt: '',
	loginAnswerPath: '',
};
const having = (changes: Partial<GmcCredential>) => ({ ...credential, ...changes });

test('the account does not depend on a trailing slash, blanks or capitals', () => {
	const baseUrl = ' HTTPS://GMC.example.com/api// ';
	const email = ' Integration@example.com';
	expect(accountOf(having({ baseUrl, email }))).toBe(accountOf(credential));
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

const ORIGIN = 'https://www.company.com';

test.each([` ${ORIGIN} `, 'https://[::1]:8443', '', undefined as unknown as string])(
	'an Origin that can be one: %j',
	(origin) => {
		expect(originProblem({ origin })).toBeUndefined();
	},
);

test.each([
	[`${ORIGIN}/shop`, ORIGIN],
	['localhost:3000', 'https://localhost:3000'],
	['https://name:secret@www.company.com/', ORIGIN],
	['ours, at https', ''],
	['ftp://company.com', ''],
])('an Origin that cannot: %j', (origin, meant) => {
	const said = originProblem({ origin }) ?? '';
	expect(said).toContain("The 'Origin' in the GMC credential must be exactly as GMC released it");
	expect(said.endsWith(meant ? `: try ${meant}.` : 'after the domain.')).toBe(true);
	expect(said).not.toContain('secret');
});

test('blanks around a password are named, the password is not', () => {
	expect(passwordProblem({ senha: 'open sesame' })).toBeUndefined();
	for (const senha of ['\topen sesame', 'open sesame\n']) {
		const said = passwordProblem({ senha });
		expect(said).toMatch(/begins or ends with a blank/);
		expect(said).not.toContain('sesame');
	}
});
