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
const records = (body: unknown) => [readAddition(body), readCustomer(body)];
const lists = (body: unknown) => [readAdditionList(body)?.additions, readCustomerList(body)];

/** In one field of an envelope or in several: a list that seems empty is paid again. */
test.each<[number | undefined, object[], unknown]>([
	[undefined, [], []],
	[undefined, [one, two], [one, two]],
	[undefined, [one, two], { data: [one, two] }],
	[2, [one, two], { title, balanceTransaction: [one, two], recordsFiltered: 2, recordsTotal: 5 }],
	[2, [one, two], [one, two].map((b) => ({ balanceTransaction: b, recordsFiltered: 2 }))],
	[0, [], { message: 'ok', balanceTransaction: [], recordsTotal: 0 }],
	[0, [], { title, balanceTransaction: null, recordsTotal: 0 }],
	[undefined, [one, two], { balanceTransaction: {}, data: [one, two] }],
	[undefined, [one, two], { balanceTransaction: [one], data: [one, two] }],
	[9, [one], { data: { balanceTransaction: one, data: null, recordsTotal: '9' } }],
	[7, [one], { balanceTransaction: [one], recordsFiltered: '', recordsTotal: '7' }],
	[undefined, [one], { balanceTransaction: one, recordsFiltered: '-1', recordsTotal: '1e3' }],
	[undefined, [], { error: false, message: '', data: [] }],
	[undefined, [], { statusCode: 200, message: 'OK', data: [] }],
])('of %p, the additions %j are read out of %j', (total, additions, body) => {
	expect(readAdditionList(body)).toEqual({ additions, total });
});

test.each([
	{ balanceTransaction: { id: 'a' }, data: null },
	{ balanceTransaction: null, data: { page: 1 } },
	{ balanceTransaction: [one, null], data: [two] },
	[{ balanceTransaction: one }, { balanceTransaction: null }],
	[one, null],
	[one, {}],
	[[]],
])('a list of additions is unreadable as a whole rather than read in part: %j', (body) => {
	expect(readAdditionList(body)).toBeUndefined();
});

test.each<[unknown, unknown]>([
	[
		[one, two],
		[one, two],
	],
	[{ title, customers: [one, two] }, [one, two]],
	[{ items: [one, two], total: 2 }, [one, two]],
	[{ customers: null, data: [] }, []],
	[[one, { name: 'no id' }], undefined],
	[{ data: [one, null] }, undefined],
])('out of %j the customers %j are read', (body, customers) => {
	expect(readCustomerList(body)).toEqual(customers);
});

test.each([one, { data: one }, { _id: 'envelope', balanceTransaction: [one] }])(
	'one addition is read with every field out of %j',
	(body) => expect(readAddition(body)).toEqual(one),
);

test.each([one, { customer: one }, { title, data: one }])(
	'a customer is read out of %j',
	(body) => {
		expect(readCustomer(body)).toEqual(one);
	},
);

const status = { statusCode: 500, message: 'Internal server error' };

/** An error with status 200, among them. */
describe('no record and no list', () => {
	test.each<unknown>([
		undefined,
		'ok',
		0,
		{ title },
		{ _id: '' },
		{ _id: 7 },
		{ ...status, ...one },
		{ statusCode: '503', data: [] },
		{ message: 'Internal server error', data: [] },
		{ code: 'E_DOWN', data: [] },
		{ error: 'Internal Server Error', data: [] },
		{ error: { message: 'down' }, data: [one, two] },
		{ error: status, data: [] },
		{ data: status },
		{ data: { ...one, ...status } },
		{ data: [], results: { message: 'down' } },
		{ data: [one, { ...two, ...status }] },
		// A list of nothing that is no array, and not counted, proves nothing.
		{ data: {} },
		{ title: 'Erro ao listar', balanceTransaction: null, customers: null },
		{ data: { data: null } },
	])('is in %j', (body) => {
		expect([...records(body), ...lists(body)]).toEqual(Array(4).fill(undefined));
	});

	test('is not said by the fields of a record itself', () => {
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
