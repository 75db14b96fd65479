import { originProblem, passwordProblem } from '../../../../nodes/Gmc/core/service/credential';

const ORIGIN = 'https://www.company.com';

test.each([ORIGIN, ` ${ORIGIN} `, 'https://[::1]:8443', '', undefined as unknown as string])(
	'an Origin that can be one: %j',
	(origin) => {
		expect(originProblem({ origin })).toBeUndefined();
	},
);

test.each([
	[`${ORIGIN}/`, ORIGIN],
	[`${ORIGIN}?`, ORIGIN],
	[`${ORIGIN}/shop`, ORIGIN],
	['www.company.com', ORIGIN],
	['localhost:3000', 'https://localhost:3000'],
	['https://name:secret@www.company.com/', ORIGIN],
	['ours, at https', ''],
	['ftp://company.com', ''],
])('an Origin that cannot: %j', (origin, meant) => {
	const said = originProblem({ origin }) ?? '';
	expect(said).toContain('The Origin in the GMC credential must be exactly as GMC released it');
	expect(said.endsWith(meant ? `: try ${meant}.` : 'after the domain.')).toBe(true);
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
