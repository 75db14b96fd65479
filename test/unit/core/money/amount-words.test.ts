import { readAmount } from '../../../../nodes/Gmc/core/money/amount';
import { en } from '../../../../nodes/Gmc/core/texts/en';

const { money, values } = en;
const long = 'x'.repeat(40);
const manyDigits = money.tooManyDigits({ max: 15 });

test.each<[unknown, string, string]>([
	['', money.amountEmpty, money.giveAmount],
	['R$ -5', money.amountNotPositive, money.writePositive],
	[true, money.amountIs({ what: values.kinds.boolean }), money.mapAmount],
	[NaN, money.amountNoNumber, money.mapAmount],
	['10-5', money.noAmount({ shown: '"10-5"' }), money.writeAmount],
	['1.234', money.amountAmbiguous({ shown: '"1.234"' }), money.writeAmount],
	[
		'US$ 1',
		money.otherCurrency({ shown: '"US$ 1"', mark: 'US$', currency: 'BRL' }),
		money.agreeCurrency,
	],
	[0.1 + 0.2, manyDigits, money.roundAmount],
	[long, money.noAmount({ shown: `"${long}"` }), money.writeAmount],
	[`${long}y`, money.noAmount({ shown: `"${long}…"` }), money.writeAmount],
	[`${'0'.repeat(40)}1`, money.noAmount({ shown: `"${'0'.repeat(40)}…"` }), money.writeAmount],
])('of %p is said what is wrong and what to do', (raw, reason, advice) => {
	const reading = readAmount(raw, 'auto', 'BRL');
	expect(!reading.ok && [reading.reason(en), reading.advice(en)]).toEqual([reason, advice]);
});
