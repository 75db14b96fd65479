import { isEvent, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';
import { addition } from './cursor-support';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => addition(_id, 'X', 2 - at));
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
