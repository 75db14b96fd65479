import {
	isPartOf,
	onlyValue,
	readEmail,
	readName,
	sameEmail,
	sameName,
} from '../../../../nodes/Gmc/core/customers/person';

const DECOMPOSED = 'João'.normalize('NFD');

test.each([
	[` ${DECOMPOSED}  da\u00a0Silva\t`, 'João da Silva'],
	['Ana\u200b Souza\ufeff', 'Ana Souza'],
	['\u200fAna\u200f\r\nSouza', 'Ana Souza'],
	['Ana \u200b Souza', 'Ana Souza'],
	['Ana\u034f Souza\ufe0f', 'Ana Souza'],
	['Ana   Souza', 'Ana Souza'],
])('%j is %j', (text, clean) => {
	expect(readName(text)).toBe(clean);
	expect(sameName(text, clean)).toBe(true);
});

test('the case of a name counts, that of an email does not', () => {
	expect(sameName('ana', 'Ana')).toBe(false);
	expect(sameEmail(' ANA@x.example\u200b', 'ana@X.example')).toBe(true);
	expect(sameEmail('ana@x.example', undefined)).toBe(false);
});

describe('a name', () => {
	test.each([
		'Ana Souza',
		"'t Hooft",
		'D’Ávila',
		'Loja 24',
		'Padaria - Filial 2',
		'李明',
		'Annull Ltda',
	])('is %p', (name) => expect(readName(name)).toBe(name));

	test.each([
		['Ana null', /"null", which stands for no value/],
		['undefined undefined', /"undefined"/],
		['NaN', /"NaN"/],
		['N/A', /"N\/A"/],
		['#N/D', /"#N\/D"/],
		['#VALOR!', /"#VALOR!"/],
		['[object Object]', /"\[object"/],
		['-', /stands for no value/],
		['--', /stands for no value/],
		['...', /has no letter/],
		['Ana #N/A', /"#N\/A"/],
		['Ana (null)', /stands for no value/],
		['52998224725', /has no letter/],
		['Gabriela Concei\ufffd\ufffdo', /has wrong letters/],
		['Jos\u00c3\u0081', /has wrong letters/],
		['Gabriela ConceiÃ§Ã£o', /has wrong letters/],
		[52998224725, /has no letter/],
		['ana@x.example', /is an email address/],
		[' \u200b ', /is empty/],
		[undefined, /is empty/],
		[['Ana'], /is a list/],
		['x'.repeat(1001), /more than 1000/],
	])('is not %p', (raw, words) => expect(() => readName(raw)).toThrow(words));
});

describe('an email', () => {
	test.each([
		[' Ana@X.example ', 'Ana@X.example'],
		['ana\u200b@x.example', 'ana@x.example'],
		[[{ label: 'work', value: 'ana@x.example', primary: true }], 'ana@x.example'],
		[[{ value: '' }, { value: 'ana@x.example' }], 'ana@x.example'],
		[
			[
				{ value: 'b@x.example', primary: false },
				{ value: 'ana@x.example', primary: true },
			],
			'ana@x.example',
		],
		[{ value: 'ana@x.example' }, 'ana@x.example'],
		[['ana@x.example'], 'ana@x.example'],
	])('is in %j', (raw, email) => expect(readEmail(raw)).toBe(email));

	test.each([
		'ana@x.example; b@x.example',
		'mailto:ana@x.example',
		'Ana Souza <ana@x.example>',
		'ana@x.example,',
		'ana@x.example.',
		'ana@x',
		'ana@@x.example',
		'ana.x.example',
		'-',
		'null',
		'ana@x,example',
		'ana@x.example/b@y.example',
		'ana@x.example b@y.example',
	])('is not %p', (raw) => expect(() => readEmail(raw)).toThrow(/is not an email address/));

	test.each([
		[[], /is empty/],
		[null, /is empty/],
		[[{ value: null }], /is empty/],
		[['a@x.example', 'b@x.example'], /a list of 2 values/],
		[{ address: 'a@x.example' }, /is an object/],
	])('is not in %j', (raw, words) => expect(() => readEmail(raw)).toThrow(words));
});

test('a tax ID in an object or a list keeps its type', () => {
	expect(onlyValue({ value: 1234567890 }, 'the tax ID')).toBe(1234567890);
	expect(onlyValue([' 1 ', null], 'the tax ID')).toBe(' 1 ');
	expect(onlyValue(5, 'the tax ID')).toBe(5);
	// One value that stands twice is one.
	const twice = [{ value: 'ana@x.example' }, { value: ' Ana@X.example' }, 'ana@x.example'];
	expect(onlyValue(twice, 'the email')).toBe('ana@x.example');
	expect(() => onlyValue(['1', '2'], 'the tax ID')).toThrow(/^the tax ID is a list of 2 values/);
});

test.each([
	['Ana', 'Ana Souza', true],
	['ana', 'Ana Souza', true],
	['Souza', 'Ana Souza', true],
	['Ana S.', 'Ana Souza', true],
	['Joao Silva', 'João da Silva', true],
	['Padaria Exemplo', 'Padaria Exemplo Ltda', true],
	['Ana Souza', 'Ana Souza', false],
	['ANA SOUZA', 'Ana Souza', false],
	['Souza, Ana', 'Ana Souza', false],
	['Ana Prado', 'Ana Souza', false],
	['Ana Souza Prado', 'Ana Souza', false],
	['Ana Ana', 'Ana Souza', false],
	['Ana', undefined, false],
	['Ana', '', false],
])('%p is a part of %p: %p', (name, whole, expected) => {
	expect(isPartOf(name, whole)).toBe(expected);
});
