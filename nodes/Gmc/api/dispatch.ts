import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Failure } from '../core/service/failure';
import { loginFailure } from '../core/service/failure';
import { clockOf } from './withTimeout';

/** n8n treats it like a 401 of GMC: it logs in and asks the credential again (n8n.md C15). */
class LoginNeeded extends Error {
	readonly response = { status: 401 };
}

/** The request was not sent this time. With `notSent`, it was not sent before either. */
export class NotDispatched extends Error {
	constructor(
		reason: string,
		readonly notSent?: Failure,
	) {
		super(`not dispatched: ${reason}`);
		this.name = 'NotDispatched';
	}
}

const NO_TOKEN = 'The login returned only access tokens that GMC had just refused.';

/**
 * One request on its way from the transport through n8n's helper to the credential. n8n asks the credential for the
 * headers right before it sends. A request is sent once at most, even if n8n tries to repeat it, and never without a
 * token (promises.md P19). Its timeout runs from then to the end of the answer, because n8n's own timeout is one of
 * silence (n8n.md H3).
 */
export class Dispatch {
	/** The token it was sent with. Undefined if it was not sent. */
	token?: string;

	/** Not sent, because every known token was refused. */
	isWithheld = false;

	/** Resolves when the timeout is over. Never rejects. */
	readonly late: Promise<'late'>;

	private readonly abort = new AbortController();

	private onLate!: () => void;

	private hasAskedForLogin = false;

	private isOver = false;

	private readonly unfollow: Array<() => void> = [];

	/**
	 * @param timeoutMs from the moment it is sent
	 * @param refused tokens that it must not use
	 * @param leaveBy epoch milliseconds after which it must not be sent
	 */
	constructor(
		private readonly timeoutMs: number,
		private readonly refused: ReadonlySet<string>,
		private readonly leaveBy: number = Infinity,
	) {
		this.late = new Promise((resolve) => {
			this.onLate = () => {
				resolve('late');
				this.abort.abort();
			};
		});
	}

	/** Whether it may use this token. */
	accepts(token: string): boolean {
		return !this.refused.has(token);
	}

	/**
	 * Called by the credential when n8n is about to send. n8n's own signal, which aborts when the execution is cancelled, keeps
	 * working (n8n.md H8).
	 *
	 * @throws LoginNeeded, once, if there is no token
	 * @throws NotDispatched if it must not be sent
	 */
	leave(options: IHttpRequestOptions, token: string | undefined): void {
		if (this.isOver) throw new NotDispatched('over');
		if (this.token !== undefined) throw new NotDispatched('again');
		if (token === undefined) {
			this.isWithheld = this.hasAskedForLogin;
			if (this.isWithheld) throw new NotDispatched('no token', loginFailure(NO_TOKEN, true));
			this.hasAskedForLogin = true;
			throw new LoginNeeded('login needed');
		}
		if (Date.now() > this.leaveBy) {
			throw new NotDispatched('too late', { proof: 'notSent', cause: 'tooLate' });
		}
		this.token = token;
		const { abortSignal: cancelled } = options;
		if (cancelled) this.follow(cancelled as AbortSignal, () => this.abort.abort());
		this.follow(clockOf(this.timeoutMs), this.onLate);
		options.abortSignal = this.abort.signal;
	}

	/** Ends the request: it is not sent any more, and an answer is not read further. */
	end(): void {
		this.isOver = true;
		// These signals outlive the request, and would keep its answer in memory.
		for (const stop of this.unfollow.splice(0)) stop();
		// Without a reason, Node.js creates an error with a stack for every successful request.
		this.abort.abort('over');
	}

	private follow(signal: AbortSignal, act: () => void): void {
		if (signal.aborted) return act();
		signal.addEventListener('abort', act);
		this.unfollow.push(() => signal.removeEventListener('abort', act));
	}
}

/**
 * The requests of the transport, by their options, because n8n passes on the same object. A request of another node, such
 * as HTTP Request, has none.
 */
export const dispatches = new WeakMap<object, Dispatch>();
