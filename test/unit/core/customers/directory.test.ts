import type { CustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import {
	CustomerDirectory,
	foundCustomer,
	matcherOf,
	searchTextOf,
} from '../../../../nodes/Gmc/core/customers/directory';

const ana = { _id: 'a1', taxId: '529.982.247-25', name: 'Ana' };
const bruno = { _id: 'b2', taxId: '00123456797', name: 'Bruno' };
const loja = { _id: 'c3', taxId: '04.567.891/0001-13', name: 'Loja' };
const directory = new CustomerDirectory([ana, bruno, loja]);
const code = 'CUSTOMER_NOT_FOUND';
const by = (how: CustomerReference['by'], value: string, within = directory) =>
	within.find({ by: how, value });

test('a customer is first what it was given as, where one is called as another one is', () => {
	const carla = { _id: '00123456797', taxId: '7', name: 'Carla' };
	const mixed = new CustomerDirectory([bruno, carla]);
	expect(by('id', carla._id, mixed)).toEqual({ customer: carla });
	expect(by('taxId', carla._id, mixed)).toEqual({ customer: bruno });
});

describe('a text of digits that has lost zeros', () => {
	test.each([
		['123456797', bruno],
		['4567891000113', loja],
	])('is asked about, and shows whose it is: %s', (value, meant) => {
		for (const how of ['id', 'taxId'] as const) {
			const tail = value.slice(-4);
			const problem = `none of the 3 active customers has the tax ID …${tail}. Is a leading zero missing? With zeros in front it is ${meant.name} (${meant._id})`;
			expect(by(how, value)).toEqual({ problem, code, meant });
		}
	});

	test('is nobody where it would be two, and so is a number', () => {
		const other = { _id: 'd4', taxId: '00000123456797', name: 'Other' };
		const both = new CustomerDirectory([bruno, other]);
		expect(by('taxId', '123456797', both)).not.toHaveProperty('meant');
		const number = { by: 'taxId', value: bruno.taxId, orElse: other.taxId } as const;
		expect(both.find(number)).toMatchObject({ code: 'CUSTOMER_AMBIGUOUS' });
		for (const customer of [bruno, other])
			expect(new CustomerDirectory([customer]).find(number)).toEqual({ customer });
	});

	test.each(['12345679', 'A123456797', '529982247', 'ЖЩ52998224725', '52998224725\u0301', ''])(
		'is not %p, which is nobody',
		(value) => {
			const problem = expect.stringContaining('customers has the tax ID') as string;
			expect(by('taxId', value)).toEqual({ problem, code });
		},
	);
});

test.each([
	['id', '529.982.247-26', '. As a CPF or CNPJ it is mistyped: its check digits do not agree'],
	['taxId', '5299822472', '. A CPF has 11 digits and a CNPJ has 14; this has 10'],
	['taxId', '39053344705', ''],
	['taxId', 'AB-12', ''],
] as const)('a tax ID that nobody has is checked, by %s: %s', (how, value, fault) => {
	const problem = expect.stringMatching(new RegExp(`has the tax ID …?\\w+${fault}$`)) as string;
	expect(by(how, value)).toEqual({ problem, code });
});

test('of two customers with one tax ID none is chosen, and both ids are told', () => {
	const twins = new CustomerDirectory([ana, { ...ana, _id: 'a2', taxId: '52998224725' }]);
	expect(by('taxId', '52998224725', twins)).toEqual({
		problem: '2 customers have this tax ID (a1, a2); choose one by ID',
		code: 'CUSTOMER_AMBIGUOUS',
	});
	expect(by('id', 'a2', twins)).toMatchObject({ customer: { _id: 'a2' } });
});

test.each([
	['529.982.247-25', ['x', '529.982.247-25']],
	[52998224725, ['x', '52998224725']],
	[null, ['x']],
	[{}, ['x']],
])('a customer with the tax ID %j is called by all that it has', (taxId, identifiers) => {
	const one = { _id: 'x', taxId };
	expect(foundCustomer(one).identifiers).toEqual(identifiers);
	const all = new CustomerDirectory([one]);
	for (const value of identifiers)
		expect(all.find({ by: 'taxId', value })).toEqual({ customer: one });
	expect(all.withTaxId('')).toEqual([]);
});

test.each(['__proto__', 'constructor', 'toString'])('called %s is one like any other', (_id) => {
	expect(by('id', _id)).toHaveProperty('problem');
	const odd = { _id, taxId: '1', name: '' };
	expect(by('id', _id, new CustomerDirectory([odd]))).toEqual({ customer: odd });
});

const jose = { name: 'José da Conceição', email: 'Jose.C@Example.com', taxId: '529.982.247-25' };

test('parts of name, e-mail and tax ID find him, whatever the case, accents and punctuation', () => {
	const parts = [
		'josé',
		'JOSE',
		'da conc',
		' José ',
		'jose.c@',
		'EXAMPLE.com',
		'982.247',
		'conceicao  jose',
	];
	const all = [...parts, '５２９', 52998, '', '  ', undefined, {}];
	expect(all.filter((search) => !matcherOf(search)(searchTextOf(jose)))).toEqual([]);
	const others = ['maria', 'jose@', '1234', 'josé maria', '7252', '--'];
	expect(others.filter((search) => matcherOf(search)(searchTextOf(jose)))).toEqual([]);
});
