import fc from 'fast-check';
import {
	readAddition,
	readAdditionList,
	readCustomer,
	readCustomerList,
} from '../../../nodes/Gmc/api/schemas';

const one = { _id: 'a', status: 'COMPLETED', items: [{ sourceAmount: 10 }], extra: { x: null } };
const two = { _id: 'b', status: 'PENDING', items: [] };
const title = 'Success';

const NOTHING = [
	...[undefined, null, '', 'ok', 0, true, {}, { title }, { _id: '' }, { _id: 7 }, { id: 'a' }],
	...[{ balanceTransaction: 'a' }, { balanceTransaction: 7 }, { items: [one] }, '<html></html>'],
];

describe('one addition', () => {
	test.each<[string, unknown]>([
		['its envelope', { title, balanceTransaction: one }],
		['an envelope with an array of one', { title, balanceTransaction: [one] }],
		['an envelope called data', { data: one }],
		['no envelope', one],
	])('is read out of %s with every field', (_shape, body) => {
		expect(readAddition(body)).toEqual(one);
	});

	test('is the inner one where the envelope has an id, too', () => {
		expect(readAddition({ _id: 'envelope', balanceTransaction: one })).toEqual(one);
	});

	test.each([...NOTHING, [], { balanceTransaction: null }, { balanceTransaction: [one, two] }])(
		'is not read out of %j',
		(body) => {
			expect(readAddition(body)).toBeUndefined();
		},
	);
});

describe('the list of additions', () => {
	const counters = { recordsFiltered: 2, recordsTotal: 5 };

	test.each<[string, unknown]>([
		['an envelope with an array', { title, balanceTransaction: [one, two], ...counters }],
		[
			'an array of envelopes',
			[one, two].map((b) => ({ title, balanceTransaction: b, ...counters })),
		],
	])('is read out of %s with how many there are', (_shape, body) => {
		expect(readAdditionList(body)).toEqual({ additions: [one, two], total: 2 });
	});

	test('is read out of an envelope with a single object, as GMC shows it (service.md 2.1)', () => {
		const body = { title, balanceTransaction: one, recordsFiltered: 1, recordsTotal: 1 };
		expect(readAdditionList(body)).toEqual({ additions: [one], total: 1 });
	});

	test.each<[string, unknown]>([
		['a bare array', [one, two]],
		['an array called data', { data: [one, two] }],
		['an array called balanceTransactions', { balanceTransactions: [one, two] }],
	])('is read out of %s, without a count', (_shape, body) => {
		expect(readAdditionList(body)).toEqual({ additions: [one, two], total: undefined });
	});

	test.each<[string, object, object[]]>([
		['null', { balanceTransaction: one, data: null }, [one]],
		['{}', { balanceTransaction: {}, data: [one, two] }, [one, two]],
		['[]', { balanceTransaction: one, data: [] }, [one]],
		['[] first', { balanceTransaction: [], results: [one] }, [one]],
		['another null', { balanceTransaction: null, data: null, results: one }, [one]],
		['a text', { balanceTransaction: one, data: 'ok' }, [one]],
		['what is no record', { balanceTransaction: [one], data: { page: 1 } }, [one]],
		['one of the two', { balanceTransaction: [one], data: [one, two] }, [one, two]],
		['its own envelope', { data: { balanceTransaction: [one, two] } }, [one, two]],
		['its own envelope, as one object', { data: { balanceTransaction: one, data: null } }, [one]],
		[
			'an envelope in a list',
			[{ balanceTransaction: [one, two], data: null }],
			[one, two],
		] as never,
	])('is not hidden by %s in another field', (_what, body, additions) => {
		expect(readAdditionList(body)?.additions).toEqual(additions);
	});

	test.each([
		[{ recordsFiltered: '3', recordsTotal: 5 }, 3],
		[{ recordsFiltered: ' 3 ' }, 3],
		[{ recordsFiltered: '', recordsTotal: '7' }, 7],
		[{ recordsFiltered: 'many', recordsTotal: 'all' }, undefined],
		[{ recordsFiltered: '-1', recordsTotal: '1e3' }, undefined],
	])('reads counters that are written as text: %j', (counted, total) => {
		for (const balanceTransaction of [one, [one]]) {
			const list = readAdditionList({ balanceTransaction, ...counted });
			expect(list).toEqual({ additions: [one], total });
		}
	});

	test('finds the counters beside a list that is wrapped twice', () => {
		const inner = { data: { balanceTransaction: [one], recordsTotal: '9' } };
		expect(readAdditionList(inner)?.total).toBe(9);
	});

	test.each([
		{ balanceTransaction: { id: 'a' }, data: null },
		{ balanceTransaction: null, data: 'ok' },
		{ balanceTransaction: null, data: { page: 1 } },
		{ balanceTransaction: [one, null], data: [two] },
		{ balanceTransaction: [[one]] },
		[{ balanceTransaction: one }, { balanceTransaction: null }],
	])('is unreadable, not empty, where something in it is not recognized: %j', (body) => {
		expect(readAdditionList(body)).toBeUndefined();
	});

	test('takes the other counter where one is missing', () => {
		const body = { balanceTransaction: [one], recordsFiltered: null, recordsTotal: 9 };
		expect(readAdditionList(body)).toEqual({ additions: [one], total: 9 });
	});

	test.each([
		[[], undefined],
		[{ title, balanceTransaction: [], recordsFiltered: 0, recordsTotal: 3 }, 0],
		[{ title, balanceTransaction: null, recordsTotal: 0 }, 0],
		[{ title, balanceTransaction: {}, recordsTotal: 0 }, 0],
	])('is empty in %j', (body, total) => {
		expect(readAdditionList(body)).toEqual({ additions: [], total });
	});

	test.each([...NOTHING, [one, null], [one, {}], { balanceTransaction: [one, 'b'] }, [[]]])(
		'is unreadable as a whole rather than read in part: %j',
		(body) => {
			expect(readAdditionList(body)).toBeUndefined();
		},
	);
});

describe('customers', () => {
	test.each<[string, unknown]>([
		['no envelope', one],
		['customer', { customer: one }],
		['data', { title, data: one }],
	])('one is read out of %s', (_shape, body) => {
		expect(readCustomer(body)).toEqual(one);
	});

	test.each(NOTHING.filter((body) => !JSON.stringify(body ?? '').includes('items')))(
		'none is read out of %j',
		(body) => {
			expect(readCustomer(body)).toBeUndefined();
			expect(readCustomerList(body)).toBeUndefined();
		},
	);

	test.each<[string, unknown]>([
		['a bare array', [one, two]],
		['data', { data: [one, two] }],
		['customers', { title, customers: [one, two] }],
		['items', { items: [one, two], total: 2 }],
	])('the list is read out of %s', (_shape, body) => {
		expect(readCustomerList(body)).toEqual([one, two]);
	});

	test.each([[[]], [{ data: [] }], [{ customers: null }]])('the list is empty in %j', (body) => {
		expect(readCustomerList(body)).toEqual([]);
	});

	test.each([[[one, { name: 'no id' }]], [{ data: [one, null] }]])(
		'the list is unreadable as a whole rather than read in part: %j',
		(body) => {
			expect(readCustomerList(body)).toBeUndefined();
		},
	);
});

test('no way of wrapping a record makes the list seem empty', () => {
	const nothing = fc.constantFrom(null, {}, [], 'ok', { page: 1 });
	const record = fc.constantFrom<unknown>(one, [one], [one, two], { data: one });
	const fields = ['balanceTransaction', 'balanceTransactions', 'data', 'results'];
	fc.assert(
		fc.property(
			fc.shuffledSubarray(fields, { minLength: 2 }),
			nothing,
			record,
			(names, no, yes) => {
				const [name, ...others] = names;
				const body = { [name]: yes, ...Object.fromEntries(others.map((other) => [other, no])) };
				expect(readAdditionList(body)?.additions).toContainEqual(one);
				const customers = {
					...Object.fromEntries([
						['customers', yes],
						['data', no],
					]),
				};
				expect(readCustomerList(customers)).toContainEqual(one);
			},
		),
	);
});

test('whatever comes in, nothing is thrown and what is read has an id', () => {
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (body) => {
			const found = [readAddition(body), readCustomer(body)];
			const listed = [readAdditionList(body)?.additions ?? [], readCustomerList(body) ?? []];
			for (const record of [...found, ...listed.flat()]) {
				if (record !== undefined) expect(record._id).toMatch(/./su);
			}
		}),
	);
});
