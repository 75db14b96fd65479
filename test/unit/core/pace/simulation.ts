import prand from 'pure-rand';
import { Limiter } from '../../../../nodes/Gmc/core/pace/limiter';

/** What n8n itself does for a row, during which it does nothing else, in milliseconds. */
const OWN_MS = 2;

/** What a simulated service is like at a moment. All times in milliseconds. */
export interface Nature {
	/** At work at once; the others stand in line. Left out: any number. */
	workers?: number;
	/** Median time of work of a request. */
	workMs: number;
	/** Standard deviation of its logarithm. Left out: always the same. */
	noise?: number;
	/** Of all requests one in so many is refused, without work and without a place in line. */
	refuses?: { oneIn: number; ms: number };
}

/** A run of rows without a real clock. */
export interface World {
	rows: number;
	timeoutMs: number;
	seed: number;
	natureAt: (now: number) => Nature;
	/** As many at once, always; left out: the limiter finds out. */
	fixed?: number;
}

/** Plays a run: as many rows in flight as the limit allows. The first goes alone, also with a fixed number. */
export function simulate({ rows, timeoutMs, seed, natureAt, fixed }: World) {
	const ask = serviceOf(natureAt, seed);
	const limiter = new Limiter(timeoutMs);
	const inFlight: Array<{ at: number; end: () => void }> = [];
	const found = { wallMs: 0, timeouts: 0, most: 0, longestMs: 0 };
	let [now, started, ended] = [0, 0, 0];
	const send = () => {
		const startedAt = now;
		const flight = limiter.start(now);
		const { at, isRefused } = ask(now);
		const isLost = at > now + timeoutMs;
		const end = () => {
			if (isRefused) limiter.refused(flight);
			else if (isLost) limiter.lost(flight);
			else limiter.answered(flight, now);
			if (isLost) found.timeouts++;
			found.longestMs = Math.max(found.longestMs, now - startedAt);
		};
		inFlight.push({ at: Math.min(at, now + timeoutMs), end });
		found.most = Math.max(found.most, inFlight.length);
	};
	const limit = () => (ended === 0 ? 1 : (fixed ?? limiter.limit(now)));
	for (; ended < rows; ended++) {
		for (; started < rows && inFlight.length < limit(); started++) send();
		inFlight.sort((one, other) => one.at - other.at);
		const { at, end } = inFlight.shift()!;
		// n8n does one thing after the other.
		now = Math.max(now, at);
		end();
		now += OWN_MS;
	}
	return { ...found, wallMs: now, limiter };
}

/** Asks a service at a time, and says when it will have answered. The same seed gives the same answers. */
function serviceOf(natureAt: World['natureAt'], seed: number) {
	/** When the requests at work, and those in line, will have ended: the latest first. */
	let ends: number[] = [];
	const generator = prand.xoroshiro128plus(seed);
	const random = () => prand.unsafeUniformIntDistribution(0, 0xffffff, generator) / 0x1000000;
	return (now: number) => {
		const { workers = Infinity, workMs, noise = 0, refuses } = natureAt(now);
		if (refuses && random() < 1 / refuses.oneIn) return { at: now + refuses.ms, isRefused: true };
		// From a lognormal distribution, by Box and Muller.
		const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
		const work = workMs * Math.exp(noise * normal);
		ends = ends.filter((end) => end > now).sort((one, other) => other - one);
		const at = (ends[workers - 1] ?? now) + work;
		ends.push(at);
		return { at, isRefused: false };
	};
}
