import { customerFilterValue } from '../../../nodes/Gmc/shared/parameters';

describe('the filter by customer', () => {
	test.each([undefined, null, '', '  ', '\n'])('is none when it is blank: %j', (raw) => {
		expect(customerFilterValue(raw, 'auto')).toBeUndefined();
	});

	test.each([
		['665f1c2e9b1d8a0012ab34cd', { by: 'id', value: '665f1c2e9b1d8a0012ab34cd' }],
		[' c1 ', { by: 'id', value: 'c1' }],
		[1234567890, { by: 'taxId', value: '01234567890' }],
	])('names a customer: %j', (raw, reference) => {
		expect(customerFilterValue(raw, 'auto')).toEqual(reference);
	});

	test.each([{}, true, '..', 12])('is refused when it can name nobody: %j', (raw) => {
		expect(() => customerFilterValue(raw, 'auto')).toThrow(/^Customer ID or Tax ID cannot be read/);
	});
});
