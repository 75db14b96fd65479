import { readCustomerReference } from '../../../../nodes/Gmc/core/customers/customerReference';

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
const read = (raw: unknown) => readCustomerReference(raw, 'auto');
const reasonOf = (raw: unknown) => {
	const reading = read(raw);
	return reading.ok ? undefined : reading.reason;
};

test.each([
	['list', ' abc ', { by: 'id', value: 'abc' }],
	['id', 'abc', { by: 'id', value: 'abc' }],
	['id', '52998224725', { by: 'id', value: '52998224725' }],
	['taxId', '529.982.247-25', { by: 'taxId', value: '529.982.247-25' }],
	['taxId', 123456797, { by: 'taxId', value: '00123456797' }],
])('the mode %s with %p names a customer', (mode, value, reference) => {
	expect(read(locator(mode, value))).toEqual({ ok: true, reference });
});

test('a value without a mode is an id', () => {
	expect(read('abc')).toEqual({ ok: true, reference: { by: 'id', value: 'abc' } });
});

test.each([123456797, locator('id', 123456797), locator('list', 123456797)])(
	'a number is a tax ID whose zeros were lost, for ids are texts: %p',
	(raw) => {
		expect(read(raw)).toEqual({ ok: true, reference: { by: 'taxId', value: '00123456797' } });
	},
);

test('a number that is no CPF or CNPJ is refused', () => {
	expect(read(locator('taxId', 123))).toMatchObject({ ok: false });
	expect(read(123456798)).toMatchObject({ ok: false });
});

test('the tax ID format is that of the row', () => {
	const raw = locator('taxId', '529.982.247-25');
	expect(readCustomerReference(raw, 'cpfCnpj')).toMatchObject({
		reference: { value: '52998224725' },
	});
	expect(readCustomerReference(locator('taxId', '123'), 'cpfCnpj')).toMatchObject({ ok: false });
	expect(readCustomerReference(locator('taxId', 123), 'asIs')).toMatchObject({
		reference: { by: 'taxId', value: '123' },
	});
});

test.each([
	...['list', 'id', 'taxId'].flatMap((mode) =>
		['', '  ', null, undefined].map((v) => locator(mode, v)),
	),
	'',
	null,
	undefined,
	{},
])('nothing names nobody: %j', (raw) => {
	expect(reasonOf(raw)).toBe('the customer is empty');
});

test.each([
	true,
	['abc'],
	locator('id', { a: 1 }),
	locator('taxId', { a: 1 }),
	locator('id', ['abc']),
	locator('list', false),
])('what is no text names nobody: %j', (raw) => {
	expect(read(raw)).toMatchObject({ ok: false });
});

test('an endless id is refused', () => {
	expect(read('x'.repeat(10_000))).toMatchObject({ ok: false });
});

const ID = '665f1c2e9b1d8a0012ab34cd';

test.each(['auto', 'asIs', 'cpfCnpj'] as const)(
	'an _id is one in every mode, under %s',
	(format) => {
		for (const mode of ['list', 'id', 'taxId']) {
			const reading = readCustomerReference(locator(mode, ID), format);
			expect(reading).toEqual({ ok: true, reference: { by: 'id', value: ID } });
		}
	},
);

test.each(['52998224726', '529.982.247-26', '123', '1234567890123456789', '5299822472O', 'AB-123'])(
	'given as a tax ID, %p is checked where that is asked for',
	(value) => {
		expect(readCustomerReference(locator('taxId', value), 'cpfCnpj')).toMatchObject({ ok: false });
	},
);

test.each(['', 'taxid', 'ID', null, 7, {}])('a mode that there is not names nobody: %j', (mode) => {
	expect(reasonOf({ __rl: true, mode, value: ID })).toMatch(/neither/);
});
