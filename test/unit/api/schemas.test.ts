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
const counters = { recordsFiltered: 2, recordsTotal: 5 };
const lists = (body: unknown) => [readAdditionList(body)?.additions, readCustomerList(body)];
const records = (body: unknown) => [readAddition(body), readCustomer(body)];

const NO_ID = [{ title }, { _id: '' }, { _id: 7 }, { id: 'a' }];
const NOTHING = [undefined, 'ok', 0, ...NO_ID, { balanceTransaction: 'a' }, { items: [one] }];

test.each([
	{ title, balanceTransaction: one },
	{ title, balanceTransaction: [one] },
	{ _id: 'envelope', balanceTransaction: one },
	{ data: one },
	one,
])('one addition is read with every field out of %j', (body) => {
	expect(readAddition(body)).toEqual(one);
});

test.each([...NOTHING, [], { balanceTransaction: null }, { balanceTransaction: [one, two] }])(
	'no addition is read out of %j',
	(body) => {
		expect(readAddition(body)).toBeUndefined();
	},
);

describe('the list of additions', () => {
	test.each<[unknown, number | undefined]>([
		[{ title, balanceTransaction: [one, two], ...counters }, 2],
		[[one, two].map((b) => ({ title, balanceTransaction: b, ...counters })), 2],
		[[one, two], undefined],
		[{ data: [one, two] }, undefined],
		[{ balanceTransactions: [one, two] }, undefined],
	])('is read out of %j, counted as %p', (body, total) => {
		expect(readAdditionList(body)).toEqual({ additions: [one, two], total });
	});

	test.each([
		[[], undefined],
		[{ title, balanceTransaction: [], recordsFiltered: 0, recordsTotal: 3 }, 0],
		[{ title, balanceTransaction: null, recordsTotal: 0 }, 0],
		[{ message: 'ok', balanceTransaction: [], recordsTotal: 0 }, 0],
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
	test.each([one, { customer: one }, { title, data: one }])('one is read out of %j', (body) => {
		expect(readCustomer(body)).toEqual(one);
	});

	test.each(NOTHING.filter((body) => !JSON.stringify(body ?? '').includes('items')))(
		'none is read out of %j',
		(body) => {
			expect([readCustomer(body), readCustomerList(body)]).toEqual([undefined, undefined]);
		},
	);

	test.each<[unknown, unknown]>([
		[
			[one, two],
			[one, two],
		],
		[{ data: [one, two] }, [one, two]],
		[{ title, customers: [one, two] }, [one, two]],
		[{ items: [one, two], total: 2 }, [one, two]],
		[[], []],
		[{ data: [] }, []],
		[{ customers: null, data: [] }, []],
		// Unreadable as a whole rather than read in part.
		[[one, { name: 'no id' }], undefined],
		[{ data: [one, null] }, undefined],
	])('out of %j the list %j is read', (body, customers) => {
		expect(readCustomerList(body)).toEqual(customers);
	});
});

const status = { statusCode: 500, message: 'Internal server error' };

describe('an error with status 200', () => {
	test.each<object>([
		{ ...status, data: [one] },
		{ ...status, ...one },
		{ statusCode: '503', data: [] },
		{ message: 'Internal server error', data: [] },
		{ code: 'E_DOWN', data: [] },
		{ error: 'Internal Server Error', data: [] },
		{ error: { message: 'down' }, data: [one] },
		{ error: status, data: [] },
		{ data: status },
		{ data: [], results: { message: 'down' } },
		{ data: [one], results: status },
		{ data: [one, { ...two, ...status }] },
		// A list of nothing that is no array, and not counted, proves nothing.
		{ data: null },
		{ data: {} },
		{ title: 'Erro ao listar', balanceTransaction: null, customers: null },
		{ data: { data: null } },
	])('is no list: %j', (body) => {
		expect(lists(body)).toEqual([undefined, undefined]);
	});

	test.each<object>([
		{ ...status, ...one },
		{ ...status, data: one },
		{ data: { ...one, ...status } },
		{ error: 'Internal Server Error', data: one },
	])('is no record: %j', (body) => {
		expect(records(body)).toEqual([undefined, undefined]);
	});

	test.each<object>([
		{ statusCode: 200, message: 'OK' },
		{ error: null, message: '' },
		{ error: false },
	])('is not what says %j', (words) => {
		expect(readAdditionList({ ...words, data: [] })?.additions).toEqual([]);
		expect(readCustomerList({ ...words, data: [one] })).toEqual([one]);
		expect(readAddition({ ...words, data: one })).toEqual(one);
	});

	test('is not a record that has such fields', () => {
		const failed = { ...one, error: { code: 'E', message: 'no' }, code: 'C-1', message: 'no' };
		for (const body of [failed, { data: failed }, [failed]]) {
			expect(readAdditionList(body)?.additions).toEqual([failed]);
			expect(readCustomer(body)).toEqual(failed);
		}
	});
});

test('whatever comes in, nothing is thrown and what is read has an id', () => {
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (body) => {
			for (const record of [...records(body), ...lists(body).flat()]) {
				if (record !== undefined) expect(record._id).toMatch(/./su);
			}
		}),
	);
});

// What stands in one field of an envelope must not hide what stands in another: a list that seems empty is paid again.

describe('a list of additions with several fields', () => {
	test.each<[object, object[]]>([
		[{ balanceTransaction: one, data: null }, [one]],
		[{ balanceTransaction: {}, data: [one, two] }, [one, two]],
		[{ balanceTransaction: one, data: 'ok' }, [one]],
		[{ balanceTransaction: [one], data: { page: 1 } }, [one]],
		[{ balanceTransaction: [one], data: [one, two] }, [one, two]],
		[{ data: { balanceTransaction: one, data: null } }, [one]],
		[[{ balanceTransaction: [one, two], data: null }], [one, two]],
	])('hides nothing: %j', (body, additions) => {
		expect(readAdditionList(body)?.additions).toEqual(additions);
	});

	test.each([
		[{ recordsFiltered: '3', recordsTotal: 5 }, 3],
		[{ recordsFiltered: '', recordsTotal: '7' }, 7],
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
		{ balanceTransaction: null, data: { page: 1 } },
		{ balanceTransaction: [one, null], data: [two] },
		[{ balanceTransaction: one }, { balanceTransaction: null }],
	])('is unreadable, not empty, where something in it is not recognized: %j', (body) => {
		expect(readAdditionList(body)).toBeUndefined();
	});
});

test('no way of wrapping a record makes the list seem empty', () => {
	const nothing = fc.constantFrom(null, {}, [], 'ok', { page: 1 });
	const record = fc.constantFrom<unknown>(one, [one], [one, two], { data: one });
	const fields = fc.shuffledSubarray(
		['balanceTransaction', 'balanceTransactions', 'data', 'results'],
		{ minLength: 2 },
	);
	fc.assert(
		fc.property(fields, nothing, record, ([name, ...others], no, yes) => {
			const body = { [name]: yes, ...Object.fromEntries(others.map((other) => [other, no])) };
			expect(readAdditionList(body)?.additions).toContainEqual(one);
			expect(readCustomerList({ customers: yes, data: no })).toContainEqual(one);
		}),
	);
});
