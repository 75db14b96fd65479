import { occurrenceOf, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => ({ _id, createdAt: `176364000${2 - at}` }));
	const sorted = oldestFirst([c, z, b, y, a], 'UTC');
	expect(sorted.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'z', 'y']);
});

test.each([
	['', 'PENDING'],
	['step1', 'step2'],
	['awaiting the confirmation of the bank', 'awaiting the confirmation of the bank, again'],
])('%j and %j are two statuses', (...statuses) => {
	const remembered = statuses.map((status) => occurrenceOf('additionStatusChanged', { status }));
	expect(new Set(remembered).size).toBe(2);
});
