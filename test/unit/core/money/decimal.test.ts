import fc from 'fast-check';
import { CURRENCIES, readCurrency } from '../../../../nodes/Gmc/core/money/amount';
import { compareSum, sumOf } from '../../../../nodes/Gmc/core/money/limits';

// Sums are exact, however many cents there are.

const cents = Array<number>(1000).fill(0.01);

test.each([
	[[], 0],
	[[0.1, 0.2], 0.3],
	[cents, 10],
	[[...cents, 0.00000001], 10.00000001],
	[[999_999_999.99, 0.01], 1_000_000_000],
])('the sum of %p is %p', (amounts, sum) => {
	expect(sumOf(amounts)).toBe(sum);
	expect(compareSum(amounts, sum)).toBe(0);
});

test('a sum exceeds a limit by as little as there is', () => {
	expect(sumOf([0.1, 0.2])).toBeGreaterThan(0.29999999999999);
	expect(sumOf([1e15, 0.1])).toBeGreaterThan(1e15);
	// As numbers, these sums are the limit.
	expect(compareSum([1e9, 1e-8], 1e9)).toBeGreaterThan(0);
	expect(compareSum([999_999_999, 0.99999999], 1e9)).toBeLessThan(0);
});

test('any number of cents', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 200 }), (all) => {
			const total = all.reduce((sum, cent) => sum + cent, 0);
			const amounts = all.map((cent) => cent / 100);
			expect(sumOf(amounts)).toBe(total / 100);
			expect(compareSum(amounts, total / 100)).toBe(0);
			expect(compareSum(amounts, (total - 1) / 100)).toBeGreaterThan(0);
		}),
	);
});

test.each([
	['BRL', 'BRL'],
	[' brl ', 'BRL'],
	['usdt', 'USDT'],
	['USD', 'USD'],
	...['', 'EUR', 'R$', 'BRL,USD', 'USD T', null, 1, ['BRL']].map((raw) => [raw, undefined]),
])('%p is the currency %s', (raw, currency) => {
	expect(readCurrency(raw)).toBe(currency);
	expect([...CURRENCIES].sort()).toEqual(['BRL', 'GMC', 'USD', 'USDT']);
});
