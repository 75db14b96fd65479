import fc from 'fast-check';
import { findToken } from '../../../../nodes/Gmc/core/service/token';

const TOKEN = ['eyJhbGciOiJub25lIn0', 'eyJzdWIiOiIxIn0', 'c2lnbmF0dXJl'].join('.');
const OTHER = 'other-token-0123456789';

describe('the access token', () => {
	test.each<[string, unknown]>([
		['access_token', { token_type: 'Bearer', expires_in: 3600, access_token: TOKEN }],
		['a token object', { token: { accessToken: TOKEN, expiresIn: 3600 } }],
		['a list', { data: [{ token: TOKEN }] }],
		['plain text', TOKEN],
		['plain text with a line end', `${TOKEN}\n`],
		['plain text with Bearer', `Bearer ${TOKEN}`],
		['a bearer prefix', { data: { token: `bearer  ${TOKEN}` } }],
	])('is found in %s', (_place, body) => {
		expect(findToken(body, '')).toMatchObject({ token: TOKEN });
	});

	test.each<[string, unknown]>([
		['refreshToken', { refreshToken: OTHER, accessToken: TOKEN }],
		['a list of refresh tokens', { refreshTokens: [{ token: OTHER }], jwt: TOKEN }],
	])('is never a refresh token: %s', (_place, body) => {
		expect(findToken(body, '')).toMatchObject({ token: TOKEN });
	});

	test.each([
		{ refreshToken: OTHER },
		{ data: { refresh_token: OTHER } },
		{ refresh: { token: OTHER } },
	])('is missing where only a refresh token came: %p', (body) => {
		expect(findToken(body, '')).not.toHaveProperty('token');
	});

	test('is taken from the clearer name, however deep it is', () => {
		const body = { token: OTHER, data: { session: { accessToken: TOKEN } } };
		expect(findToken(body, '')).toMatchObject({ token: TOKEN });
	});

	test('is found under any of the usual names inside any of the usual places', () => {
		const name = fc.constantFrom('accessToken', 'access_token', 'token', 'jwt');
		const places = fc.array(fc.constantFrom('data', 'session', 'user', 'result'), { maxLength: 3 });
		fc.assert(
			fc.property(name, places, (key, path) => {
				const body = path.reduceRight<object>((inner, place) => ({ ok: true, [place]: inner }), {
					[key]: TOKEN,
				});
				const found = { token: TOKEN, path: [...path, key].join('.') };
				expect(findToken(body, '')).toEqual(found);
				expect(findToken(body, found.path)).toEqual(found);
			}),
		);
	});
});

describe('with a Token Field', () => {
	test('a list is walked by number', () => {
		expect(findToken({ tokens: [OTHER, TOKEN] }, 'tokens.1')).toMatchObject({ token: TOKEN });
	});

	test.each(['constructor', '__proto__', 'toString', 'a.length', 'token.0'])(
		'what JavaScript itself has is not the answer: %s',
		(path) => {
			expect(findToken({ a: TOKEN, token: TOKEN }, path)).not.toHaveProperty('token');
		},
	);
});

describe('without a token in the answer', () => {
	test('the keys that came are told, with their paths, and never their values', () => {
		const body = {
			ok: true,
			data: { secretThing: 'the-value-1', list: ['the-value-2'] },
			none: null,
		};
		const search = findToken(body, '');
		expect(search).toEqual({ keys: ['ok', 'data.secretThing', 'data.list', 'none'] });
		expect(JSON.stringify(search)).not.toContain('the-value');
	});

	test.each([
		{ token: 12345678 },
		{ token: 'short' },
		{ token: 'has blanks in it' },
		{ token: 'line\r\nbreak: injected' },
	])('what cannot be a token is none: %p', (body) => {
		expect(findToken(body, '')).toEqual({ keys: ['token'] });
	});

	test('the list of keys stays short', () => {
		const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}`.repeat(99), i]));
		const search = findToken(many, '') as { keys: string[] };
		expect(search.keys.length).toBeLessThan(30);
		expect(Math.max(...search.keys.map(({ length }) => length))).toBeLessThan(60);
	});
});

test('whatever the answer, a token fits into a header and no value of the answer is told', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.constantFrom('', 'a', 'data.token'), (body, path) => {
			const search = findToken(body, path);
			if ('token' in search) expect(search.token).toMatch(/^[\x21-\x7e]+$/);
			else expect(search.keys.every((key) => typeof key === 'string')).toBe(true);
		}),
	);
});
