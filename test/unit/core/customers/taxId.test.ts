import fc from 'fast-check';
import { readCustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import type { TaxIdFormat } from '../../../../nodes/Gmc/core/customers/taxId';
import {
	TAX_ID_FORMATS,
	isCnpj,
	isCpf,
	maskTaxId,
	readNewTaxId,
	readTaxId,
} from '../../../../nodes/Gmc/core/customers/taxId';
import { alphanumericCnpjs, cnpjs, cpfs } from './taxId-support';

const reasonOf = (raw: unknown, format: TaxIdFormat) => {
	const reading = readTaxId(raw, format);
	return reading.ok ? undefined : reading.reason;
};

describe('check digits', () => {
	test.each(['11144477735', '52998224725', '00123456797', '01234567890'])('%s is a CPF', (cpf) => {
		expect(isCpf(cpf)).toBe(true);
	});

	test.each(['11222333000181', '33000167000101', '12ABC34501DE35', '00000000000191'])(
		'%s is a CNPJ',
		(cnpj) => {
			expect(isCnpj(cnpj)).toBe(true);
		},
	);

	test.each(['11144477734', '11144477753', '11111111111', '00000000000', '1114447773', 'abc', ''])(
		'%p is no CPF',
		(text) => {
			expect(isCpf(text)).toBe(false);
		},
	);

	test.each([
		'11222333000182',
		'00000000000000',
		'12ABC34501DE53',
		'12abc34501de35',
		'12ABC34501DEAB',
	])('%p is no CNPJ', (text) => {
		expect(isCnpj(text)).toBe(false);
	});

	test('agree with the definition of Receita Federal for any stem', () => {
		fc.assert(fc.property(cpfs, (cpf) => expect(isCpf(cpf)).toBe(true)));
		fc.assert(fc.property(cnpjs, (cnpj) => expect(isCnpj(cnpj)).toBe(true)));
		fc.assert(fc.property(alphanumericCnpjs, (cnpj) => expect(isCnpj(cnpj)).toBe(true)));
	});
});

describe('a number that Excel has shortened', () => {
	const SHORTENED = ['1,12223E+13', '1.12223E+13', '1E+13', ' 4,56789e+12 ', 1.12223e21];

	test.each(TAX_ID_FORMATS.flatMap((format) => SHORTENED.map((raw) => [raw, format] as const)))(
		'is named as such: %p under %s',
		(raw, format) => {
			expect(reasonOf(raw, format)).toMatch(/what Excel makes of a long number/);
			const created = readNewTaxId(raw, format);
			expect(created.ok ? created : created.reason).toMatch(/what Excel makes/);
			const customer = readCustomerReference({ mode: 'id', value: raw }, format);
			expect(customer.ok ? customer : customer.advice).toMatch(/Format the column as text/);
		},
	);

	test.each(['12ABC34501DE35', 'AE+13', '1E13'])('is not %p', (taxId) => {
		expect(readTaxId(taxId, 'auto')).toEqual({ ok: true, taxId });
	});
});

describe('a tax ID as text', () => {
	test.each(['529.982.247-25', '52998224725', '123', 'AB-12', '99999999999', '12ABC34501DE35'])(
		'stays as it is: %p',
		(text) => {
			expect(readTaxId(text, 'auto')).toEqual({ ok: true, taxId: text });
			expect(readTaxId(text, 'asIs')).toEqual({ ok: true, taxId: text });
		},
	);

	test.each([
		['529.982.247-25', '52998224725'],
		['33.000.167/0001-01', '33000167000101'],
		['12.ABC.345/01DE-35', '12ABC34501DE35'],
		['12.abc.345/01de-35', '12ABC34501DE35'],
	])('as CPF or CNPJ loses its punctuation: %p', (text, taxId) => {
		expect(readTaxId(text, 'cpfCnpj')).toEqual({ ok: true, taxId });
	});

	test.each(['529.982.247-26', '1234567890', '123', 'Maria', '---'])(
		'as CPF or CNPJ is refused when its check digits do not agree: %p',
		(text) => {
			expect(readTaxId(text, 'cpfCnpj')).toMatchObject({ ok: false });
		},
	);
});

describe('a tax ID as number', () => {
	test.each([
		[123456797, '00123456797'],
		[1234567890, '01234567890'],
		[11144477735, '11144477735'],
		[4567891000113, '04567891000113'],
		[11222333000181, '11222333000181'],
	])('%p gets its zeros back: %s', (number, taxId) => {
		expect(readTaxId(number, 'auto')).toMatchObject({ ok: true, taxId });
		expect(readTaxId(number, 'cpfCnpj')).toMatchObject({ ok: true, taxId });
	});

	test.each([0, 1, 42, 123456798, 1.5, -11144477735, NaN, Infinity, 1e21, 112223330001811])(
		'%p is refused: no zeros make a CPF or CNPJ of it',
		(number) => {
			expect(readTaxId(number, 'auto')).toMatchObject({ ok: false });
			expect(readTaxId(number, 'cpfCnpj')).toMatchObject({ ok: false });
		},
	);

	test('that was a CPF comes back, beside the CNPJ that it may be as well', () => {
		fc.assert(
			fc.property(cpfs, (cpf) => {
				const cnpj = cpf.padStart(14, '0');
				const or = isCnpj(cnpj) ? cnpj : undefined;
				expect(readTaxId(Number(cpf), 'auto')).toEqual({ ok: true, taxId: cpf, or });
			}),
		);
	});

	test('never becomes the tax ID of another number', () => {
		fc.assert(
			fc.property(fc.oneof(cnpjs.map(Number), fc.maxSafeNat()), (number) => {
				const reading = readTaxId(number, 'auto');
				if (!reading.ok) return;
				expect(Number(reading.taxId)).toBe(number);
				expect(isCpf(reading.taxId) || isCnpj(reading.taxId)).toBe(true);
			}),
		);
	});
});

test.each(['', '  ', null, undefined])('an empty tax ID is refused in every format: %p', (raw) => {
	for (const format of ['auto', 'asIs', 'cpfCnpj'] as const) {
		expect(reasonOf(raw, format)).toBe('the tax ID is empty');
	}
});

test.each([true, {}, ['52998224725'], 52998224725n])('%p is no tax ID', (raw) => {
	for (const format of ['auto', 'asIs', 'cpfCnpj'] as const) {
		expect(readTaxId(raw, format)).toMatchObject({ ok: false });
	}
});

test('a refused tax ID is not shown in full, being personal data', () => {
	const reason = reasonOf('529.982.247-26', 'cpfCnpj');
	expect(reason).toContain('4726');
	expect(reason).not.toMatch(/529|982/);
	expect(maskTaxId('529.982.247-26')).toBe('…4726');
	expect(maskTaxId('1234')).toBe('1234');
});

test('a whole character is shown of a letter beyond the first plane', () => {
	expect(maskTaxId('1𐐀2345')).toBe('…2345');
	expect(maskTaxId('12𐐀345')).toBe('…𐐀345');
});
