import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Progress, Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance, MAX_UNSETTLED } from '../../../../nodes/Gmc/core/polling/cursor';

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
	publishedAt: MORNING,
	isLate: false,
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

test('a status may be a sentence, or have commas in it', () => {
	const event = 'additionStatusChanged';
	const long = 'on its way, '.repeat(100);
	const polls = ['A,B', 'A', long, long].map((status) =>
		snapshot([addition('a', status)], { event }),
	);
	expect(emittedBy([snapshot([], { event }), ...polls])).toEqual([
		[],
		['a A,B'],
		['a A'],
		[`a ${long}`],
		[],
	]);
	const { progress } = advance(undefined, polls[2]);
	expect(JSON.stringify(progress).length).toBeLessThan(300);
});

const before = addition('before', 'COMPLETED', -1);
const after = addition('after', 'COMPLETED', 0);
const undated = { ...after, _id: 'undated', createdAt: '1763640000000000' };
// Digits of a calendar, in nobody knows whose time zone.
const local = { ...after, _id: 'local', createdAt: '20261121120000' };

test('what is made while the first polls fail is new, if it is surely dated so', () => {
	const listed = [undated, local, after, before];
	expect(emittedBy([snapshot(listed, { isLate: true }), snapshot(listed)])).toEqual([
		['after COMPLETED'],
		[],
	]);
});

test('what the list shows because the look-back has grown is news if it was unsettled until then', () => {
	const old = { ...addition('old', 'COMPLETED'), createdAt: String(Date.UTC(2026, 9, 1)) };
	const pending = { ...old, status: 'PENDING' };
	const wider = snapshot([old], { windowStart: '2026-09-01' });
	expect(emittedBy([snapshot([pending]), snapshot([]), wider])).toEqual([
		[],
		[],
		['old COMPLETED'],
	]);
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { progress: cursor } = advance(undefined, snapshot([]));
	const before = JSON.stringify(cursor);
	const next = snapshot([addition('a', 'COMPLETED')]);
	expect(advance(cursor, next)).toEqual(advance(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
});

describe('an addition that has yet to settle when the list shows it no longer', () => {
	const pending = addition('a', 'PENDING');
	const left = snapshot([]);
	const lookup = (...lookedUp: ListedAddition[]) => snapshot([], { lookedUp });
	/** The cursor after these polls. */
	const after = (...polls: Snapshot[]) =>
		polls.reduce<Progress | undefined>((known, one) => advance(known, one).progress, undefined)!;

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
});
