import { readKey } from '../../../../nodes/Gmc/core/additions/idempotencyKey';

test.each([
	[1001, '1001'],
	['1001', '1001'],
	[' 1001\n', '1001'],
	[0, '0'],
	['Order 7/2026 — ção', 'Order 7/2026 — ção'],
	['={{ 1 }}', '={{ 1 }}'],
	['x'.repeat(255), 'x'.repeat(255)],
	['000123', '000123'],
	['\u00a01001\u202f\u3000', '1001'],
	['\ufeff10\u200b0\u00ad1\u2060', '1001'],
	['\u202e1001\u0000\u2028\ufe0f', '1001'],
	['10\t01\r\n', '1001'],
	['Order\u00a07', 'Order 7'],
	['Cafe\u0301', 'Caf\u00e9'],
	[`${'x'.repeat(255)}\u200b`, 'x'.repeat(255)],
	['12E5', '12E5'],
	['A1,2E+13', 'A1,2E+13'],
	['\u200b \u00ad', undefined],
	['', undefined],
	['  ', undefined],
	[null, undefined],
	[undefined, undefined],
])('%j is the key %j', (raw, key) => expect(readKey(raw)).toBe(key));

test.each([
	['x'.repeat(256), /256 characters; 255 are allowed/],
	[true, /of type boolean/],
	[['a'], /a list/],
	[{ id: 1 }, /an object/],
	[Number.NaN, /NaN/],
	[2 ** 60, /too large to be exact/],
	['1,12223E+13', /what Excel makes of a long number/],
	[' 1E+13 ', /what Excel makes of a long number/],
])('%j is refused', (raw, reason) => {
	expect(() => readKey(raw)).toThrow(reason);
	expect(() => readKey(raw)).toThrow(expect.objectContaining({ name: 'InputError' }));
});
