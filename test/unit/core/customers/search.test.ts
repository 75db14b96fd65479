import { matcherOf, searchTextOf } from '../../../../nodes/Gmc/core/customers/search';

const matches = (customer: object, search: unknown) => matcherOf(search)(searchTextOf(customer));

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
	52998,
	'５２９',
	'',
	'  ',
	undefined,
	null,
	{},
	true,
])('%p finds him, whatever the case, accents and punctuation', (search) => {
	expect(matches(jose, search)).toBe(true);
});

test.each(['maria', 'jose@', '1234', 'josé  da', '7252', '--', '@@'])('%p does not', (search) => {
	expect(matches(jose, search)).toBe(false);
});

test.each([{}, { name: null, email: undefined, taxId: {} }, { name: 12, taxId: [] }])(
	'a customer without readable fields is not found, and does no harm: %j',
	(customer) => expect(matches(customer, 'jose')).toBe(false),
);

test('letters and digits of other scripts are searched for, and not left out', () => {
	const zhanna = { name: 'Жанна', taxId: 'ЖЩ-123456' };
	for (const search of ['жанна', 'жщ123', '１２３', '123.456']) {
		expect(matches(zhanna, search)).toBe(true);
	}
	expect(matches({ name: 'Ana', taxId: 123456 }, 'ЖЩ123')).toBe(false);
});
