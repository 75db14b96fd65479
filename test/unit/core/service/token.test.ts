import fc from 'fast-check';
import { findToken } from '../../../../nodes/Gmc/core/service/token';

const TOKEN = ['eyJhbGciOiJub25lIn0', 'eyJzdWIiOiIxIn0', 'c2lnbmF0dXJl'].join('.');
const OTHER = 'other-token-0123456789';

describe('the access token', () => {
	test.each<[string, unknown]>([
		['plain text, with Bearer and a line end', `Bearer ${TOKEN}\n`],
		['a list', { data: [{ token: `bearer  ${TOKEN}` }] }],
		['the clearest name', { token: OTHER, data: { in: { jwt: OTHER, accessToken: TOKEN } } }],
		['no refresh token', { refreshToken: OTHER, refreshTokens: [{ token: OTHER }], jwt: TOKEN }],
	])('is found in %s', (_place, body) => {
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

test.each(['constructor', '__proto__', 'toString', 'a.length', 'token.0'])(
	'with the Token Field %s, what JavaScript itself has is not the answer',
	(path) => {
		expect(findToken({ a: TOKEN, token: TOKEN }, path)).not.toHaveProperty('token');
	},
);

describe('without a token in the answer', () => {
	test('the keys that came are told, with their paths, and never their values', () => {
		const list = ['the-value-2'];
		const body = { ok: true, data: { secretThing: 'the-value-1', list }, none: null };
		expect(findToken(body, '')).toEqual({
			keys: ['ok', 'data.secretThing', 'data.list.…', 'none'],
		});
	});

	test.each<[string, unknown]>([
		['token', 12345678],
		['token', 'short'],
		['token', 'has blanks in it'],
		['token', 'line\r\nbreak: injected'],
		['refresh_token', OTHER],
	])('what cannot be an access token is none: %s %j', (key, value) => {
		expect(findToken({ [key]: value }, '')).toEqual({ keys: [key] });
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
