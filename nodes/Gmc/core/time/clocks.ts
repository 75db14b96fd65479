import { clockOffset, utcDay } from './time';

/** Both clocks, in epoch milliseconds. */
export interface Clocks {
	n8n: number;
	/** From the header `Date` of GMC's answers (RFC 9110, 6.6.1). Undefined if unknown. */
	service?: number;
}

/**
 * The day, `YYYY-MM-DD` (UTC), by the slower clock. So a fast clock hides nothing, and a slow one only makes the
 * look-back longer.
 */
export function dayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.min(n8n, service));
}

/** The same by the faster clock: an upper bound for dates of either. */
export function lastDayBy({ n8n, service = n8n }: Clocks): string {
	return utcDay(Math.max(n8n, service));
}

/** How much the offsets of one clock may differ, in milliseconds: answers may be slow, and give whole seconds. */
const MAX_SPREAD_MS = 60_000;

/** Measures GMC's clock by the header `Date` of all answers of a run (RFC 9110, 6.6.1). */
export class ServiceClock {
	private least = Infinity;

	private most = -Infinity;

	/** @param now when the answer came, in epoch milliseconds */
	see(date: unknown, now: number): void {
		const offset = clockOffset(date, now);
		if (offset === undefined) return;
		this.least = Math.min(this.least, offset);
		this.most = Math.max(this.most, offset);
	}

	/**
	 * How far GMC's clock is ahead of n8n's, in milliseconds. A slow answer makes it look slower, never faster.
	 * Undefined if no answer has a date, or if answers come from several clocks, such as a proxy's.
	 */
	get offset(): number | undefined {
		const isOne = this.most >= this.least && this.most - this.least <= MAX_SPREAD_MS;
		return isOne ? this.most : undefined;
	}
}
