import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { isEvent, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';
import { addition } from './cursor-support';

describe('the events of one poll', () => {
	const ids = (additions: ListedAddition[]) => oldestFirst(additions, 'UTC').map(({ _id }) => _id);

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
