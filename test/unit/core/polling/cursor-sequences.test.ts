import fc from 'fast-check';
import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Progress } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance, dueForLookup } from '../../../../nodes/Gmc/core/polling/cursor';
import type { GmcEvent } from '../../../../nodes/Gmc/core/polling/event';

const LOOK_BACK_DAYS = 7;
const LIFE = ['PENDING', 'MINTING', 'COMPLETED'];
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);

/** What happens between two polls: days pass, additions are issued, some move on, some are hidden. */
const steps = fc.array(
	fc.record({
		days: fc.nat(3),
		issued: fc.nat(3),
		moving: fc.array(fc.nat(20), { maxLength: 6 }),
		hidden: fc.array(fc.nat(20), { maxLength: 3 }),
		fails: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 25 },
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

interface Aging {
	_id: string;
	day: number;
	stage: number;
}

const present = ({ _id, day, stage }: Aging): ListedAddition => ({
	_id,
	status: LIFE[stage],
	createdAt: String(Date.UTC(2026, 0, 1 + day, 12)),
});

interface Observed {
	/** `id status` of every event, in order. */
	events: string[];
	/** `id status` of everything a poll was shown, the first poll's apart. */
	baseline: Set<string>;
	shown: Set<string>;
	known: Set<string>;
	/** `id status` of every addition once all is over. */
	end: string[];
}

/** A service whose additions only move forward, polled once per step; a poll that fails saves nothing. */
function live(event: GmcEvent, sequence: Step): Observed {
	const observed: Observed = {
		events: [],
		baseline: new Set(),
		shown: new Set(),
		known: new Set(),
		end: [],
	};
	const world: Aging[] = [];
	let cursor: Progress | undefined;
	let today = 0;
	for (const { days, issued, moving, hidden, fails } of sequence) {
		today += days;
		for (let i = 0; i < issued; i++) world.push({ _id: `a${world.length}`, day: today, stage: 0 });
		for (const index of moving.filter((i) => i < world.length)) {
			world[index].stage = Math.min(LIFE.length - 1, world[index].stage + 1);
		}
		if (fails) continue;
		const windowStart = dayOf(today - LOOK_BACK_DAYS);
		const earliest = cursor?.windowStart ?? windowStart;
		const shown = world.filter(({ day }, i) => dayOf(day) >= earliest && !hidden.includes(i));
		const listed = shown.map(present);
		const day = dayOf(today);
		const conditions = {
			windowStart,
			today: day,
			timeZone: 'UTC',
			emitExisting: false,
		};
		const due = dueForLookup(cursor?.unsettled ?? [], listed);
		const lookedUp = world.filter(({ _id }) => due.includes(_id)).map(present);
		const result = advance(cursor, { event, listed, lookedUp, ...conditions });
		const first = cursor === undefined;
		cursor = JSON.parse(JSON.stringify(result.progress)) as Progress;
		for (const { _id, status } of [...listed, ...lookedUp]) {
			observed[first ? 'baseline' : 'shown'].add(`${_id} ${String(status)}`);
			if (first) observed.known.add(_id);
		}
		observed.events.push(...result.events.map(({ _id, status }) => `${_id} ${String(status)}`));
	}
	observed.end = world.map(({ _id, stage }) => `${_id} ${LIFE[stage]}`);
	return observed;
}

const sorted = (texts: Iterable<string>) => [...texts].sort();

test('no addition that was ever seen is lost, whichever lists leave it out', () => {
	const quiet = { days: 0, issued: 0, moving: [], hidden: [], fails: false };
	const withEnd = steps.map((sequence) => [...sequence, ...Array.from({ length: 3 }, () => quiet)]);
	fc.assert(
		fc.property(withEnd, (sequence) => {
			const { events, baseline, shown, end } = live('additionCompleted', sequence);
			const seen = new Set([...baseline, ...shown].map((one) => one.split(' ')[0]));
			const completed = end.filter(
				(one) => one.endsWith(' COMPLETED') && !baseline.has(one) && seen.has(one.split(' ')[0]),
			);
			expect(sorted(events)).toEqual(sorted(completed));
		}),
		{ numRuns: 600 },
	);
});

test('every addition that appears after the first poll is emitted exactly once', () => {
	fc.assert(
		fc.property(steps, (sequence) => {
			const { events, known, shown } = live('additionCreated', sequence);
			const appeared = [...shown].map((one) => one.split(' ')[0]).filter((id) => !known.has(id));
			expect(sorted(events.map((one) => one.split(' ')[0]))).toEqual(sorted(new Set(appeared)));
		}),
		{ numRuns: 400 },
	);
});

test('every status that is shown after the first poll is emitted exactly once', () => {
	fc.assert(
		fc.property(steps, (sequence) => {
			const { events, baseline, shown } = live('additionStatusChanged', sequence);
			expect(sorted(events)).toEqual(sorted([...shown].filter((one) => !baseline.has(one))));
		}),
		{ numRuns: 400 },
	);
});
