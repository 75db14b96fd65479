import type { IHttpRequestOptions } from 'n8n-workflow';
import { clockOf } from './withTimeout';

/** n8n takes it for a 401 of the service: it logs in and asks the credential once more (n8n.md C15). */
class LoginNeeded extends Error {
	readonly response = { status: 401 };
}

/** The request did not go out, this time. */
export class NotDispatched extends Error {
	constructor(readonly reason: 'noToken' | 'again' | 'over' | 'tooLate') {
		super(`not dispatched: ${reason}`);
		this.name = 'NotDispatched';
	}
}

/**
 * One request on its way from the transport through n8n's helper to the credential, which n8n asks for the headers
 * right before it really sends. It leaves once at most, whatever n8n would repeat, never without a token, and from
 * then on its time runs to the end of the answer: n8n's own timeout is one of silence (n8n.md H3).
 */
export class Dispatch {
	/** With which it has left; undefined as long as it has not. */
	token?: string;

	/** Held back for want of a token that was not refused. */
	isHeld = false;

	/** Resolves when its time is up; never rejects. */
	readonly late: Promise<'late'>;

	private readonly abort = new AbortController();

	private onLate!: () => void;

	private hasAskedForLogin = false;

	private isOver = false;

	private readonly unfollow: Array<() => void> = [];

	/**
	 * @param timeoutMs from the moment it leaves
	 * @param refused tokens that it must not leave with
	 * @param leaveBy epoch milliseconds after which it must not leave
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

	/** Whether it may leave with a token that nobody has refused yet. */
	accepts(token: string): boolean {
		return !this.refused.has(token);
	}

	/**
	 * To be called by the credential. The signal that n8n has set, which a cancelled execution gives, goes on
	 * working (n8n.md H8).
	 *
	 * @throws LoginNeeded, once, without a token; NotDispatched where it must not leave
	 */
	leave(options: IHttpRequestOptions, token: string | undefined): void {
		if (this.isOver) throw new NotDispatched('over');
		if (this.token !== undefined) throw new NotDispatched('again');
		if (token === undefined) {
			this.isHeld = this.hasAskedForLogin;
			if (this.isHeld) throw new NotDispatched('noToken');
			this.hasAskedForLogin = true;
			throw new LoginNeeded('login needed');
		}
		if (Date.now() > this.leaveBy) throw new NotDispatched('tooLate');
		this.token = token;
		const { abortSignal: cancelled } = options;
		if (cancelled) this.follow(cancelled as AbortSignal, () => this.abort.abort());
		this.follow(clockOf(this.timeoutMs), this.onLate);
		options.abortSignal = this.abort.signal;
	}

	/** Nobody waits for it any more: it does not leave, and an answer on its way is not read on. */
	end(): void {
		this.isOver = true;
		// These signals live on, and would hold on to what the answer gave.
		for (const stop of this.unfollow.splice(0)) stop();
		// Without a reason Node.js makes an error with its stack, for every request that went well.
		this.abort.abort('over');
	}

	private follow(signal: AbortSignal, act: () => void): void {
		if (signal.aborted) return act();
		signal.addEventListener('abort', act);
		this.unfollow.push(() => signal.removeEventListener('abort', act));
	}
}

/** By the options of the request: n8n hands on the object that the transport made. */
const dispatches = new WeakMap<object, Dispatch>();

/** Makes a request the transport's own. */
export function dispatchWith(options: IHttpRequestOptions, dispatch: Dispatch): void {
	dispatches.set(options, dispatch);
}

/** @returns undefined for a request that is not the transport's, such as one of the HTTP Request node */
export function dispatchOf(options: object): Dispatch | undefined {
	return dispatches.get(options);
}
