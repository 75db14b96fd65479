/** Milliseconds between two ticks of the clock that shows pauses. */
export const TICK_MS = 25;

/** A tick that is less late is no pause, but other rows at work. */
const TOLERANCE_MS = 25;

/**
 * Times at which n8n itself stood still: a garbage collection, another node that keeps the event loop to itself.
 * A tick that comes late shows them; so does the lack of one that is due, since answers may be read before it.
 * Times are milliseconds of any clock.
 */
export class Pauses {
	private lastTick?: number;

	/** The last pause. */
	private last = { end: -Infinity, ms: 0 };

	/** To be called every `TICK_MS` while requests are in flight. */
	tick(now: number): void {
		const ms = this.lateBy(now);
		if (ms > 0) this.last = { end: now, ms };
		this.lastTick = now;
	}

	/**
	 * How long the last pause was between two moments, the later of which is now. It is the one that an answer of
	 * now may have waited for; what stood still before was over while the service was at work.
	 */
	between(then: number, now: number): number {
		return this.lateBy(now) || (this.last.end > then ? this.last.ms : 0);
	}

	private lateBy(now: number): number {
		const late = now - (this.lastTick ?? now) - TICK_MS;
		return late > TOLERANCE_MS ? late : 0;
	}
}
