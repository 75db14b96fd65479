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
	/** Names what is watched: account, event and filters. Another one means a new baseline. */
	watch: string;
	/** The first day, `YYYY-MM-DD` (UTC), that the last poll asked for. */
	windowStart: string;
	told: EmittedGroup[];
	/** Pending additions older than that, next one to look up first. */
	following: PendingAddition[];
}

/** What one poll found, and under which conditions. Only additions that pass the filters. */
export interface Poll {
	watch: string;
	event: GmcEvent;
	/** Whether a first poll emits what is already there. */
	emitExisting: boolean;
	/** What the list shows, from the earlier of both floors on: the last poll's and this one's. */
	listed: ListedAddition[];
	/** Ids that it shows for the last time, because the look-back has moved on. */
	agingOut: ReadonlySet<string>;
	/** Ids that it shows only because the look-back has grown. */
	newlyCovered: ReadonlySet<string>;
	/** PendingAddition additions that were found by lookup, and the ids of all that were looked up. */
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
	/** PendingAddition additions that did not settle in time. */
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
export function advance(known: Cursor | undefined, poll: Poll): Advance {
	const told = recall(known);
	const isNew = noveltyOf(known, poll);
	const events: ListedAddition[] = [];
	const tell = (addition: ListedAddition, key: string, day?: string) => {
		const occurrence = occurrenceOf(poll.event, addition);
		if (occurrence === undefined || told.has(key, occurrence)) return;
		told.add(key, occurrence, day ?? dayOf(addition, poll));
		if (isNew(addition._id)) events.push(addition);
	};
	for (const addition of poll.listed) tell(addition, keyOf(addition._id));
	// Under today: the list may show it again, if its period is about the last change (spec 4.3).
	for (const addition of poll.lookedUp) tell(addition, keyOf(addition._id), poll.today);
	const { following, givenUp } = follow(known?.following ?? [], poll, told);
	const oldest = addDays(poll.windowStart, -1);
	const shownOn = shownKeys(poll);
	const isKept = (key: string, day: string) => day >= oldest || shownOn().has(key);
	const { watch, windowStart } = poll;
	return {
		events: oldestFirst(events, poll.timeZone),
		cursor: { version: 1, watch, windowStart, told: told.toJSON(isKept), following },
		givenUp,
	};
}

/** The keys of what the list shows and will show again: worked out once, if anybody asks. */
function shownKeys({ listed, agingOut }: Poll): () => ReadonlySet<string> {
	let keys: Set<string> | undefined;
	return () => {
		keys ??= new Set(listed.filter(({ _id }) => !agingOut.has(_id)).map(({ _id }) => keyOf(_id)));
		return keys;
	};
}

/** What was told so far. Pending additions carry theirs with them: they belong to no day of the look-back. */
function recall(known: Cursor | undefined): Emitted {
	const told = new Emitted(known?.told);
	for (const one of known?.following ?? []) {
		const key = keyOf(one.id);
		for (const occurrence of one.told.split(',').filter(Boolean)) {
			if (!told.has(key, occurrence)) told.add(key, occurrence, '');
		}
	}
	return told;
}

/** Whether something not told yet is news, or was there before anyone looked. */
function noveltyOf(known: Cursor | undefined, { emitExisting, newlyCovered }: Poll) {
	if (known === undefined) return () => emitExisting;
	const followed = new Set(known.following.map(({ id }) => id));
	return (id: string) => !newlyCovered.has(id) || followed.has(id);
}

function follow(before: PendingAddition[], poll: Poll, told: Emitted) {
	const { event, listed, agingOut, lookedUp, tried, today } = poll;
	const followed = new Set(before.map(({ id }) => id));
	const isShown = (id: string) => !agingOut.has(id);
	const isAwaitedStill = (addition: ListedAddition) => isAwaited(event, addition);
	const done = [
		...listed.filter((one) => followed.has(one._id) && (isShown(one._id) || !isAwaitedStill(one))),
		...lookedUp.filter((one) => !isAwaitedStill(one)),
	];
	const isDone = new Set(done.map(({ _id }) => _id));
	return carryPending({
		before: before.filter(({ id }) => !isDone.has(id)),
		agingOut: listed
			.filter((one) => agingOut.has(one._id) && !followed.has(one._id) && isAwaitedStill(one))
			.map(({ _id }) => ({ id: _id, told: '', since: today })),
		tried,
		toldOf: ({ id }) => told.occurrencesOf(keyOf(id)).join(','),
		today,
	});
}

/** The day an addition is remembered under; the first day it was seen where its own cannot be read. */
function dayOf({ createdAt }: ListedAddition, { today, timeZone }: Poll): string {
	const millis = readTimestamp(createdAt, timeZone);
	const day = millis === undefined ? today : utcDay(millis);
	return day < today ? day : today;
}
