import fc from 'fast-check';
import { compareNames, nameMatch } from '../../../../nodes/Gmc/core/customers/expectedName';

import { NAME_PAIRS } from './name-pairs';

describe.each(NAME_PAIRS)('$reason', ({ verdict, pairs: all }) => {
	test.each(all)(`%p and %p: ${verdict}, either way round`, (expected, atService) => {
		expect(compareNames(expected, atService)).toBe(verdict);
		expect(compareNames(atService, expected)).toBe(verdict);
	});
});

describe('what is asked of a row', () => {
	test.each(['', '  ', '\n', '\u200b', '\u00a0'])('%p asks for no check', (empty) => {
		expect(nameMatch(empty, 'Ana Souza')).toBe('notChecked');
		expect(nameMatch(empty, undefined)).toBe('notChecked');
	});

	test.each([undefined, null, 7, {}, ''])(
		'no customer with the name %p is whoever is expected',
		(name) => {
			expect(nameMatch('Ana Souza', name)).toBe('mismatch');
		},
	);

	test('a name is compared', () => {
		expect(nameMatch('Ana Souza', 'ANA SOUZA')).toBe('match');
		expect(nameMatch('-', 'Ana Souza')).toBe('mismatch');
	});
});

describe('of any names', () => {
	const WORDS = [
		'Ana',
		'João',
		'José',
		'Maria',
		'Souza',
		'Sousa',
		'Silva',
		'Conceição',
		'Teixeira',
	];
	const words = fc.constantFrom(...WORDS, 'Filho', 'Luiza', 'Luísa', 'Ávila', 'Lima');
	const names = fc.array(words, { minLength: 1, maxLength: 5 });
	const others = fc.constantFrom(
		'de',
		'e',
		'M.',
		'SA',
		'S.A.',
		'Ltda',
		'ME',
		'52998224725',
		'😀',
		',',
		'-',
		'王',
	);
	const texts = fc.oneof(
		fc.array(fc.oneof(words, others), { maxLength: 6 }).map((all) => all.join(' ')),
		fc.string({ unit: 'grapheme' }),
	);
	const bare = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

	test('a name is itself, unless nothing is in it', () => {
		fc.assert(
			fc.property(texts, (text) => {
				const isName = /[\p{L}\p{N}]/u.test(text.normalize('NFKD'));
				expect(compareNames(text, text)).toBe(isName ? 'match' : 'mismatch');
			}),
		);
	});

	test('case, accents and blanks change no verdict', () => {
		fc.assert(
			fc.property(names, names, (some, more) => {
				const [one, other] = [some, more].map((all) => all.join(' '));
				const verdict = compareNames(one, other);
				expect(compareNames(one.toUpperCase(), other)).toBe(verdict);
				expect(compareNames(bare(one), ` ${other.toLowerCase().replace(/ /g, '  ')} `)).toBe(
					verdict,
				);
				expect(compareNames(one.normalize('NFD'), other.normalize('NFC'))).toBe(verdict);
			}),
		);
	});

	test('long ones take no time', () => {
		const long = `Ana ${'M. '.repeat(5_000)}Souza`;
		const startedAt = performance.now();
		expect(compareNames(long, `Ana ${'Maria '.repeat(5_000)}Souza`)).toBe('close');
		expect(compareNames(`${'s.'.repeat(20_000)}`, `${'s a '.repeat(20_000)}`)).toBe('mismatch');
		expect(performance.now() - startedAt).toBeLessThan(3_000);
	});
});
