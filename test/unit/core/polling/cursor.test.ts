import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Progress, Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import {
	advance,
	dueForLookup,
	firstDay,
	MAX_UNSETTLED,
} from '../../../../nodes/Gmc/core/polling/cursor';
import type { GmcEvent } from '../../../../nodes/Gmc/core/polling/event';

/** Epoch milliseconds, on the day of each snapshot. */
const MORNING = Date.UTC(2026, 10, 20, 12);
/** @param minute of that morning at which it was made */
const addition = (_id: string, status: string, minute = 0): ListedAddition => ({
	_id,
	status,
	createdAt: String(MORNING + minute * 60_000),
});

/** A poll that lists these additions. */
const snapshot = (listed: ListedAddition[], changes: Partial<Snapshot> = {}): Snapshot => ({
	event: 'additionCompleted',
	emitExisting: false,
	timeZone: 'UTC',
	listed,
	lookedUp: [],
	windowStart: '2026-11-13',
	today: '2026-11-20',
	...changes,
});

/** Polls one after the other, the cursor stored as JSON in between. @returns id and status of each event */
function emittedBy(polls: Snapshot[]): string[][] {
	let stored: string | undefined;
	return polls.map((one) => {
		const result = advance(stored ? (JSON.parse(stored) as Progress) : undefined, one);
		stored = JSON.stringify(result.progress);
		return result.events.map(({ _id, status }) => `${_id} ${String(status)}`);
	});
}

const statuses = (event: GmcEvent, ...of: Array<string | undefined>) =>
	emittedBy(
		[undefined, ...of].map((status) =>
			snapshot(status === undefined ? [] : [addition('a', status)], { event }),
		),
	).slice(1);

test('a status may be a sentence, or have commas in it', () => {
	const long = 'on its way, '.repeat(100);
	expect(statuses('additionStatusChanged', 'A,B', 'A', long, long)).toEqual([
		['a A,B'],
		['a A'],
		[`a ${long}`],
		[],
	]);
	const { progress: cursor } = advance(
		undefined,
		snapshot([addition('a', long)], { event: 'additionStatusChanged' }),
	);
	expect(JSON.stringify(cursor).length).toBeLessThan(300);
});

const publishedAt = MORNING;
const before = addition('before', 'COMPLETED', -1);
const after = addition('after', 'COMPLETED', 0);
const undated = { ...after, _id: 'undated', createdAt: '1763640000000000' };
// Digits of a calendar, in nobody knows whose time zone.
const local = { ...after, _id: 'local', createdAt: '20261121120000' };

test('what is made while the first polls fail is new, if it is surely dated so', () => {
	const listed = [undated, local, after, before];
	expect(emittedBy([snapshot(listed, { publishedAt }), snapshot(listed)])).toEqual([
		['after COMPLETED'],
		[],
	]);
});

describe('what the list shows because the look-back has grown', () => {
	const made = (_id: string, createdAt: number | string) => ({
		...addition(_id, 'COMPLETED'),
		createdAt: String(createdAt),
	});
	const old = made('old', Date.UTC(2026, 9, 1));
	const wider: Partial<Snapshot> = { windowStart: '2026-09-01' };

	test('is not new, but what was made since is, be it listed late', () => {
		const late = made('late', Date.UTC(2026, 10, 14));
		const listed = [old, late, addition('new', 'COMPLETED')];
		expect(emittedBy([snapshot([]), snapshot(listed, wider)])).toEqual([
			[],
			['late COMPLETED', 'new COMPLETED'],
		]);
	});

	test('is what cannot be dated and was not known', () => {
		const undated = made('undated', '1763640000000000');
		expect(emittedBy([snapshot([]), snapshot([undated], wider)])).toEqual([[], []]);
		expect(emittedBy([snapshot([]), snapshot([undated])])).toEqual([[], ['undated COMPLETED']]);
	});

	test('is news if it was unsettled until then', () => {
		const pending = { ...old, status: 'PENDING' };
		expect(emittedBy([snapshot([pending]), snapshot([]), snapshot([old], wider)])).toEqual([
			[],
			[],
			['old COMPLETED'],
		]);
	});
});

test('the first day asked for leaves a day for the time zone of the service', () => {
	expect(firstDay('2026-03-01', 1)).toBe('2026-02-27');
	expect(firstDay('2026-01-01', 7)).toBe('2025-12-24');
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { progress: cursor } = advance(undefined, snapshot([]));
	const before = JSON.stringify(cursor);
	const next = snapshot([addition('a', 'COMPLETED')]);
	expect(advance(cursor, next)).toEqual(advance(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
});

describe('what is remembered', () => {
	const completed = addition('a', 'COMPLETED');
	const { progress: cursor } = advance(undefined, snapshot([completed]));
	/** Whether it is, after two polls with this look-back: the first of them may have a list that is not complete. */
	const isKnownAfter = (windowStart: string) => {
		const poll = snapshot([], { windowStart, today: '2026-12-01' });
		return advance(advance(cursor, poll).progress, poll).progress.emitted.length > 0;
	};

	test('stays while the list may show it again, and not longer', () => {
		expect(isKnownAfter('2026-11-21')).toBe(true);
		expect(isKnownAfter('2026-11-22')).toBe(false);
	});

	test('stays when the first list after a gap leaves it out', () => {
		const gap = { windowStart: '2026-11-29', today: '2026-12-06' };
		const [empty, made] = [snapshot([], gap), snapshot([completed], gap)];
		const polls = [snapshot([]), snapshot([completed]), empty, made];
		expect(emittedBy(polls)).toEqual([[], ['a COMPLETED'], [], []]);
	});

	test('is the same text when nothing was emitted, whatever the order of the list', () => {
		for (const status of ['COMPLETED', 'PENDING']) {
			const many = ['a', 'b', 'c', 'd'].map((_id) => addition(_id, status));
			const first = advance(undefined, snapshot(many)).progress;
			expect(advance(first, snapshot([...many].reverse())).progress).toEqual(first);
		}
	});
});

describe('an addition that has yet to settle when the list shows it no longer', () => {
	const pending = addition('a', 'PENDING');
	const settled = addition('a', 'COMPLETED');
	const left = snapshot([]);
	const lookup = (...lookedUp: ListedAddition[]) => snapshot([], { lookedUp });
	/** The cursor after these polls. */
	const after = (...polls: Snapshot[]) =>
		polls.reduce<Progress | undefined>((known, one) => advance(known, one).progress, undefined)!;

	test('is missing once, since the first day, however often the list does not show it', () => {
		for (const later of [[], [snapshot([], { today: '2026-11-22' })]]) {
			const { unsettled } = after(snapshot([pending]), left, ...later);
			expect(unsettled).toEqual([{ id: 'a', missingSince: '2026-11-20' }]);
		}
	});

	test('is emitted once, although the list shows it again after the lookup, old as it is', () => {
		const createdAt = String(Date.UTC(2026, 8, 1));
		const [before, after] = [pending, settled].map((one) => ({ ...one, createdAt }));
		const polls = [snapshot([before]), left, lookup(after), snapshot([]), snapshot([after])];
		expect(emittedBy(polls).flat()).toEqual(['a COMPLETED']);
	});

	test('keeps what was emitted of it long after its day has left the look-back', () => {
		const event = 'additionStatusChanged';
		const late = { windowStart: '2026-12-01', today: '2026-12-08' };
		const later = { windowStart: '2026-12-20', today: '2026-12-27' };
		const polls = [
			snapshot([]),
			snapshot([pending]),
			left,
			lookup(addition('a', 'MINTING')),
			...[late, later, later].map((days) => ({ ...lookup(pending), ...days })),
			{ ...lookup(addition('a', 'MINTING')), ...later },
		];
		expect(emittedBy(polls.map((one) => ({ ...one, event }))).flat()).toEqual([
			'a PENDING',
			'a MINTING',
		]);
	});

	test('is remembered as one of many: those that are missing first, then the oldest', () => {
		const many = Array.from({ length: MAX_UNSETTLED + 5 }, (_, i) =>
			addition(`m${i}`, 'PENDING', i),
		);
		const before = after(snapshot([pending]), left);
		const { unsettled } = advance(before, snapshot(many)).progress;
		expect(unsettled).toHaveLength(MAX_UNSETTLED);
		expect(unsettled[0]).toMatchObject({ id: 'a' });
		expect(unsettled.some(({ id }) => id === `m${MAX_UNSETTLED - 1}`)).toBe(false);
		// A list that loses everything pushes out nothing.
		const lost = advance({ ...before, unsettled }, left).progress.unsettled;
		expect(lost.map(({ id }) => id).sort()).toEqual(unsettled.map(({ id }) => id).sort());
	});

	test('is not looked up while the list shows it', () => {
		expect(dueForLookup([{ id: 'a', missingSince: '2026-11-19' }], [pending])).toEqual([]);
	});

	test('without a status was emitted so, and is not emitted so again', () => {
		const event = 'additionStatusChanged';
		const blank = addition('a', '');
		const polls = [snapshot([]), snapshot([blank]), left, lookup(blank), lookup(settled)];
		const emitted = emittedBy(polls.map((one) => ({ ...one, event }))).flat();
		expect(emitted).toEqual(['a ', 'a COMPLETED']);
	});
});
