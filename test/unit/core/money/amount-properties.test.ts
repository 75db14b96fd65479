import fc from 'fast-check';
import type { AmountFormat } from '../../../../nodes/Gmc/core/money/amount';
import { readAmount } from '../../../../nodes/Gmc/core/money/amount';

const FORMATS: AmountFormat[] = ['auto', 'decimalPoint', 'decimalComma'];

const read = (raw: unknown, format: AmountFormat = 'auto') => readAmount(raw, format, 'BRL');

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

	test('the number itself is given back untouched', () => {
		fc.assert(
			fc.property(decimals, ({ value }) => {
				expect(read(value)).toEqual({ ok: true, amount: value });
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
