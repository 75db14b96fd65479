import { clockOffset } from './time';

/** Milliseconds by which answers of one clock may differ: one may be long on its way, and seconds are told whole. */
const MAX_SPREAD_MS = 60_000;

/** How far the service's clock is ahead of n8n's, by all answers of a run (header `Date`; RFC 9110, 6.6.1). */
export class ServiceClock {
	private least = Infinity;

	private most = -Infinity;

	/** @param date as the answer has it @param now epoch milliseconds at which it came */
	see(date: unknown, now: number): void {
		const offset = clockOffset(date, now);
		if (offset === undefined) return;
		this.least = Math.min(this.least, offset);
		this.most = Math.max(this.most, offset);
	}

	/**
	 * In milliseconds. An answer that was long on its way makes the clock look slower than it is, never faster.
	 * Undefined where no answer has told it, or they tell of several: a proxy's, or that of another server.
	 */
	get offset(): number | undefined {
		const isOne = this.most >= this.least && this.most - this.least <= MAX_SPREAD_MS;
		return isOne ? this.most : undefined;
	}
}
