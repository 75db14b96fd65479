import fc from 'fast-check';
import { sumExceeds } from '../../../../nodes/Gmc/core/money/decimal';
import { aboveMaxAmount, aboveInSum } from '../../../../nodes/Gmc/core/money/limits';

const order = (amount: number, currency: 'BRL' | 'USD' = 'BRL') => ({ amount, currency });

test.each([
	[[0.1, 0.2], 0.3, false],
	[[0.1, 0.2], 0.29999999999999, true],
	[[1e15, 0.1], 1e15, true],
	[[], 0, false],
	[Array<number>(1000).fill(0.01), 10, false],
	[[...Array<number>(1000).fill(0.01), 0.00000001], 10, true],
])('the sum of %p exceeds %p: %p', (amounts, limit, expected) => {
	expect(sumExceeds(amounts, limit)).toBe(expected);
});

test('cents add up exactly, however many', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 200 }), (cents) => {
			const total = cents.reduce((sum, cent) => sum + cent, 0);
			const amounts = cents.map((cent) => cent / 100);
			expect(sumExceeds(amounts, total / 100)).toBe(false);
			expect(sumExceeds(amounts, (total - 1) / 100)).toBe(true);
		}),
	);
});

test('a row is above the maximum amount only when it is more', () => {
	expect(aboveMaxAmount(order(50), { maxAmount: 50 })).toBeUndefined();
	expect(aboveMaxAmount(order(50.01), { maxAmount: 50 })).toMatch(/50.01 BRL is above/);
	expect(aboveMaxAmount(order(1e12), {})).toBeUndefined();
});

test('totals are kept per currency', () => {
	const orders = [order(30), order(30, 'USD'), order(21)];
	expect(aboveInSum(orders, 50)).toEqual(['BRL']);
	expect(aboveInSum(orders, 51)).toEqual([]);
	expect(aboveInSum(orders, undefined)).toEqual([]);
});
