import { readCustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';
import type { InputError } from '../../../../nodes/Gmc/core/util/inputError';

const ID = '665f1c2e9b1d8a0012ab34cd';
const MODES = ['list', 'id', 'taxId'];
const locator = (mode: unknown, value: unknown) => ({ __rl: true, mode, value });
const read = (raw: unknown, format: 'auto' | 'asIs' | 'cpfCnpj' = 'auto') => {
	try {
		return readCustomerReference(raw, format);
	} catch (error) {
		return (error as InputError).message;
	}
};

test.each<[unknown, object]>([
	[locator('list', ' abc '), { by: 'id', value: 'abc' }],
	[locator('id', '52998224725'), { by: 'id', value: '52998224725' }],
	[locator('taxId', '529.982.247-25'), { by: 'taxId', value: '529.982.247-25' }],
	['abc', { by: 'id', value: 'abc' }],
	[11144477735, { by: 'taxId', value: '11144477735' }],
	// A number is a tax ID whose zeros were lost, for ids are texts.
	...[123456797, ...MODES.map((mode) => locator(mode, 123456797))].map((raw): [unknown, object] => [
		raw,
		{ by: 'taxId', value: '00123456797', orElse: '00000123456797' },
	]),
])('%j names a customer: %j', (raw, customer) => {
	expect(read(raw)).toEqual(customer);
});

test.each(['52998224726', '529.982.247-26', '123', '1234567890123456789', '5299822472O', 'AB-123'])(
	'given as a tax ID, %p is checked where that is asked for',
	(value) => expect(read(locator('taxId', value), 'cpfCnpj')).toMatch(/neither a CPF nor a CNPJ/),
);

test.each([true, ['abc'], { a: 1 }, false])('what is no text names nobody: %j', (value) => {
	for (const mode of MODES) expect(typeof read(locator(mode, value))).toBe('string');
});

test.each(['', 'taxid', 'ID', null, 7, {}])('a mode that there is not names nobody: %j', (mode) => {
	expect(read(locator(mode, ID))).toMatch(/not given from the list/);
});
