import fc from 'fast-check';
import { MAX_ATTEMPTS, retryDelay } from '../../../../nodes/Gmc/core/pace/retry';

const delay = (attempt: number, retryAfter?: unknown, random = 1) =>
	retryDelay(attempt, retryAfter, random);

describe('without the word of the service', () => {
	test('the delay is anything from zero to the longest, which doubles, so that clients spread out', () => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
				for (const n of [1, 2, 3])
					expect(delay(n, undefined, random)).toBeCloseTo(random * 2 ** (n - 1) * delay(1)!);
			}),
		);
	});

	test('the attempts come to an end', () => {
		expect(delay(MAX_ATTEMPTS - 1)).toBeDefined();
		expect(delay(MAX_ATTEMPTS)).toBeUndefined();
		expect(delay(MAX_ATTEMPTS + 1, '1')).toBeUndefined();
	});
});

describe('Retry-After', () => {
	test.each<[string, number]>([
		['0', 0],
		[' 3 ', 3000],
	])('wins over the own delay: %p', (header, millis) => {
		expect(delay(1, header, 0)).toBe(millis);
		expect(delay(3, header, 1)).toBe(millis);
	});

	test('of an hour is not waited for, and what cannot be read is ignored', () => {
		expect(delay(1, '3600')).toBeUndefined();
		for (const header of [null, '', 'soon', {}, ['1']]) expect(delay(1, header)).toBe(delay(1));
	});
});
