import type { ServiceRecord } from '../service/record';
import { fateOf, statusOf } from '../additions/status';
import { readTimestamp } from '../time/time';

/** A service that puts whole sentences into `status` must not blow up what the trigger remembers. */
const MAX_STATUS_LENGTH = 40;

/** What stands for an empty status, which would get lost among commas. No status is in lower case. */
const NO_STATUS = 'none';

/** What may happen to an addition that starts a workflow (reference.md "Trigger"). */
export const EVENTS = [
	'additionCompleted',
	'additionCreated',
	'additionFailed',
	'additionStatusChanged',
] as const;

export type GmcEvent = (typeof EVENTS)[number];

/** Whether an addition in this state is an event of this kind at all: one of which some items failed has failed. */
export function isEvent(event: GmcEvent, addition: ServiceRecord): boolean {
	if (event === 'additionCompleted') return fateOf(addition) === 'completed';
	return event !== 'additionFailed' || ['failed', 'partlyFailed'].includes(fateOf(addition));
}

/** Whether an addition in this state may still become such an event, or another one. */
export function isAwaited(event: GmcEvent, addition: ServiceRecord): boolean {
	return event !== 'additionCreated' && fateOf(addition) === 'open';
}

/**
 * Names what is emitted of an addition in this state, once per addition or once per status; undefined when its state is
 * no event. Of a list that goes back and forth between states thus nothing is emitted twice.
 */
export function occurrenceOf(event: GmcEvent, addition: ServiceRecord): string | undefined {
	if (!isEvent(event, addition)) return undefined;
	if (event !== 'additionStatusChanged') return 'emitted';
	return statusOf(addition).slice(0, MAX_STATUS_LENGTH).replace(/,/g, ' ') || NO_STATUS;
}

/** By creation time. What cannot be dated comes last, as the list has it. */
export function oldestFirst<A extends ServiceRecord>(additions: A[], timeZone: string): A[] {
	return additions
		.map((addition) => ({ addition, at: readTimestamp(addition.createdAt, timeZone) ?? Infinity }))
		.sort((one, other) => one.at - other.at || 0)
		.map(({ addition }) => addition);
}
