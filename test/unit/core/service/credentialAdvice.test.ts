import {
	originProblem,
	passwordProblem,
} from '../../../../nodes/Gmc/core/service/credentialAdvice';

const ORIGIN = 'https://www.company.com';

test.each([
	ORIGIN,
	` ${ORIGIN} `,
	'http://company.com:8080',
	'https://[::1]:8443',
	'',
	undefined as unknown as string,
])('an Origin that can be one: %j', (origin) => {
	expect(originProblem({ origin })).toBeUndefined();
});

test.each([
	[`${ORIGIN}/`, 'ends with a slash', ORIGIN],
	[`${ORIGIN}?`, 'ends with a slash', ORIGIN],
	[`${ORIGIN}/shop`, 'has something after the domain', ORIGIN],
	[`${ORIGIN}#top`, 'has something after the domain', ORIGIN],
	['www.company.com', 'does not begin with https://', ORIGIN],
	['localhost:3000', 'does not begin with https://', 'https://localhost:3000'],
	['https://name:secret@www.company.com/', 'ends with a slash', ORIGIN],
	['ours, at https', 'is not a web address', ''],
	['https//company.com', 'is not a web address', ''],
	['ftp://company.com', 'is not a web address', ''],
])('an Origin that cannot: %j', (origin, what, meant) => {
	const said = originProblem({ origin }) ?? '';
	expect(said).toContain(`The Origin in the GMC credential ${what}`);
	expect(said.includes(': try ')).toBe(meant !== '');
	expect(said).toContain(meant);
	expect(said).not.toContain('secret');
});

test('blanks around a password are named, the password is not', () => {
	expect(passwordProblem({ senha: 'open sesame' })).toBeUndefined();
	for (const senha of [' open sesame', 'open sesame ', 'open sesame\n', '\topen sesame']) {
		const said = passwordProblem({ senha });
		expect(said).toMatch(/begins or ends with a blank/);
		expect(said).not.toContain('sesame');
	}
});
