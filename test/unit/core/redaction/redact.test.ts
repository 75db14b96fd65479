import * as fc from 'fast-check';
import { hiding, redactionOf } from '../../../../nodes/Gmc/core/redaction/redact';

const HEX = '0123456789abcdef0123456789abcdef';

type Spelling = (secret: string) => string;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** In these a secret is found, and nothing of the text is shown. */
const FOUND: Record<string, Spelling> = {
	'as it is': (secret) => secret,
	'in capitals': (secret) => secret.toUpperCase(),
	'in small letters': (secret) => secret.toLowerCase(),
	'in Base64': base64,
	'in Base64 for addresses': (secret) => Buffer.from(secret).toString('base64url'),
	'in the Base64 of a pair': (secret) => base64(`who:${secret}`),
	'in Base64 behind one sign': (secret) => base64(`:${secret}, and more`),
	'in Base64 behind two signs': (secret) => base64(`::${secret}, and more`),
	'in Base64 in small letters': (secret) => base64(secret).toLowerCase(),
};

test.each(Object.entries(FOUND))('a secret is found wherever it stands: %s', (_, spelling) => {
	const secret = fc.string({ minLength: 4, maxLength: 20 });
	fc.assert(
		fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
			expect(redactionOf([hidden])(before + spelling(hidden) + after)).toBe('[hidden]');
		}),
		{ numRuns: 200 },
	);
});

test('a secret is found however its accents are written', () => {
	expect(redactionOf(['ção!'])(`x${'ção!'.normalize('NFD')}x`)).toBe('[hidden]');
});

/** These make another word of a secret with odd signs, which is not shown for its symbols. */
test.each<[string, Spelling]>([
	['in JSON', json],
	['in JSON within JSON', (secret) => json(json(secret))],
	['in an address', encodeURIComponent],
	['in HTML', (secret) => secret.replace(/[&<>"'é]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
])('a secret with odd signs is not shown %s', (_, spelling) => {
	for (const secret of [`p"w\\d&<é>+/%' x`, '$& k.*', `k"y&'+/é %=`, '~token/with+all=']) {
		const shown = redactionOf([secret])(`Recusado: ${spelling(secret)} não vale`);
		if (shown !== '[hidden]') expect(shown).toMatch(/^Recusado: [^\p{L}]+(x )?não vale$/u);
	}
});

test('secrets that are empty or very short change nothing', () => {
	expect(redactionOf(['', 'a', 'tex'])('a text')).toBe('a text');
});

describe('secrets that are not ours', () => {
	const redact = redactionOf(['hunter']);

	test.each([
		['Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2-_A9', 'Bearer …'],
		[`hash ${HEX}, no?`, 'hash … no?'],
		['session 550e8400-e29b-41d4-a716-446655440000 has ended', 'session … has ended'],
		['senha S3nh4Forte! inválida', 'senha … inválida'],
		['{"token":"a1b2c3d4","ok":false}', '…'],
		['mongodb://gmc:S3nh4@db.example/gmc', '…'],
		['{ "token": "a1b2c3d4", "ok": false }', '{ "token": … "ok": false }'],
		['n8n@company.com não existe', '… não existe'],
		['senha\nS3nh4\tno', 'senha\n…\tno'],
	])('%j becomes %j', (told, shown) => {
		expect(redact(told)).toBe(shown);
	});

	test('a word of letters and digits is never shown', () => {
		const sign = (signs: string) => fc.constantFrom(...signs);
		const letters = fc.string({ unit: sign('abcXYZ'), minLength: 1, maxLength: 20 });
		const token = fc
			.array(fc.tuple(letters, fc.string({ unit: sign('0123456789_-.'), minLength: 1 })))
			.map((parts) => parts.flat().join(''))
			.filter((text) => /[a-z]\d+[a-z]/i.test(text) && !/[.]\d{1,3}[.]/.test(text));
		fc.assert(
			fc.property(token, (told) => {
				expect(redact(`o token ${told} expirou`)).toBe('o token … expirou');
			}),
		);
	});
});

test.each([
	'Saldo insuficiente: R$ 1.234,50 disponível, R$10,00 necessários (faltam US$ 2.50).',
	'O CPF 012.345.678-90 não confere; o CNPJ 12.345.678/0001-95 também não…',
	'CPF:01234567890 já cadastrado para "Coração de Jesus Ltda."',
	"Cliente(s) não encontrado(s): verifique a conta-corrente e/ou a caixa d'água.",
	'Limite diário excedido — tente amanhã, na 2ª via do nº 17, ou fale com o 1º responsável?',
	'«Operação» não permitida [código 1042], status 422: acesso negado.',
	'items.0.sourceAmount must be a positive number; items[1].customerIdentifier should not be empty',
	'The period 2026-11-01T10:00:00.000Z to 2026-11-30T23:59:59-03:00 (01-Nov-2026) is too long',
	'{"statusCode":401,"message":"Unauthorized","error":"Não autorizado"}',
	'See https://gmc.example.com/api/errors, please',
	'Cora\u0063\u0327a\u0303o com acentos soltos',
	'linha um\n\tlinha dois',
	'SENT_TO_L2',
	'',
])('an ordinary text stays readable: %j', (told) => {
	expect(redactionOf(['x7Q!fk29_zLp', `ck_live_${HEX}`])(told)).toBe(told);
});

test('a name, or a text of n8n, stays as it is without a secret of ours', () => {
	const hide = hiding(['hunter']);
	for (const told of ['data.oauth2.token', 'Domain not allowed: http://127.0.0.1:5678/api2'])
		expect(hide(told)).toBe(told);
	expect(hide('sessions.HUNTER.token')).toBe('[hidden]');
});

describe('a long text', () => {
	test('is cut, but not within a secret', () => {
		const redact = redactionOf(['a secret in words']);
		expect(redact('ab '.repeat(9_000))).toHaveLength(10_000);
		expect(redact(`${'ab '.repeat(3_332)} a secret in words`)).toBe('[hidden]');
	});

	test.each(['.', '-a', '.1.', 'a1 ', 'é', '\\"', '&amp;', '2026-11-01T10:00'])(
		'of %j over and over costs no time',
		(part) => {
			const redact = redactionOf([part.repeat(30)[0] + '!?x']);
			const before = performance.now();
			for (let i = 0; i < 10; i++) redact(`${part.repeat(30_000)}!`);
			expect(performance.now() - before).toBeLessThan(2_000);
		},
	);
});
