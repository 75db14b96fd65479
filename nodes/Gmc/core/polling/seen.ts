import { hashOf } from '../util/hash';

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
