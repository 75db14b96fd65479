import type { ListedAddition } from '../additions/addition';
import { addDays } from '../time/time';
import type { GmcEvent } from './event';
import { isAwaited, oldestFirst } from './event';

/** An addition that had not settled when it was last seen. */
export interface Unsettled {
	/** Its `_id`. */
	id: string;
	/**
	 * The first day, `YYYY-MM-DD` (UTC), on which GMC did not list it: it left the look-back, or the list lost it. From the
	 * next poll on it is looked up by its id, until it settles or is listed again.
	 */
	missingSince?: string;
}

/** What a poll has seen. Only additions that pass the filters. */
export interface Seen {
	event: GmcEvent;
	/** Listed since the start of the last poll's look-back, or of this one's if that is earlier. */
	listed: ListedAddition[];
	/** Missing additions that were looked up. */
	lookedUp: ListedAddition[];
	/** By GMC's clock, as `YYYY-MM-DD` (UTC). */
	today: string;
	/** IANA zone of the workflow, for timestamps without one. */
	timeZone: string;
}

/** Days after which a missing addition that has not settled is given up. */
export const MAX_MISSING_DAYS = 90;
/** Additions looked up in one poll. */
export const LOOKUPS_PER_POLL = 10;
/** Unsettled additions that are remembered at once: missing ones first, then the oldest. */
export const MAX_UNSETTLED = 2000;

/** @returns the ids to look up in this poll: those that have waited longest */
export function dueForLookup(before: Unsettled[], listed: ListedAddition[]): string[] {
	const shown = idsOf(listed);
	const missing = before.filter(({ id, missingSince }) => missingSince && !shown.has(id));
	return missing.slice(0, LOOKUPS_PER_POLL).map(({ id }) => id);
}

/** @returns missing ones, in the order to look them up, then listed ones; and the ids of those given up */
export function followUnsettled(
	before: Unsettled[],
	{ event, listed, lookedUp, today, timeZone }: Seen,
): { unsettled: Unsettled[]; givenUp: string[] } {
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
