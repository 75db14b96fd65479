import { orderOf } from '../../../../nodes/Gmc/core/account/report';

const made = (...times: unknown[]) => times.map((createdAt, i) => ({ _id: `a${i}`, createdAt }));

describe('the order of a list', () => {
	test.each([
		['newestFirst', ['1700000000003', '1700000000002', '1700000000001']],
		['oldestFirst', ['1700000000001', '1700000000001', '1700000000002']],
		['none', ['1700000000002', '1700000000001', '1700000000003']],
		['newestFirst, by numbers', [1700000000002, 1700000000001]],
		['newestFirst, of digits that nobody can read', ['1700000000002000', '1700000000001000']],
		['newestFirst, where one has no time', ['1700000000002', null, '1700000000001', 'now']],
	])('is %s', (order, times) => {
		expect(orderOf(made(...times))).toBe(order.split(',')[0]);
	});

	test.each([
		['there is none', []],
		['there is one', ['1700000000001']],
		['all are of one moment', ['1700000000001', '1700000000001']],
		['units are mixed', ['1700000000001', '1700000000']],
		['no time can be compared', ['2026-01-01', undefined]],
	])('is not known where %s', (_, times) => {
		expect(orderOf(made(...times))).toBeUndefined();
	});
});
