import { readBatchName, readKey } from '../../../../nodes/Gmc/core/additions/keys';

// How the names of rows and of sheets are read.

test.each([
	[' 1001\n', '1001'],
	['Order 7/2026 — ção', 'Order 7/2026 — ção'],
	['\u00a01001\u202f\u3000', '1001'],
	['\u202e10\u200b0\u00ad1\u2060\u0000\u2028\ufe0f', '1001'],
	['10\t01\r\n', '10 01'],
	['Order\u00a07', 'Order 7'],
	['Cafe\u0301', 'Caf\u00e9'],
	[`${'x'.repeat(255)}\u200b`, 'x'.repeat(255)],
	['A1,2E+13', 'A1,2E+13'],
	['\u200b \u00ad', undefined],
	[0, undefined],
	[null, undefined],
	[undefined, undefined],
])('%j is the key %j', (raw, key) => expect(readKey(raw)).toBe(key));

test.each([
	['x'.repeat(256), /256 characters; 255 are allowed/],
	[['a'], /a list/],
	[{ id: 1 }, /an object/],
	[Number.NaN, /NaN/],
	[2 ** 60, /too large or not whole/],
	// October of 2026: a spreadsheet drops the zero.
	[2026.1, /too large or not whole/],
	['1,12223E+13', /what Excel makes of a long number/],
	[' 1E+13 ', /what Excel makes of a long number/],
	['order {{ $json.id }}', /the expression itself, not its value: order {{ \$json\.id }}/],
])('%j is refused as a key', (raw, reason) => {
	expect(() => readKey(raw)).toThrow(reason);
	expect(() => readKey(raw)).toThrow(expect.objectContaining({ name: 'InputError' }));
});

test.each([
	['Folha \u00a0\u2003 11', 'folha 11'],
	['Folha C\u0327a\u0303o', 'folha ção'],
	['\ufeff2026\u200b-11\u2060\r\n', '2026-11'],
	[202611, '202611'],
	[0, '0'],
	['x'.repeat(255), 'x'.repeat(255)],
])('%j is the batch %j', (raw, name) => {
	expect(readBatchName(raw).name).toBe(name);
	expect(readBatchName(name).name).toBe(name);
});

const NEITHER = /^the 'Batch Name' is .*, not a text or a whole number$/;
test.each([
	[['', '   ', '\u200b', null, undefined], /^the 'Batch Name' is empty$/],
	[[true, 1.5, 2 ** 53, NaN, ['2026-11'], {}, new Date(0)], NEITHER],
	[['x'.repeat(256)], /more than 255 characters/],
	[["{{ $now.format('yyyy-MM') }}"], /the expression itself/],
])('%j are refused as a batch', (all, reason) => {
	for (const raw of all) {
		expect(() => readBatchName(raw)).toThrow(reason);
		expect(() => readBatchName(raw)).toThrow(expect.objectContaining({ name: 'InputError' }));
	}
});
