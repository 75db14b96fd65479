import { Limiter } from '../../../../../nodes/Gmc/core/pace/limiter';
import { type Nature, SimulatedService } from './service';

/** A run of rows in a world without a real clock. All times in milliseconds. */
export interface World {
	rows: number;
	timeoutMs: number;
	seed: number;
	natureAt: (now: number) => Nature;
	/** As many at once, always; left out: the limiter finds out. */
	fixed?: number;
	/** What n8n itself does for a row, during which it does nothing else. */
	ownMs?: number;
}

/** What became of it. */
export interface Found {
	wallMs: number;
	timeouts: number;
	/** In flight at once, at most. */
	most: number;
	/** The longest that a row was in flight. */
	longestMs: number;
	/** When each row ended, in order. */
	ends: number[];
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
	return new Run(world).play();
}

class Run {
	private readonly service: SimulatedService;

	private readonly loop = new Loop();

	private readonly found: Found;

	private started = 0;

	private inFlight = 0;

	constructor(private readonly world: World) {
		this.service = new SimulatedService(world.natureAt, world.seed);
		this.found = {
			wallMs: 0,
			timeouts: 0,
			most: 0,
			longestMs: 0,
			ends: [],
			limiter: new Limiter(world.timeoutMs),
		};
	}

	play(): Found {
		const { loop, found, world } = this;
		loop.plan(0, (now) => this.sendMore(now));
		found.wallMs = loop.runUntil(() => found.ends.length === world.rows);
		return found;
	}

	/** The first row goes alone, also with a fixed number. */
	private limit(now: number): number {
		const { ends, limiter } = this.found;
		return ends.length === 0 ? 1 : (this.world.fixed ?? limiter.limit(now));
	}

	private sendMore(now: number): void {
		while (this.started < this.world.rows && this.inFlight < this.limit(now)) this.send(now);
	}

	private send(now: number): void {
		const { found, world } = this;
		const { limiter } = found;
		this.started++;
		found.most = Math.max(found.most, ++this.inFlight);
		const flight = limiter.start(now);
		const { at, isRefused } = this.service.ask(now);
		const isLost = at > now + world.timeoutMs;
		this.loop.plan(Math.min(at, now + world.timeoutMs), (then) => {
			if (isRefused) limiter.refused(flight);
			else if (isLost) limiter.lost(flight);
			else limiter.answered(flight, then);
			if (isLost) found.timeouts++;
			this.end(then, now);
		});
	}

	private end(now: number, startedAt: number): void {
		const { found, loop, world } = this;
		this.inFlight--;
		found.ends.push(now);
		found.longestMs = Math.max(found.longestMs, now - startedAt);
		loop.busyFor(world.ownMs ?? 0);
		this.sendMore(now);
	}
}
