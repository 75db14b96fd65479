import { z } from 'zod';
import type { ListedAddition } from '../additions/addition';
import { occurrenceOf, oldestFirst } from './event';
import type { Seen } from './unsettled';
import { followUnsettled } from './unsettled';
import { addDays, isEpoch, readTimestamp, utcDay } from '../time/time';
import { keyOf, Emitted } from './emitted';

/** What the trigger knows, as plain JSON: it is stored with the workflow. */
export const cursorSchema = z.object({
	version: z.literal(1),
	/** Stands for what is watched: account, event and filters. Another one means a new baseline. */
	scopeKey: z.string(),
	/** The first day of the last poll's look-back, `YYYY-MM-DD` (UTC). */
	windowStart: z.string(),
	/** What was emitted of which addition, and what counts as emitted because it was there before; see `Emitted`. */
	emitted: z.array(z.tuple([z.string(), z.string(), z.string()])),
	/** Additions of which something is still to come, next one to look up first; see `Unsettled`. */
	unsettled: z.array(z.object({ id: z.string(), missingSince: z.string().optional() })),
	/** Who is watched, where the trigger watches one customer; see `WatchedCustomer`. */
	customer: z.object({ id: z.string().optional(), identifiers: z.array(z.string()) }).optional(),
});

export type Cursor = z.infer<typeof cursorSchema>;

/** What one poll found, and under which conditions. */
export interface Snapshot extends Seen {
	scopeKey: string;
	/** Whether a first poll emits what is already there. */
	emitExisting: boolean;
	/** What a first poll emits else: what was made since the workflow was published (epoch ms, the service's clock). */
	publishedAt?: number;
	/** The first day of the look-back, as `YYYY-MM-DD` (UTC). */
	windowStart: string;
}

export interface Advance {
	/** The additions to emit, oldest first. */
	events: ListedAddition[];
	/** Without `customer`, which the caller knows. */
	cursor: Cursor;
	/** Ids of missing additions that did not settle in time. */
	givenUp: string[];
}

const HALF_A_DAY_MS = 43_200_000;

/** A day's margin: the service's days begin up to 14 hours before and after those of UTC. */
export const firstDay = (today: string, lookBackDays: number): string =>
	addDays(today, -lookBackDays - 1);

/**
 * Compares what the list shows with what is known. Without a cursor, what is there becomes the silent
 * baseline; so does what is seen only because the look-back grew. Pure: the caller stores the cursor once
 * the events are safe.
 */
export function advance(known: Cursor | undefined, snapshot: Snapshot): Advance {
	const emitted = new Emitted(known?.emitted);
	const isNew = noveltyOf(known, snapshot);
	const { event, listed, lookedUp, scopeKey, windowStart, today, timeZone } = snapshot;
	// From the earlier look-back, too: a list that is not complete just now must not make it forget.
	const listedFrom = earliest(windowStart, known?.windowStart ?? windowStart);
	const events: ListedAddition[] = [];
	const emit = (addition: ListedAddition, key: string, day: string) => {
		const occurrence = occurrenceOf(event, addition);
		if (occurrence === undefined || emitted.has(key, occurrence)) return;
		emitted.add(key, occurrence, day);
		if (isNew(addition)) events.push(addition);
	};
	for (const addition of listed) {
		const key = keyOf(addition._id);
		emit(addition, key, known === undefined ? dayOf(addition, snapshot) : today);
		// The list may show it long after its day, if its period is about the last change (service.md 4.3).
		emitted.renew(key, listedFrom, today);
		// Whether it still does so of what leaves the look-back with this poll, the next one tells.
		emitted.renew(key, windowStart, windowStart);
	}
	for (const addition of lookedUp) emit(addition, keyOf(addition._id), today);
	const { unsettled, givenUp } = followUnsettled(known?.unsettled ?? [], snapshot);
	const oldest = addDays(listedFrom, -1);
	// What is looked up belongs to no day of the look-back.
	for (const { id } of unsettled) emitted.renew(keyOf(id), oldest, today);
	return {
		events: oldestFirst(events, timeZone),
		cursor: { version: 1, scopeKey, windowStart, emitted: emitted.toJSON(oldest), unsettled },
		givenUp,
	};
}

const earliest = (one: string, other: string) => (one < other ? one : other);

/**
 * Whether what was not emitted yet is news, or was there before anyone looked. A first poll has what was there, one
 * whose look-back has grown what is dated before the earlier one. What cannot be dated for sure counts as there before.
 */
function noveltyOf(known: Cursor | undefined, snapshot: Snapshot) {
	const { emitExisting, publishedAt, windowStart } = snapshot;
	if (known === undefined) {
		return ({ createdAt }: ListedAddition) =>
			emitExisting || (isEpoch(createdAt) && isSince(createdAt, publishedAt));
	}
	if (windowStart >= known.windowStart) return () => true;
	const followed = new Set(known.unsettled.map(({ id }) => id));
	// Nothing of the days that were asked to be looked back is before it, whatever the time zone of the service.
	const covered = Date.parse(known.windowStart) + HALF_A_DAY_MS;
	return ({ _id, createdAt }: ListedAddition) => followed.has(_id) || isSince(createdAt, covered);
}

function isSince(createdAt: unknown, instant: number | undefined): boolean {
	const millis = readTimestamp(createdAt, 'utc');
	return millis !== undefined && instant !== undefined && millis >= instant;
}

/** The day an addition is remembered under; the first day it was seen where its own cannot be read. */
function dayOf({ createdAt }: ListedAddition, { today, timeZone }: Snapshot): string {
	const millis = readTimestamp(createdAt, timeZone);
	const day = millis === undefined ? today : utcDay(millis);
	return day < today ? day : today;
}
