import { isEvent, oldestFirst, passes } from '../../../../nodes/Gmc/core/polling/event';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => ({ _id, createdAt: `176364000${2 - at}` }));
	const sorted = oldestFirst([c, z, b, y, a], 'UTC');
	expect(sorted.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'z', 'y']);
});

test.each([undefined, null, '', 7, {}])('a status that is none is no completion: %j', (status) => {
	expect(isEvent('additionCompleted', { status })).toBe(false);
	expect(isEvent('additionFailed', { status })).toBe(false);
	expect(isEvent('additionCreated', { status })).toBe(true);
});

test.each([
	['COMPLETED', [false, true]],
	['PENDING', [false, false]],
])('an addition that is %s, and of which some items failed', (status, isIt) => {
	const mixed = { status, items: [{ status: 'COMPLETED' }, { status: 'FAILED' }] };
	const events = ['additionCompleted', 'additionFailed'] as const;
	expect(events.map((event) => isEvent(event, mixed))).toEqual(isIt);
});

const of = (...sourceAmounts: unknown[]) => ({
	_id: 'a',
	items: sourceAmounts.map((sourceAmount) => ({ customerIdentifier: '01234567890', sourceAmount })),
});

test.each([
	[10, 10, true],
	[9.99, 10, false],
	['9.99', 10, false],
	[0.1 + 0.2, 0.3, true],
	[0, 0.01, false],
	// An amount that cannot be read is no reason to miss an addition.
	[null, 10, true],
	['ten', 10, true],
	[-1, 10, true],
])('an amount of %j against a minimum of %d: %s', (amount, minimumAmount, expected) => {
	expect(passes(of(amount), { minimumAmount })).toBe(expected);
});

test('the items of an addition count together, exactly', () => {
	expect(passes(of(0.1, 0.7), { minimumAmount: 0.8 })).toBe(true);
	expect(passes(of(0.1, 0.69), { minimumAmount: 0.8 })).toBe(false);
	expect(passes({ _id: 'a' }, { minimumAmount: 10 })).toBe(true);
});

test('a customer is known by any of its identifiers, with and without punctuation', () => {
	expect(passes(of(1), { identifiers: ['c1', '012.345.678-90'] })).toBe(true);
	expect(passes(of(1), { identifiers: ['c1', '01234567891'] })).toBe(false);
	expect(passes({ _id: 'a' }, { identifiers: ['c1'] })).toBe(false);
});

test('an addition without items is its own item', () => {
	const head = { _id: 'a', customerIdentifier: 'c1', sourceAmount: 5 };
	expect(passes(head, { identifiers: ['c1'], minimumAmount: 5 })).toBe(true);
	expect(passes(head, { identifiers: ['c2'] })).toBe(false);
	expect(passes(head, { minimumAmount: 5.01 })).toBe(false);
	expect(passes({ ...of(1), customerIdentifier: 'c1' }, { identifiers: ['c1'] })).toBe(false);
});
