import { ranges } from '../../../../nodes/Gmc/core/util/ranges';

test.each([
	[[], ''],
	[[3], '3'],
	[[3, 4], '3–4'],
	[[1, 3, 5, 6, 7, 11], '1, 3, 5–7, 11'],
])('%j is %s', (numbers, text) => expect(ranges(numbers)).toBe(text));
