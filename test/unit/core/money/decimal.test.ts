import fc from 'fast-check';
import { decimalText, sumOf, sumReaches } from '../../../../nodes/Gmc/core/money/decimal';

test.each([
	[[], 0],
	[[0.1, 0.2], 0.3],
	[[0.7, 0.1], 0.8],
	[Array<number>(1000).fill(0.01), 10],
	[[1e-8, 2e-8], 3e-8],
	[[999_999_999.99, 0.01], 1_000_000_000],
])('the sum of %p is %p', (amounts, sum) => {
	expect(sumOf(amounts)).toBe(sum);
});

test('a sum is that of the cents, however many', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 200 }), (cents) => {
			const total = cents.reduce((sum, cent) => sum + cent, 0);
			expect(sumOf(cents.map((cent) => cent / 100))).toBe(total / 100);
		}),
	);
});

test.each([
	[[0.7, 0.1], 0.8, true],
	[[0.7, 0.1], 0.80000001, false],
	[[0.7, 0.11], 0.8, true],
	[[], 0, true],
])('the sum of %p reaches %p: %p', (amounts, minimum, expected) => {
	expect(sumReaches(amounts, minimum)).toBe(expected);
});

test.each([
	[1e-7, '0.0000001'],
	[1e15, '1000000000000000'],
	[0.1, '0.1'],
])('%p is %s, without an exponent', (value, text) => {
	expect(decimalText(value)).toBe(text);
});
