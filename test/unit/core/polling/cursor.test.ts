import { atOnce } from '../../../../harness/system/atOnce';
import type { Addition } from '../../../../nodes/Gmc/core/service/record';
import {
	type Progress,
	type Findings,
	advance,
	MAX_UNSETTLED,
} from '../../../../nodes/Gmc/core/polling/cursor';

/** Epoch milliseconds, on the day of each findings. */
const MORNING = Date.UTC(2026, 10, 20, 12);
/** @param minute of that morning at which it was made */
const addition = (_id: string, status: string, minute = 0): Addition => ({
	_id,
	status,
	createdAt: String(MORNING + minute * 60_000),
});

/** A poll that lists these additions. */
const findings = (listed: Addition[], changes: Partial<Findings> = {}): Findings => ({
	event: 'additionCompleted',
	partOf: (whole) => whole,
	emitExisting: false,
	timeZone: 'UTC',
	whole: listed,
	listed,
	lookedUp: [],
	passes: () => true,
	publishedAt: MORNING,
	isLate: false,
	windowStart: '2026-11-13',
	today: '2026-11-20',
	days: { earlier: changes.today ?? '2026-11-20', later: changes.today ?? '2026-11-20' },
	...changes,
});

const advanceBy = (known: Progress | undefined, poll: Findings) => atOnce(advance(known, poll));

test('a status may be a sentence, or have commas in it', () => {
	const event = 'additionStatusChanged';
	let { progress } = advanceBy(undefined, findings([], { event }));
	for (const status of ['A,B', 'A', 'on its way, '.repeat(100)]) {
		const poll = findings([addition('a', status)], { event });
		const { events, progress: next } = advanceBy(progress, poll);
		expect(events).toEqual([addition('a', status)]);
		expect(advanceBy(next, poll).events).toEqual([]);
		expect(JSON.stringify(next).length).toBeLessThan(300);
		progress = next;
	}
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { progress: cursor } = advanceBy(undefined, findings([]));
	const before = JSON.stringify(cursor);
	const next = findings([addition('a', 'COMPLETED')]);
	expect(advanceBy(cursor, next)).toEqual(advanceBy(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
});

test('of many that have yet to settle those that the list lacks are remembered first, then the oldest', () => {
	const { progress } = advanceBy(undefined, findings([addition('a', 'PENDING')]));
	const before = advanceBy(progress, findings([])).progress;
	const many = Array.from({ length: MAX_UNSETTLED + 5 }, (_, i) => addition(`m${i}`, 'PENDING', i));
	const { unsettled } = advanceBy(before, findings(many)).progress;
	expect(unsettled).toHaveLength(MAX_UNSETTLED);
	expect(unsettled[0]).toMatchObject({ id: 'a' });
	expect(unsettled.some(({ id }) => id === `m${MAX_UNSETTLED - 1}`)).toBe(false);
	// A list that loses everything pushes out nothing.
	const lost = advanceBy({ ...before, unsettled }, findings([])).progress.unsettled;
	expect(lost.map(({ id }) => id).sort()).toEqual(unsettled.map(({ id }) => id).sort());
});

test('what was emitted of one that has yet to settle is kept long after its day has left the look-back', () => {
	const event = 'additionStatusChanged';
	const lookup = (status: string, windowStart: string, today: string) =>
		findings([], { event, lookedUp: [addition('a', status)], windowStart, today });
	const polls = [
		findings([addition('a', 'PENDING')], { event }),
		findings([], { event }),
		lookup('MINTING', '2026-11-13', '2026-11-20'),
		lookup('PENDING', '2026-12-01', '2026-12-08'),
		lookup('PENDING', '2026-12-20', '2026-12-27'),
		// It is not its turn, or GMC does not answer.
		...['2026-12-30', '2026-12-31'].map((windowStart) =>
			findings([], { event, windowStart, today: '2027-01-07' }),
		),
		lookup('MINTING', '2026-12-31', '2027-01-07'),
	];
	let { progress } = advanceBy(undefined, findings([], { event }));
	const emitted = polls.flatMap((poll) => {
		const result = advanceBy(progress, poll);
		progress = result.progress;
		return result.events.map(({ status }) => status);
	});
	expect(emitted).toEqual(['PENDING', 'MINTING']);
});

test('what was emitted is known as long as GMC may list it: there, its day may be one later than that of UTC', () => {
	const made = [addition('a', 'COMPLETED')];
	const polls = [
		findings([]),
		findings(made, { windowStart: '2026-11-18' }),
		...[[], [], made].map((listed) =>
			findings(listed, { windowStart: '2026-11-21', today: '2026-11-23' }),
		),
	];
	let progress: Progress | undefined;
	const emitted = polls.map((poll) => {
		const result = advanceBy(progress, poll);
		progress = result.progress;
		return result.events.length;
	});
	expect(emitted).toEqual([0, 1, 0, 0, 0]);
});

test('what the list shows because the look-back has grown is news if it was unsettled until then', () => {
	const createdAt = String(Date.UTC(2026, 9, 1));
	const pending = { ...addition('old', 'PENDING'), createdAt };
	const first = advanceBy(undefined, findings([pending])).progress;
	const { progress } = advanceBy(first, findings([]));
	const wider = findings([{ ...pending, status: 'COMPLETED' }], { windowStart: '2026-09-01' });
	expect(advanceBy(progress, wider).events).toHaveLength(1);
});
