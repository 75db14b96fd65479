import fc from 'fast-check';
import type { AmountFormat, Currency } from '../../../../nodes/Gmc/core/money/amount';
import { readAmount } from '../../../../nodes/Gmc/core/money/amount';

const FORMATS: AmountFormat[] = ['auto', 'decimalPoint', 'decimalComma'];

const read = (raw: unknown, format: AmountFormat = 'auto', currency: Currency = 'BRL') =>
	readAmount(raw, format, currency);
const reasonOf = (raw: unknown, format?: AmountFormat, currency?: Currency) => {
	const reading = read(raw, format, currency);
	if (reading.ok) throw new Error(`${String(raw)} was read as ${reading.amount}`);
	return reading.reason;
};

describe('an amount that is no amount', () => {
	const nothing = ['', '  ', '\u00a0', null, undefined];
	const otherTypes = [true, false, {}, [], [10], { amount: 10 }, () => 10, Symbol('10'), 10n];
	const notPositive = [0, -0, -1, -0.01, '0', '0,00', '0.000', '-1', '- 1', '-1.234,50', 'R$ -5'];
	const notANumber = [NaN, Infinity, -Infinity];
	const garbled = ['1e3', '0x10', '10,5,0', '1.2.3', '1,234.567,8', '1.23,4,5', '10.', '.5', ',5'];
	const words = ['ten', '10 reais', '10%', '+10', '1 234,50', "1'234", '١٠', '１０', 'R$', '.'];
	const zeros = ['0,123.50', '012,345.6', '0.123,45'];
	const wrongGroups = ['12.34,50', '1234.567,89', '1.2345.678', '1,23,456.00', '0x', '10;50'];

	test.each(FORMATS)('is refused with a reason in words: as %s', (format) => {
		const numbers = [notPositive, notANumber, garbled, words, wrongGroups, zeros];
		for (const raw of [nothing, otherTypes, ...numbers].flat())
			expect(reasonOf(raw, format)).toMatch(/\w+ \w+/);
	});

	const long = 'x'.repeat(40);
	const MAP = /^Map a field that holds a number/;
	const WRITE = /^Write it like 10.50 or 1.234,50/;
	test.each<[unknown, RegExp, RegExp]>([
		...nothing.map((raw): [unknown, RegExp, RegExp] => [raw, /^the amount is empty$/, /amount/]),
		...notPositive.map((raw): [unknown, RegExp, RegExp] => [
			raw,
			/^the amount ("(R\$ )?)?-?[\d .,]+"? must be more than zero$/,
			/./,
		]),
		[true, /^the amount is a value of type boolean, not a number$/, MAP],
		[NaN, /^the amount is not a number$/, MAP],
		['10-5', /^"10-5" is not an amount$/, WRITE],
		[
			'1.234',
			/^the amount "1.234" can be read in two ways/,
			/^If it is a thousand or more, write 1234 or 1.234,/,
		],
		['US$ 1', /"US\$ 1".*US\$.*BRL/, /currency/i],
		[0.1 + 0.2, /15/, /round/i],
		[long, new RegExp(`^"${long}" is not an amount$`), WRITE],
		[`${long}y`, new RegExp(`^"${long}…" is not an amount$`), WRITE],
	])('of %p is said what is wrong and what to do', (raw, reason, advice) => {
		const reading = read(raw);
		expect(!reading.ok && reading.reason).toMatch(reason);
		expect(!reading.ok && reading.advice).toMatch(advice);
	});
});

test.each<[unknown, number]>([
	[10, 10],
	[1e-7, 1e-7],
	['0010', 10],
	['10.5', 10.5],
	['0.123', 0.123],
	['1234.567', 1234.567],
	['1.234.567', 1_234_567],
	['1.234,50', 1234.5],
	['1,234.50', 1234.5],
	['1.234.567,8', 1_234_567.8],
	['  12,30 ', 12.3],
	['R$\u00a01.234,50', 1234.5],
	['R$\u202f1.234,50', 1234.5],
	['r$10,00', 10],
	['10,00 BRL', 10],
	['BRL 10 brl', 10],
])('an unambiguous amount is read automatically: %p is %p', (raw, amount) => {
	expect(read(raw)).toEqual({ ok: true, amount });
});

test.each<[string, AmountFormat]>([
	['1.234,50', 'decimalPoint'],
	['1,234.50', 'decimalComma'],
])('%p as %s is refused, not read the other way', (raw, format) => {
	expect(reasonOf(raw, format)).toMatch(/not an amount/);
});

describe('a currency mark', () => {
	test.each<[string, Currency]>([
		['US$ 10', 'USD'],
		['$10', 'USD'],
		['10 USDT', 'USDT'],
		['GMC 10', 'GMC'],
	])('%p is an amount in %s and in no other currency', (raw, currency) => {
		expect(read(raw, 'auto', currency)).toEqual({ ok: true, amount: 10 });
		for (const other of (['BRL', 'USD', 'USDT', 'GMC'] as const).filter((c) => c !== currency)) {
			expect(reasonOf(raw, 'auto', other)).toContain(other);
		}
	});

	test.each(['R$ 10 USD', '€ 10', 'R$ R$ 10', 'BRL', '$'])('is refused in %p', (raw) => {
		expect(read(raw).ok).toBe(false);
		expect(read(raw, 'auto', 'USD').ok).toBe(false);
	});
});

describe('more digits than a JSON number carries', () => {
	test.each([0.1 + 0.2, '0,30000000000000004', 2 ** 60, '1,23456789012345670'])(
		'are refused, not rounded: %p',
		(raw) => {
			expect(reasonOf(raw)).toMatch(/digits/);
		},
	);

	test.each<[unknown, number]>([
		['1.234.567.890.123,45', 1234567890123.45],
		['000000000000000000010,50', 10.5],
		['10,500000000000000000', 10.5],
		['0,00000000123456789', 0.00000000123456789],
		[`${'0'.repeat(39)}1`, 1],
	])('do not count zeros around the number: %p', (raw, amount) => {
		expect(read(raw)).toEqual({ ok: true, amount });
	});
});

describe('for every decimal of up to 15 digits', () => {
	const decimals = fc
		.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 15 }))
		.map(([digits, scale]) => {
			const text = digits.toString().padStart(scale + 1, '0');
			const whole = text.slice(0, text.length - scale);
			const fraction = text.slice(text.length - scale);
			const write = (group: string, decimal: string) =>
				whole.replace(/\B(?=(\d{3})+$)/g, group) + (fraction && decimal + fraction);
			return { write, value: Number(`${whole}.${fraction}0`) };
		});
	const marks = fc.constantFrom('', 'R$', 'R$ ', 'R$\u00a0');

	test.each<[string, string, string, AmountFormat]>([
		['pt-BR', '.', ',', 'decimalComma'],
		['en-US', ',', '.', 'decimalPoint'],
	])('the %s text is read back as the same number', (_locale, group, decimal, format) => {
		fc.assert(
			fc.property(decimals, marks, ({ write, value }, mark) => {
				for (const text of [mark + write(group, decimal), mark + write('', decimal)]) {
					expect(read(text, format)).toEqual({ ok: true, amount: value });
				}
			}),
		);
	});

	test('automatically it is the same number or refused as ambiguous, never another number', () => {
		fc.assert(
			fc.property(decimals, marks, ({ write, value }, mark) => {
				for (const text of [write('.', ','), write(',', '.'), write('', '.'), write('', ',')]) {
					const reading = read(mark + text);
					if (reading.ok) expect(reading.amount).toBe(value);
					else expect(reading.reason).toMatch(/two ways/);
				}
			}),
		);
	});
});

test('whatever comes in, it is a positive finite number or a reason', () => {
	fc.assert(
		fc.property(fc.anything(), fc.constantFrom(...FORMATS), (raw, format) => {
			const reading = read(raw, format);
			if (reading.ok) expect(Number.isFinite(reading.amount) && reading.amount > 0).toBe(true);
			else expect(reading.reason).not.toBe('');
		}),
	);
});
