import prand from 'pure-rand';
import { Capacity } from '../../../../../sandbox/state/capacity';

/** What a simulated service is like at a moment, in milliseconds since the start. */
export interface Nature {
	/** At work at once; the others stand in line. Left out: any number. */
	workers?: number;
	/** Median time of work of a request. */
	workMs: number;
	/** Standard deviation of its logarithm. Left out: always the same. */
	noise?: number;
	/** Requests that begin in a second at most. Left out: any number. */
	perSecond?: number;
	/** Of all requests one in so many takes so much longer. */
	stalls?: { oneIn: number; ms: number };
	/** Of all requests one in so many is refused, without work and without a place in line. */
	refuses?: { oneIn: number; ms: number };
}

/** When the answer is there, and whether it is a refusal. */
export interface Answer {
	at: number;
	isRefused: boolean;
}

/** A service that is asked at times of a clock that is not there, and says when it will have answered. */
export class SimulatedService {
	private readonly random: () => number;

	private readonly capacity = new Capacity();

	constructor(
		private readonly natureAt: (now: number) => Nature,
		seed: number,
	) {
		this.random = randomOf(seed);
	}

	ask(now: number): Answer {
		const { workers = null, perSecond = null, workMs, noise = 0, ...some } = this.natureAt(now);
		const { stalls, refuses } = some;
		const isOneIn = (odds?: { oneIn: number }) =>
			odds !== undefined && this.random() < 1 / odds.oneIn;
		if (refuses && isOneIn(refuses)) return { at: now + refuses.ms, isRefused: true };
		const stallMs = isOneIn(stalls) ? stalls!.ms : 0;
		const work = lognormal(this.random, workMs, noise) + stallMs;
		return { at: this.capacity.turn(now, work, { workers, perSecond }), isRefused: false };
	}
}

/** Numbers from 0 to below 1: the same sequence for the same seed. */
function randomOf(seed: number): () => number {
	const generator = prand.xoroshiro128plus(seed);
	return () => prand.unsafeUniformIntDistribution(0, 0xffffff, generator) / 0x1000000;
}

/** From a lognormal distribution. @param sigma standard deviation of the logarithm; 0: always the median */
function lognormal(random: () => number, median: number, sigma: number): number {
	// By Box and Muller.
	const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	return median * Math.exp(sigma * normal);
}
