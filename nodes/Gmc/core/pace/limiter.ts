/** No service is asked for more at once. What a crash leaves open of it is cleared up by the ledger. */
export const MAX_IN_FLIGHT = 100;

/** A latency of so many times the least one shows a line. */
const LINE = 1.75;
/** Of the Timeout, no latency is to take a larger share. */
const NEAR = 0.4;
/** Answers that tell a line from chance, at least. */
const ROUND = 8;

/** A request on its way. */
export interface Flight {
	/** Milliseconds, as handed in. */
	startedAt: number;
	/** How many were in flight at its start, itself included. */
	among: number;
	/** How many were allowed then. */
	allowed: number;
}

/**
 * Finds out from latency alone how many requests at once a service bears, in the manner of TCP Vegas: what is in
 * flight beyond throughput × least latency only waits in line (Little's law). The first request goes alone. The limit
 * doubles as long as that costs no latency. Where a line shows, it goes back to what the service does at once. There
 * the least latency is measured anew, since the service may have become slow. Then the limit goes up again, by an
 * eighth first. A short line that is still there then is not seen; it costs no time.
 *
 * A lost answer may be a payment that nobody knows of. So nothing is sent while most of those in flight are near the
 * Timeout, and every lost answer halves the limit.
 *
 * Times are milliseconds of any clock, the same for all.
 */
export class Limiter {
	/** How many may be in flight, as long as the service answers. From 1. */
	allowed = 1;

	/** How many have been in flight at once, at most. */
	most = 0;

	private readonly inFlight = new Set<Flight>();

	/** Of requests that were sent under this limit, in milliseconds. */
	private latencies: number[] = [];

	/** Since the limit last went back, in milliseconds. */
	private least = Infinity;

	/** By how many the limit goes up next. */
	private step = 1;

	/** A latency of more milliseconds is near the Timeout. */
	private readonly near: number;

	/**
	 * @param timeoutMs after which a request counts as lost
	 * @param max how many are in flight at most
	 */
	constructor(
		timeoutMs: number,
		private readonly max: number = MAX_IN_FLIGHT,
	) {
		this.near = timeoutMs * NEAR;
	}

	/** How many may be in flight now, from 1. To be asked again whenever a request has ended. */
	limit(now: number): number {
		const isNear = ({ startedAt }: Flight) => now - startedAt > this.near;
		const near = [...this.inFlight].filter(isNear).length;
		return near > this.inFlight.size / 2 ? 1 : this.allowed;
	}

	/** A request is sent. To be handed back when it has ended. */
	start(now: number): Flight {
		const flight = { startedAt: now, among: this.inFlight.size + 1, allowed: this.allowed };
		this.inFlight.add(flight);
		this.most = Math.max(this.most, this.inFlight.size);
		return flight;
	}

	/** The request was refused, which may take no work: how much the service bears it does not tell. */
	refused(flight: Flight): void {
		this.inFlight.delete(flight);
	}

	/** The request was answered. */
	answered(flight: Flight, now: number): void {
		this.inFlight.delete(flight);
		// Sent under another limit, or while few were in flight, it tells nothing of this limit.
		if (flight.allowed !== this.allowed || flight.among <= this.allowed / 2) return;
		// A clock of whole milliseconds may show none, one that is set even less.
		this.latencies.push(Math.max(1, now - flight.startedAt));
		this.judge();
	}

	/** The request has no answer, after the Timeout or before. */
	lost(flight: Flight): void {
		this.inFlight.delete(flight);
		this.allow(Math.ceil(this.allowed / 2));
	}

	private judge(): void {
		const { allowed, latencies, near } = this;
		const latency = lowerQuartile(latencies);
		const least = Math.min(this.least, latency);
		const next = this.next(latency, least);
		// On new ground one answer is enough, unless a line of them all could come near the Timeout.
		const isQuick = next > this.most && next * least <= near;
		if (!isQuick && latencies.length < Math.max(allowed, ROUND)) return;
		this.least = least;
		this.allow(next);
	}

	/** The limit for the next round. */
	private next(latency: number, least: number): number {
		const { allowed, step, near, max } = this;
		const isLine = latency > LINE * least;
		const wanted = isLine ? Math.round((allowed * least) / latency) : allowed + step;
		// At worst the latency grows as the limit does.
		const safe = Math.floor((allowed * near) / latency);
		return Math.max(1, Math.min(wanted, safe, max));
	}

	private allow(limit: number): void {
		if (limit < this.allowed) this.least = Infinity;
		this.step = limit > this.allowed ? 2 * this.step : Math.ceil(limit / 8);
		this.allowed = limit;
		this.latencies = [];
	}
}

/** Unlike the median it hardly changes with slow rows and with pauses of n8n itself. */
function lowerQuartile(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 4)];
}
