import { isOther, isReadable, readItems } from '../../../../nodes/Gmc/core/additions/item';

const charge = { identifiers: ['ana', '01234567890'], amount: 10.5, currency: 'BRL' };
const item = { customerIdentifier: 'ana', sourceAmount: 10.5, sourceCurrency: 'BRL' };
const read = (changes: object) => readItems({ _id: '1', items: [{ ...item, ...changes }] })[0];

test.each([
	[10.5, 10.5],
	['10.50', 10.5],
	['10,50', 10.5],
	['R$ 1.234,50', 1234.5],
	['1.234', undefined],
	['ten', undefined],
	['', undefined],
	[null, undefined],
	[NaN, undefined],
	[[10.5], undefined],
])('an amount listed as %p is read as %p', (sourceAmount, amount) => {
	expect(read({ sourceAmount }).amount).toBe(amount);
});

test('items are named apart only where there are several', () => {
	const claims = (items: object[]) => readItems({ _id: '1', items }).map(({ claim }) => claim);
	expect(claims([item])).toEqual(['1']);
	expect(claims([item, item])).toEqual(['1#0', '1#1']);
});

test.each([[undefined], [[]], [null], [[7, 'x']]])(
	'an addition with the items %j is read as one of which nothing is known',
	(items) => {
		const [only, ...others] = readItems({ _id: '1', items });
		expect(others).toEqual([]);
		expect(isReadable(only)).toBe(false);
		expect(isOther(charge, only)).toBe(false);
	},
);

test('an addition without items may say of itself what it moved', () => {
	expect(isOther(charge, readItems({ _id: '1', customerIdentifier: 'bruno' })[0])).toBe(true);
});

test.each([
	['the same', {}, false],
	['the tax ID', { customerIdentifier: '012.345.678-90' }, false],
	['another customer', { customerIdentifier: 'bruno' }, true],
	['another customer, the rest unreadable', { customerIdentifier: 'b', sourceAmount: null }, true],
	['another amount, the rest unreadable', { sourceAmount: 11, customerIdentifier: null }, true],
	['another currency', { sourceCurrency: 'USD' }, true],
	['an unknown currency', { sourceCurrency: 'EUR' }, false],
	['no amount', { sourceAmount: null }, false],
	['no customer', { customerIdentifier: {} }, false],
])('an item with %s is surely another charge: %p', (_, changes, other) => {
	expect(isOther(charge, read(changes))).toBe(other);
});
