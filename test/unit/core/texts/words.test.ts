import { count, list, money, time } from '../../../../nodes/Gmc/core/texts/words';

test('amounts', () => {
	expect([1234.5, 0.005, 1e-7, 1e15].map((amount) => money(amount, 'BRL'))).toEqual([
		'1234.5 BRL',
		'0.005 BRL',
		'0.0000001 BRL',
		'1000000000000000 BRL',
	]);
});

test('lists and counts', () => {
	expect(['', 'a', 'a,b', 'a,b,c'].map((all) => list(all.split(',')))).toEqual([
		'',
		'a',
		'a and b',
		'a, b and c',
	]);
	expect([0, 1, 2000].map((value) => count(value, 'row', 'rows'))).toEqual([
		'0 rows',
		'1 row',
		'2000 rows',
	]);
});

test("times are by the workflow's clock", () => {
	const moment = { millis: Date.UTC(2026, 10, 21, 2, 5, 9), timeZone: 'America/Sao_Paulo' };
	expect(time(moment)).toBe('2026-11-20 23:05:09');
});
