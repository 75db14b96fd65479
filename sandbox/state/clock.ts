/** The only source of time in the sandbox: real time until it is frozen or advanced. */
export class Clock {
	private offsetMs = 0;
	private frozenAt: number | null = null;

	/** Epoch milliseconds. */
	now(): number {
		return this.frozenAt ?? Date.now() + this.offsetMs;
	}

	/** Stops, now or at `at` (epoch milliseconds). */
	freeze(at: number = this.now()): void {
		this.frozenAt = at;
	}

	advance(ms: number): void {
		if (this.frozenAt !== null) this.frozenAt += ms;
		else this.offsetMs += ms;
	}
}
