import { hashOf } from '../util/hash';

/**
 * Characters kept of each addition: 54 bits of a hash of its `_id`. Among 100,000 remembered additions a new
 * one is taken for one of them once in 180 billion times.
 */
const KEY_LENGTH = 9;

/** Keys in one long text, grouped by the day of their additions and by what was emitted of them. */
export type EmittedGroup = [day: string, occurrences: string, keys: string];

/** What an addition is remembered by. @param id its `_id` */
export function keyOf(id: string): string {
	return hashOf(id, KEY_LENGTH);
}

/**
 * What was emitted of which addition (see `occurrenceOf`), small enough to be stored with the workflow:
 * `KEY_LENGTH` bytes an addition and a few for each day.
 */
export class Emitted {
	/** By key, in the order they came, so that nothing emitted means nothing changed. */
	private readonly known = new Map<string, { day: string; occurrences: string[] }>();

	constructor(stored: EmittedGroup[] = []) {
		for (const [day, occurrences, keys] of stored) {
			const group = { day, occurrences: occurrences.split(',') };
			for (let at = 0; at < keys.length; at += KEY_LENGTH) {
				this.known.set(keys.slice(at, at + KEY_LENGTH), group);
			}
		}
	}

	has(key: string, occurrence: string): boolean {
		return this.known.get(key)?.occurrences.includes(occurrence) ?? false;
	}

	/** @param day the day to remember it under, `YYYY-MM-DD`; a later one that is known stays */
	add(key: string, occurrence: string, day: string): void {
		const before = this.known.get(key) ?? { day, occurrences: [] };
		const latest = before.day > day ? before.day : day;
		this.known.set(key, { day: latest, occurrences: [...before.occurrences, occurrence] });
	}

	/** Remembers an addition under `today` from now on, if its own day is before `oldest`. */
	renew(key: string, oldest: string, today: string): void {
		const before = this.known.get(key);
		if (before === undefined || before.day >= oldest) return;
		this.known.set(key, { ...before, day: today });
	}

	/** @param oldest the first day, `YYYY-MM-DD`, whose additions are still to be remembered */
	toJSON(oldest: string): EmittedGroup[] {
		const groups = new Map<string, { day: string; occurrences: string; keys: string[] }>();
		for (const [key, { day, occurrences: list }] of this.known) {
			if (day < oldest) continue;
			const occurrences = list.join(',');
			const name = `${day} ${occurrences}`;
			const group = groups.get(name) ?? { day, occurrences, keys: [] };
			group.keys.push(key);
			groups.set(name, group);
		}
		return [...groups.values()].map(({ day, occurrences, keys }) => [
			day,
			occurrences,
			keys.join(''),
		]);
	}
}
