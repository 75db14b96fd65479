import fc from 'fast-check';
import {
	readNewTaxId,
	readTaxId,
	TAX_ID_FORMATS,
} from '../../../../nodes/Gmc/core/customers/taxId';
import { alphanumericCnpjs, cnpjs, cpfs } from './taxId-support';

describe('the tax ID of a new customer', () => {
	const written = fc.oneof(cpfs, cnpjs, alphanumericCnpjs, fc.stringMatching(/^[0-9.-]{1,15}$/));
	const lost = cpfs.map((cpf) => cpf.replace(/^0+/, ''));
	const cells = fc.oneof(written, lost, cpfs.map(Number), cnpjs.map(Number), fc.maxSafeNat());

	test.each(TAX_ID_FORMATS)('is spelt as everywhere else, or refused, under %s', (format) => {
		fc.assert(
			fc.property(cells, (raw) => {
				const created = readNewTaxId(raw, format);
				if (created.ok) expect(created).toEqual(readTaxId(raw, format));
			}),
		);
	});

	test('of a number may be one of two', () => {
		const readings = { ok: true, taxId: '00208000100', or: '00000208000100' };
		for (const format of ['auto', 'cpfCnpj'] as const) {
			expect(readNewTaxId(208000100, format)).toEqual(readings);
			expect(readNewTaxId('00208000100', format)).toEqual({ ok: true, taxId: '00208000100' });
		}
		expect(readNewTaxId(208000100, 'asIs')).toEqual({ ok: true, taxId: '208000100' });
	});

	test.each(['auto', 'cpfCnpj'] as const)('is a CPF or a CNPJ under %s', (format) => {
		for (const raw of ['1234567890', '6990590000123', '529.982.247-26', 'AB-12', 123456798]) {
			expect(readNewTaxId(raw, format)).toMatchObject({ ok: false });
		}
		for (const raw of ['01234567890', '529.982.247-25', '12.ABC.345/01DE-35', 1234567890]) {
			expect(readNewTaxId(raw, format)).toMatchObject({ ok: true });
		}
	});
});
