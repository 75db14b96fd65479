import { oldestFirst } from '../../../../nodes/Gmc/core/polling/event';

test('events come last where they cannot be dated, as the list has them, and leave the others in order', () => {
	const [z, y] = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
	const [c, b, a] = ['c', 'b', 'a'].map((_id, at) => ({ _id, createdAt: `176364000${2 - at}` }));
	const sorted = oldestFirst([c, z, b, y, a], 'UTC');
	expect(sorted.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'z', 'y']);
});
