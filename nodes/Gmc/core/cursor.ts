import type { ListedAddition } from './addition';
import type { ServiceRecord } from './record';
import { isCompleted, isFailed, statusOf } from './settled';
import { readTimestamp } from './time';

export const EVENTS = [
	'additionCompleted',
	'additionCreated',
	'additionFailed',
	'additionStatusChanged',
] as const;

export type GmcEvent = (typeof EVENTS)[number];

/** What the trigger knows, as plain JSON: it is stored with the workflow. */
export interface Cursor {
	version: 1;
	event: GmcEvent;
	/** First day (`YYYY-MM-DD`) that was ever asked for. */
	since: string;
	/**
	 * By addition: what was told of it (see `occurrenceOf`), with commas between, and the day (`YYYY-MM-DD`)
	 * on which the list showed it last.
	 */
	seen: Record<string, [told: string, day: string]>;
}

/** What one poll found, and under which conditions. */
export interface Poll {
	event: GmcEvent;
	additions: ListedAddition[];
	/** First day asked for, and today, as `YYYY-MM-DD` in `timeZone`. */
	since: string;
	today: string;
	timeZone: string;
	/** Whether a first poll emits what is already there. */
	emitExisting: boolean;
}

/** Whether an addition in this state is an event of this kind at all. */
export function isEvent(event: GmcEvent, addition: ServiceRecord): boolean {
	if (event === 'additionCompleted') return isCompleted(addition);
	if (event === 'additionFailed') return isFailed(addition);
	return true;
}

/**
 * Compares what the list shows with what is known. Without a cursor, or with one of another event, what is
 * there becomes the silent baseline. Pure: the caller stores the cursor once the events are safe.
 *
 * @returns the additions to emit, oldest first, and the cursor after them
 */
export function advance(
	cursor: Cursor | undefined,
	poll: Poll,
): { events: ListedAddition[]; cursor: Cursor } {
	const known = cursor?.event === poll.event ? cursor : undefined;
	const isNew = (addition: ListedAddition) =>
		known === undefined ? poll.emitExisting : hasHappened(known, poll, addition);
	const events = poll.additions.filter((one) => isEvent(poll.event, one) && isNew(one));
	return { events: oldestFirst(events, poll.timeZone), cursor: remember(known, poll) };
}

/**
 * Names what is told of an addition in this state: once per addition, or once per status. Undefined when its
 * state is no event. A list that goes back and forth between states thus tells nothing twice.
 */
function occurrenceOf(event: GmcEvent, addition: ServiceRecord): string | undefined {
	if (!isEvent(event, addition)) return undefined;
	return event === 'additionStatusChanged' ? statusOf(addition).replace(/,/g, ' ') : event;
}

const toldOf = (cursor: Cursor | undefined, id: string): string[] | undefined =>
	cursor !== undefined && Object.hasOwn(cursor.seen, id)
		? cursor.seen[id][0].split(',')
		: undefined;

function hasHappened(known: Cursor, poll: Poll, addition: ListedAddition): boolean {
	const told = toldOf(known, addition._id);
	if (told === undefined) return !wasOutOfSight(known, poll, addition);
	return !told.includes(occurrenceOf(poll.event, addition)!);
}

/** Created before any day asked for so far: it is seen because the look-back grew, not because it is new. */
function wasOutOfSight(known: Cursor, poll: Poll, addition: ListedAddition): boolean {
	const createdAt = readTimestamp(addition.createdAt, poll.timeZone);
	if (createdAt === undefined || poll.since >= known.since) return false;
	return new Date(createdAt).toISOString().slice(0, 10) < known.since;
}

/** Additions that the list no longer shows stay known while it may show them again. */
function remember(known: Cursor | undefined, poll: Poll): Cursor {
	const kept = Object.entries(known?.seen ?? {}).filter(([, [, day]]) => day >= poll.since);
	const listed = poll.additions.map((addition): [string, Cursor['seen'][string]] => {
		const told = [...(toldOf(known, addition._id) ?? []), occurrenceOf(poll.event, addition)];
		return [addition._id, [[...new Set(told.filter(Boolean))].join(','), poll.today]];
	});
	const since = known !== undefined && known.since < poll.since ? known.since : poll.since;
	return { version: 1, event: poll.event, since, seen: Object.fromEntries([...kept, ...listed]) };
}

/** By creation time; where that cannot be read, as the list has them. */
export function oldestFirst(additions: ListedAddition[], timeZone: string): ListedAddition[] {
	const createdAt = (addition: ListedAddition) =>
		readTimestamp(addition.createdAt, timeZone) ?? Number(addition.createdAt);
	return [...additions].sort((one, other) => createdAt(one) - createdAt(other) || 0);
}
