import { Limiter } from '../../nodes/Gmc/core/pace/limiter';
import { TICK_MS } from '../../nodes/Gmc/core/pace/pauses';
import { type Nature, SimulatedService } from './service';

/** A run of rows in a world without a real clock. All times in milliseconds. */
export interface World {
	rows: number;
	timeoutMs: number;
	seed: number;
	natureAt: (now: number) => Nature;
	/** As many at once, always; left out: the limiter finds out. */
	fixed?: number;
	/** As many at once, at most, as it may find out. */
	max?: number;
	/** What n8n itself does for a row, during which it does nothing else. */
	ownMs?: number;
	/** When n8n stands still, and for how long. */
	pauses?: Array<{ at: number; ms: number }>;
}

/** What became of it. */
export interface Found {
	wallMs: number;
	timeouts: number;
	/** In flight at once, at most. */
	most: number;
	/** The longest that a row was in flight. */
	longestMs: number;
	/** When each row ended, and the limit then, in order. */
	ends: number[];
	limits: number[];
	limiter: Limiter;
}

interface Happening {
	at: number;
	act: (now: number) => void;
}

/** n8n's event loop: one thing after the other, each when it is due or as soon as the one before is over. */
class Loop {
	private queue: Happening[] = [];

	private freeAt = 0;

	plan(at: number, act: Happening['act']): void {
		const before = this.queue.findIndex((one) => one.at > at);
		this.queue.splice(before < 0 ? this.queue.length : before, 0, { at, act });
	}

	/** Nothing else is done for so long from now on. */
	busyFor(ms: number): void {
		this.freeAt += ms;
	}

	/** @returns when it was over */
	runUntil(isOver: () => boolean): number {
		while (!isOver()) {
			const { at, act } = this.queue.shift()!;
			this.freeAt = Math.max(this.freeAt, at);
			act(this.freeAt);
		}
		return this.freeAt;
	}
}

/** Plays a run: as many rows in flight as the limit allows, from the first to the last. */
export function simulate(world: World): Found {
	const { rows, timeoutMs, seed, natureAt, fixed, ownMs = 0, pauses = [], max } = world;
	const service = new SimulatedService(natureAt, seed);
	const limiter = new Limiter(timeoutMs, max);
	const loop = new Loop();
	const found: Found = {
		wallMs: 0,
		timeouts: 0,
		most: 0,
		longestMs: 0,
		ends: [],
		limits: [],
		limiter,
	};
	let started = 0;
	let inFlight = 0;

	const end = (now: number, startedAt: number) => {
		inFlight--;
		found.ends.push(now);
		found.limits.push(limiter.limit);
		found.longestMs = Math.max(found.longestMs, now - startedAt);
		loop.busyFor(ownMs);
		sendMore(now);
	};
	const send = (now: number) => {
		started++;
		found.most = Math.max(found.most, ++inFlight);
		const flight = limiter.start(now);
		const { at, isRefused } = service.ask(now);
		const isLost = at > now + timeoutMs;
		loop.plan(Math.min(at, now + timeoutMs), (then) => {
			if (isRefused) limiter.refused();
			else if (isLost) limiter.lost(flight);
			else limiter.answered(flight, then);
			if (isLost) found.timeouts++;
			end(then, now);
		});
	};
	// The first row goes alone, also with a fixed number.
	const limitNow = () => (found.ends.length === 0 ? 1 : (fixed ?? limiter.limit));
	const sendMore = (now: number) => {
		while (started < rows && inFlight < limitNow()) send(now);
	};
	const tick = (now: number) => {
		limiter.pauses.tick(now);
		loop.plan(now + TICK_MS, tick);
	};

	for (const { at, ms } of pauses) loop.plan(at, () => loop.busyFor(ms));
	limiter.pauses.begin(0);
	loop.plan(TICK_MS, tick);
	loop.plan(0, sendMore);
	found.wallMs = loop.runUntil(() => found.ends.length === rows);
	return found;
}
