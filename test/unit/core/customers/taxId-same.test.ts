import fc from 'fast-check';
import { sameTaxId } from '../../../../nodes/Gmc/core/customers/taxId';
import { alphanumericCnpjs, cnpjs, cpfs, punctuateCnpj, punctuateCpf } from './taxId-support';

describe('two tax IDs', () => {
	test('are the same customer when they agree without punctuation and case', () => {
		fc.assert(
			fc.property(cpfs, cnpjs, alphanumericCnpjs, (cpf, cnpj, alphanumeric) => {
				expect(sameTaxId(cpf, punctuateCpf(cpf))).toBe(true);
				expect(sameTaxId(punctuateCnpj(cnpj), cnpj)).toBe(true);
				expect(sameTaxId(alphanumeric.toLowerCase(), punctuateCnpj(alphanumeric))).toBe(true);
				expect(sameTaxId(cpf, cnpj)).toBe(false);
			}),
		);
	});

	test.each([
		['', ''],
		['---', '...'],
		['1', ''],
		['01', '1'],
	])('are not the same without a common sign: %p and %p', (one, other) => {
		expect(sameTaxId(one, other)).toBe(false);
	});
});

describe('what is left out when tax IDs are compared', () => {
	test.each([
		['12−3', '123'],
		['1\u200b2\ufeff3', '123'],
		[' 1\u00a02\t3\n', '123'],
		['«1·2»–3/4', '1234'],
		['Ж-1', 'Ж1'],
	])('is punctuation, blanks, symbols and what does not show: %j', (one, other) => {
		expect(sameTaxId(one, other)).toBe(true);
	});

	test.each([
		['ЖЩ123456', '123456'],
		['ΑΒ1', 'AB1'],
		['１２３', '123'],
		['٣1', '1'],
		['é1', 'e1'],
		['1\u0301', '1'],
		['ıd1', 'id1'],
		['ſ1', 's1'],
		['ß1', 'ss1'],
		['\ue0001', '1'],
	])('is no letter, digit or mark of any script: %j and %j', (one, other) => {
		expect(sameTaxId(one, other)).toBe(false);
	});

	test.each([
		['жщ1', 'ЖЩ1'],
		['e\u03011', 'É1'],
	])('nor is the case, or how a letter is put together, a difference: %j and %j', (one, other) => {
		expect(sameTaxId(one, other)).toBe(true);
	});
});
