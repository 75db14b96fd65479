import type { ListedAddition } from '../additions/addition';
import type { GmcEvent } from './event';
import { occurrenceOf, oldestFirst } from './event';
import type { PendingAddition } from './pending';
import { carryPending, isAwaited, MAX_PENDING } from './pending';
import type { Clocks } from '../time/clocks';
import type { WatchedCustomer } from '../customers/watched';
import { addDays, readTimestamp, utcDay } from '../time/time';
import type { EmittedGroup } from './emitted';
import { keyOf, Emitted } from './emitted';

/** What the trigger knows, as plain JSON: it is stored with the workflow. */
export interface Cursor {
	version: 1;
	/** Stands for what is watched: account, event and filters. Another one means a new baseline. */
	scopeKey: string;
	/** The first day of the last poll's look-back, `YYYY-MM-DD` (UTC). */
	windowStart: string;
	/** What was emitted of which addition, and what counts as emitted because it was there before. */
	emitted: EmittedGroup[];
	/** Additions that the list shows no longer and that had not settled, next one to look up first. */
	pending: PendingAddition[];
	/**
	 * Ids of additions that the list last showed unsettled, the oldest if there are too many: one that it then
	 * leaves out is looked up, be it for the look-back that has moved on or for a list that is not complete.
	 */
	unsettled: string[];
	/** What the clocks showed then. */
	polledAt?: Clocks;
	/** Who is watched, where the trigger watches one customer. */
	customer?: WatchedCustomer;
}

/** What one poll found, and under which conditions. Only additions that pass the filters. */
export interface Snapshot {
	scopeKey: string;
	event: GmcEvent;
	/** Whether a first poll emits what is already there. */
	emitExisting: boolean;
	/** What the list shows from the earlier first day on, the last poll's or this one's. */
	listed: ListedAddition[];
	/** Ids that it shows only because the look-back has grown. */
	newlyCovered: ReadonlySet<string>;
	/** Pending additions that were found by lookup, and the ids of all that were looked up. */
	lookedUp: ListedAddition[];
	tried: ReadonlySet<string>;
	/** The first day of the look-back, and today (see `dayBy`), as `YYYY-MM-DD` (UTC). */
	windowStart: string;
	today: string;
	/** The same by the clock that is ahead: what is dated by it is not taken for older than it is. */
	latestToday: string;
	/** IANA zone of the workflow, for timestamps that name none. */
	timeZone: string;
}

export interface Advance {
	/** The additions to emit, oldest first. */
	events: ListedAddition[];
	/** Without `polledAt` and `customer`, which the caller knows. */
	cursor: Cursor;
	/** Pending additions that did not settle in time. */
	givenUp: PendingAddition[];
}

/** A day's margin: the service's days begin up to 14 hours before and after those of UTC. */
export const firstDay = (today: string, lookBackDays: number): string =>
	addDays(today, -lookBackDays - 1);

/**
 * Compares what the list shows with what is known. Without a cursor, what is there becomes the silent
 * baseline; so does what is seen only because the look-back grew. Pure: the caller stores the cursor once
 * the events are safe.
 */
export function advance(known: Cursor | undefined, snapshot: Snapshot): Advance {
	const emitted = recall(known);
	const isNew = noveltyOf(known, snapshot);
	const { event, listed, lookedUp, scopeKey, windowStart, latestToday, timeZone } = snapshot;
	// From the earlier look-back, too: a list that is not complete just now must not make it forget.
	const listedFrom = earliest(windowStart, known?.windowStart ?? windowStart);
	const events: ListedAddition[] = [];
	const emit = (addition: ListedAddition, key: string, day: string) => {
		const occurrence = occurrenceOf(event, addition);
		if (occurrence === undefined || emitted.has(key, occurrence)) return;
		emitted.add(key, occurrence, day);
		if (isNew(addition._id)) events.push(addition);
	};
	for (const addition of listed) {
		const key = keyOf(addition._id);
		emit(addition, key, known === undefined ? dayOf(addition, snapshot) : latestToday);
		// The list may show it long after its day, if its period is about the last change (service.md 4.3).
		emitted.renew(key, listedFrom, latestToday);
		// Whether it still does so of what leaves the look-back with this poll, the next one tells.
		emitted.renew(key, windowStart, windowStart);
	}
	for (const addition of lookedUp) emit(addition, keyOf(addition._id), latestToday);
	const { givenUp, ...unsettled } = followUnsettled(known, snapshot, emitted);
	const oldest = addDays(listedFrom, -1);
	return {
		events: oldestFirst(events, timeZone),
		cursor: { version: 1, scopeKey, windowStart, emitted: emitted.toJSON(oldest), ...unsettled },
		givenUp,
	};
}

const earliest = (one: string, other: string) => (one < other ? one : other);

/**
 * What was emitted so far. Pending additions carry theirs with them: they belong to no day of the look-back.
 */
function recall(known: Cursor | undefined): Emitted {
	const emitted = new Emitted(known?.emitted);
	for (const one of known?.pending ?? []) {
		const key = keyOf(one.id);
		for (const occurrence of one.emitted.split(',').filter(Boolean)) {
			if (!emitted.has(key, occurrence)) emitted.add(key, occurrence, '');
		}
	}
	return emitted;
}

/** Whether what was not emitted yet is news, or was there before anyone looked. By `_id`. */
function noveltyOf(known: Cursor | undefined, { emitExisting, newlyCovered }: Snapshot) {
	if (known === undefined) return () => emitExisting;
	const wasFollowed = new Set([...known.pending.map(({ id }) => id), ...known.unsettled]);
	return (id: string) => !newlyCovered.has(id) || wasFollowed.has(id);
}

/**
 * Lets go of what has settled or what the list shows again, takes up what it shows no longer. A list that loses
 * everything must not push out what has been pending for long: what there is no room for waits.
 */
function followUnsettled(known: Cursor | undefined, snapshot: Snapshot, emitted: Emitted) {
	const { event, listed, lookedUp, tried, today, latestToday, timeZone } = snapshot;
	const settled = lookedUp.filter((one) => !isAwaited(event, one));
	const isDone = new Set([...listed, ...settled].map(({ _id }) => _id));
	const before = known?.pending.filter(({ id }) => !isDone.has(id)) ?? [];
	const lost = known?.unsettled.filter((id) => !isDone.has(id)) ?? [];
	const room = MAX_PENDING - before.length;
	const open = oldestFirst(
		listed.filter((one) => isAwaited(event, one)),
		timeZone,
	);
	const unsettled = [...lost.slice(room), ...open.map(({ _id }) => _id)];
	const emittedOf = ({ id }: PendingAddition) => emitted.occurrencesOf(keyOf(id)).join(',');
	// A clock that was behind then must not make it look old now.
	const added = lost.slice(0, room).map((id) => ({ id, emitted: '', since: latestToday }));
	const carried = carryPending({ before, added, tried, emittedOf, today });
	return { unsettled: unsettled.slice(0, MAX_PENDING).sort(), ...carried };
}

/** The day an addition is remembered under; the first day it was seen where its own cannot be read. */
function dayOf({ createdAt }: ListedAddition, { latestToday, timeZone }: Snapshot): string {
	const millis = readTimestamp(createdAt, timeZone);
	const day = millis === undefined ? latestToday : utcDay(millis);
	return day < latestToday ? day : latestToday;
}
