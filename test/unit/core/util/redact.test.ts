import * as fc from 'fast-check';
import { withoutSecrets } from '../../../../nodes/Gmc/core/util/redact';

test('every secret is hidden, however often it comes', () => {
	expect(withoutSecrets('a hunter2 b hunter2 c s3cret', ['hunter2', 's3cret'])).toBe(
		'a [hidden] b [hidden] c [hidden]',
	);
});

test('the longer one goes first, so that nothing of it is left', () => {
	expect(withoutSecrets('key: abcd-efgh', ['abcd', 'abcd-efgh'])).toBe('key: [hidden]');
});

test('secrets that are missing, empty or very short change nothing', () => {
	expect(withoutSecrets('a text', [undefined, '', 'a', 'tex'])).toBe('a text');
});

test('patterns in a secret mean nothing', () => {
	expect(withoutSecrets('x $& y .*.* z', ['.*.*', '$& y'])).toBe('x [hidden] [hidden] z');
});

test('no secret is ever left', () => {
	const secret = fc
		.string({ minLength: 4, maxLength: 20 })
		.filter((text) => !'[hidden]'.includes(text));
	fc.assert(
		fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
			const told = withoutSecrets(before + hidden + after, [hidden]);
			// What is around it may make it up again out of the mark.
			expect(told.split('[hidden]').some((part) => part.includes(hidden))).toBe(false);
		}),
	);
});
