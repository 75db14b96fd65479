import { list, money as sum, number } from './words';

/** Amounts, currencies, limits. */
export const money = {
	amountEmpty: 'the amount is empty',
	giveAmount:
		'Fill in the amount of this row, such as 10.50. A formula or a filter may have left it empty.',
	amountNoNumber: 'the amount is not a number',
	amountIs: ({ what }: { what: string }) => `the amount is ${what}, not a number`,
	mapAmount: 'Map a field that holds a number, or a text such as 10.50.',
	amountNotPositive: 'the amount must be more than zero',
	writePositive:
		'GMC only adds balance. Correct the amount, or filter out rows without one before this node.',
	otherCurrency: ({ shown, mark, currency }: { shown: string; mark: string; currency: string }) =>
		`the amount ${shown} is written in ${mark}, but the currency is ${currency}`,
	agreeCurrency: 'Set Currency to that of the amount, or correct the amount.',
	noAmount: ({ shown }: { shown: string }) => `${shown} is not an amount`,
	writeAmount:
		'Write it like 10.50 or 1.234,50, or choose Decimal Point or Decimal Comma under Options → Amount Format.',
	amountAmbiguous: ({ shown }: { shown: string }) =>
		`the amount ${shown} can be read in two ways (thousands or decimals)`,
	chooseFormat:
		'Choose Decimal Point or Decimal Comma under Options → Amount Format, or write it like 10.50 or 1.234,50.',
	tooManyDigits: ({ max }: { max: number }) =>
		`the amount has more than ${number(max)} digits and would be rounded; round it yourself before this node`,
	roundAmount:
		'A calculation may have left it, such as 0.1 + 0.2. Round it to cents before this node.',
	currencyEmpty: 'the currency is empty',
	currencyUnknown: ({ shown }: { shown: string }) => `the currency ${shown} is not known`,
	useCurrency: ({ currencies }: { currencies: readonly string[] }) =>
		`Use one of ${currencies.join(', ')}.`,
	aboveMaxAmount: (row: { amount: number; currency: string; max: number }) =>
		`the amount ${sum(row.amount, row.currency)} is above the Maximum Amount of ${number(row.max)}`,
	raiseMaxAmount: 'Correct the row, or raise Maximum Amount.',
	aboveMaxTotal: ({ max, currencies }: { max: number; currencies: string[] }) =>
		`all rows together are above the Maximum Total of ${number(max)} ${list(currencies)}, so nothing of this run is sent`,
	raiseMaxTotal: 'Split the sheet, or raise Maximum Total.',
};
