import type { ListedAddition } from '../additions/addition';
import { addDays } from '../time/time';
import type { GmcEvent } from './event';
import { isAwaited, oldestFirst } from './event';

/** An addition that had not settled when it was seen last. */
export interface Unsettled {
	/** Its `_id`. */
	id: string;
	/**
	 * The first day, `YYYY-MM-DD` (UTC), on which the list did not show it: it has left the look-back, or the list has
	 * lost it. From the next poll on it is looked up, until it settles or the list shows it again.
	 */
	missingSince?: string;
}

/** What a poll has seen. Only additions that pass the filters. */
export interface Seen {
	event: GmcEvent;
	/** What the list shows from the earlier first day on, the last poll's or this one's. */
	listed: ListedAddition[];
	/** Missing additions that were found by lookup. */
	lookedUp: ListedAddition[];
	/** By the service's clock, as `YYYY-MM-DD` (UTC). */
	today: string;
	/** IANA zone of the workflow, for timestamps that name none. */
	timeZone: string;
}

/** Days after which an addition that is missing and does not settle is given up. */
export const MAX_MISSING_DAYS = 90;
/** Additions looked up in one poll. */
export const LOOKUPS_PER_POLL = 10;
/** Unsettled additions that are remembered at once: missing ones first, then the oldest. */
export const MAX_UNSETTLED = 2000;

/** @returns ids of those to look up in this poll: the ones that have waited longest */
export function dueForLookup(before: Unsettled[], listed: ListedAddition[]): string[] {
	const shown = idsOf(listed);
	const missing = before.filter(({ id, missingSince }) => missingSince && !shown.has(id));
	return missing.slice(0, LOOKUPS_PER_POLL).map(({ id }) => id);
}

/** @returns missing ones, in the order to look them up, then those that the list shows; and ids of what is given up */
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
	const gone = missing.filter(({ missingSince }) => missingSince < oldest);
	const stay = missing.filter(({ missingSince }) => missingSince >= oldest);
	const waiting = stay.filter(({ id }) => !wasDue.has(id));
	const looked = stay.filter(({ id }) => wasDue.has(id));
	const open = listed.filter((one) => isAwaited(event, one));
	const shown = oldestFirst(open, timeZone).slice(0, MAX_UNSETTLED - stay.length);
	const unsettled = [...waiting, ...looked, ...[...idsOf(shown)].sort().map((id) => ({ id }))];
	return { unsettled, givenUp: gone.map(({ id }) => id) };
}

const idsOf = (additions: ListedAddition[]): ReadonlySet<string> =>
	new Set(additions.map(({ _id }) => _id));
