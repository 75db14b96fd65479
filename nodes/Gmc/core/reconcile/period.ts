import { timesOf } from '../additions/recent';
import { CLOCK_RULES } from '../ledger/links';
import type { Addition } from '../service/record';

/** From `since` to `until`, both included, in epoch milliseconds. Without `until` it has no end. */
export interface Span {
	since: number;
	until?: number;
}

export const isWithin = ({ since, until = Infinity }: Span, millis: number): boolean =>
	millis >= since && millis <= until;

/** `unclear`: the time cannot be read, has no zone, or is outside by less than the clocks differ (service.md 2.2). */
export type Place = 'within' | 'outside' | 'unclear';

/**
 * Returns a function that tells whether an addition belongs to the period.
 *
 * @param timeZone IANA zone of the workflow
 * @param clockOffset how far GMC's clock is ahead of n8n's, in milliseconds
 */
export function placesIn(span: Span, timeZone: string, clockOffset: number = 0) {
	const difference = Math.abs(clockOffset) + CLOCK_RULES.toleranceMs;
	const { since, until = Infinity } = span;
	const wide = { since: since - difference, until: until + difference };
	return (addition: Addition): Place => {
		const times = timesOf(addition, timeZone);
		if (times.length === 0) return 'unclear';
		if (times.every((time) => isWithin(span, time))) return 'within';
		return times.some((time) => isWithin(wide, time)) ? 'unclear' : 'outside';
	};
}
