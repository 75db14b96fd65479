import { matcherOf, searchTextOf } from '../../../../nodes/Gmc/core/customers/directory';

const matches = (customer: object, search: unknown) => matcherOf(search)(searchTextOf(customer));

const jose = { name: 'José da Conceição', email: 'Jose.C@Example.com', taxId: '529.982.247-25' };

test('parts of name, e-mail and tax ID find him, whatever the case, accents and punctuation', () => {
	const parts = ['josé', 'JOSE', 'da conc', ' José ', 'jose.c@', 'EXAMPLE.com', '982.247'];
	const all = [...parts, '５２９', 52998, '', '  ', undefined, {}];
	expect(all.filter((search) => !matches(jose, search))).toEqual([]);
	const others = ['maria', 'jose@', '1234', 'josé  da', '7252', '--'];
	expect(others.filter((search) => matches(jose, search))).toEqual([]);
});
