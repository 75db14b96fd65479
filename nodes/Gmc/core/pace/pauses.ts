/** Milliseconds between two ticks of the clock that shows pauses. */
export const TICK_MS = 25;

/** A tick that is less late is no pause, but other rows at work. */
const TOLERANCE_MS = 25;

/** A pause that takes a larger share of a latency has spoilt it. */
const SHARE = 0.25;

/**
 * Times at which n8n itself stood still: a garbage collection, another node that keeps the event loop to itself.
 * A tick that comes late shows them; so does the lack of one that is due, since answers may be read before it.
 * Times are milliseconds of any clock.
 */
export class Pauses {
	private lastTick?: number;

	/** The last pause. */
	private last = { end: -Infinity, ms: 0 };

	/** Ticks begin, after a time in which none was due. */
	begin(now: number): void {
		this.lastTick = now;
	}

	/** To be called every `TICK_MS` from then on, while requests are in flight. */
	tick(now: number): void {
		this.last = this.upTo(now);
		this.lastTick = now;
	}

	/**
	 * Whether the last pause takes a large share of the time between two moments, the later of which is now. It is
	 * the one that an answer of now may have waited for; what stood still before was over while the service was at
	 * work.
	 */
	spoil(then: number, now: number): boolean {
		const { end, ms } = this.upTo(now);
		return end > then && ms > (now - then) * SHARE;
	}

	/** The last pause, which may go on: after a long one n8n reads many answers before a tick is in time again. */
	private upTo(now: number): { end: number; ms: number } {
		const { last, lastTick = now } = this;
		const ms = now - lastTick - TICK_MS;
		if (ms <= TOLERANCE_MS) return last;
		return { end: now, ms: last.end === lastTick ? Math.max(ms, last.ms) : ms };
	}
}
