import { countStatuses, createdAtForm, orderOf } from '../../../../nodes/Gmc/core/account/report';

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

describe('the form of createdAt', () => {
	test.each([
		['epochMilliseconds', ['1700000000001', 1700000000002]],
		['epochSeconds', ['1700000000']],
		['yyyyMMddHHmmss', ['20260228235959']],
		['other', ['20260230000000']],
		['other', ['9999999999999']],
		['other', ['2026-01-01T00:00:00Z']],
		['other', ['1700000000001', '1700000000']],
		['epochSeconds', ['1700000000', '', null]],
		[undefined, ['', null, undefined]],
		[undefined, []],
	])('is %s for %j', (form, times) => {
		expect(createdAtForm(made(...times))).toBe(form);
	});

	test('does not depend on hours that summer time skips or repeats', () => {
		expect(createdAtForm(made('20180218003000', '20181104003000'))).toBe('yyyyMMddHHmmss');
	});
});

test('statuses are counted in upper case, the most frequent first, and may be called anything', () => {
	const statuses = ['failed', 'Completed', ' COMPLETED ', '__proto__', '', 5, undefined];
	const counts = countStatuses(statuses.map((status, i) => ({ _id: `a${i}`, status })));
	expect(Object.entries(counts)).toEqual([
		['COMPLETED', 2],
		['FAILED', 1],
		['__PROTO__', 1],
	]);
});
