import type { ListedAddition } from '../../nodes/Gmc/core/addition';
import type { Cursor, GmcEvent, Poll } from '../../nodes/Gmc/core/cursor';
import { advance, isEvent, oldestFirst } from '../../nodes/Gmc/core/cursor';

const MORNING = Date.UTC(2026, 10, 20, 12);
const addition = (_id: string, status: string, minute = 0): ListedAddition => ({
	...{ _id, status },
	createdAt: String(MORNING + minute * 60_000),
});
const poll = (additions: ListedAddition[], changes: Partial<Poll> = {}): Poll => ({
	...{ event: 'additionCompleted', additions, emitExisting: false, timeZone: 'UTC' },
	...{ since: '2026-11-13', today: '2026-11-20', ...changes },
});

/** Polls one after the other, the cursor stored as JSON in between. @returns the ids of each poll */
function emitted(polls: Poll[]): string[][] {
	let stored: string | undefined;
	return polls.map((one) => {
		const result = advance(stored ? (JSON.parse(stored) as Cursor) : undefined, one);
		stored = JSON.stringify(result.cursor);
		return result.events.map(({ _id, status }) => `${_id} ${String(status)}`);
	});
}
const statuses = (event: GmcEvent, ...of: Array<string | undefined>) =>
	emitted(
		[undefined, ...of].map((status) =>
			poll(status === undefined ? [] : [addition('a', status)], { event }),
		),
	).slice(1);

describe('the first poll', () => {
	const existing = [addition('a', 'COMPLETED'), addition('b', 'PENDING', 1)];

	test('keeps silent about what is there', () => {
		expect(emitted([poll(existing), poll(existing)])).toEqual([[], []]);
	});

	test('tells it when existing additions are asked for', () => {
		expect(emitted([poll(existing, { emitExisting: true }), poll(existing)])).toEqual([
			['a COMPLETED'],
			[],
		]);
	});

	test('is repeated when another event is chosen: what is there is the silent baseline again', () => {
		const created = poll(existing, { event: 'additionCreated' });
		expect(emitted([poll([]), created, created])).toEqual([[], [], []]);
	});
});

describe('additionCompleted', () => {
	test('comes when an addition completes, and once', () => {
		expect(statuses('additionCompleted', 'PENDING', 'COMPLETED', 'COMPLETED')).toEqual([
			[],
			['a COMPLETED'],
			[],
		]);
	});

	test('comes for an addition that was pending at the first poll', () => {
		const polls = [poll([addition('a', 'PENDING')]), poll([addition('a', 'COMPLETED')])];
		expect(emitted(polls)).toEqual([[], ['a COMPLETED']]);
	});

	test('comes once although the list forgot the addition for a while', () => {
		expect(statuses('additionCompleted', 'COMPLETED', undefined, 'COMPLETED')).toEqual([
			['a COMPLETED'],
			[],
			[],
		]);
	});

	test('does not depend on how the status is spelt', () => {
		expect(statuses('additionCompleted', 'Completed', 'COMPLETED')).toEqual([['a Completed'], []]);
	});
});

test('additionCreated comes once, whatever the status does afterwards', () => {
	expect(statuses('additionCreated', 'PENDING', 'COMPLETED', 'FAILED')).toEqual([
		['a PENDING'],
		[],
		[],
	]);
});

test('additionFailed comes when an addition fails', () => {
	expect(statuses('additionFailed', 'PENDING', 'FAILED', 'FAILED')).toEqual([[], ['a FAILED'], []]);
	expect(statuses('additionFailed', 'COMPLETED', 'PENDING')).toEqual([[], []]);
});

test('additionStatusChanged comes with the first status and with every new one', () => {
	expect(statuses('additionStatusChanged', 'PENDING', 'PENDING', 'MINTING', 'COMPLETED')).toEqual([
		['a PENDING'],
		[],
		['a MINTING'],
		['a COMPLETED'],
	]);
});

describe('what the list shows because it reaches further back', () => {
	const old = { ...addition('old', 'COMPLETED'), createdAt: String(Date.UTC(2026, 9, 1)) };
	const wider: Partial<Poll> = { since: '2026-09-01' };

	test('is not new', () => {
		expect(emitted([poll([]), poll([old], wider), poll([old], wider)])).toEqual([[], [], []]);
	});

	test('is told when it changes from then on', () => {
		const pending = { ...old, status: 'PENDING' };
		const polls = [poll([]), poll([pending], wider), poll([old], wider)];
		expect(emitted(polls)).toEqual([[], [], ['old COMPLETED']]);
	});
});

describe('the events of one poll', () => {
	const ids = (additions: ListedAddition[]) => oldestFirst(additions, 'UTC').map(({ _id }) => _id);

	test('come oldest first', () => {
		const newestFirst = [addition('c', 'X', 2), addition('b', 'X', 1), addition('a', 'X', 0)];
		expect(ids(newestFirst)).toEqual(['a', 'b', 'c']);
		const { events } = advance(
			undefined,
			poll(newestFirst, { event: 'additionCreated', emitExisting: true }),
		);
		expect(events.map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
	});

	test('keep the order of the list where no time can be read', () => {
		const timeless = ['z', 'y', 'x'].map((_id) => ({ _id, createdAt: 'soon' }));
		expect(ids(timeless)).toEqual(['z', 'y', 'x']);
	});
});

test('an addition may be called like something JavaScript has itself', () => {
	const odd = ['constructor', '__proto__', 'toString'].map((_id) => addition(_id, 'COMPLETED'));
	const told = ['constructor COMPLETED', '__proto__ COMPLETED', 'toString COMPLETED'];
	for (const event of ['additionCompleted', 'additionCreated'] as const) {
		const polls = [[], odd, odd].map((additions) => poll(additions, { event }));
		expect(emitted(polls)).toEqual([[], told, []]);
	}
});

test('the cursor does not grow for ever: what the list can no longer show is forgotten', () => {
	const { cursor } = advance(undefined, poll([addition('a', 'COMPLETED')]));
	const later = advance(cursor, poll([], { since: '2026-11-20', today: '2026-11-27' }));
	expect(Object.keys(later.cursor.seen)).toEqual(['a']);
	const muchLater = advance(cursor, poll([], { since: '2026-11-21', today: '2026-11-28' }));
	expect(Object.keys(muchLater.cursor.seen)).toEqual([]);
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { cursor } = advance(undefined, poll([]));
	const before = JSON.stringify(cursor);
	const next = poll([addition('a', 'COMPLETED')]);
	expect(advance(cursor, next)).toEqual(advance(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
});

test.each([undefined, null, '', 7, {}])('a status that is none is no completion: %j', (status) => {
	expect(isEvent('additionCompleted', { status })).toBe(false);
	expect(isEvent('additionFailed', { status })).toBe(false);
	expect(isEvent('additionCreated', { status })).toBe(true);
});
