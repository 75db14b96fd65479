import fc from 'fast-check';
import { matcherOf, searchTextOf } from '../../../../nodes/Gmc/core/customers/search';

const matchesSearch = (customer: object, search: unknown) =>
	matcherOf(search)(searchTextOf(customer));

const jose = { name: 'José da Conceição', email: 'Jose.C@Example.com', taxId: '529.982.247-25' };

test.each([
	'josé',
	'JOSE',
	'conceicao',
	'da conc',
	' José ',
	'jose.c@',
	'EXAMPLE.com',
	'5299',
	'982.247',
	'24725',
])(
	'name, e-mail and tax ID are searched, whatever the case, accents and punctuation: %p',
	(search) => {
		expect(matchesSearch(jose, search)).toBe(true);
	},
);

test.each(['maria', 'jose@', '1234', 'josé  da', '7252', '--', '@@'])(
	'%p finds another or none',
	(search) => {
		expect(matchesSearch(jose, search)).toBe(false);
	},
);

test.each(['', '  ', undefined, null, {}, true])('an empty search finds all: %p', (search) => {
	expect(matchesSearch(jose, search)).toBe(true);
});

test.each([{}, { name: null, email: undefined, taxId: {} }, { name: 12, taxId: [] }])(
	'a customer without readable fields is not found, and does no harm: %j',
	(customer) => {
		expect(matchesSearch(customer, 'jose')).toBe(false);
	},
);

test('a number finds a tax ID', () => {
	expect(matchesSearch(jose, 52998)).toBe(true);
	expect(matchesSearch({ taxId: 52998224725 }, '982')).toBe(true);
});

test('any part of the name finds its customer', () => {
	const letter = fc.constantFrom(...'aáàãçÉêíÍóôúüñAbCz19. -');
	const names = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(names, fc.nat(11), fc.nat(11), (name, from, to) => {
			const part = name.slice(Math.min(from, to), Math.max(from, to) + 1);
			expect(matchesSearch({ name }, part)).toBe(true);
		}),
	);
});

test('letters and digits of other scripts are searched for, and not left out', () => {
	const zhanna = { name: 'Жанна', taxId: 'ЖЩ-123456' };
	for (const search of ['жанна', 'жщ123', '１２３', '123.456']) {
		expect(matchesSearch(zhanna, search)).toBe(true);
	}
	expect(matchesSearch({ ...zhanna, taxId: '123456', name: 'Ana' }, 'ЖЩ123')).toBe(false);
});
