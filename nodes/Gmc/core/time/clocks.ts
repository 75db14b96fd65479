/** How much the offsets of one clock may differ, in milliseconds: answers may be slow, and give whole seconds. */
const MAX_SPREAD_MS = 60_000;

/** Measures GMC's clock by the header `Date` of all answers of a run (RFC 9110, 6.6.1). */
export class ServiceClock {
	private least = Infinity;

	private most = -Infinity;

	/**
	 * HTTP gives whole seconds. Half a second is added, so the error is at most that.
	 *
	 * @param date the header of an answer
	 * @param now when the answer came, in epoch milliseconds
	 */
	see(date: unknown, now: number): void {
		const millis = typeof date === 'string' ? Date.parse(date) : NaN;
		if (Number.isNaN(millis)) return;
		const offset = millis + 500 - now;
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
