import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { fingerprintOf, originProblem } from '../core/service/credential';
import { saysFailed } from '../core/service/errorBody';
import type { Failure } from '../core/service/failure';
import { GmcRequestError, isTransient, unreadableFailure } from '../core/service/failure';
import { delays } from '../core/pace/delays';
import { retryDelay } from '../core/pace/retry';
import { ServiceClock } from '../core/time/time';
import type { Exchange, GmcContext, GmcRequest } from './exchange';
import { exchange, isUnauthorized } from './exchange';
import { knownTokens, refuseToken, Suspicion } from './session';
import { asClockMs } from './withTimeout';

/** How long to wait for GMC. */
export interface TransportLimits {
	/** For each request, from sending it to the end of the answer. */
	timeoutSeconds?: number;
	/** For all requests from now on, including logins and repeated reads. */
	budgetMs?: number;
}

const DEFAULT_TIMEOUT_SECONDS = 60;
/** How often a read is sent at most, while other processes keep ending its session. */
const MAX_READS = 12;
const OTHER_LOGIN_LOOKS = 3;
/** How often a new token is tried with a read, before a write uses it. */
const MAX_TRIALS = 4;

/** A harmless request to try a token: it lists a day before there were any additions (service.md 4.3). */
const TRIAL: GmcRequest = {
	operation: 'listAdditions',
	method: 'GET',
	path: '/transactions/add-balance/all',
	query: { initialDate: '2000-01-01', finalDate: '2000-01-01' },
};

type Refused = Set<string>;

/**
 * Sends every request except the login (see `session.ts`). Reads are repeated after temporary failures, after a 401 as
 * long as there is a token that was not tried, and once after another answer that may mean the token (see `Suspicion`). A
 * POST, PATCH or DELETE is sent once. It is sent a second time only after a 401 in GMC's own form, with another token that
 * a read has tried (CONTRIBUTING M2). n8n itself repeats nothing.
 */
export class GmcTransport {
	private credential?: Promise<GmcCredential>;

	/** For each request, from sending it to the end of the answer. */
	readonly timeoutMs: number;

	/** When the budget ends, in epoch milliseconds. */
	private readonly deadline: number;

	/** Shared by all writes that are refused at the same time. */
	private renewal?: Promise<Failure | undefined>;

	/** The same for writes whose refusal may be about their token. */
	private trial?: Promise<Exchange>;

	/** Tokens that have worked for a trial. */
	private readonly working = new Set<string>();

	constructor(
		private readonly context: GmcContext,
		{ timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, budgetMs = Infinity }: TransportLimits = {},
	) {
		this.timeoutMs = timeoutSeconds * 1000;
		this.deadline = Date.now() + budgetMs;
	}

	/** Measured by all answers. */
	readonly clock = new ServiceClock();

	/** The time (epoch ms) by n8n's clock, and by GMC's, which is taken for the same until an answer has told it. */
	get clocks() {
		// By luxon, as n8n's own nodes and expressions tell the time; tests set it.
		const n8n = DateTime.now().toMillis();
		const { offset } = this.clock;
		return { n8n, service: offset === undefined ? n8n : Date.now() + offset };
	}

	/** Milliseconds left of the budget. */
	get timeLeft(): number {
		return this.deadline - Date.now();
	}

	/**
	 * Sends a request, repeats it where that is safe (see above), and reads its answer.
	 *
	 * @param read undefined for a body that is not an answer to this operation, which proves nothing about a write. It does
	 *   not get a body that says that it failed
	 * @param unreadable what to tell the user then
	 * @throws GmcRequestError, also for anything but a 2xx. Its `proof` says what is known
	 */
	async ask<T>(
		request: GmcRequest,
		read: (body: unknown, secrets: string[]) => T | undefined | Promise<T | undefined>,
		unreadable = "GMC's answer could not be read",
	): Promise<T> {
		const sent = await (request.method === 'GET' ? this.read(request) : this.write(request));
		if (sent.failure !== undefined) {
			const own = sent.failure.cause === 'unreadable' ? unreadable : sent.failure.own;
			throw new GmcRequestError(request.operation, { ...sent.failure, own });
		}
		const { requestId, response, secrets } = sent;
		const answer = saysFailed(response.body) ? undefined : await read(response.body, secrets);
		if (answer !== undefined) return answer;
		const failure = unreadableFailure(response.statusCode, unreadable);
		throw new GmcRequestError(request.operation, { ...failure, requestId });
	}

	private async read(request: GmcRequest): Promise<Exchange> {
		const refused: Refused = new Set();
		let refusal: Exchange | undefined;
		let suspicion: Suspicion | undefined;
		let attempt = 1;
		for (let sends = 1; ; sends++) {
			const read = await this.exchange(request, refused);
			const { failure, response, token } = read;
			if (failure === undefined) return read;
			if (refusal && read.isWithheld) return refusal;
			if (isUnauthorized(read) && token !== undefined && sends < MAX_READS) {
				await this.refuse(token, refused);
				// The first time, n8n may log in again.
				if (refusal && !(await this.findsOtherToken())) return read;
				refusal = read;
				continue;
			}
			if (read.mayBeToken && token !== undefined && suspicion === undefined) {
				suspicion = Suspicion.of(await this.stored(), token);
				if (suspicion.isAllowed) {
					for (const one of suspicion.tokens) refused.add(one);
					refusal = read;
					continue;
				}
			}
			if (failure.cause === 'login') suspicion?.end();
			// The login repeats itself, and so may the caller.
			const isRepeated =
				failure.cause === 'login' || (failure.cause === 'timeout' && request.isAskedAgain);
			const mayRepeat = isTransient(failure) && !isRepeated;
			const delay = mayRepeat
				? retryDelay(attempt++, response?.headers['retry-after'], Math.random())
				: undefined;
			if (delay === undefined || delay >= this.timeLeft) return read;
			await sleep(delay);
		}
	}

	/** Sends twice at most. If the second one is sent, its result counts. */
	private async write(request: GmcRequest): Promise<Exchange> {
		const refused: Refused = new Set();
		const first = await this.exchange(request, refused);
		const { failure, token } = first;
		const isRefused = failure?.statusCode === 401 && failure.proof === 'refused';
		if (!isRefused && first.mayBeToken && token !== undefined) {
			if (await this.heals(token)) failure!.isHealed = true;
		}
		if (!isRefused || token === undefined) return first;
		await this.refuse(token, refused);
		this.renewal ??= this.renew().finally(() => {
			this.renewal = undefined;
		});
		const obstacle = await this.renewal;
		if (obstacle !== undefined) return obstacle.cause === 'login' ? { failure: obstacle } : first;
		const second = await this.exchange(request, refused);
		return second.isWithheld ? first : second;
	}

	/**
	 * After a 401: finds a token that GMC accepts, by a harmless read. If each login ends the previous session (not shown:
	 * service.md 5), another worker of n8n may be logging in, too. So a token must still work after a pause.
	 *
	 * @returns the failure, if there is no such token
	 */
	private async renew(): Promise<Failure | undefined> {
		await sleep(Math.random() * delays.otherLoginMs);
		let last: string | undefined;
		for (let trial = 0; trial < MAX_TRIALS; trial++) {
			const { failure, token } = await this.read(TRIAL);
			// If the read was refused for another reason, GMC accepted the token.
			const isTaken = failure?.proof === 'refused' ? failure.statusCode !== 401 : !failure;
			if (!isTaken) return failure;
			if (token === last) return undefined;
			last = token;
			await sleep(delays.otherLoginMs);
		}
		return undefined;
	}

	/**
	 * After a write that may have been refused because of its token: reads something harmless, which logs in if the token
	 * has ended. A token that works is not tried again in this run.
	 *
	 * @returns whether another token than this one works now
	 */
	private async heals(token: string): Promise<boolean> {
		if (this.working.has(token)) return false;
		this.trial ??= this.read(TRIAL).finally(() => {
			this.trial = undefined;
		});
		const trial = await this.trial;
		if (trial.failure !== undefined || trial.token === undefined) return false;
		this.working.add(trial.token);
		return trial.token !== token;
	}

	private async refuse(token: string, refused: Refused): Promise<void> {
		refused.add(token);
		refuseToken(await this.stored(), token);
	}

	/** After a 401 despite a login: checks a few times whether another process or request has a new token. */
	private async findsOtherToken(): Promise<boolean> {
		for (let look = 0; look < OTHER_LOGIN_LOOKS; look++) {
			await sleep(Math.random() * delays.otherLoginMs);
			if (knownTokens(await this.stored()).length > 0) return true;
		}
		return false;
	}

	/** The credential as it is stored now (n8n.md C1). */
	private async stored(): Promise<GmcCredential> {
		return await this.context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	}

	/** Identifies the login of the requests. */
	async fingerprint(): Promise<string> {
		return fingerprintOf(await this.ownCredential());
	}

	private async ownCredential(): Promise<GmcCredential> {
		return await (this.credential ??= this.stored());
	}

	private async exchange(request: GmcRequest, refused: Refused): Promise<Exchange> {
		const credential = await this.ownCredential();
		const { timeLeft } = this;
		const timeoutMs = asClockMs(Math.min(this.timeoutMs, Math.max(1, timeLeft)));
		const limits = { timeoutMs, timeLeft, refused };
		const exchanged = await exchange(this.context, request, credential, limits);
		const { failure, response } = exchanged;
		this.clock.see(response?.headers.date, Date.now());
		if (failure?.statusCode === 401) failure.advice = originProblem(credential);
		return exchanged;
	}
}
