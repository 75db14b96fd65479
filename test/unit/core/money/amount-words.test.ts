import { readAmount } from '../../../../nodes/Gmc/core/money/amount';

const long = 'x'.repeat(40);
const MAP = /^Map a field that holds a number/;
const WRITE = /^Write it like 10.50 or 1.234,50/;

test.each<[unknown, RegExp, RegExp]>([
	['', /^the amount is empty$/, /amount/],
	['R$ -5', /^the amount must be more than zero$/, /./],
	[true, /^the amount is a value of type boolean, not a number$/, MAP],
	[NaN, /^the amount is not a number$/, MAP],
	['10-5', /^"10-5" is not an amount$/, WRITE],
	['1.234', /^the amount "1.234" can be read in two ways/, WRITE],
	['US$ 1', /"US\$ 1".*US\$.*BRL/, /currency/i],
	[0.1 + 0.2, /15/, /round/i],
	[long, new RegExp(`^"${long}" is not an amount$`), WRITE],
	[`${long}y`, new RegExp(`^"${long}…" is not an amount$`), WRITE],
	[`${'0'.repeat(40)}1`, new RegExp(`^"${'0'.repeat(40)}…" is not an amount$`), WRITE],
])('of %p is said what is wrong and what to do', (raw, reason, advice) => {
	const reading = readAmount(raw, 'auto', 'BRL');
	expect(!reading.ok && reading.reason).toMatch(reason);
	expect(!reading.ok && reading.advice).toMatch(advice);
});
