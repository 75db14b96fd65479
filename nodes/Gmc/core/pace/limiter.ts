import type { Flight, Reading } from './latency';
import { atWork, isLine, medianOf } from './latency';
import { Pauses } from './pauses';

/** No service is asked for more at once, unless what a crash leaves open is cleared up by names. */
export const MAX_IN_FLIGHT = 20;
export const MAX_IN_FLIGHT_NAMED = 100;

/** By so many times another latency is a change of the service. */
const CHANGE = 2;
/** Of the Timeout, no latency is to take a larger share. */
const NEAR = 0.4;
/** So many that do are no chance. */
const SEVERAL = 3;
/** Requests that are enough to tell a line from chance. */
const SURE = 6;
/** Requests that are looked at together, at least, where nothing is tried. */
const ROUND = 8;
/** Answers that are not looked at because of pauses, at most, for each in flight: one pause spoils them all. */
const SKIPPED_FOR_EACH = 2;
/** Rounds at one limit, at most, before it is looked again what the service bears. */
const MAX_PATIENCE = 12;

/** Why no more are in flight: no more are allowed; a line, the Timeout, a lost answer. */
export type Obstacle = 'most' | 'line' | 'timeout' | 'lost';

/** Where the search stands, and with what the next reading is compared. */
type Search =
	/** `alone`: the latency that this way up began with. */
	| { going: 'up'; below?: Reading; alone?: number }
	| { going: 'down'; above: Reading }
	| { going: 'nowhere'; rounds: number; usual?: number };

type Staying = Extract<Search, { going: 'nowhere' }>;

/**
 * Finds out from latency alone how many requests at once a service bears, in the manner of TCP Vegas: what is in
 * flight beyond throughput × latency without a line only waits in line (Little's law). The first request goes
 * alone. The limit doubles as long as that costs no latency; where it does, it settles at what the service does at
 * once. Now and then, and when the latency has changed, half as many are tried: only that tells a line from a
 * service that is slow.
 *
 * Times are milliseconds of any clock, the same for all.
 */
export class Limiter {
	/** How many may be in flight now, from 1. */
	limit = 1;

	/** How many have been in flight at once, at most. */
	most = 0;

	/** The limit that the search came to last, and why it went no further. */
	settled?: { limit: number; obstacle: Obstacle };

	/** To be told of the ticks. */
	readonly pauses = new Pauses();

	private inFlight = 0;

	private started = 0;

	/** Number of the first request that was started under this limit. */
	private first = 1;

	/** Number of the last request that was in flight when an answer was lost. */
	private lastLoss = 0;

	private readings: Reading[] = [];

	/** Answers under this limit that were not looked at, because of pauses. */
	private skipped = 0;

	private search: Search = { going: 'up' };

	private patience = 1;

	/**
	 * @param timeoutMs after which a request counts as lost
	 * @param max how many are in flight at most
	 */
	constructor(
		private readonly timeoutMs: number,
		private readonly max: number = MAX_IN_FLIGHT,
	) {}

	start(now: number): Flight {
		this.inFlight++;
		this.started++;
		this.most = Math.max(this.most, this.inFlight);
		return { number: this.started, startedAt: now, among: this.inFlight };
	}

	/** The request was refused, which may take no work: how much the service bears it does not tell. */
	refused(): void {
		this.inFlight--;
	}

	/** The request was answered. */
	answered(flight: Flight, now: number): void {
		this.inFlight--;
		const { number, startedAt, among } = flight;
		// A clock of whole milliseconds may show none, one that is set even less.
		const latency = Math.max(1, now - startedAt);
		// Sent under another limit, or while few were in flight, it tells nothing of this one: unless it is slow all the same.
		if (number < this.first || (among <= this.limit / 2 && !this.isNear(latency))) return;
		// What n8n stood still is no latency. It is looked at all the same where n8n never comes to rest.
		const maxSkipped = Math.max(ROUND, SKIPPED_FOR_EACH * this.limit);
		if (this.pauses.spoil(startedAt, now) && this.skipped++ < maxSkipped) return;
		this.readings.push({ among, latency });
		this.judge();
	}

	/** The request has no answer, after the Timeout or before. Halves the limit at once. */
	lost(flight: Flight): void {
		this.inFlight--;
		// Of all that were in flight together only one counts.
		if (flight.number <= this.lastLoss) return;
		this.lastLoss = this.started;
		this.patience = MAX_PATIENCE;
		this.settle(half(this.limit), 'lost');
	}

	private get next(): number {
		return Math.min(2 * this.limit, this.max);
	}

	/** On new ground few readings are enough, unless a line could come near the Timeout there. */
	private get needed(): number {
		const { search, limit, readings } = this;
		if (search.going === 'nowhere') return Math.max(limit, ROUND);
		const { latency } = readings[0];
		const alone = search.going === 'up' ? (search.alone ?? latency) : latency;
		const isQuick = limit >= this.most && !this.isNear(this.next * alone);
		return Math.max(half(limit), isQuick ? 1 : SURE);
	}

	private judge(): void {
		const { search, readings, limit } = this;
		const near = readings.filter(({ latency }) => this.isNear(latency));
		if (near.length >= SEVERAL && limit > 1) return this.settle(half(limit), 'timeout');
		if (readings.length < this.needed) return;
		const here = medianOf(readings);
		if (search.going === 'nowhere') this.stay(here, search);
		else if (search.going === 'up') this.goOn(here, search.below);
		else if (isLine(here, search.above)) this.goDown(here);
		else this.goUp(here);
	}

	private goOn(here: Reading, below: Reading = here): void {
		if (!isLine(below, here)) return this.goUp(here);
		// A few that were slow are no line.
		if (this.readings.length < SURE) return;
		this.settle(Math.max(1, Math.round(atWork(below, here))), 'line');
	}

	private stay(here: Reading, { rounds, usual = here.latency }: Staying): void {
		const change = here.latency / usual;
		const hasChanged = change > CHANGE || change < 1 / CHANGE;
		const isDue = rounds >= (this.limit < this.max ? this.patience : MAX_PATIENCE);
		if (hasChanged || isDue) {
			this.patience = hasChanged ? 1 : Math.min(2 * this.patience, MAX_PATIENCE);
			return this.goDown(here);
		}
		this.search = { going: 'nowhere', rounds: rounds + 1, usual };
		this.readings = [];
		this.skipped = 0;
	}

	private goUp(here: Reading): void {
		const { next, limit, search } = this;
		if (next === limit) return this.settle(limit, 'most');
		if (this.isNear((here.latency * next) / limit)) return this.settle(limit, 'timeout');
		const { alone = here.latency } = search.going === 'up' ? search : {};
		this.allow(next, { going: 'up', below: here, alone });
	}

	private goDown(here: Reading): void {
		if (this.limit === 1) return this.goUp(here);
		this.allow(half(this.limit), { going: 'down', above: here });
	}

	private settle(limit: number, obstacle: Obstacle): void {
		this.settled = { limit, obstacle };
		this.allow(limit, { going: 'nowhere', rounds: 1 });
	}

	private allow(limit: number, search: Search): void {
		this.limit = limit;
		this.first = this.started + 1;
		this.readings = [];
		this.skipped = 0;
		this.search = search;
	}

	private isNear(latency: number): boolean {
		return latency > this.timeoutMs * NEAR;
	}
}

const half = (limit: number): number => Math.ceil(limit / 2);
