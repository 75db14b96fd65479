import fc from 'fast-check';
import { readAdditionList, readCustomerList } from '../../../nodes/Gmc/api/schemas';

// What stands in one field of an envelope must not hide what stands in another: a list that seems empty is paid again.

const one = { _id: 'a', status: 'COMPLETED', items: [{ sourceAmount: 10 }], extra: { x: null } };
const two = { _id: 'b', status: 'PENDING', items: [] };

describe('a list of additions', () => {
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
