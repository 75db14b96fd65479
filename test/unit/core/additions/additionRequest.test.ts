import { InputError } from '../../../../nodes/Gmc/core/util/inputError';
import type { RawRow } from '../../../../nodes/Gmc/core/additions/additionRequest';
import { planRow } from '../../../../nodes/Gmc/core/additions/additionRequest';

const row: RawRow = {
	customer: { __rl: true, mode: 'taxId', value: '529.982.247-25' },
	amount: '1.234,50',
	currency: 'BRL',
	amountFormat: 'auto',
	taxIdFormat: 'auto',
};
const refusalOf = (changes: Partial<RawRow>): InputError => {
	let refusal: unknown;
	try {
		planRow({ ...row, ...changes });
	} catch (error) {
		refusal = error;
	}
	expect(refusal).toBeInstanceOf(InputError);
	return refusal as InputError;
};

test('a good row becomes what is asked of the service', () => {
	expect(planRow(row)).toEqual({
		reference: { by: 'taxId', value: '529.982.247-25' },
		request: { customerIdentifier: '529.982.247-25', amount: 1234.5, currency: 'BRL' },
	});
});

test('a customer by id goes out by id', () => {
	const customer = { mode: 'list', value: 'abc' };
	expect(planRow({ ...row, customer, currency: 'usdt', amount: 7 })).toEqual({
		reference: { by: 'id', value: 'abc' },
		request: { customerIdentifier: 'abc', amount: 7, currency: 'USDT' },
	});
});

test('formats are those of the row', () => {
	expect(planRow({ ...row, amount: '1.234', amountFormat: 'decimalPoint' }).request.amount).toBe(
		1.234,
	);
	expect(planRow({ ...row, amount: '1.234', amountFormat: 'decimalComma' }).request.amount).toBe(
		1234,
	);
	expect(planRow({ ...row, taxIdFormat: 'cpfCnpj' }).request.customerIdentifier).toBe(
		'52998224725',
	);
});

test.each<[Partial<RawRow>, RegExp]>([
	[{ customer: { mode: 'id', value: '' } }, /customer is empty/],
	[{ customer: { mode: 'taxId', value: 123456798 } }, /tax ID .*check digits/],
	[{ currency: 'EUR' }, /currency "EUR" is not known/],
	[{ currency: undefined }, /currency is empty/],
	[{ currency: ' ' }, /currency is empty/],
	[{ amount: 'R$ 10', currency: 'USD' }, /R\$.*USD/],
	[{ amount: '1.234' }, /two ways/],
	[{ amount: 0 }, /more than zero/],
	[{ amount: null }, /amount is empty/],
])('a row with %j is refused, with what to do about it', (changes, reason) => {
	const { message, advice } = refusalOf(changes);
	expect(message).toMatch(reason);
	expect(advice).toMatch(/\.$/);
});

test('a currency that is no text is not repeated in full', () => {
	expect(refusalOf({ currency: { a: 'x'.repeat(999) } }).message.length).toBeLessThan(120);
});

test.each([
	['', /^Fill in the amount/],
	[0, /only adds balance/],
	['US$ 5', /Set Currency to that of the amount/],
	['1.234', /^Write it like .* Amount Format\.$/],
	['ten', /^Write it like/],
	[[5], /^Map a field/],
	[0.1 + 0.2, /Round it/],
])('the advice fits the fault: %j', (amount, advice) => {
	expect(refusalOf({ amount }).advice).toMatch(advice);
});
