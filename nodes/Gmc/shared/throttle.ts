import type { IExecuteFunctions } from 'n8n-workflow';
import { GmcRequestError } from '../core/service/failure';
import { log as lines } from '../core/texts/log';
import { Limiter } from '../core/pace/limiter';
import { runPool } from '../core/pace/pool';
import { log } from './context';

/** How many requests of a run are in flight at once: so many as was said, or as the service bears. */
export class Throttle {
	private readonly limiter?: Limiter;

	/** Whether a request has ended. */
	private isTried = false;

	/**
	 * @param timeoutMs of a request
	 * @param fixed undefined: it is found out
	 */
	constructor(
		timeoutMs: number,
		private readonly fixed?: number,
	) {
		if (fixed === undefined) this.limiter = new Limiter(timeoutMs);
	}

	/**
	 * How many may be in flight now. The first one goes alone: a wrong credential or a missing permission then costs one
	 * request, and one login serves all (n8n.md C6).
	 */
	private get limit(): number {
		return this.isTried ? (this.fixed ?? this.limiter!.limit(Date.now())) : 1;
	}

	/** Works at the tasks; see `runPool`. */
	async run<T>(
		tasks: Iterable<T> | AsyncIterable<T>,
		work: (task: T) => Promise<void>,
		stopped: () => boolean,
	): Promise<void> {
		await runPool(tasks, () => this.limit, work, stopped);
	}

	/** Sends a request. Only what is sent through here is measured, so `work` may do other things beside it. */
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

	/** Tells n8n's log how far it went. @param what was sent, in the plural */
	log(context: IExecuteFunctions, what: string): void {
		if (!this.limiter?.most) return;
		const { most, allowed } = this.limiter;
		log(context, 'debug', lines.inFlight({ what, most, allowed }));
	}
}
