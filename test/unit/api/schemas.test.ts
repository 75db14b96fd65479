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

const NO_ID = [{ title }, { _id: '' }, { _id: 7 }, { id: 'a' }];
const NOTHING = [undefined, 'ok', 0, ...NO_ID, { balanceTransaction: 'a' }, { items: [one] }];

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

	test.each<[string, unknown]>([
		['a bare array', [one, two]],
		['an array called data', { data: [one, two] }],
		['an array called balanceTransactions', { balanceTransactions: [one, two] }],
	])('is read out of %s, without a count', (_shape, body) => {
		expect(readAdditionList(body)).toEqual({ additions: [one, two], total: undefined });
	});

	test.each([
		[[], undefined],
		[{ title, balanceTransaction: [], recordsFiltered: 0, recordsTotal: 3 }, 0],
		[{ title, balanceTransaction: null, recordsTotal: 0 }, 0],
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

	test.each([[[]], [{ data: [] }], [{ customers: null, data: [] }]])(
		'the list is empty in %j',
		(body) => {
			expect(readCustomerList(body)).toEqual([]);
		},
	);

	test.each([[[one, { name: 'no id' }]], [{ data: [one, null] }]])(
		'the list is unreadable as a whole rather than read in part: %j',
		(body) => {
			expect(readCustomerList(body)).toBeUndefined();
		},
	);
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
	])('is no list: %j', (body) => {
		expect([readAdditionList(body), readCustomerList(body)]).toEqual([undefined, undefined]);
	});

	test.each<object>([
		{ ...status, ...one },
		{ ...status, data: one },
		{ data: { ...one, ...status } },
		{ error: 'Internal Server Error', data: one },
	])('is no record: %j', (body) => {
		expect([readAddition(body), readCustomer(body)]).toEqual([undefined, undefined]);
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

test.each<object>([
	{ data: null },
	{ data: {} },
	{ title: 'Erro ao listar', balanceTransaction: null, customers: null },
	{ data: { data: null } },
])('a list of nothing that is no array, and not counted, proves nothing: %j', (body) => {
	expect([readAdditionList(body), readCustomerList(body)]).toEqual([undefined, undefined]);
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

test('a list that is counted may come with a message', () => {
	const body = { message: 'ok', balanceTransaction: [], recordsTotal: 0 };
	expect(readAdditionList(body)).toEqual({ additions: [], total: 0 });
});

// What stands in one field of an envelope must not hide what stands in another: a list that seems empty is paid again.

describe('a list of additions with several fields', () => {
	test.each<[string, object, object[]]>([
		['null', { balanceTransaction: one, data: null }, [one]],
		['{}', { balanceTransaction: {}, data: [one, two] }, [one, two]],
		['a text', { balanceTransaction: one, data: 'ok' }, [one]],
		['what is no record', { balanceTransaction: [one], data: { page: 1 } }, [one]],
		['one of the two', { balanceTransaction: [one], data: [one, two] }, [one, two]],
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
				expect(readCustomerList({ customers: yes, data: no })).toContainEqual(one);
			},
		),
	);
});
