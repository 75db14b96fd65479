import type { ListedAddition } from '../additions/addition';
import type { GmcEvent } from './event';
import { occurrenceOf, oldestFirst } from './event';
import type { PendingAddition } from './pending';
import { carryPending, isAwaited } from './pending';
import { addDays, readTimestamp, utcDay } from '../util/time';
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
	/** Additions that were pending when they left the look-back, next one to look up first. */
	pending: PendingAddition[];
}

/** What one poll found, and under which conditions. Only additions that pass the filters. */
export interface Snapshot {
	scopeKey: string;
	event: GmcEvent;
	/** Whether a first poll emits what is already there. */
	emitExisting: boolean;
	/** What the list shows from the earlier window start on, the last poll's or this one's. */
	listed: ListedAddition[];
	/** Ids that it shows for the last time, because the look-back has moved on. */
	agingOut: ReadonlySet<string>;
	/** Ids that it shows only because the look-back has grown. */
	newlyCovered: ReadonlySet<string>;
	/** Pending additions that were found by lookup, and the ids of all that were looked up. */
	lookedUp: ListedAddition[];
	tried: ReadonlySet<string>;
	/** The first day of the look-back, and today, as `YYYY-MM-DD` (UTC). */
	windowStart: string;
	today: string;
	/** IANA zone of the workflow, for timestamps that name none. */
	timeZone: string;
}

export interface Advance {
	/** The additions to emit, oldest first. */
	events: ListedAddition[];
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
	const events: ListedAddition[] = [];
	const emit = (addition: ListedAddition, key: string, day?: string) => {
		const occurrence = occurrenceOf(snapshot.event, addition);
		if (occurrence === undefined || emitted.has(key, occurrence)) return;
		emitted.add(key, occurrence, day ?? dayOf(addition, snapshot));
		if (isNew(addition._id)) events.push(addition);
	};
	for (const addition of snapshot.listed) emit(addition, keyOf(addition._id));
	// Under today: the list may show it again, if its period is about the last change (service.md 4.3).
	for (const addition of snapshot.lookedUp) emit(addition, keyOf(addition._id), snapshot.today);
	const { pending, givenUp } = updatePending(known?.pending ?? [], snapshot, emitted);
	const oldest = addDays(snapshot.windowStart, -1);
	const shownOn = shownKeys(snapshot);
	const isKept = (key: string, day: string) => day >= oldest || shownOn().has(key);
	const { scopeKey, windowStart } = snapshot;
	return {
		events: oldestFirst(events, snapshot.timeZone),
		cursor: { version: 1, scopeKey, windowStart, emitted: emitted.toJSON(isKept), pending },
		givenUp,
	};
}

/** The keys of what the list shows and will show again: worked out once, if anybody asks. */
function shownKeys({ listed, agingOut }: Snapshot): () => ReadonlySet<string> {
	let keys: Set<string> | undefined;
	return () => {
		keys ??= new Set(listed.filter(({ _id }) => !agingOut.has(_id)).map(({ _id }) => keyOf(_id)));
		return keys;
	};
}

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
	const wasPending = new Set(known.pending.map(({ id }) => id));
	return (id: string) => !newlyCovered.has(id) || wasPending.has(id);
}

/** Takes up what leaves the look-back unsettled, lets go of what has settled or what the list shows again. */
function updatePending(before: PendingAddition[], snapshot: Snapshot, emitted: Emitted) {
	const { event, listed, agingOut, lookedUp, tried, today } = snapshot;
	const wasPending = new Set(before.map(({ id }) => id));
	const isShown = (id: string) => !agingOut.has(id);
	const isAwaitedStill = (addition: ListedAddition) => isAwaited(event, addition);
	const done = [
		...listed.filter(
			(one) => wasPending.has(one._id) && (isShown(one._id) || !isAwaitedStill(one)),
		),
		...lookedUp.filter((one) => !isAwaitedStill(one)),
	];
	const isDone = new Set(done.map(({ _id }) => _id));
	return carryPending({
		before: before.filter(({ id }) => !isDone.has(id)),
		agingOut: listed
			.filter((one) => agingOut.has(one._id) && !wasPending.has(one._id) && isAwaitedStill(one))
			.map(({ _id }) => ({ id: _id, emitted: '', since: today })),
		tried,
		emittedOf: ({ id }) => emitted.occurrencesOf(keyOf(id)).join(','),
		today,
	});
}

/** The day an addition is remembered under; the first day it was seen where its own cannot be read. */
function dayOf({ createdAt }: ListedAddition, { today, timeZone }: Snapshot): string {
	const millis = readTimestamp(createdAt, timeZone);
	const day = millis === undefined ? today : utcDay(millis);
	return day < today ? day : today;
}
