import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { advance } from '../../../../nodes/Gmc/core/polling/cursor';
import { isEvent, newestOf, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';
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

	test('keep the order of the list where no time can be read', () => {
		const timeless = ['z', 'y', 'x'].map((_id) => ({ _id, createdAt: 'soon' }));
		expect(ids(timeless)).toEqual(['z', 'y', 'x']);
	});
});

test('the newest event is the youngest addition that is one', () => {
	const additions = [
		addition('c', 'Pending', 2),
		addition('b', 'Completed', 1),
		addition('a', 'Completed', 0),
	];
	expect(newestOf('additionCompleted', additions, 'UTC')).toMatchObject({ _id: 'b' });
	expect(newestOf('additionCreated', additions, 'UTC')).toMatchObject({ _id: 'c' });
	expect(newestOf('additionFailed', additions, 'UTC')).toBeUndefined();
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
