import { z } from 'zod';
import type { Addition } from '../service/record';
import { addDays, isEpoch, readTimestamp } from '../time/time';
import type { GmcEvent } from './event';
import type { Sliced } from '../util/slices';
import { eachRow, filterRows } from '../util/slices';
import { isAwaited, occurrenceOf, oldestFirst, Seen } from './event';

/** What the trigger remembers, as plain JSON: it is stored with the workflow. */
export const cursorSchema = z.object({
	version: z.literal(1),
	/** Identifies what is watched: account, event and filters. If it changes, the trigger starts from a new baseline. */
	scopeKey: z.string(),
	/** When the first poll began, in epoch milliseconds: by GMC's clock as soon as GMC has listed anything. */
	publishedAt: z.number(),
	/** How many polls have emitted something, and when the last one did (epoch ms); or when the first poll ended. */
	told: z.object({ polls: z.number(), at: z.number() }),
	/** Missing until a poll has succeeded. */
	progress: z
		.object({
			/** The first day of the last poll's look-back, `YYYY-MM-DD` (UTC). */
			windowStart: z.string(),
			/** What GMC has shown, and what was emitted of it; see `Seen`. */
			seen: z.array(z.tuple([z.string(), z.string(), z.string()])),
			/**
			 * Additions whose event is still to come, the next one to look up first. `missingSince` is the first day (UTC) on
			 * which GMC did not list one: it left the look-back, or the list lost it. From the next poll on it is looked up by
			 * its id, until it settles or is listed again. It is a day by the later of both clocks, and the time since then is
			 * measured by the earlier one, so that a clock that is wrong for once ends nothing.
			 */
			unsettled: z.array(z.object({ id: z.string(), missingSince: z.string().optional() })),
		})
		.optional(),
	/**
	 * The customer that the trigger watches. `id` stays when its tax ID is corrected; it is missing if the customer was never
	 * found. `identifiers` are all that additions may use for it. `askedAt` is when the customers were last listed (epoch ms).
	 */
	customer: z
		.object({ id: z.string().optional(), identifiers: z.array(z.string()), askedAt: z.number() })
		.optional(),
});

export type Cursor = z.infer<typeof cursorSchema>;

export type WatchedCustomer = NonNullable<Cursor['customer']>;

/** The part of the cursor that the additions change. */
export type Progress = NonNullable<Cursor['progress']>;

/** What one poll found, and the settings that apply. */
export interface Findings {
	event: GmcEvent;
	/** The watched customer's part of an addition, which is what may be an event; see `partFor`. */
	partOf: (addition: Addition) => Addition;
	/** All that GMC listed since the start of the last poll's look-back, or of this one's if that is earlier. */
	whole: Addition[];
	/** Those of them that pass the filters. */
	listed: Addition[];
	/** Missing additions that were looked up. */
	lookedUp: Addition[];
	/** Whether an addition that was looked up passes the filters. */
	passes: (addition: Addition) => boolean;
	/** By GMC's clock, as `YYYY-MM-DD` (UTC). */
	today: string;
	/** By the earlier and the later one of GMC's and n8n's clocks. */
	days: { earlier: string; later: string };
	/** IANA zone of the workflow, for timestamps without one. */
	timeZone: string;
	/** Whether what existed already is emitted, too. */
	emitExisting: boolean;
	/** What is dated before it existed already (epoch ms, by GMC's clock). */
	publishedAt: number;
	/** Whether polls have failed since then, and none has succeeded. */
	isLate: boolean;
	/** The first day of the look-back, as `YYYY-MM-DD` (UTC). */
	windowStart: string;
}

/** What a poll leads to. */
interface Advance {
	/** The additions to emit, oldest first. */
	events: Addition[];
	progress: Progress;
	/** Ids of missing additions that did not settle in time. */
	givenUp: string[];
	/** Ids of those that are listed for the first time, but are too old to be new. */
	passedOver: string[];
}

/** A time without a zone may be as much earlier or later. */
const HALF_A_DAY_MS = 43_200_000;
/** The clock that dates additions may be so far behind the one that dates answers. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * Compares what GMC lists with what the cursor remembers. What existed already when the workflow was published emits
 * nothing, nor does what is listed only because the look-back grew.
 */
export function* advance(known: Progress | undefined, findings: Findings): Sliced<Advance> {
	const seen = new Seen(known?.seen);
	const { event, partOf, listed, lookedUp, passes, windowStart, today, timeZone } = findings;
	// By the earlier of both look-backs, so that an incomplete list does not make the trigger forget.
	const oldest = known && known.windowStart < windowStart ? known.windowStart : windowStart;
	const hasGrown = known !== undefined && windowStart < known.windowStart;
	const events: Addition[] = [];
	const passedOver: string[] = [];
	yield* eachRow([...listed, ...lookedUp.filter(passes)], (addition) => {
		const occurrence = occurrenceOf(event, partOf(addition));
		const { isDue, wasSeen } = seen.note(addition._id, occurrence, today);
		if (!isDue) return;
		if (wasSeen || isNew(addition, known, findings)) events.push(addition);
		else if (known !== undefined && !hasGrown) passedOver.push(addition._id);
	});
	const { unsettled, givenUp } = yield* followUnsettled(known?.unsettled ?? [], findings);
	yield;
	// Additions that wait for a lookup are remembered whatever their day.
	for (const { id } of unsettled) seen.note(id, undefined, today);
	const progress: Progress = { windowStart, seen: seen.toJSON(addDays(oldest, -1)), unsettled };
	return { events: oldestFirst(events, timeZone), progress, givenUp, passedOver };
}

/**
 * Whether an addition that GMC shows for the first time is new. At a first poll, it is if polls have failed since the
 * workflow was published, and it was surely made or changed since then. If the look-back has grown, so is what is dated
 * within the earlier one. At any other poll, everything is but what is surely dated before the workflow was published: an
 * earlier list has left that out.
 */
function isNew(
	addition: Addition,
	known: Progress | undefined,
	{ event, emitExisting, publishedAt, isLate, windowStart }: Findings,
): boolean {
	const dates = datesOf(event, addition);
	const times = dates.map((date) => readTimestamp(date, 'utc') ?? NaN);
	const from = emitExisting ? -Infinity : publishedAt;
	if (known === undefined) {
		const isSurelySince = times.some((time, at) => isEpoch(dates[at]) && time >= from);
		return emitExisting || (isLate && isSurelySince);
	}
	if (windowStart < known.windowStart) {
		// The days that the user asked for start later than this in every time zone.
		const covered = Date.parse(known.windowStart) + HALF_A_DAY_MS;
		return times.some((time) => time >= Math.max(covered, from));
	}
	const doubtOf = (date: unknown) => (isEpoch(date) ? CLOCKS_DIFFER_MS : HALF_A_DAY_MS);
	return !times.every((time, at) => time + doubtOf(dates[at]) < from);
}

/** When it was made and, if GMC says so and it matters, when it last changed. */
function datesOf(event: GmcEvent, { createdAt, updatedAt }: Addition): unknown[] {
	return event === 'additionCreated' || !updatedAt ? [createdAt] : [createdAt, updatedAt];
}

/** Days after which a missing addition that has not settled is given up. */
export const MAX_MISSING_DAYS = 90;
/** Additions looked up in one poll. */
export const LOOKUPS_PER_POLL = 10;
/** Unsettled additions that are remembered at once: missing ones first, then the oldest. */
export const MAX_UNSETTLED = 2000;

/** @param whole all that GMC lists @returns the ids to look up in this poll: those that have waited longest */
export function dueForLookup(before: Progress['unsettled'], whole: Addition[]): string[] {
	const shown = idsOf(whole);
	const missing = before.filter(({ id, missingSince }) => missingSince && !shown.has(id));
	return missing.slice(0, LOOKUPS_PER_POLL).map(({ id }) => id);
}

/** @returns missing ones, in the order to look them up, then listed ones; and the ids of those given up */
function* followUnsettled(
	before: Progress['unsettled'],
	{ event, partOf, whole, listed, lookedUp, days, timeZone }: Findings,
): Sliced<Pick<Progress, 'unsettled'> & { givenUp: string[] }> {
	const wasDue = new Set(dueForLookup(before, whole));
	const isOpen = (one: Addition) => isAwaited(event, partOf(one));
	const isDone = idsOf([...whole, ...lookedUp.filter((one) => !isOpen(one))]);
	const missing = before
		.filter(({ id }) => !isDone.has(id))
		.map(({ id, missingSince = days.later }) => ({ id, missingSince }))
		.sort((one, other) => Number(wasDue.has(one.id)) - Number(wasDue.has(other.id)));
	const oldest = addDays(days.earlier, -MAX_MISSING_DAYS);
	const givenUp = missing.filter(({ missingSince }) => missingSince < oldest);
	const kept = missing.filter(({ missingSince }) => missingSince >= oldest);
	// One that a filter leaves out by now was followed before: it may pass again.
	const followed = new Set([...before.map(({ id }) => id), ...idsOf(listed)]);
	const open = yield* filterRows(whole, (one) => followed.has(one._id) && isOpen(one));
	const shown = oldestFirst(open, timeZone).slice(0, MAX_UNSETTLED - kept.length);
	const unsettled = [...kept, ...[...idsOf(shown)].sort().map((id) => ({ id }))];
	return { unsettled, givenUp: givenUp.map(({ id }) => id) };
}

const idsOf = (additions: Addition[]): ReadonlySet<string> =>
	new Set(additions.map(({ _id }) => _id));
