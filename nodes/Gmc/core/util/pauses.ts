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

	/** End of the last pause. */
	private last = -Infinity;

	/** To be called every `TICK_MS` while requests are in flight. */
	tick(now: number): void {
		if (this.isLate(now)) this.last = now;
		this.lastTick = now;
	}

	/** Whether there was a pause between two moments, the later of which is now. */
	between(then: number, now: number): boolean {
		return this.last > then || this.isLate(now);
	}

	private isLate(now: number): boolean {
		return this.lastTick !== undefined && now - this.lastTick > TICK_MS + TOLERANCE_MS;
	}
}
