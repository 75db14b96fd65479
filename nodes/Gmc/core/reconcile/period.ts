import type { ListedAddition } from '../additions/addition';
import { timesOf } from '../additions/recent';
import { CLOCK_RULES } from '../ledger/asked';

/** Both ends are part of it, in epoch milliseconds; without `until` it has no end. */
export interface Span {
	since: number;
	until?: number;
}

export const isWithin = ({ since, until = Infinity }: Span, millis: number): boolean =>
	millis >= since && millis <= until;

/** @param clockOffset the service's clock less that by which the period was chosen, as far as it is known */
export function widen({ since, until }: Span, clockOffset: number = 0): Span {
	const { doubtMs } = CLOCK_RULES;
	return {
		since: since + Math.min(clockOffset, 0) - doubtMs,
		...(until !== undefined && { until: until + Math.max(clockOffset, 0) + doubtMs }),
	};
}

/**
 * Where an addition lies, as far as its time tells: that may not be read, or name no zone (service.md 2.2). What is
 * `unclear` is of the period by the day under which the service lists it.
 *
 * @param timeZone IANA zone of the workflow
 */
export function placeOf(
	addition: ListedAddition,
	span: Span,
	timeZone: string,
): 'within' | 'outside' | 'unclear' {
	const places = new Set(timesOf(addition, timeZone).map((time) => isWithin(span, time)));
	if (places.size !== 1) return 'unclear';
	return places.has(true) ? 'within' : 'outside';
}
