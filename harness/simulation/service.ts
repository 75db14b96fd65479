import prand from 'pure-rand';

/** What a simulated service is like at a moment, in milliseconds since the start. */
export interface Nature {
	/** At work at once; the others stand in line. Infinity: no line. */
	workers: number;
	/** Median time of work of a request. */
	workMs: number;
	/** Standard deviation of its logarithm; 0: always the same. */
	noise?: number;
	/** Requests that begin in a second at most. */
	perSecond?: number;
	/** One in so many requests takes `stallMs` more. */
	stallOneIn?: number;
	stallMs?: number;
}

/** A service that is asked at times of a clock that is not there, and says when it will have answered. */
export class SimulatedService {
	private readonly generator;

	/** When what has come in so far ends, the latest first. */
	private ends: number[] = [];

	private nextSlot = 0;

	constructor(
		private readonly natureAt: (now: number) => Nature,
		seed: number,
	) {
		this.generator = prand.xoroshiro128plus(seed);
	}

	/** @returns the time at which the answer is there */
	ask(now: number): number {
		const { workers, perSecond, ...work } = this.natureAt(now);
		// First come, first served: as soon as fewer than `workers` are at work.
		const freeAt = this.ends[workers - 1] ?? 0;
		const begin = Math.max(now, freeAt, perSecond ? this.nextSlot : 0);
		if (perSecond) this.nextSlot = begin + 1000 / perSecond;
		const end = begin + this.workOf(work);
		this.ends = [...this.ends.filter((one) => one > now), end].sort((a, b) => b - a);
		return end;
	}

	private workOf({ workMs, noise = 0, stallOneIn, stallMs = 0 }: Partial<Nature>): number {
		const stalls = stallOneIn !== undefined && this.random() < 1 / stallOneIn;
		return workMs! * Math.exp(noise * this.normal()) + (stalls ? stallMs : 0);
	}

	/** By Box and Muller. */
	private normal(): number {
		return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
	}

	private random(): number {
		return prand.unsafeUniformIntDistribution(0, 0xffffff, this.generator) / 0x1000000;
	}
}
