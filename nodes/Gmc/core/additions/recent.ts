import { isEpoch, readTimestamp } from '../time/time';
import type { ListedAddition } from './addition';
import type { Charge } from './charge';
import type { AdditionItem } from './item';
import { isClaimed, readItems } from './item';
import { ChargeIndex } from './matching';
import { isFailed } from './status';

/** For so long an equal addition is taken for the same row, sent twice (reference.md "Duplicate Protection"). */
export const RECENT_MINUTES = 15;

/** A service may tell whole seconds, and its clock is known about as well. */
const TOLERANCE_MS = 3_000;

/** What is further ahead was read in another zone than its own. */
const AHEAD_MS = 60_000;

/** The clock by which the age of an addition is judged. */
export interface ServiceClock {
	/** Epoch milliseconds by the service's own clock, as far as it is known. */
	now: number;
	/** IANA zone of the workflow. */
	timeZone: string;
}

/**
 * When an addition was made, in epoch milliseconds: several answers where its time names no zone, since that of
 * the service is not shown (service.md 2.9); none where it cannot be read.
 */
export function timesOf({ createdAt }: ListedAddition, timeZone: string): number[] {
	const zones = isEpoch(createdAt) ? ['utc'] : [timeZone, 'utc', 'America/Sao_Paulo'];
	const times = zones.map((zone) => readTimestamp(createdAt, zone));
	return [...new Set(times.filter((time) => time !== undefined))];
}

/** When an addition was made, where that can be read in one way only. Epoch milliseconds. */
export function certainTimeOf(addition: ListedAddition, timeZone: string): number | undefined {
	const times = timesOf(addition, timeZone);
	return times.length === 1 ? times[0] : undefined;
}

/** Whether an addition may be recent. One whose time cannot be read may. */
function isRecent(addition: ListedAddition, { now, timeZone }: ServiceClock): boolean {
	const ages = timesOf(addition, timeZone).map((madeAt) => now - madeAt);
	if (ages.length === 0) return true;
	const earliest = isEpoch(addition.createdAt) ? -Infinity : -AHEAD_MS;
	return ages.some((age) => age <= RECENT_MINUTES * 60_000 + TOLERANCE_MS && age >= earliest);
}

/** What is recent and resembles a charge. */
interface Resembling<A extends ListedAddition> {
	/** Additions that are equal to it. */
	equal: A[];
	/** One that cannot be read so far as to say that it is not equal. */
	doubtful?: A;
}

/**
 * The recent additions that are equal to a charge, or may be, for each charge, whoever has made
 * them. What has failed moved nothing.
 *
 * @param own additions and items that this execution was given; they do not count
 */
export function recentEquals<A extends ListedAddition>(
	charges: Charge[],
	additions: A[],
	{ own, clock }: { own: ReadonlySet<string>; clock: ServiceClock },
): Array<Resembling<A>> {
	const standing = additions.filter((one) => !isFailed(one) && isRecent(one, clock));
	const mayBeDuplicate = (item: AdditionItem) => !item.isFailed && !isClaimed(item, own);
	const index = new ChargeIndex(standing.flatMap(readItems<A>).filter(mayBeDuplicate));
	return charges.map((charge) => ({
		equal: index.of(charge).map(({ addition }) => addition),
		doubtful: index.doubtful(charge)?.addition,
	}));
}
