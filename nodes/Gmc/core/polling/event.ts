import type { Addition, ServiceRecord } from '../service/record';
import { readItems } from '../additions/item';
import { progressOf, statusOf } from '../additions/status';
import { compareSum } from '../money/limits';
import { readTimestamp } from '../time/time';
import { groupsOf } from '../util/groupBy';
import { hashOf } from '../util/hash';

/** The events that can start a workflow (reference.md "Trigger"). */
export const EVENTS = [
	'additionCompleted',
	'additionCreated',
	'additionFailed',
	'additionStatusChanged',
] as const;

export type GmcEvent = (typeof EVENTS)[number];

/** Whether an addition in this state is such an event. One with some failed items counts as failed. */
export function isEvent(event: GmcEvent, addition: ServiceRecord): boolean {
	if (event === 'additionCompleted') return progressOf(addition) === 'completed';
	return event !== 'additionFailed' || ['failed', 'partlyFailed'].includes(progressOf(addition));
}

/** Whether an addition in this state can become such an event later, or another one. */
export function isAwaited(event: GmcEvent, addition: ServiceRecord): boolean {
	return event !== 'additionCreated' && progressOf(addition) === 'open';
}

/**
 * What to remember once this state of an addition was emitted. An addition emits the same occurrence once only, so a
 * list that goes back and forth between states emits nothing twice.
 *
 * @returns undefined if the state is no event
 */
export function occurrenceOf(event: GmcEvent, addition: ServiceRecord): string | undefined {
	if (!isEvent(event, addition)) return undefined;
	if (event !== 'additionStatusChanged') return 'emitted';
	// A status may be empty, or a whole sentence.
	return hashOf(statusOf(addition), 6);
}

/** Sorts by creation time. Additions without a readable time come last, in the order of the list. */
export function oldestFirst(additions: Addition[], timeZone: string): Addition[] {
	return additions
		.map((addition) => ({ addition, at: readTimestamp(addition.createdAt, timeZone) ?? Infinity }))
		.sort((one, other) => one.at - other.at || 0)
		.map(({ addition }) => addition);
}

/**
 * Whether an addition has at least this amount in one currency. If its amount cannot be read, it has: better one too many
 * than one missed.
 */
export function reaches(addition: Addition, minimumAmount: number): boolean {
	if (minimumAmount === 0) return true;
	const byCurrency = groupsOf(readItems(addition), ({ currency = '' }) => currency);
	return byCurrency.some((items) => {
		const amounts = items.map(({ amount = NaN }) => amount);
		return !amounts.every((one) => one >= 0) || compareSum(amounts, minimumAmount) >= 0;
	});
}

/**
 * Characters kept of each addition: 54 bits of a hash of its `_id`. With 100,000 additions remembered, a new one is
 * mistaken for one of them once in 180 billion times.
 */
const KEY_LENGTH = 9;

/** Keys in one long text, grouped by the day on which GMC last showed them and by what was emitted of them. */
export type SeenGroup = [day: string, occurrences: string, keys: string];

/**
 * The additions that GMC has listed, and what was emitted of each (see `occurrenceOf`), small enough to be stored with the
 * workflow: `KEY_LENGTH` bytes for each addition and a few for each day.
 */
export class Seen {
	/** By key, in order of arrival, so that polls of one day without events do not change what is stored. */
	private readonly known = new Map<string, { day: string; occurrences: string[] }>();

	constructor(stored: SeenGroup[] = []) {
		for (const [day, occurrences, keys] of stored) {
			const group = { day, occurrences: occurrences.split(',').filter(Boolean) };
			for (let at = 0; at < keys.length; at += KEY_LENGTH) {
				this.known.set(keys.slice(at, at + KEY_LENGTH), group);
			}
		}
	}

	/**
	 * Notes that GMC shows an addition in this state.
	 *
	 * @param id its `_id`
	 * @param occurrence undefined if the state is no event
	 * @param today `YYYY-MM-DD` under which to remember it, unless it already has a later day
	 * @returns whether it was seen before, and whether the state is an event that was not emitted yet
	 */
	note(id: string, occurrence: string | undefined, today: string) {
		const key = keyOf(id);
		const before = this.known.get(key);
		const { day, occurrences } = before ?? { day: today, occurrences: [] };
		const isDue = occurrence !== undefined && !occurrences.includes(occurrence);
		const all = isDue ? [...occurrences, occurrence] : occurrences;
		this.known.set(key, { day: day > today ? day : today, occurrences: all });
		return { isDue, wasSeen: before !== undefined };
	}

	/** @param oldest additions that GMC has not shown since this day, `YYYY-MM-DD`, are left out */
	toJSON(oldest: string): SeenGroup[] {
		const groups = new Map<string, { day: string; occurrences: string; keys: string[] }>();
		for (const [key, { day, occurrences: list }] of this.known) {
			if (day < oldest) continue;
			const occurrences = list.join(',');
			const name = `${day} ${occurrences}`;
			const group = groups.get(name) ?? { day, occurrences, keys: [] };
			group.keys.push(key);
			groups.set(name, group);
		}
		return [...groups.values()].map((one) => [one.day, one.occurrences, one.keys.join('')]);
	}
}

/** The key of an addition. @param id its `_id` */
const keyOf = (id: string): string => hashOf(id, KEY_LENGTH);
