import { isEvent, oldestFirst, passes } from '../../../../nodes/Gmc/core/polling/event';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => ({ _id, createdAt: `176364000${2 - at}` }));
	const sorted = oldestFirst([c, z, b, y, a], 'UTC');
	expect(sorted.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'z', 'y']);
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
