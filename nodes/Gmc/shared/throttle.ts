import { GmcRequestError } from '../core/service/failure';
import { Limiter } from '../core/pace/limiter';
import { runPool } from '../core/pace/pool';

/** Limits how many requests of a run are in flight at once: to a fixed number, or to what GMC can handle. */
export class Throttle {
	private readonly limiter?: Limiter;

	/** Whether a request has ended. */
	private isTried = false;

	/**
	 * @param timeoutMs of a request
	 * @param fixed undefined: determined automatically
	 */
	constructor(
		timeoutMs: number,
		private readonly fixed?: number,
	) {
		if (fixed === undefined) this.limiter = new Limiter(timeoutMs);
	}

	/**
	 * How many may be in flight now. The first one goes alone, so that a wrong credential costs one request, and all share
	 * one login (n8n.md C6).
	 */
	private get limit(): number {
		return this.isTried ? (this.fixed ?? this.limiter!.limit(Date.now())) : 1;
	}

	/** See `runPool`. */
	async run<T>(
		tasks: Iterable<T>,
		work: (task: T) => Promise<void>,
		stopped: () => boolean,
	): Promise<void> {
		await runPool(tasks, () => this.limit, work, stopped);
	}

	/** Sends a request. Only these are measured, so `work` may do other things, too. */
	async send<T>(request: () => Promise<T>): Promise<T> {
		return await this.measured(request).finally(() => {
			this.isTried = true;
		});
	}

	private async measured<T>(request: () => Promise<T>): Promise<T> {
		const { limiter } = this;
		if (limiter === undefined) return await request();
		const flight = limiter.start(Date.now());
		return await request().then(
			(answer) => {
				limiter.answered(flight, Date.now());
				return answer;
			},
			(error: unknown) => {
				const isRefused = error instanceof GmcRequestError && error.failure.proof === 'refused';
				if (isRefused) limiter.refused(flight);
				else limiter.lost(flight);
				throw error;
			},
		);
	}
}
