import type { Addition, ServiceRecord } from '../service/record';
import { readItems } from '../additions/item';
import { progressOf, statusOf } from '../additions/status';
import { compareSum } from '../money/limits';
import { readTimestamp } from '../time/time';
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
 * Whether an addition has at least this amount, in its own currency. If its amount cannot be read, it has: better one too
 * many than one missed.
 */
export function reaches(addition: Addition, minimumAmount: number): boolean {
	if (minimumAmount === 0) return true;
	const amounts = readItems(addition).map(({ amount = NaN }) => amount);
	return !amounts.every((one) => one >= 0) || compareSum(amounts, minimumAmount) >= 0;
}
