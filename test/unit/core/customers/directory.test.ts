import type { CustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import {
	CustomerDirectory,
	identifiersFor,
	identifiersOf,
} from '../../../../nodes/Gmc/core/customers/directory';

const ana = { _id: 'a1', taxId: '529.982.247-25', name: 'Ana' };
const bruno = { _id: 'b2', taxId: '00123456797', name: 'Bruno' };
const directory = new CustomerDirectory([ana, bruno]);

const problemOf = (reference: CustomerReference, within = directory) => {
	const found = within.find(reference);
	return 'problem' in found ? found.problem : undefined;
};

describe('a customer', () => {
	test('is found by id', () => {
		expect(directory.find({ by: 'id', value: 'b2' })).toEqual({ customer: bruno });
	});

	test.each(['529.982.247-25', '52998224725', ' 529 982 247 25 '])(
		'is found by tax ID, punctuation aside: %p',
		(value) => {
			expect(directory.find({ by: 'taxId', value })).toEqual({ customer: ana });
		},
	);

	test('is found by a tax ID that was given as id, as the service does', () => {
		expect(directory.find({ by: 'id', value: '52998224725' })).toEqual({ customer: ana });
	});

	test('is found by an id that was given as tax ID', () => {
		expect(directory.find({ by: 'taxId', value: 'a1' })).toEqual({ customer: ana });
	});

	test('is first what it was given as, where one is called what another one has for a tax ID', () => {
		const carla = { _id: '00123456797', taxId: '7' };
		const mixed = new CustomerDirectory<{ _id: string; taxId: string }>([bruno, carla]);
		expect(mixed.find({ by: 'id', value: carla._id })).toEqual({ customer: carla });
		expect(mixed.find({ by: 'taxId', value: carla._id })).toEqual({ customer: bruno });
	});

	test('that was given as tax ID is not found by its id where the tax ID would name two', () => {
		const twins = new CustomerDirectory([ana, { ...ana, _id: 'a2' }]);
		expect(twins.find({ by: 'taxId', value: 'a2' })).toHaveProperty('problem');
		expect(twins.find({ by: 'id', value: 'a2' })).toHaveProperty('customer');
	});

	test.each(['ЖЩ52998224725', '५२९९८२२४७२५', '５２９９８２２４７２５', '52998224725\u0301'])(
		'is another one than that with other letters, digits or marks: %p',
		(value) => expect(directory.find({ by: 'taxId', value })).toHaveProperty('problem'),
	);

	test('is found by a tax ID that the service sent as a number', () => {
		const numeric = { _id: 'n', taxId: 52998224725 };
		const found = new CustomerDirectory([numeric]).find({ by: 'taxId', value: '529.982.247-25' });
		expect(found).toEqual({ customer: numeric });
	});

	test.each(['', '...', '99999999999'])('that is not there is a problem in words: %p', (value) => {
		expect(problemOf({ by: 'taxId', value })).toContain('2 active customers');
	});

	test.each([undefined, null, '', '--', {}, []])(
		'without a readable tax ID has none: %p',
		(taxId) => {
			const all = new CustomerDirectory([{ _id: 'x', taxId }]);
			expect(all.find({ by: 'id', value: 'x' })).toEqual({ customer: { _id: 'x', taxId } });
			expect(all.withTaxId('')).toEqual([]);
		},
	);

	test.each(['__proto__', 'constructor', 'toString'])('called %s is one like any other', (_id) => {
		expect(directory.find({ by: 'id', value: _id })).toHaveProperty('problem');
		const odd = { _id, taxId: '1' };
		expect(new CustomerDirectory([odd]).find({ by: 'id', value: _id })).toEqual({ customer: odd });
	});
});

test.each([
	['a text', '529.982.247-25', ['x', '529.982.247-25']],
	['a number', 52998224725, ['x', '52998224725']],
	['empty', '', ['x']],
	['no tax ID', {}, ['x']],
])('a customer whose tax ID is %s is called by all of its names', (_, taxId, identifiers) => {
	expect(identifiersOf({ _id: 'x', taxId })).toEqual(identifiers);
});

test('a customer is called as it was given, and by all of its names once it is found', () => {
	const given = { by: 'taxId' as const, value: '52998224725' };
	const found = directory.find(given);
	expect(identifiersFor(given, found)).toEqual(['52998224725', 'a1', '529.982.247-25']);
	expect(identifiersFor({ by: 'id', value: 'a1' }, found)).toEqual(['a1', '529.982.247-25']);
	expect(identifiersFor(given, { problem: 'unknown' })).toEqual(['52998224725']);
});

test('of two customers with one tax ID none is chosen, and both ids are told', () => {
	const twins = new CustomerDirectory([ana, { ...ana, _id: 'a2', taxId: '52998224725' }]);
	expect(problemOf({ by: 'taxId', value: '52998224725' }, twins)).toMatch(/2 customers.*a1, a2/);
	expect(twins.withTaxId('529.982.247-25').map(({ _id }) => _id)).toEqual(['a1', 'a2']);
	expect(twins.find({ by: 'id', value: 'a2' })).toMatchObject({ customer: { _id: 'a2' } });
});

describe('a customer that is put in', () => {
	test('again replaces the one with its id, under its new tax ID only', () => {
		const changing = new CustomerDirectory([ana, bruno]);
		const renewed = { ...ana, taxId: '11144477735' };
		changing.put(renewed);
		expect(changing.size).toBe(2);
		expect(changing.withTaxId('111.444.777-35')).toEqual([renewed]);
		expect(changing.withTaxId(ana.taxId)).toEqual([]);
	});
});
