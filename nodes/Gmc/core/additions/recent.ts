import { isEpoch, readTimestamp } from '../time/time';
import type { Addition } from '../service/record';
import { ChargeIndex } from './chargeIndex';
import type { AdditionItem } from './item';
import { readItems } from './item';
import { isFailed } from './status';

/**
 * How long Recent refuses the same top-up (money-safety.md "The four protections"): one in GMC's list, which `recentItems`
 * finds, and one in the ledger, which `equalSince` in core/ledger does. Both are put to use in protection/recent.ts.
 */
export const RECENT_MINUTES = 15;

/** GMC may give whole seconds, and its clock is known about as exactly. */
const TOLERANCE_MS = 3_000;

/** A time further in the future was read in the wrong zone. */
const AHEAD_MS = 60_000;

/** The clock that tells the age of an addition. */
export interface AgeClock {
	/** Epoch milliseconds by GMC's clock, as far as it is known. */
	now: number;
	/** IANA zone of the workflow. */
	timeZone: string;
}

/**
 * When an addition was made, in epoch milliseconds. Several times if it has no zone, since GMC's zone is not shown
 * (service.md 2.2); none if it cannot be read.
 */
export function timesOf({ createdAt }: Addition, timeZone: string): number[] {
	const zones = isEpoch(createdAt) ? ['utc'] : [timeZone, 'utc', 'America/Sao_Paulo'];
	const times = zones.map((zone) => readTimestamp(createdAt, zone));
	return [...new Set(times.filter((time) => time !== undefined))];
}

/** When an addition was made, if there is one answer only. */
export function certainTimeOf(addition: Addition, timeZone: string): number | undefined {
	const times = timesOf(addition, timeZone);
	return times.length === 1 ? times[0] : undefined;
}

/** Whether an addition may be recent. If its time cannot be read, it may. */
function isRecent(addition: Addition, { now, timeZone }: AgeClock): boolean {
	const ages = timesOf(addition, timeZone).map((madeAt) => now - madeAt);
	if (ages.length === 0) return true;
	const earliest = isEpoch(addition.createdAt) ? -Infinity : -AHEAD_MS;
	return ages.some((age) => age <= RECENT_MINUTES * 60_000 + TOLERANCE_MS && age >= earliest);
}

/** The items of recent additions, whoever made them. */
export const recentItems = (additions: Addition[], clock: AgeClock): ChargeIndex<AdditionItem> =>
	standingItems(additions.filter((one) => isRecent(one, clock)));

/** The items that have not failed. */
export function standingItems(additions: Addition[]): ChargeIndex<AdditionItem> {
	const standing = additions.filter((one) => !isFailed(one)).flatMap(readItems);
	return new ChargeIndex(standing.filter(({ isFailed: hasFailed }) => !hasFailed));
}
