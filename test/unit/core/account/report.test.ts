import { orderOf } from '../../../../nodes/Gmc/core/account/report';

const made = (...times: unknown[]) => times.map((createdAt, i) => ({ _id: `a${i}`, createdAt }));

test.each([
	['newestFirst', 'texts', ['1700000000003', '1700000000002', '1700000000001']],
	['oldestFirst', 'texts', ['1700000000001', '1700000000001', '1700000000002']],
	['none', 'texts', ['1700000000002', '1700000000001', '1700000000003']],
	['newestFirst', 'numbers', [1700000000002, 1700000000001]],
	['newestFirst', 'digits that nobody can read', ['1700000000002000', '1700000000001000']],
	['newestFirst', 'texts and gaps', ['1700000000002', null, '1700000000001', 'now']],
	[undefined, 'no additions', []],
	[undefined, 'one addition', ['1700000000001']],
	[undefined, 'one moment', ['1700000000001', '1700000000001']],
	[undefined, 'mixed units', ['1700000000001', '1700000000']],
	[undefined, 'times that cannot be compared', ['2026-01-01', undefined]],
])('the order of a list is %s: %s', (order, _, times) => {
	expect(orderOf(made(...times))).toBe(order);
});
