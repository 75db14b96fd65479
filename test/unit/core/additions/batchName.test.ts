import { readBatchName } from '../../../../nodes/Gmc/core/additions/batchName';
import { InputError } from '../../../../nodes/Gmc/core/util/inputError';

test.each([
	['blanks around', '  2026-11 ', '2026-11'],
	['many blanks, of any width', 'Folha \u00a0\u2003 11', 'folha 11'],
	['another case', 'FOLHA Ção', 'folha ção'],
	['letters that are put together', 'Folha C\u0327a\u0303o', 'folha ção'],
	['what does not show', '\ufeff2026\u200b-11\u2060', '2026-11'],
	['a line break at its end', '2026-11\r\n', '2026-11'],
	['a whole number', 202611, '202611'],
	['zero', 0, '0'],
	['leading zeros, which are a name of their own', '011', '011'],
])('%s: the name is the same', (_, raw, name) => {
	expect(readBatchName(raw).name).toBe(name);
	expect(readBatchName(name).name).toBe(name);
});

test('people see it as they have written it', () => {
	expect(readBatchName('  Folha  de Novembro ').label).toBe('Folha de Novembro');
});

const errorOf = (raw: unknown): string => {
	try {
		readBatchName(raw);
		return '';
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return (error as InputError).message;
	}
};

test.each([[''], ['   '], ['\u200b'], [null], [undefined]])('%j is empty', (raw) => {
	expect(errorOf(raw)).toBe('the Batch Name is empty');
});

test.each([[true], [1.5], [2 ** 53], [NaN], [['2026-11']], [{}], [new Date(0)]])(
	'%j is neither a text nor a whole number',
	(raw) => expect(errorOf(raw)).toMatch(/^the Batch Name is .*, not a text or a whole number$/),
);

test('as much as people can read', () => {
	expect(readBatchName('x'.repeat(255)).name).toHaveLength(255);
	expect(errorOf('x'.repeat(256))).toMatch(/more than 255 characters/);
});
