import * as fc from 'fast-check';
import { secretsOf } from '../../../../nodes/Gmc/core/service/credential';
import type { GmcCredential } from '../../../../nodes/Gmc/core/service/credential';
import { withoutSecrets } from '../../../../nodes/Gmc/core/redaction/redact';

test('every secret is hidden, however often it comes', () => {
	expect(withoutSecrets('a hunter2 b hunter2 c s3cret', ['hunter2', 's3cret'])).toBe(
		'a [hidden] b [hidden] c [hidden]',
	);
});

test('the longer one goes first, so that nothing of it is left', () => {
	expect(withoutSecrets('key: abcd-efgh', ['abcd', 'abcd-efgh'])).toBe('key: [hidden]');
});

test('secrets that are missing, empty or very short change nothing', () => {
	expect(withoutSecrets('a text', [undefined, '', 'a', 'tex'])).toBe('a text');
});

test('patterns in a secret mean nothing', () => {
	expect(withoutSecrets('x $& y .*.* z', ['.*.*', '$& y'])).toBe('x [hidden] [hidden] z');
});

/** Whether something is left of it; what is around it may make it up again out of the mark. */
const shows = (text: string, part: string) =>
	text.split('[hidden]').some((rest) => rest.includes(part));

test('no secret is ever left', () => {
	const secret = fc
		.string({ minLength: 4, maxLength: 20 })
		.filter((text) => !'[hidden]'.includes(text));
	fc.assert(
		fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
			expect(shows(withoutSecrets(before + hidden + after, [hidden]), hidden)).toBe(false);
		}),
	);
});

type Encoder = (text: string) => string;
const each = (text: string, pattern: RegExp, write: Encoder) => text.replace(pattern, write);
const hexOf = (sign: string) => sign.codePointAt(0)!.toString(16);
const unicode: Encoder = (unit) => `\\u${hexOf(unit).padStart(4, '0')}`;
const strict = (text: string) =>
	each(encodeURIComponent(text), /[!'()*~._-]/g, (sign) => `%${hexOf(sign).toUpperCase()}`);
const inLowerCase = (text: string) => each(text, /%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
const NAMES: Record<string, string> = {
	'&': 'amp',
	'"': 'quot',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};

const encoders: Record<string, Encoder> = {
	'as it is': (text) => text,
	JSON: (text) => JSON.stringify(text).slice(1, -1),
	'JSON in ASCII': (text) => each(JSON.stringify(text).slice(1, -1), /[^ -~]|[<>&']/g, unicode),
	'JSON in ASCII, capitals': (text) =>
		each(
			encoders['JSON in ASCII'](text),
			/\\u..../g,
			(code) => `\\u${code.slice(2).toUpperCase()}`,
		),
	'JSON of PHP': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
	'HTML by names': (text) => each(text, /[&"'<>]/g, (sign) => `&${NAMES[sign]};`),
	'HTML by numbers': (text) => each(text, /[^A-Za-z0-9 ]/gu, (sign) => `&#${sign.codePointAt(0)};`),
	'HTML by hex numbers': (text) =>
		each(text, /[^A-Za-z0-9 ]/gu, (sign) => `&#x${hexOf(sign).toUpperCase()};`),
	'HTML as libraries do it': (text) =>
		each(text, /[&"'<>]/g, (sign) => (sign === "'" ? '&#39;' : `&${NAMES[sign]};`)),
	'an address': encodeURIComponent,
	'an address in small letters': (text) => inLowerCase(encodeURIComponent(text)),
	'an address, all signs': strict,
	'a form': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
	'a whole address': encodeURI,
};

const base64s: Record<string, Encoder> = {
	Base64: (text) => Buffer.from(text).toString('base64'),
	'Base64 without padding': (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
	'Base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
};

const oddSign = fc.constantFrom(...'"\\&<>+/%é ç\'`~!=:;?#@$-_.😀aZ09'.match(/./gu)!);
const oddSecret = fc
	.array(oddSign, { minLength: 4, maxLength: 24 })
	.map((signs) => signs.join(''))
	.filter((text) => text.length >= 4);
const anyOf = (of: Record<string, Encoder>) => fc.constantFrom(...Object.keys(of));

describe('however the service spells it', () => {
	const secret = `p"w\\d&<é>+/%' x`;

	test.each(Object.keys({ ...encoders, ...base64s }))('%s', (name) => {
		const encoded = { ...encoders, ...base64s }[name](secret);
		const told = encoded === secret ? 'you sent [hidden], no?' : '[hidden]';
		expect(withoutSecrets(`you sent ${encoded}, no?`, [secret])).toBe(told);
	});

	test('with any odd sign, in one spelling or in one within another', () => {
		fc.assert(
			fc.property(oddSecret, anyOf(encoders), anyOf(encoders), (hidden, first, second) => {
				const encoded = encoders[second](encoders[first](hidden));
				const told = withoutSecrets(`<${encoded}>`, [hidden]);
				expect(shows(told, encoded)).toBe(false);
				expect(told).toContain('[hidden]');
			}),
			{ numRuns: 2000 },
		);
	});

	test('in Base64, of whatever kind and however that is spelt', () => {
		fc.assert(
			fc.property(oddSecret, anyOf(base64s), anyOf(encoders), (hidden, kind, second) => {
				const encoded = encoders[second](base64s[kind](hidden));
				expect(shows(withoutSecrets(`: ${encoded} `, [hidden]), encoded)).toBe(false);
			}),
			{ numRuns: 1000 },
		);
	});

	test('in the Base64 of a longer text, but for the signs on its border', () => {
		const around = fc.string({ maxLength: 7 });
		fc.assert(
			fc.property(oddSecret, around, around, anyOf(base64s), (hidden, before, after, kind) => {
				const encoded = base64s[kind](before + hidden + after);
				const told = withoutSecrets(`: ${encoded} `, [hidden]);
				const left = Buffer.byteLength(before) + Buffer.byteLength(after) + 6;
				expect(told.replace('[hidden]', '').length - 3).toBeLessThanOrEqual((left * 8) / 6 + 4);
			}),
			{ numRuns: 1000 },
		);
	});

	test('where the text was cut off within it', () => {
		for (const end of ['', '…', '...']) {
			const told = withoutSecrets(`Bearer eyJhbGciOi${end}`, ['eyJhbGciOiJIUzI1NiJ9.abc']);
			expect(told).toBe('[hidden]');
		}
		expect(withoutSecrets('xabcabcabc', ['abcabcabc'])).toBe('x[hidden]');
	});
});

describe('what belongs to a credential', () => {
	const HEX = '0123456789abcdef0123456789abcdef';
	const credential: GmcCredential = {
		baseUrl: 'https://gmc.example/api',
		email: 'n8n@company.com',
		senha: 'Coração!2026',
		clientKey: `ck_live_${HEX}`,
		clientSecret: `cs_live_${[...HEX].reverse().join('')}`,
		accessToken: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'abcdefghij'].join('.'),
		origin: 'https://shop.example',
	} as GmcCredential;
	const { senha, clientKey, clientSecret } = credential;
	const secrets = secretsOf(credential);
	const pair = Buffer.from(`${clientKey}:${clientSecret}`).toString('base64');

	test.each([
		['Base64 in lines of 76', `bad key: ${each(pair, /.{76}/g, (line) => `${line}\r\n`)}`],
		['Base64 in lines of 20', `bad key: ${each(pair, /.{20}/g, (line) => `${line}\n`)}`],
		['over two lines', `x ${clientSecret.slice(0, 20)}\n ${clientSecret.slice(20)}`],
		['hex', `key ${Buffer.from(clientSecret).toString('hex')}`],
		['capitals', `key ${clientSecret.toUpperCase()} unknown`],
		['HTML with accents by name', 'senha Cora&ccedil;&atilde;o!2026 errada'],
		['an address in Latin-1', 'senha=Cora%E7%E3o!2026&x'],
		['accents by themselves', `senha ${senha.normalize('NFD')} errada`],
		['UTF-8 taken for Latin-1', `senha ${Buffer.from(senha).toString('latin1')} errada`],
		['escapes of JavaScript', 'senha Cora\\xe7\\xe3o!2026 errada'],
		['cut off at its end', `Client Secret "${clientSecret.slice(0, 36)}…" is not valid`],
		['cut off at its beginning', `…${clientSecret.slice(4)} is not valid`],
		['cut off at both', `…${clientSecret.slice(4, 20)}… is not valid`],
		['Base64 that is cut off', `bad login ${Buffer.from(senha).toString('base64').slice(0, 9)}`],
		['Base64 of a login in Latin-1', Buffer.from(`n8n:${senha}`, 'latin1').toString('base64')],
	])('is hidden in %s', (_, told) => {
		expect(withoutSecrets(told, secrets)).toBe('[hidden]');
	});

	test.each([
		'Inconsistent amount',
		'Origin https://shop.example is not allowed for n8n@company.com',
		'Cliente 64f0c0ffee64f0c0ffee64f0 não encontrado: corrija o cadastro de "Coração de Jesus Ltda"',
		'{"statusCode":401,"message":"Unauthorized","requestId":"0123456789abcdef0123"}',
	])('says nothing of %s', (told) => {
		expect(withoutSecrets(told, secrets)).toBe(told);
	});
});

test('a text that is made to nearly fit costs no time', () => {
	const hidden = `${'\\'.repeat(30)}"${'&'.repeat(30)}z`;
	const text = `${'\\'.repeat(20_000)}"${'&amp;'.repeat(5_000)}`;
	const before = Date.now();
	withoutSecrets(text, [hidden]);
	expect(Date.now() - before).toBeLessThan(5_000);
});

test('the secrets of a credential are its password, its key and its token, and both pairs', () => {
	const credential = {
		email: ' who@example.com ',
		senha: 'pass word',
		clientKey: 'key',
		clientSecret: ' s3cret ',
		accessToken: 'token-1',
	} as GmcCredential;
	const pair = (text: string) => Buffer.from(text).toString('base64');
	const said = [
		'pass word',
		's3cret',
		'token-1',
		pair('key:s3cret'),
		pair('who@example.com:pass word'),
	];
	for (const one of said)
		expect(withoutSecrets(`<${one}>`, secretsOf(credential))).toBe('<[hidden]>');
	expect(withoutSecrets('key of who@example.com', secretsOf(credential))).toContain('key of who');
});
