import { chargesOf, sameCharge } from '../../../../nodes/Gmc/core/additions/charge';

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

test("an addition's items are its charges, whatever their types", () => {
	const item = { customerIdentifier: 'a', sourceAmount: '10.5', sourceCurrency: 'brl' };
	expect(chargesOf({ items: [item, null, 'x'] })).toEqual([
		{ identifiers: ['a'], amount: 10.5, currency: 'BRL' },
	]);
	expect(chargesOf({})).toEqual([]);
	expect(chargesOf({ items: [{}] })).toEqual([{ identifiers: [''], amount: NaN, currency: '' }]);
});

test('an item without an amount equals nothing, not even itself', () => {
	const [nothing] = chargesOf({ items: [{ customerIdentifier: 'a' }] });
	expect(sameCharge(nothing, { identifiers: ['a'], amount: 0, currency: '' })).toBe(false);
});
