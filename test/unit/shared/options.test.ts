import {
	choice,
	flag,
	nonNegativeNumber,
	optionalText,
	optionOf,
	positiveNumber,
	shown,
	textOrEmpty,
	wholeNumber,
} from '../../../nodes/Gmc/shared/options';

const EMPTY = [undefined, null, '', '  '];

describe('a choice', () => {
	const read = (raw: unknown) => choice(raw, 'Format', ['auto', 'plain'] as const);

	test('is one of its values, spelt as documented', () => expect(read('plain')).toBe('plain'));

	test.each(['Auto', ' auto', 1, ['auto']])('is nothing else: %j', (raw) =>
		expect(() => read(raw)).toThrow(/^Format is .+, but must be one of auto, plain$/),
	);

	test.each(EMPTY)('is not its default when it is empty: %j', (raw) => {
		expect(() => read(raw)).toThrow('Format is empty, but must be one of auto, plain');
	});
});

test('a flag is true or false, and no text or number that looks like it', () => {
	expect([flag(true, 'Dry'), flag(false, 'Dry')]).toEqual([true, false]);
	for (const raw of [...EMPTY, 'true', 'false', 0, 1]) {
		expect(() => flag(raw, 'Dry')).toThrow(/^Dry is .+, but must be true or false$/);
	}
});

test.each([
	[5, 5],
	['5.5', 5.5],
	[' 7 ', 7],
	[0.1, 0.1],
])('a number above zero, or the text of one: %j', (raw, value) => {
	expect(positiveNumber(raw, 'N', 60)).toBe(value);
});

test.each([...EMPTY, 0, '0', -1, '-1', '1e3', '1,5', true, [5], {}, NaN, Infinity, 61])(
	'is not: %j',
	(raw) => expect(() => positiveNumber(raw, 'N', 60)).toThrow(/^N is .+ above zero, up to 60$/),
);

test('a number of zero or more', () => {
	expect([nonNegativeNumber(0, 'N'), nonNegativeNumber('0', 'N')]).toEqual([0, 0]);
	for (const raw of [...EMPTY, -1, 'x']) expect(() => nonNegativeNumber(raw, 'N')).toThrow(/zero/);
});

test('a whole number within its bounds', () => {
	expect([wholeNumber(1, 'N'), wholeNumber('20', 'N', 20)]).toEqual([1, 20]);
	for (const raw of [...EMPTY, 0, 21, 1.5, true, [3]]) {
		expect(() => wholeNumber(raw, 'N', 20)).toThrow(
			/^N is .+ whole number of at least 1, up to 20$/,
		);
	}
	expect(() => wholeNumber(2 ** 60, 'N')).toThrow(/of at least 1/);
});

test('a text that may be left out is none when it is empty, and no other kind of value', () => {
	expect(EMPTY.map((raw) => optionalText(raw, 'T'))).toEqual(EMPTY.map(() => undefined));
	expect([optionalText(' a ', 'T'), optionalText(7, 'T')]).toEqual(['a', '7']);
	for (const raw of [true, {}, []]) expect(() => optionalText(raw, 'T')).toThrow(/must be a text/);
});

test('a text that may be empty is no other kind of value', () => {
	expect(EMPTY.map((raw) => textOrEmpty(raw, 'T'))).toEqual(EMPTY.map(() => ''));
	expect(textOrEmpty(' a ', 'T')).toBe('a');
	for (const raw of [7, true, {}, []]) {
		expect(() => textOrEmpty(raw, 'T')).toThrow(/must be a text/);
	}
});

test('the default of an option is for one that is not there, not for one that is empty', () => {
	expect(optionOf({}, 'a', 1)).toBe(1);
	expect(optionOf({ a: undefined }, 'a', 1)).toBeUndefined();
	expect(optionOf({}, 'constructor', 1)).toBe(1);
});

test('a refused value is shown up to forty characters of it', () => {
	expect(shown('x'.repeat(100))).toHaveLength(41);
	expect(['a', 5, { a: 1 }].map(shown)).toEqual(['"a"', '5', '{"a":1}']);
});
