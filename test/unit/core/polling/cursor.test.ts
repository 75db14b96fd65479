import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Cursor, Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance, firstDay } from '../../../../nodes/Gmc/core/polling/cursor';
import type { GmcEvent } from '../../../../nodes/Gmc/core/polling/event';
import { isEvent, oldestFirst } from '../../../../nodes/Gmc/core/polling/event';
import { MAX_PENDING } from '../../../../nodes/Gmc/core/polling/pending';

const MORNING = Date.UTC(2026, 10, 20, 12);
const addition = (_id: string, status: string, minute = 0): ListedAddition => ({
	...{ _id, status },
	createdAt: String(MORNING + minute * 60_000),
});
const NONE = new Set<string>();
const snapshot = (listed: ListedAddition[], changes: Partial<Snapshot> = {}): Snapshot => ({
	...{ scopeKey: 's', event: 'additionCompleted', emitExisting: false, timeZone: 'UTC' },
	...{ listed, agingOut: NONE, newlyCovered: NONE, lookedUp: [], tried: NONE },
	...{ windowStart: '2026-11-13', today: '2026-11-20', ...changes },
});

/** Polls one after the other, the cursor stored as JSON in between. @returns id and status of each event */
function emittedBy(polls: Snapshot[]): string[][] {
	let stored: string | undefined;
	return polls.map((one) => {
		const result = advance(stored ? (JSON.parse(stored) as Cursor) : undefined, one);
		stored = JSON.stringify(result.cursor);
		return result.events.map(({ _id, status }) => `${_id} ${String(status)}`);
	});
}
const statuses = (event: GmcEvent, ...of: Array<string | undefined>) =>
	emittedBy(
		[undefined, ...of].map((status) =>
			snapshot(status === undefined ? [] : [addition('a', status)], { event }),
		),
	).slice(1);

describe('the first poll', () => {
	const existing = [addition('a', 'COMPLETED'), addition('b', 'PENDING', 1)];

	test('keeps silent about what is there', () => {
		expect(emittedBy([snapshot(existing), snapshot(existing)])).toEqual([[], []]);
	});

	test('emits it when existing additions are asked for', () => {
		expect(emittedBy([snapshot(existing, { emitExisting: true }), snapshot(existing)])).toEqual([
			['a COMPLETED'],
			[],
		]);
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
		const polls = [snapshot([addition('a', 'PENDING')]), snapshot([addition('a', 'COMPLETED')])];
		expect(emittedBy(polls)).toEqual([[], ['a COMPLETED']]);
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

test('a status may be a sentence, or have commas in it', () => {
	const long = 'on its way, '.repeat(100);
	expect(statuses('additionStatusChanged', 'A,B', 'A', long, long)).toEqual([
		['a A,B'],
		['a A'],
		[`a ${long}`],
		[],
	]);
	const { cursor } = advance(
		undefined,
		snapshot([addition('a', long)], { event: 'additionStatusChanged' }),
	);
	expect(JSON.stringify(cursor).length).toBeLessThan(300);
});

describe('what the list shows because the look-back has grown', () => {
	const old = { ...addition('old', 'COMPLETED'), createdAt: String(Date.UTC(2026, 9, 1)) };
	const wider: Partial<Snapshot> = { windowStart: '2026-09-01', newlyCovered: new Set(['old']) };
	const afterwards: Partial<Snapshot> = { windowStart: '2026-09-01' };

	test('is not new', () => {
		expect(emittedBy([snapshot([]), snapshot([old], wider), snapshot([old], afterwards)])).toEqual([
			[],
			[],
			[],
		]);
	});

	test('is emitted when it changes from then on', () => {
		const pending = { ...old, status: 'PENDING' };
		const polls = [snapshot([]), snapshot([pending], wider), snapshot([old], afterwards)];
		expect(emittedBy(polls)).toEqual([[], [], ['old COMPLETED']]);
	});

	test('is news if it was pending until then', () => {
		const pending = { ...old, status: 'PENDING' };
		const agingOut = snapshot([pending], { agingOut: new Set(['old']) });
		expect(emittedBy([snapshot([pending]), agingOut, snapshot([old], wider)])).toEqual([
			[],
			[],
			['old COMPLETED'],
		]);
	});
});

describe('an addition that is pending when it leaves the look-back', () => {
	const pending = addition('a', 'PENDING');
	const settled = addition('a', 'COMPLETED');
	const left = snapshot([pending], { agingOut: new Set(['a']) });
	const lookup = (...lookedUp: ListedAddition[]) =>
		snapshot([], { lookedUp, tried: new Set(['a']) });

	test('is pending until it settles, emitted once, and then forgotten', () => {
		expect(
			emittedBy([snapshot([pending]), left, lookup(pending), lookup(settled), snapshot([])]),
		).toEqual([...[[], [], []], ['a COMPLETED'], []]);
		const { cursor } = advance(advance(undefined, left).cursor, lookup(settled));
		expect(cursor.pending).toEqual([]);
	});

	test('is emitted once, although the list shows it again after the lookup, old as it is', () => {
		const createdAt = String(Date.UTC(2026, 8, 1));
		const [before, after] = [pending, settled].map((one) => ({ ...one, createdAt }));
		const agingOut = snapshot([before], { agingOut: new Set(['a']) });
		expect(emittedBy([agingOut, lookup(after), snapshot([]), snapshot([after])])).toEqual([
			...[[], ['a COMPLETED']],
			...[[], []],
		]);
	});

	test('is left to the list again once that shows it', () => {
		const { cursor } = advance(advance(undefined, left).cursor, snapshot([pending]));
		expect(cursor.pending).toEqual([]);
	});

	test('keeps what was emitted of it', () => {
		const event = 'additionStatusChanged';
		const polls = [snapshot([]), snapshot([pending]), left, lookup(pending), lookup(settled)];
		expect(emittedBy(polls.map((one) => ({ ...one, event })))).toEqual([
			[],
			['a PENDING'],
			...[[], []],
			['a COMPLETED'],
		]);
	});

	test.each(['additionCompleted', 'additionStatusChanged'] as const)(
		'is followed although the list leaves it out just as it leaves: %s',
		(event) => {
			const polls = [snapshot([pending]), snapshot([]), lookup(settled), snapshot([])];
			expect(emittedBy(polls.map((one) => ({ ...one, event })))).toEqual([
				...[[], [], ['a COMPLETED']],
				[],
			]);
		},
	);

	test('is left to the list when that had lost it for one poll only', () => {
		const polls = [snapshot([pending]), snapshot([]), snapshot([pending])];
		let cursor: Cursor | undefined;
		const seen = polls.map((one) => {
			({ cursor } = advance(cursor, one));
			return [cursor.pending.map(({ id }) => id), cursor.unsettled];
		});
		expect(seen).toEqual([
			[[], ['a']],
			[['a'], []],
			[[], ['a']],
		]);
	});

	test('is not pushed out by a list that loses everything', () => {
		const many = Array.from({ length: MAX_PENDING + 5 }, (_, i) => addition(`m${i}`, 'PENDING', i));
		const { cursor: first } = advance(undefined, snapshot([pending, ...many]));
		expect(first.unsettled).toHaveLength(MAX_PENDING);
		expect(first.unsettled).not.toContain(`m${MAX_PENDING + 4}`);
		const old = { ...first, pending: [{ id: 'old', emitted: '', since: '2026-11-01' }] };
		const { cursor, givenUp } = advance(old, snapshot([]));
		expect(givenUp).toEqual([]);
		expect(cursor.pending).toHaveLength(MAX_PENDING);
		expect(cursor.unsettled).toHaveLength(1);
		expect(advance(cursor, snapshot([pending, ...many])).cursor.pending).toHaveLength(1);
	});

	test('is no concern of additionCreated', () => {
		const { cursor } = advance(undefined, snapshot([pending], { event: 'additionCreated' }));
		expect(cursor.unsettled).toEqual([]);
	});

	test('without a status was emitted so, and is not emitted so again', () => {
		const event = 'additionStatusChanged';
		const blank = addition('a', '');
		const gone = snapshot([blank], { agingOut: new Set(['a']) });
		const polls = [
			snapshot([]),
			snapshot([blank]),
			gone,
			lookup(blank),
			lookup(blank),
			lookup(settled),
		];
		expect(emittedBy(polls.map((one) => ({ ...one, event })))).toEqual([
			...[[], ['a '], [], [], []],
			['a COMPLETED'],
		]);
	});

	test.each(['COMPLETED', 'FAILED'])('is not kept as pending once it is %s', (status) => {
		const gone = snapshot([addition('a', status)], { agingOut: new Set(['a']) });
		expect(advance(undefined, gone).cursor.pending).toEqual([]);
	});

	test('is not kept as pending for additionCreated, which was emitted long ago', () => {
		expect(advance(undefined, { ...left, event: 'additionCreated' }).cursor.pending).toEqual([]);
	});
});

test('the first day asked for leaves a day for the time zone of the service', () => {
	expect(firstDay('2026-03-01', 1)).toBe('2026-02-27');
	expect(firstDay('2026-01-01', 7)).toBe('2025-12-24');
});

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

test('an addition may be called like something JavaScript has itself', () => {
	const odd = ['constructor', '__proto__', 'toString'].map((_id) => addition(_id, 'COMPLETED'));
	const events = ['constructor COMPLETED', '__proto__ COMPLETED', 'toString COMPLETED'];
	for (const event of ['additionCompleted', 'additionCreated'] as const) {
		const polls = [[], odd, odd].map((additions) => snapshot(additions, { event }));
		expect(emittedBy(polls)).toEqual([[], events, []]);
	}
});

describe('what is remembered', () => {
	const completed = addition('a', 'COMPLETED');
	const { cursor } = advance(undefined, snapshot([completed]));
	const sizeAfter = (windowStart: string, listed: ListedAddition[] = [], agingOut = NONE) => {
		const poll = snapshot(listed, { windowStart, agingOut, today: '2026-12-01' });
		const { cursor: next } = advance(cursor, poll);
		// Not at once: the poll in which the look-back moves on may have had a list that is not complete.
		return JSON.stringify(advance(next, poll).cursor.emitted).length;
	};

	test('stays while the list may show it again, and not longer', () => {
		expect(sizeAfter('2026-11-21')).toBeGreaterThan(2);
		expect(sizeAfter('2026-11-22')).toBe(2);
	});

	test('stays while the list shows it, however old it is', () => {
		expect(sizeAfter('2026-11-25', [completed])).toBeGreaterThan(2);
		expect(sizeAfter('2026-11-25', [completed], new Set(['a']))).toBe(2);
	});

	test('stays when one list leaves out what lists of the last change show long after its day', () => {
		const shown = snapshot([completed], { windowStart: '2026-11-25', today: '2026-12-02' });
		const later = { windowStart: '2026-11-26', today: '2026-12-03' };
		const lagging = snapshot([], later);
		const again = snapshot([completed], later);
		expect(
			emittedBy([snapshot([]), snapshot([completed]), shown, lagging, lagging, again]),
		).toEqual([[], ['a COMPLETED'], [], [], [], []]);
	});

	test('stays when the first list after a gap leaves it out', () => {
		const gap = { windowStart: '2026-11-29', today: '2026-12-06' };
		const polls = [
			snapshot([]),
			snapshot([completed]),
			snapshot([], gap),
			snapshot([completed], gap),
		];
		expect(emittedBy(polls)).toEqual([[], ['a COMPLETED'], [], []]);
	});

	test('is by the day it was emitted, if that is later than its own', () => {
		const first = advance(undefined, snapshot([addition('a', 'PENDING')])).cursor;
		const { cursor: next } = advance(first, snapshot([completed], { today: '2026-11-26' }));
		expect(next.emitted).toMatchObject([['2026-11-26', 'emitted', expect.any(String) as string]]);
	});

	test('is by the day it was first seen where its own cannot be read', () => {
		const timeless = { ...completed, createdAt: '1763640000000000' };
		const first = advance(undefined, snapshot([timeless])).cursor;
		const [[day]] = advance(first, snapshot([], { today: '2026-11-24' })).cursor.emitted;
		expect(day).toBe('2026-11-20');
	});

	test('is by today when the clock of the service is ahead', () => {
		const early = { ...completed, createdAt: String(MORNING + 30 * 86_400_000) };
		expect(advance(undefined, snapshot([early])).cursor.emitted[0][0]).toBe('2026-11-20');
	});

	test('is the same text when nothing was emitted, whatever the order of the list', () => {
		const many = ['a', 'b', 'c', 'd'].map((_id, minute) => addition(_id, 'COMPLETED', minute));
		const first = advance(undefined, snapshot(many)).cursor;
		expect(advance(first, snapshot([...many].reverse())).cursor).toEqual(first);
	});
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { cursor } = advance(undefined, snapshot([]));
	const before = JSON.stringify(cursor);
	const next = snapshot([addition('a', 'COMPLETED')]);
	expect(advance(cursor, next)).toEqual(advance(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
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
