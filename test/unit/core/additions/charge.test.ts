import { sameCharge } from '../../../../nodes/Gmc/core/additions/charge';

const charge = { identifiers: ['665f1c2e', '012.345.678-90'], amount: 10.5, currency: 'BRL' };

test.each([
	['the same _id', { identifiers: ['665f1c2e'] }, true],
	['the tax ID without punctuation', { identifiers: ['01234567890'] }, true],
	['one name of several', { identifiers: ['other', '012345678-90'] }, true],
	['another _id', { identifiers: ['665F1C2F'] }, false],
	['no name', { identifiers: [''] }, false],
	['another amount', { amount: 10.51 }, false],
	['another currency', { currency: 'USD' }, false],
])('a charge with %s: the same is %p', (_, change, expected) => {
	const other = { ...charge, ...change };
	expect(sameCharge(charge, other)).toBe(expected);
	expect(sameCharge(other, charge)).toBe(expected);
});

test('customers without a name are not the same customer', () => {
	const nobody = { ...charge, identifiers: [''] };
	expect(sameCharge(nobody, nobody)).toBe(false);
});

test('amounts that only binary fractions keep apart are the same, others are not', () => {
	const same = (amount: number) => sameCharge(charge, { ...charge, amount });
	expect([10.5000000000002, 10.4999999999998].map(same)).toEqual([true, true]);
	expect([10.50000001, 10.4999].map(same)).toEqual([false, false]);
});
