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
	private readonly groups: Array<{ day: string; occurrences: string[] }> = [];

	private readonly groupIndex = new Map<string, number>();

	/** By key, the index of its group. Keys keep their order, so that nothing emitted means nothing changed. */
	private readonly groupOf = new Map<string, number>();

	constructor(stored: EmittedGroup[] = []) {
		for (const [day, occurrences, keys] of stored) {
			const group = this.group(day, occurrences.split(','));
			for (let at = 0; at < keys.length; at += KEY_LENGTH) {
				this.groupOf.set(keys.slice(at, at + KEY_LENGTH), group);
			}
		}
	}

	/** What was emitted of an addition, oldest first; nothing for one that is not known. */
	occurrencesOf(key: string): string[] {
		const group = this.groupOf.get(key);
		return group === undefined ? [] : this.groups[group].occurrences;
	}

	has(key: string, occurrence: string): boolean {
		const group = this.groupOf.get(key);
		return group !== undefined && this.groups[group].occurrences.includes(occurrence);
	}

	/** @param day the day to remember it under, `YYYY-MM-DD`; a later one that is known stays */
	add(key: string, occurrence: string, day: string): void {
		const known = this.groups[this.groupOf.get(key) ?? -1] ?? { day, occurrences: [] };
		const latest = known.day > day ? known.day : day;
		this.groupOf.set(key, this.group(latest, [...known.occurrences, occurrence]));
	}

	/** Remembers an addition that the list still shows under `today`, if its own day is before `oldest`. */
	renew(key: string, oldest: string, today: string): void {
		const known = this.groups[this.groupOf.get(key) ?? -1];
		if (known === undefined || known.day >= oldest) return;
		this.groupOf.set(key, this.group(today, known.occurrences));
	}

	/** @param oldest the first day, `YYYY-MM-DD`, whose additions are still to be remembered */
	toJSON(oldest: string): EmittedGroup[] {
		const keys: string[][] = this.groups.map(() => []);
		for (const [key, group] of this.groupOf) {
			if (this.groups[group].day >= oldest) keys[group].push(key);
		}
		return this.groups
			.map(
				({ day, occurrences }, i): EmittedGroup => [day, occurrences.join(','), keys[i].join('')],
			)
			.filter(([, , stored]) => stored !== '');
	}

	private group(day: string, occurrences: string[]): number {
		const name = `${day} ${occurrences.join(',')}`;
		const known = this.groupIndex.get(name);
		if (known !== undefined) return known;
		this.groupIndex.set(name, this.groups.length);
		return this.groups.push({ day, occurrences }) - 1;
	}
}
