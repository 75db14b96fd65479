import type { IDataObject } from 'n8n-workflow';
import { customerFilterValue } from '../../../nodes/Gmc/shared/parameters';

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value }) as IDataObject;
const ID = '665f1c2e9b1d8a0012ab34cd';

describe('the filter Customer', () => {
	test.each([
		[locator('list', ID), { by: 'id', value: ID }],
		[locator('id', ' c1 '), { by: 'id', value: 'c1' }],
		[locator('taxId', '012.345.678-90'), { by: 'taxId', value: '012.345.678-90' }],
		[locator('taxId', 1234567890), { by: 'taxId', value: '01234567890' }],
		[ID, { by: 'id', value: ID }],
	])('names a customer: %j', (customer, reference) => {
		expect(customerFilterValue({ customer }, 'auto')).toEqual(reference);
	});

	test('is none where it is not there', () => {
		expect(customerFilterValue({}, 'auto')).toBeUndefined();
	});

	test.each([
		'',
		'  ',
		null,
		undefined,
		{},
		true,
		'..',
		locator('list', ''),
		locator('id', undefined),
		locator('name', 'Ana'),
		locator('id', '..'),
	])('is refused where it is there and names nobody: %j', (customer) => {
		expect(() => customerFilterValue({ customer } as IDataObject, 'auto')).toThrow(
			/^The filter Customer cannot be read/,
		);
	});
});
