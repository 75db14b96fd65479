import { z } from 'zod';
import type { ListedAddition } from '../additions/addition';
import { addDays, isEpoch, readTimestamp } from '../time/time';
import { Emitted, keyOf } from './emitted';
import type { GmcEvent } from './event';
import { isAwaited, occurrenceOf, oldestFirst } from './event';

/** What the trigger remembers, as plain JSON: it is stored with the workflow. */
export const cursorSchema = z.object({
	version: z.literal(1),
	/** Identifies what is watched: account, event and filters. If it changes, the trigger starts from a new baseline. */
	scopeKey: z.string(),
	/** The first day of the last poll's look-back, `YYYY-MM-DD` (UTC). */
	windowStart: z.string(),
	/** What was emitted, or existed before the first poll; see `Emitted`. */
	emitted: z.array(z.tuple([z.string(), z.string(), z.string()])),
	/**
	 * Additions whose event is still to come, the next one to look up first. `missingSince` is the first day (UTC) on which
	 * GMC did not list one: it left the look-back, or the list lost it. From the next poll on it is looked up by its id, until
	 * it settles or is listed again.
	 */
	unsettled: z.array(z.object({ id: z.string(), missingSince: z.string().optional() })),
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
export type Progress = Omit<Cursor, 'scopeKey' | 'customer'>;

/** What one poll found, and the settings that apply. Only additions that pass the filters. */
export interface Snapshot {
	event: GmcEvent;
	/** Listed since the start of the last poll's look-back, or of this one's if that is earlier. */
	listed: ListedAddition[];
	/** Missing additions that were looked up. */
	lookedUp: ListedAddition[];
	/** By GMC's clock, as `YYYY-MM-DD` (UTC). */
	today: string;
	/** IANA zone of the workflow, for timestamps without one. */
	timeZone: string;
	/** Whether a first poll emits what exists already. */
	emitExisting: boolean;
	/** A first poll also emits what was made since then: when the workflow was published (epoch ms, by GMC's clock). */
	publishedAt?: number;
	/** The first day of the look-back, as `YYYY-MM-DD` (UTC). */
	windowStart: string;
}

const HALF_A_DAY_MS = 43_200_000;

/** One day earlier than asked for, because GMC's days may start up to 14 hours before or after those of UTC. */
export const firstDay = (today: string, lookBackDays: number): string =>
	addDays(today, -lookBackDays - 1);

/**
 * Compares what GMC lists with what the cursor remembers. Without a cursor, what exists becomes the baseline, which
 * emits nothing. The same goes for what is listed only because the look-back grew.
 *
 * @returns the additions to emit, oldest first; the cursor; the ids of missing additions that did not settle in time
 */
export function advance(
	known: Progress | undefined,
	snapshot: Snapshot,
): { events: ListedAddition[]; progress: Progress; givenUp: string[] } {
	const emitted = new Emitted(known?.emitted);
	const isNew = noveltyOf(known, snapshot);
	const { event, listed, lookedUp, windowStart, today, timeZone } = snapshot;
	// The earlier of both look-backs, so that an incomplete list does not make the trigger forget.
	const listedFrom = earliest(windowStart, known?.windowStart ?? windowStart);
	const events: ListedAddition[] = [];
	const emit = (addition: ListedAddition, key: string) => {
		const occurrence = occurrenceOf(event, addition);
		if (occurrence === undefined || emitted.has(key, occurrence)) return;
		emitted.add(key, occurrence, today);
		if (isNew(addition)) events.push(addition);
	};
	for (const addition of listed) {
		const key = keyOf(addition._id);
		emit(addition, key);
		// GMC may list it long after its day, if the period means the last change (service.md 4.3).
		emitted.renew(key, listedFrom, today);
		// One that leaves the look-back now is remembered until the next poll, which shows whether GMC still lists it.
		emitted.renew(key, windowStart, windowStart);
	}
	for (const addition of lookedUp) emit(addition, keyOf(addition._id));
	const { unsettled, givenUp } = followUnsettled(known?.unsettled ?? [], snapshot);
	const oldest = addDays(listedFrom, -1);
	// Additions that are looked up are remembered whatever their day.
	for (const { id } of unsettled) emitted.renew(keyOf(id), oldest, today);
	return {
		events: oldestFirst(events, timeZone),
		progress: { version: 1, windowStart, emitted: emitted.toJSON(oldest), unsettled },
		givenUp,
	};
}

const earliest = (one: string, other: string) => (one < other ? one : other);

/**
 * Tells new additions from those that existed before the trigger looked. At a first poll, those are all others than the
 * ones made since the workflow was published. If the look-back has grown, they are those dated before the earlier
 * look-back. An addition without a certain date is not new.
 */
function noveltyOf(known: Progress | undefined, snapshot: Snapshot) {
	const { emitExisting, publishedAt, windowStart } = snapshot;
	if (known === undefined) {
		return ({ createdAt }: ListedAddition) =>
			emitExisting || (isEpoch(createdAt) && isSince(createdAt, publishedAt));
	}
	if (windowStart >= known.windowStart) return () => true;
	const followed = new Set(known.unsettled.map(({ id }) => id));
	// The days that the user asked for start later than this in every time zone.
	const covered = Date.parse(known.windowStart) + HALF_A_DAY_MS;
	return ({ _id, createdAt }: ListedAddition) => followed.has(_id) || isSince(createdAt, covered);
}

function isSince(createdAt: unknown, instant: number | undefined): boolean {
	const millis = readTimestamp(createdAt, 'utc');
	return millis !== undefined && instant !== undefined && millis >= instant;
}

/** Days after which a missing addition that has not settled is given up. */
export const MAX_MISSING_DAYS = 90;
/** Additions looked up in one poll. */
export const LOOKUPS_PER_POLL = 10;
/** Unsettled additions that are remembered at once: missing ones first, then the oldest. */
export const MAX_UNSETTLED = 2000;

/** @returns the ids to look up in this poll: those that have waited longest */
export function dueForLookup(before: Progress['unsettled'], listed: ListedAddition[]): string[] {
	const shown = idsOf(listed);
	const missing = before.filter(({ id, missingSince }) => missingSince && !shown.has(id));
	return missing.slice(0, LOOKUPS_PER_POLL).map(({ id }) => id);
}

/** @returns missing ones, in the order to look them up, then listed ones; and the ids of those given up */
function followUnsettled(
	before: Progress['unsettled'],
	{ event, listed, lookedUp, today, timeZone }: Snapshot,
): Pick<Progress, 'unsettled'> & { givenUp: string[] } {
	const wasDue = new Set(dueForLookup(before, listed));
	const isDone = idsOf([...listed, ...lookedUp.filter((one) => !isAwaited(event, one))]);
	const missing = before
		.filter(({ id }) => !isDone.has(id))
		.map(({ id, missingSince = today }) => ({ id, missingSince }));
	const oldest = addDays(today, -MAX_MISSING_DAYS);
	const givenUp = missing.filter(({ missingSince }) => missingSince < oldest);
	const kept = missing.filter(({ missingSince }) => missingSince >= oldest);
	const waiting = kept.filter(({ id }) => !wasDue.has(id));
	const looked = kept.filter(({ id }) => wasDue.has(id));
	const open = listed.filter((one) => isAwaited(event, one));
	const shown = oldestFirst(open, timeZone).slice(0, MAX_UNSETTLED - kept.length);
	const unsettled = [...waiting, ...looked, ...[...idsOf(shown)].sort().map((id) => ({ id }))];
	return { unsettled, givenUp: givenUp.map(({ id }) => id) };
}

const idsOf = (additions: ListedAddition[]): ReadonlySet<string> =>
	new Set(additions.map(({ _id }) => _id));
