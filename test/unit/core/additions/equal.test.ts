import { itemsOf } from '../../../../nodes/Gmc/core/additions/status';
import { ChargeIndex } from '../../../../nodes/Gmc/core/additions/chargeIndex';
import {
	isAnswerTo,
	isForCustomer,
	isOther,
	isReadable,
	readItems,
} from '../../../../nodes/Gmc/core/additions/item';
import { sameCharge } from '../../../../nodes/Gmc/core/additions/charge';

// Whether what GMC lists or answers is what a row asks for. What cannot be read may be anything.

const ID = '665f1c2e9b1d8a0012ab34cd';
const OTHER_ID = '665f1c2e9b1d8a0012ab34ff';
const TAX_ID = '012.345.678-90';
const charge = { identifiers: [ID, TAX_ID], amount: 10.5, currency: 'BRL' };
const item = { customerIdentifier: ID, sourceAmount: 10.5, sourceCurrency: 'BRL' };
const addition = (...changes: object[]) => ({
	_id: '1',
	items: changes.map((change) => ({ ...item, ...change })),
});
const read = (...changes: object[]) => readItems(addition(...changes));

describe('two charges are the same', () => {
	test.each([
		['with the same _id', { identifiers: [ID] }, true],
		['with one name of several', { identifiers: ['other', '012345678-90'] }, true],
		['with an amount that only binary fractions keep apart', { amount: 10.5000000000002 }, true],
		['but not with another _id', { identifiers: [OTHER_ID] }, false],
		['but not without a name', { identifiers: [''] }, false],
		['but not with another amount', { amount: 10.50000001 }, false],
		['but not with another currency', { currency: 'USD' }, false],
	])('%s', (_, change, expected) => {
		const other = { ...charge, ...change };
		expect([sameCharge(charge, other), sameCharge(other, charge)]).toEqual([expected, expected]);
	});

	test('but not with another _id under one tax ID', () => {
		const [one, other] = [ID, OTHER_ID].map((customerId) => ({
			...charge,
			customerId,
			identifiers: [customerId, TAX_ID],
		}));
		expect([sameCharge(one, other), sameCharge(one, charge)]).toEqual([false, true]);
	});

	test('but not where neither has a name', () => {
		const nobody = { ...charge, identifiers: [''] };
		expect(sameCharge(nobody, nobody)).toBe(false);
	});
});

// Surely another charge; believed as an answer; may be the row, in a list.
test.each<[string, object, boolean, boolean, 'equal' | 'maybe' | 'no']>([
	['the same', {}, false, true, 'equal'],
	['the tax ID', { customerIdentifier: '01234567890' }, false, true, 'equal'],
	['another customer', { customerIdentifier: OTHER_ID }, true, false, 'no'],
	['another amount', { sourceAmount: 11 }, true, false, 'no'],
	['another currency', { sourceCurrency: 'USD' }, true, false, 'no'],
	['no currency', { sourceCurrency: null }, false, true, 'maybe'],
	['no amount', { sourceAmount: null }, false, true, 'maybe'],
	['no customer', { customerIdentifier: {} }, false, true, 'maybe'],
	['only another amount', { sourceAmount: 11, customerIdentifier: null }, true, false, 'no'],
])('an item with %s', (_, change, isAnother, isBelieved, listed) => {
	expect(isOther(charge, read(change)[0])).toBe(isAnother);
	expect(isAnswerTo(charge, addition(change), true)).toBe(isBelieved);
	const index = new ChargeIndex(read(change));
	const found = [index.equal(charge), index.maybe(charge)].map((lists) => new Set(lists.flat()));
	expect(found.map(({ size }) => size)).toEqual([
		listed === 'equal' ? 1 : 0,
		listed === 'maybe' ? 1 : 0,
	]);
});

test.each([
	[10.5, 10.5],
	['10,50', 10.5],
	['R$ 1.234,50', 1234.5],
	['1.234', undefined],
	['ten', undefined],
	[null, undefined],
	[[10.5], undefined],
])('an amount listed as %p is read as %p', (sourceAmount, amount) => {
	expect(read({ sourceAmount })[0].amount).toBe(amount);
});

describe('the items of an addition', () => {
	test('are those that are objects, named apart only where there are several', () => {
		expect(itemsOf({ items: [{ a: 1 }, null, 'x', [], { b: 2 }] })).toEqual([{ a: 1 }, { b: 2 }]);
		expect(read({}).map(({ itemId }) => itemId)).toEqual(['1']);
		expect(read({}, {}).map(({ itemId }) => itemId)).toEqual(['1#0', '1#1']);
	});

	test.each([[undefined], [[]], [null], [{}], ['x'], [[7, 'x']]])(
		'%j are none: it is read as one of which nothing is known',
		(items) => {
			expect(itemsOf({ items })).toEqual([]);
			const [only, ...others] = readItems({ _id: '1', items });
			expect([others, isReadable(only), isOther(charge, only)]).toEqual([[], false, false]);
			expect(isAnswerTo(charge, { _id: '1', items }, true)).toBe(true);
			expect(new ChargeIndex([only]).maybe(charge)).toEqual([[only]]);
		},
	);

	test('may be missing: then it may say of itself what it moved', () => {
		expect(isOther(charge, readItems({ _id: '1', customerIdentifier: 'bruno' })[0])).toBe(true);
		expect(isForCustomer({ _id: '1', customerIdentifier: 'abc' }, ['abc'])).toBe(true);
		expect(isForCustomer({ ...addition({}), customerIdentifier: 'head' }, ['head'])).toBe(false);
	});

	test('are found each by itself, under any name of the customer, in the order of the list', () => {
		const index = new ChargeIndex(
			read({}, { customerIdentifier: OTHER_ID }, { customerIdentifier: '01234567890' }),
		);
		const found = new Set(index.equal(charge).flat());
		expect([...found].map(({ itemId }) => itemId)).toEqual(['1#0', '1#2']);
	});
});

test('a customer of whom only the tax ID is known may be answered by _id, not by another tax ID', () => {
	const byTaxId = { ...charge, identifiers: ['01234567890'] };
	const believed = (customerIdentifier: string) =>
		isAnswerTo(byTaxId, addition({ customerIdentifier }), false);
	expect([believed(ID), believed('11144477735')]).toEqual([true, false]);
});

test.each<[string[], boolean]>([
	[[ID], true],
	[['01234567890'], true],
	[['other', TAX_ID], true],
	[['11144477735'], false],
	[['', '---'], false],
])('an addition is for a customer who is known as %j: %s', (names, expected) => {
	expect(isForCustomer(addition({}, { customerIdentifier: TAX_ID }), names)).toBe(expected);
	const nameless = addition({ customerIdentifier: undefined }, { customerIdentifier: null });
	expect(isForCustomer(nameless, ['null', 'undefined', '', ID])).toBe(undefined);
	expect(isForCustomer({ _id: '1' }, [''])).toBe(undefined);
	expect(isForCustomer(addition({}, { customerIdentifier: ' ' }), ['', ' '])).toBe(undefined);
	const numeric = addition({}, { customerIdentifier: 52998224725 });
	expect(isForCustomer(numeric, ['529.982.247-25'])).toBe(true);
});
