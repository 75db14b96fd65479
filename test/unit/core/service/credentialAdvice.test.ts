import {
	adviceOn,
	originProblem,
	passwordProblem,
	schemeProblem,
} from '../../../../nodes/Gmc/core/service/credentialAdvice';
import { explain } from '../../../../nodes/Gmc/core/service/explain';
import { networkFailure, statusFailure } from '../../../../nodes/Gmc/core/service/failure';

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

test.each([
	['https://gmc.example.com/api', 'EPROTO', /does not support HTTPS/],
	[' HTTPS://gmc.example.com', 'ERR_SSL_WRONG_VERSION_NUMBER', /does not support HTTPS/],
	['http://gmc.example.com/api', 'ECONNRESET', /HTTPS only/],
	['http://gmc.example.com/api', 'HPE_INVALID_CONSTANT', /HTTPS only/],
])('a connection to %s that ends with %s shows the other scheme', (address, code, words) => {
	expect(schemeProblem(address, code)).toMatch(words);
});

test.each([
	['https://gmc.example.com/api', 'ECONNRESET'],
	['https://gmc.example.com/api', 'CERT_HAS_EXPIRED'],
	['http://gmc.example.com/api', 'ECONNREFUSED'],
	['http://gmc.example.com/api', undefined],
])('a connection to %s that ends with %s says nothing of it', (address, code) => {
	expect(schemeProblem(address, code)).toBeUndefined();
});

describe('what a node says of a request', () => {
	const credential = { origin: 'company.com', baseUrl: 'https://gmc.example.com/api' };
	const told = (failure: Parameters<typeof adviceOn>[0]) =>
		explain({ ...failure, advice: adviceOn(failure, credential) } as never, 'issueAddition')
			.description;

	test('names the Origin after a 401, before the words of the service, and after nothing else', () => {
		const body = { statusCode: 401, message: 'Origin invalid' };
		expect(told(statusFailure(401, body))).toMatch(
			/The Origin .* https:\/\/company\.com\. GMC says: Origin invalid\.$/,
		);
		expect(told(statusFailure(403, { ...body, statusCode: 403 }))).not.toMatch(/: try /);
	});

	test('names the scheme where the connection shows it', () => {
		expect(told(networkFailure({ code: 'EPROTO' }))).toMatch(/does not support HTTPS.*\.$/);
		expect(told(networkFailure({ code: 'ECONNRESET' }))).not.toMatch(/https/);
	});
});
