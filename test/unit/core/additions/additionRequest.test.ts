import type { RawRow } from '../../../../nodes/Gmc/core/additions/additionRequest';
import { planRow } from '../../../../nodes/Gmc/core/additions/additionRequest';
import { InputError } from '../../../../nodes/Gmc/core/util/inputError';

const row: RawRow = {
	customer: { __rl: true, mode: 'taxId', value: '529.982.247-25' },
	amount: '1.234,50',
	currency: 'BRL',
	amountFormat: 'auto',
	taxIdFormat: 'auto',
};
const refusalOf = (changes: Partial<RawRow>): InputError => {
	try {
		planRow({ ...row, ...changes });
	} catch (error) {
		expect(error).toBeInstanceOf(InputError);
		return error as InputError;
	}
	throw new Error('It is not refused');
};

test('a good row becomes what is asked of the service, by the customer that it names', () => {
	expect(planRow(row)).toEqual({
		reference: { by: 'taxId', value: '529.982.247-25' },
		request: { customerIdentifier: '529.982.247-25', amount: 1234.5, currency: 'BRL' },
	});
	const customer = { mode: 'list', value: 'abc' };
	expect(planRow({ ...row, customer, currency: 'usdt', amount: 7 })).toEqual({
		reference: { by: 'id', value: 'abc' },
		request: { customerIdentifier: 'abc', amount: 7, currency: 'USDT' },
	});
});

test('formats are those of the row', () => {
	const amountOf = (amountFormat: RawRow['amountFormat']) =>
		planRow({ ...row, amount: '1.234', amountFormat }).request.amount;
	expect([amountOf('decimalPoint'), amountOf('decimalComma')]).toEqual([1.234, 1234]);
	const { request } = planRow({ ...row, taxIdFormat: 'cpfCnpj' });
	expect(request.customerIdentifier).toBe('52998224725');
});

test.each<[Partial<RawRow>, RegExp, RegExp]>([
	[{ customer: { mode: 'id', value: '' } }, /customer is empty/, /\.$/],
	[{ customer: { mode: 'taxId', value: 123456798 } }, /tax ID .*check digits/, /\.$/],
	[{ currency: 'EUR' }, /currency "EUR" is not known/, /\.$/],
	[{ currency: undefined }, /currency is empty/, /\.$/],
	[{ currency: ' ' }, /currency is empty/, /\.$/],
	[{ currency: { a: 'x'.repeat(999) } }, /^.{1,120}$/, /\.$/],
	[{ amount: 'R$ 10', currency: 'USD' }, /R\$.*USD/, /Set Currency to that of the amount/],
	[{ amount: '1.234' }, /two ways/, /^Write it like .* Amount Format\.$/],
	[{ amount: 0 }, /more than zero/, /only adds balance/],
	[{ amount: null }, /amount is empty/, /^Fill in the amount/],
	[{ amount: 'ten' }, /not an amount/, /^Write it like/],
	[{ amount: [5] }, /not a number/, /^Map a field/],
	[{ amount: 0.1 + 0.2 }, /digits/, /Round it/],
])('a row with %j is refused, with what to do about it', (changes, reason, cure) => {
	const { message, advice } = refusalOf(changes);
	expect(message).toMatch(reason);
	expect(advice).toMatch(cure);
});
