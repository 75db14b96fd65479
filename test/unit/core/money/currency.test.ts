import { CURRENCIES, readCurrency } from '../../../../nodes/Gmc/core/money/currency';

test('the service issues in four currencies', () => {
	expect([...CURRENCIES].sort()).toEqual(['BRL', 'GMC', 'USD', 'USDT']);
});

test.each([
	['BRL', 'BRL'],
	[' brl ', 'BRL'],
	['usdt', 'USDT'],
	['Gmc', 'GMC'],
	['USD', 'USD'],
])('%p is %s', (raw, currency) => {
	expect(readCurrency(raw)).toBe(currency);
});

test.each(['', 'EUR', 'R$', 'BRL,USD', 'USD T', null, 1, ['BRL']])(
	'%p is no currency, so none is guessed',
	(raw) => {
		expect(readCurrency(raw)).toBeUndefined();
	},
);
