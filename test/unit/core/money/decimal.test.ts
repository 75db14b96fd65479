import fc from 'fast-check';
import { CURRENCIES, readCurrency } from '../../../../nodes/Gmc/core/money/currency';
import {
	decimalText,
	sumExceeds,
	sumOf,
	sumReaches,
} from '../../../../nodes/Gmc/core/money/decimal';
import { aboveInSum, aboveMaxAmount } from '../../../../nodes/Gmc/core/money/limits';

// Sums are exact, however many cents there are.

const cents = Array<number>(1000).fill(0.01);

test.each([
	[[], 0],
	[[0.1, 0.2], 0.3],
	[[0.7, 0.1], 0.8],
	[cents, 10],
	[[...cents, 0.00000001], 10.00000001],
	[[999_999_999.99, 0.01], 1_000_000_000],
])('the sum of %p is %p: it reaches that, and exceeds less', (amounts, sum) => {
	expect(sumOf(amounts)).toBe(sum);
	expect([sumExceeds(amounts, sum), sumReaches(amounts, sum)]).toEqual([false, true]);
	expect([sumExceeds(amounts, sum - 1e-6), sumReaches(amounts, sum + 1e-6)]).toEqual([true, false]);
});

test('a sum exceeds a limit by as little as there is', () => {
	expect(sumOf([1e-8, 2e-8])).toBe(3e-8);
	expect(sumExceeds([0.1, 0.2], 0.29999999999999)).toBe(true);
	expect(sumExceeds([1e15, 0.1], 1e15)).toBe(true);
});

test('any number of cents', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 200 }), (all) => {
			const total = all.reduce((sum, cent) => sum + cent, 0);
			const amounts = all.map((cent) => cent / 100);
			expect(sumOf(amounts)).toBe(total / 100);
			expect(sumExceeds(amounts, total / 100)).toBe(false);
			expect(sumExceeds(amounts, (total - 1) / 100)).toBe(true);
		}),
	);
});

test.each([
	[1e-7, '0.0000001'],
	[1e15, '1000000000000000'],
	[0.1, '0.1'],
])('%p is %s, without an exponent', (value, text) => {
	expect(decimalText(value)).toBe(text);
});

describe('limits', () => {
	const order = (amount: number, currency: 'BRL' | 'USD' = 'BRL') => ({ amount, currency });

	test('a row is above Maximum Amount only when it is more', () => {
		expect(aboveMaxAmount(order(50), { maxAmount: 50 })).toBeUndefined();
		expect(aboveMaxAmount(order(50.01), { maxAmount: 50 })).toMatch(/50.01 BRL is above/);
		expect(aboveMaxAmount(order(1e12), {})).toBeUndefined();
	});

	test.each([
		[50, ['BRL']],
		[51, []],
		[undefined, []],
	])('totals are kept per currency: above %s are %j', (limit, above) => {
		expect(aboveInSum([order(30), order(30, 'USD'), order(21)], limit)).toEqual(above);
	});
});

test.each([
	['BRL', 'BRL'],
	[' brl ', 'BRL'],
	['usdt', 'USDT'],
	['Gmc', 'GMC'],
	['USD', 'USD'],
	...['', 'EUR', 'R$', 'BRL,USD', 'USD T', null, 1, ['BRL']].map((raw) => [raw, undefined]),
])('%p is the currency %s', (raw, currency) => {
	expect(readCurrency(raw)).toBe(currency);
	expect([...CURRENCIES].sort()).toEqual(['BRL', 'GMC', 'USD', 'USDT']);
});
