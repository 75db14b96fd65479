import type { Addition } from '../service/record';
import { number } from '../texts/words';
import { DAY_MS, readTimestamp } from '../time/time';
import { isFinalStatus, itemsOf, statusOf } from './status';

/** After so long, a status that is not known will hardly change, in milliseconds. */
const WEEK_MS = 7 * DAY_MS;

/** A status may be a sentence of its own for each addition. */
const MAX_STATUSES = 20;
const MAX_LENGTH = 60;

/**
 * The statuses, of additions and their items, that are not known and have stood for a week: perhaps final ones in another
 * language.
 *
 * @param now epoch milliseconds
 * @param timeZone IANA zone, for timestamps without one
 * @returns by how many additions each is shown. Leaves out those without a readable time
 */
export function unknownStatuses(
	additions: Addition[],
	now: number,
	timeZone: string,
): Map<string, number> {
	const counts = new Map<string, number>();
	for (const addition of additions) {
		if (!isOld(addition, now, timeZone)) continue;
		const unknown = [addition, ...itemsOf(addition)].filter((one) => !isFinalStatus(one));
		const statuses = unknown.map((one) => statusOf(one).slice(0, MAX_LENGTH)).filter(Boolean);
		for (const status of new Set(statuses)) {
			if (counts.size >= MAX_STATUSES && !counts.has(status)) continue;
			counts.set(status, (counts.get(status) ?? 0) + 1);
		}
	}
	return counts;
}

function isOld({ createdAt, updatedAt }: Addition, now: number, timeZone: string): boolean {
	const times = [createdAt, updatedAt].map((time) => readTimestamp(time, timeZone) ?? -Infinity);
	const changedAt = Math.max(...times);
	return changedAt > -Infinity && now - changedAt >= WEEK_MS;
}

/** `FALHOU (2)`. */
export const namedCounts = (counts: Iterable<[string, number]>): string[] =>
	[...counts].map(([status, all]) => `${status} (${number(all)})`);
