import type { ListedAddition } from '../additions/addition';
import { timesOf } from '../additions/recent';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { CLOCK_RULES } from '../ledger/links';

/** Both ends are part of it, in epoch milliseconds; without `until` it has no end. */
export interface Span {
	since: number;
	until?: number;
}

export const isWithin = ({ since, until = Infinity }: Span, millis: number): boolean =>
	millis >= since && millis <= until;

/** `unclear`: its time cannot be read, names no zone, or is outside by no more than the clocks differ (service.md 2.2). */
export type Place = 'within' | 'outside' | 'unclear';

/**
 * Where an addition lies.
 *
 * @param timeZone IANA zone of the workflow
 * @param clockOffset the service's clock less n8n's, by which the period was chosen, in milliseconds
 */
export function placeOf(
	addition: ListedAddition,
	span: Span,
	{ timeZone, clockOffset = 0 }: { timeZone: string; clockOffset?: number },
): Place {
	const times = timesOf(addition, timeZone);
	if (times.length === 0) return 'unclear';
	if (times.every((time) => isWithin(span, time))) return 'within';
	const difference = Math.abs(clockOffset) + CLOCK_RULES.toleranceMs;
	const { since, until = Infinity } = span;
	const wide = { since: since - difference, until: until + difference };
	return times.some((time) => isWithin(wide, time)) ? 'unclear' : 'outside';
}

/** What GMC shows. */
export interface GmcList<A extends ListedAddition> {
	/** What it lists of the period and of the days around, and what it was asked for by id, each once. */
	additions: A[];
	/** Whether the list is whole. */
	isWhole: boolean;
	/** When the list was asked for, in epoch milliseconds of n8n's clock. */
	at: number;
	span: Span;
	placeOf: (addition: A) => Place;
	directory: CustomerDirectory<Identified>;
}
