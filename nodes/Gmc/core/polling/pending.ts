import type { ListedAddition } from '../additions/addition';
import type { GmcEvent } from './event';
import { RULES } from './event';
import { addDays } from '../time/time';

/**
 * An addition that was not settled when the list showed it last: it has left the look-back, or the list has
 * lost it. It is looked up until it settles or the list shows it again.
 */
export interface PendingAddition {
	/** Its `_id`. */
	id: string;
	/** What was emitted of it, with commas between; see `occurrenceOf`. */
	emitted: string;
	/** The day it was not listed any more, `YYYY-MM-DD` (UTC). */
	since: string;
}

/** Days after which an addition that does not settle is given up. */
export const MAX_PENDING_DAYS = 90;
/** Additions looked up in one poll. */
export const LOOKUPS_PER_POLL = 10;
/** Pending additions that are remembered at once; further ones wait. */
export const MAX_PENDING = 1000;

/** Whether an addition in this state may still become an event of this kind. */
export function isAwaited(event: GmcEvent, addition: ListedAddition): boolean {
	return RULES[event].isAwaited(addition);
}

/** What a poll learned about the pending additions. */
export interface PendingUpdate {
	/** Those that were pending before and are not done with, next one to look up first. */
	before: PendingAddition[];
	/** Those that the list shows no longer. */
	added: PendingAddition[];
	/** Ids that were looked up in this poll, found or not. */
	tried: ReadonlySet<string>;
	/** What has been emitted of it by now, with commas between. */
	emittedOf: (one: PendingAddition) => string;
	/** `YYYY-MM-DD` (UTC). */
	today: string;
}

/** @returns what stays pending, what was not looked up for the longest time first, and what is given up */
export function carryPending(update: PendingUpdate): {
	pending: PendingAddition[];
	givenUp: PendingAddition[];
} {
	const { before, added, tried, emittedOf, today } = update;
	const queue = [
		...before.filter(({ id }) => !tried.has(id)),
		...added,
		...before.filter(({ id }) => tried.has(id)),
	].map((one) => ({ ...one, emitted: emittedOf(one) }));
	const oldest = addDays(today, -MAX_PENDING_DAYS);
	return {
		pending: queue.filter(({ since }) => since >= oldest),
		givenUp: queue.filter(({ since }) => since < oldest),
	};
}
