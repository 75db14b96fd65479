import type { ListedAddition } from '../additions/addition';
import type { ServiceRecord } from '../service/record';
import { hasFailures, isCompleted, isSettled, statusOf } from '../additions/status';
import { readTimestamp } from '../time/time';

/** A service that puts whole sentences into `status` must not blow up what the trigger remembers. */
const MAX_STATUS_LENGTH = 40;

/** What stands for an empty status, which would get lost among commas. No status is in lower case. */
const NO_STATUS = 'none';

interface EventRule {
	/** Whether an addition in this state is such an event at all. */
	isEvent: (addition: ServiceRecord) => boolean;
	/** Whether an addition in this state may still become such an event, or another one. */
	isAwaited: (addition: ServiceRecord) => boolean;
	/** Names what is emitted of an addition in this state: once per addition, or once per status. */
	occurrence: (addition: ServiceRecord) => string;
}

const always = () => true;
const isUnsettled = (addition: ServiceRecord) => !isSettled(addition);
const never = () => false;
const once = () => 'emitted';
const oncePerStatus = (addition: ServiceRecord) =>
	statusOf(addition).slice(0, MAX_STATUS_LENGTH).replace(/,/g, ' ') || NO_STATUS;

/**
 * What may happen to an addition that starts a workflow (reference.md "Trigger"). One of which some items failed has
 * not completed, whatever its head says (service.md 2.3 and 2.4): it has failed.
 */
export const RULES = {
	additionCompleted: { isEvent: isCompleted, isAwaited: isUnsettled, occurrence: once },
	additionCreated: { isEvent: always, isAwaited: never, occurrence: once },
	additionFailed: { isEvent: hasFailures, isAwaited: isUnsettled, occurrence: once },
	additionStatusChanged: { isEvent: always, isAwaited: isUnsettled, occurrence: oncePerStatus },
} satisfies Record<string, EventRule>;

export type GmcEvent = keyof typeof RULES;

export const EVENTS = Object.keys(RULES) as GmcEvent[];

/** Whether an addition in this state is an event of this kind at all. */
export function isEvent(event: GmcEvent, addition: ServiceRecord): boolean {
	return RULES[event].isEvent(addition);
}

/**
 * Names what is emitted of an addition in this state, undefined when its state is no event. Of a list that goes
 * back and forth between states thus nothing is emitted twice.
 */
export function occurrenceOf(event: GmcEvent, addition: ServiceRecord): string | undefined {
	return isEvent(event, addition) ? RULES[event].occurrence(addition) : undefined;
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
