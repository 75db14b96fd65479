import { hashOf } from '../util/hash';

/**
 * Characters kept of each addition: 54 bits of a hash of its `_id`. With 100,000 additions remembered, a new one is
 * mistaken for one of them once in 180 billion times.
 */
const KEY_LENGTH = 9;

/** Keys in one long text, grouped by the day of their additions and by what was emitted of them. */
export type EmittedGroup = [day: string, occurrences: string, keys: string];

/** The key of an addition. @param id its `_id` */
export function keyOf(id: string): string {
	return hashOf(id, KEY_LENGTH);
}

/**
 * What was emitted of each addition (see `occurrenceOf`), small enough to be stored with the workflow: `KEY_LENGTH` bytes
 * for each addition and a few for each day.
 */
export class Emitted {
	/** By key, in order of arrival, so that a poll without events does not change what is stored. */
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

	/** @param today `YYYY-MM-DD` under which to remember it, unless it already has a later day */
	add(key: string, occurrence: string, today: string): void {
		const { day, occurrences } = this.known.get(key) ?? { day: today, occurrences: [] };
		const latest = day > today ? day : today;
		this.known.set(key, { day: latest, occurrences: [...occurrences, occurrence] });
	}

	/** Moves an addition to `today` if its own day is before `oldest`. */
	renew(key: string, oldest: string, today: string): void {
		const before = this.known.get(key);
		if (before === undefined || before.day >= oldest) return;
		this.known.set(key, { ...before, day: today });
	}

	/** @param oldest the first day, `YYYY-MM-DD`, whose additions are kept */
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
		return [...groups.values()].map((one) => [one.day, one.occurrences, one.keys.join('')]);
	}
}
