import { readCount } from '../../harness/system/count';

test('a count in a command line is a whole number above zero', () => {
	expect(readCount('runs', '20')).toBe(20);
});

test.each(['abc', '', '0', '-1', '1.5', '1e999'])('nothing is run %p times', (text) => {
	expect(() => readCount('runs', text)).toThrow(
		`--runs takes a whole number above zero, not "${text}".`,
	);
});
