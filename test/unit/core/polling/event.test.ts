import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { advance } from '../../../../nodes/Gmc/core/polling/cursor';
import { isEvent, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';
import { addition, snapshot } from './cursor-support';

describe('the events of one poll', () => {
	const ids = (additions: ListedAddition[]) => oldestFirst(additions, 'UTC').map(({ _id }) => _id);

	test('come oldest first', () => {
		const newestFirst = [addition('c', 'X', 2), addition('b', 'X', 1), addition('a', 'X', 0)];
		expect(ids(newestFirst)).toEqual(['a', 'b', 'c']);
		const { events } = advance(
			undefined,
			snapshot(newestFirst, { event: 'additionCreated', emitExisting: true }),
		);
		expect(events.map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
	});

	test('come last where they cannot be dated, as the list has them, and leave the others in order', () => {
		const timeless = ['z', 'y'].map((_id) => ({ _id, createdAt: 'soon' }));
		const dated = ['c', 'b', 'a'].map((_id, at) => addition(_id, 'X', 2 - at));
		const [z, y] = timeless;
		const [c, b, a] = dated;
		expect(ids([c, z, b, y, a])).toEqual(['a', 'b', 'c', 'z', 'y']);
	});
});

test.each([undefined, null, '', 7, {}])('a status that is none is no completion: %j', (status) => {
	expect(isEvent('additionCompleted', { status })).toBe(false);
	expect(isEvent('additionFailed', { status })).toBe(false);
	expect(isEvent('additionCreated', { status })).toBe(true);
});

describe('an addition of which some items failed', () => {
	const items = [{ status: 'COMPLETED' }, { status: 'FAILED' }];

	test('has failed and not completed', () => {
		const mixed = { status: 'COMPLETED', items };
		expect(isEvent('additionCompleted', mixed)).toBe(false);
		expect(isEvent('additionFailed', mixed)).toBe(true);
	});

	test('is neither while it is on its way', () => {
		const mixed = { status: 'PENDING', items };
		expect(isEvent('additionCompleted', mixed)).toBe(false);
		expect(isEvent('additionFailed', mixed)).toBe(false);
	});
});
