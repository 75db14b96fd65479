import { readKey } from '../../../../nodes/Gmc/core/additions/idempotencyKey';

test.each([
	[1001, '1001'],
	['1001', '1001'],
	[' 1001\n', '1001'],
	[0, '0'],
	['Order 7/2026 — ção', 'Order 7/2026 — ção'],
	['={{ 1 }}', '={{ 1 }}'],
	['x'.repeat(255), 'x'.repeat(255)],
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
])('%j is refused', (raw, reason) => {
	expect(() => readKey(raw)).toThrow(reason);
	expect(() => readKey(raw)).toThrow(expect.objectContaining({ name: 'InputError' }));
});
