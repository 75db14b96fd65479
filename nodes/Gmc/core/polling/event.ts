import type { ListedAddition } from '../additions/addition';
import type { ServiceRecord } from '../service/record';
import { hasFailures, isCompleted, statusOf } from '../additions/status';
import { readTimestamp } from '../util/time';

/** What may happen to an addition that starts a workflow (README "Trigger"). */
export const EVENTS = [
	'additionCompleted',
	'additionCreated',
	'additionFailed',
	'additionStatusChanged',
] as const;

export type GmcEvent = (typeof EVENTS)[number];

/** A service that puts whole sentences into `status` must not blow up what the trigger remembers. */
const MAX_STATUS_LENGTH = 40;

/** What stands for an empty status, which would get lost among commas. No status is in lower case. */
const NO_STATUS = 'none';

/**
 * Whether an addition in this state is an event of this kind at all. One of which some items failed has not
 * completed, whatever its head says (service.md 2.3 and 2.4): it is an event of `additionFailed`.
 */
export function isEvent(event: GmcEvent, addition: ServiceRecord): boolean {
	if (event === 'additionCompleted') return isCompleted(addition);
	if (event === 'additionFailed') return hasFailures(addition);
	return true;
}

/**
 * Names what is emitted of an addition in this state: once per addition, or once per status. Undefined when
 * its state is no event. Of a list that goes back and forth between states thus nothing is emitted twice.
 */
export function occurrenceOf(event: GmcEvent, addition: ServiceRecord): string | undefined {
	if (!isEvent(event, addition)) return undefined;
	if (event !== 'additionStatusChanged') return 'emitted';
	return statusOf(addition).slice(0, MAX_STATUS_LENGTH).replace(/,/g, ' ') || NO_STATUS;
}

/** By creation time; where that cannot be read, as the list has them. */
export function oldestFirst<A extends ServiceRecord>(additions: A[], timeZone: string): A[] {
	const createdAt = (addition: ServiceRecord) =>
		readTimestamp(addition.createdAt, timeZone) ?? Number(addition.createdAt);
	return additions
		.map((addition) => ({ addition, at: createdAt(addition) }))
		.sort((one, other) => one.at - other.at || 0)
		.map(({ addition }) => addition);
}

/** @returns the youngest addition that is such an event, undefined when there is none */
export function newestOf(
	event: GmcEvent,
	additions: ListedAddition[],
	timeZone: string,
): ListedAddition | undefined {
	const matching = additions.filter((addition) => isEvent(event, addition));
	return oldestFirst(matching, timeZone).at(-1);
}
