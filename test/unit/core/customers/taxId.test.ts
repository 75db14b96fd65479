import fc from 'fast-check';
import { readCustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import {
	type TaxIdFormat,
	TAX_ID_FORMATS,
	isCpfOrCnpj,
	maskTaxId,
	readTaxId,
	sameTaxId,
} from '../../../../nodes/Gmc/core/customers/taxId';
import type { InputError } from '../../../../nodes/Gmc/core/util/inputError';

/**
 * Check digits by Receita Federal's published definition, written apart from the code under test: weights
 * from right to left, 2 upwards (a CNPJ starts again after 9), modulo 11, where 10 and 11 count as 0.
 */
function checkDigit(stem: string, lastWeight: number): string {
	let weight = 2;
	let sum = 0;
	for (const char of [...stem].reverse()) {
		sum += (char.charCodeAt(0) - '0'.charCodeAt(0)) * weight;
		weight = weight === lastWeight ? 2 : weight + 1;
	}
	const digit = 11 - (sum % 11);
	return String(digit > 9 ? 0 : digit);
}

function complete(stem: string, lastWeight: number): string {
	const one = stem + checkDigit(stem, lastWeight);
	return one + checkDigit(one, lastWeight);
}

const isMixed = (stem: string) => new Set(stem).size > 1;

const stems = (digits: number) =>
	fc
		.nat(10 ** digits - 1)
		.map((number) => String(number).padStart(digits, '0'))
		.filter(isMixed);

/** Valid CPFs, those with leading zeros more often than by chance. */
const cpfs = fc
	.oneof(
		stems(9),
		fc.nat(99_999).map((number) => String(number).padStart(9, '0')),
	)
	.filter(isMixed)
	.map((stem) => complete(stem, 11));

const cnpjs = fc
	.tuple(fc.oneof(stems(8), fc.constant('00000000')), fc.integer({ min: 1, max: 9999 }))
	.map(([root, branch]) => complete(root + String(branch).padStart(4, '0'), 9));

/** The CNPJ of 2026: letters in any of the first twelve places. */
const alphanumericCnpjs = fc
	.array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), {
		minLength: 12,
		maxLength: 12,
	})
	.map((chars) => chars.join(''))
	.filter(isMixed)
	.map((stem) => complete(stem, 9));

/** The tax ID, or why it is refused. */
const read = (raw: unknown, format: TaxIdFormat, use: 'customer' | 'newCustomer' = 'customer') => {
	try {
		return readTaxId(raw, format, use);
	} catch (error) {
		return { reason: (error as InputError).message };
	}
};
const refused = (words: string) => ({ reason: expect.stringContaining(words) as string });

const noneOf = (digits: number) =>
	refused(`neither a CPF nor a CNPJ with correct check digits; it has ${digits} digits`);

test('check digits agree with the definition of Receita Federal for any stem', () => {
	fc.assert(fc.property(cpfs, isCpfOrCnpj));
	fc.assert(fc.property(cnpjs, isCpfOrCnpj));
	fc.assert(fc.property(alphanumericCnpjs, isCpfOrCnpj));
});

test('other digits, repeated ones, other lengths and small letters are neither a CPF nor a CNPJ', () => {
	const cpfLike = ['11144477734', '11144477753', '00000000000', '1114447773', 'abc', ''];
	const cnpjLike = ['11222333000182', '00000000000000', '12ABC34501DE53', '12abc34501de35'];
	expect([...cpfLike, ...cnpjLike, '12ABC34501DEAB'].filter(isCpfOrCnpj)).toEqual([]);
});

/** What is read of a cell, and of one whose customer may be created, which is for good. */
test.each<[unknown, TaxIdFormat, unknown, unknown]>([
	// A text
	['529.982.247-25', 'auto', '529.982.247-25', '529.982.247-25'],
	['529.982.247-25', 'cpfCnpj', '52998224725', '52998224725'],
	['12.abc.345/01de-35', 'cpfCnpj', '12ABC34501DE35', '12ABC34501DE35'],
	['529.982.247-26', 'auto', '529.982.247-26', noneOf(11)],
	['529.982.247-26', 'cpfCnpj', noneOf(11), noneOf(11)],
	['1234567890', 'auto', '1234567890', noneOf(10)],
	['AB-12', 'asIs', 'AB-12', 'AB-12'],
	// A number, whose zeros a spreadsheet has dropped
	[1234567890, 'auto', '01234567890', '01234567890'],
	[4567891000113, 'cpfCnpj', '04567891000113', '04567891000113'],
	[11222333000181, 'auto', '11222333000181', '11222333000181'],
	[1234567890, 'asIs', '1234567890', '1234567890'],
	[123456798, 'auto', noneOf(9), noneOf(9)],
	[123, 'auto', noneOf(3), noneOf(3)],
	// It may be a CPF and a CNPJ: neither is taken for good
	[208000100, 'auto', '00208000100', refused('may be a CPF or a CNPJ')],
	['00208000100', 'auto', '00208000100', '00208000100'],
])('%p under %s is %p, and of a new customer %p', (raw, format, taxId, created) => {
	expect(read(raw, format)).toEqual(taxId);
	expect(read(raw, format, 'newCustomer')).toEqual(created);
});

test.each(TAX_ID_FORMATS)('what is no text and no number is refused under %s', (format) => {
	for (const use of ['customer', 'newCustomer'] as const) {
		for (const raw of ['', '  ', null, undefined])
			expect(read(raw, format, use)).toEqual(refused('is empty'));
		for (const raw of [true, {}, ['52998224725'], 52998224725n])
			expect(read(raw, format, use)).toEqual(refused('not a text'));
	}
});

test.each(TAX_ID_FORMATS)('what Excel has made of a number is named under %s', (format) => {
	const words = 'what Excel makes of a long number';
	for (const raw of ['1,12223E+13', '1E+13', ' 4,56789e+12 ', 1.12223e21]) {
		expect([read(raw, format), read(raw, format, 'newCustomer')]).toEqual([
			refused(words),
			refused(words),
		]);
		expect(() => readCustomerReference({ mode: 'id', value: raw }, format)).toThrow(words);
	}
	for (const text of ['12ABC34501DE35', 'AE+13', '1E13']) expect(read(text, 'auto')).toBe(text);
});

test('a number never becomes the tax ID of another number', () => {
	const numbers = fc.oneof(cpfs.map(Number), cnpjs.map(Number), fc.maxSafeNat());
	fc.assert(
		fc.property(numbers, (number) => {
			const taxId = read(number, 'auto');
			if (typeof taxId !== 'string') return;
			expect(Number(taxId)).toBe(number);
			expect(isCpfOrCnpj(taxId)).toBe(true);
		}),
	);
});

// Any sign that differs counts, but for blanks and punctuation.
test.each([
	['1\u200b2\ufeff3', '123', true],
	[' 1\u00a02\t3\n', '123', true],
	['«1·2»–3/4', '1234', true],
	['жщ-1', 'ЖЩ1', true],
	['e\u03011', 'É1', true],
	['', '', false],
	['---', '...', false],
	['01', '1', false],
	['ЖЩ123456', '123456', false],
	['１２３', '123', false],
	['é1', 'e1', false],
	['1\u0301', '1', false],
	['\ue0001', '1', false],
])('that %j and %j are the same tax ID is %s', (one, other, isSame) => {
	expect(sameTaxId(one, other)).toBe(isSame);
});

test('a refused tax ID shows its last four characters only, being personal data', () => {
	expect(read('529.982.247-26', 'cpfCnpj')).toEqual(refused('the tax ID …4726 is'));
	const masked = ['529.982.247-26', '1234', '1𐐀2345', '12𐐀345'].map(maskTaxId);
	expect(masked).toEqual(['…4726', '1234', '…2345', '…𐐀345']);
});
