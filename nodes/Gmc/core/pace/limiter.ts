/** Upper limit. After a crash, the ledger resolves what was in flight. */
export const MAX_IN_FLIGHT = 100;

/** A latency of this many times the lowest one means that requests wait in line. */
const LINE = 1.75;
/** No latency may exceed this share of the Timeout. */
const NEAR = 0.4;
/** Answers needed to tell a line from chance. */
const ROUND = 8;
/** Until a line forms, the limit goes up this many times at most. */
const GROWTH = 16;

/** A request on its way. */
export interface Flight {
	/** In milliseconds. */
	startedAt: number;
	/** How many were in flight at its start, including itself. */
	among: number;
	/** The limit at its start. */
	allowed: number;
}

/**
 * Finds out from latency how many requests at once a service can handle, like TCP Vegas: requests in flight beyond
 * throughput × lowest latency only wait in line (Little's law). The first request goes alone. Then as many go as even a
 * service that handles one at a time would answer long before the Timeout, and then as many as one that handles just those
 * at a time would. When latency rises, the limit goes back to what the service handles at once, and the lowest latency is
 * measured again, because the service may have become slow. After that the limit rises again, first by an eighth, then by
 * twice as much each time. A short line may remain unnoticed. It costs no time.
 *
 * A lost answer may be a payment that nobody knows of. So nothing is sent while most requests in flight are near the
 * Timeout, and every lost answer halves the limit.
 *
 * All times are milliseconds of the same clock.
 */
export class Limiter {
	/** How many may be in flight while the service answers. From 1. */
	allowed = 1;

	/** The most that have been in flight at once. */
	most = 0;

	private readonly inFlight = new Set<Flight>();

	/** Latencies of requests that were sent under this limit, in milliseconds. */
	private latencies: number[] = [];

	/** Lowest latency since the limit last went down, in milliseconds. */
	private least = Infinity;

	/** Whether no line has formed, and no answer was lost. */
	private isFree = true;

	/** By how much the limit goes up next, at least. */
	private step = 1;

	/** A higher latency, in milliseconds, is near the Timeout. */
	private readonly near: number;

	/** @param timeoutMs after which a request counts as lost */
	constructor(timeoutMs: number) {
		this.near = timeoutMs * NEAR;
	}

	/** How many may be in flight now, from 1. Ask again after each request. */
	limit(now: number): number {
		const isNear = ({ startedAt }: Flight) => now - startedAt > this.near;
		const near = [...this.inFlight].filter(isNear).length;
		return near > this.inFlight.size / 2 ? 1 : this.allowed;
	}

	/** Starts a request. Pass the result to `answered`, `refused` or `lost`. */
	start(now: number): Flight {
		const flight = { startedAt: now, among: this.inFlight.size + 1, allowed: this.allowed };
		this.inFlight.add(flight);
		this.most = Math.max(this.most, this.inFlight.size);
		return flight;
	}

	/** The request was refused. That may take the service no work, so the latency tells nothing. */
	refused(flight: Flight): void {
		this.inFlight.delete(flight);
	}

	/** The request was answered. */
	answered(flight: Flight, now: number): void {
		this.inFlight.delete(flight);
		// A request that started under another limit, or with few others, tells nothing about this limit.
		if (flight.allowed !== this.allowed || flight.among <= this.allowed / 2) return;
		// A clock of whole milliseconds may show zero, and one that was set back even less.
		this.latencies.push(Math.max(1, now - flight.startedAt));
		this.judge();
	}

	/** The request got no answer. */
	lost(flight: Flight): void {
		this.inFlight.delete(flight);
		this.isFree = false;
		this.allow(Math.ceil(this.allowed / 2));
	}

	private judge(): void {
		const { allowed, latencies, near } = this;
		const latency = lowerQuartile(latencies);
		const least = Math.min(this.least, latency);
		const next = this.next(latency, least);
		// Of the first round of a new height, half were sent while enough others were in flight.
		const isHigher = next > this.most;
		const needed = Math.max(isHigher ? allowed / 2 : allowed, ROUND);
		// There, one answer is enough, unless a line could come near the Timeout.
		const isQuick = isHigher && next * least <= near;
		if (!isQuick && latencies.length < needed) return;
		this.least = least;
		this.allow(next);
	}

	/** The limit for the next round. */
	private next(latency: number, least: number): number {
		const { allowed, step, near, isFree } = this;
		const isLine = latency > LINE * least;
		// At worst, the latency grows with the limit.
		const safe = Math.floor((allowed * near) / latency);
		// The answers may have been unusually quick, so a third of that is left.
		const free = isFree ? Math.min(GROWTH * allowed, (2 * safe) / 3) : 0;
		const higher = Math.max(allowed + step, Math.floor(free));
		const wanted = isLine ? Math.round((allowed * least) / latency) : higher;
		return Math.max(1, Math.min(wanted, safe, MAX_IN_FLIGHT));
	}

	private allow(limit: number): void {
		if (limit < this.allowed) {
			this.isFree = false;
			this.least = Infinity;
		}
		const isHigher = limit > this.allowed;
		this.step = isHigher ? Math.min(2 * (limit - this.allowed), limit) : Math.ceil(limit / 8);
		this.allowed = limit;
		this.latencies = [];
	}
}

/** Slow rows and pauses of n8n change it less than the median. */
function lowerQuartile(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 4)];
}
