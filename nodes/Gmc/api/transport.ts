import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { GmcCredential } from '../core/service/credential';
import { adviceOn } from '../core/service/credentialAdvice';
import { fingerprintOf, secretsOf, serviceUrl } from '../core/service/credential';
import type { Failure } from '../core/service/failure';
import { GmcRequestError, isTransient } from '../core/service/failure';
import { delays } from '../core/pace/delays';
import { retryDelay } from '../core/pace/retry';
import { ServiceClock } from '../core/time/serviceClock';
import type { Exchange } from './exchange';
import { exchange } from './exchange';
import type { GmcContext, GmcRequest, GmcResponse } from './request';
import { isRepeatedElsewhere, optionsOf, TRIAL } from './request';
import { hasOtherToken, refuseToken } from './session';
import { asClockMs } from './withTimeout';

/** How long the service is waited for. */
export interface TransportLimits {
	/** Per request, from sending it to the end of the answer. */
	timeoutSeconds?: number;
	/** For all requests together, logins and repeated reads included, from now on. */
	budgetMs?: number;
}

const DEFAULT_TIMEOUT_SECONDS = 60;
/** Times a read is sent at most while other processes keep ending its session. */
const MAX_READS = 12;
const OTHER_LOGIN_LOOKS = 3;
/** Looks whether a new token holds, before a write is risked for it. */
const MAX_TRIALS = 4;

type Refused = Set<string>;

/**
 * Sends every request but the login, which n8n asks the credential for (see `session.ts`). Reads are repeated after
 * transient faults, and after a 401 as long as there is a token that was not tried. A POST, PATCH or DELETE goes out
 * once, and a second time only after a 401 in the service's own form, with another token that a read has tried
 * meanwhile (CONTRIBUTING M2). n8n itself repeats none of them.
 */
export class GmcTransport {
	private credential?: Promise<GmcCredential & IDataObject>;

	/** Per request, from sending it to the end of the answer. */
	readonly timeoutMs: number;

	private hasAnswered = false;

	/** Epoch milliseconds at which the budget is used up. */
	private readonly deadline: number;

	/** One for all writes that are refused at the same time. */
	private renewal?: Promise<Failure | undefined>;

	constructor(
		private readonly context: GmcContext,
		{ timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, budgetMs = Infinity }: TransportLimits = {},
	) {
		this.timeoutMs = timeoutSeconds * 1000;
		this.deadline = Date.now() + budgetMs;
	}

	/** As all its answers tell it. */
	readonly clock = new ServiceClock();

	/** Milliseconds left of the budget. */
	get timeLeft(): number {
		return this.deadline - Date.now();
	}

	/**
	 * Sends a request, repeatedly if need be (see above), and waits in between.
	 *
	 * @returns any 2xx answer, as it came; `ask` reads it
	 * @throws GmcRequestError for everything else, saying what it proves
	 */
	async send(request: GmcRequest): Promise<GmcResponse> {
		const isRead = request.method === 'GET';
		const sent = await (isRead ? this.read(request) : this.write(request));
		if (sent.failure !== undefined) throw new GmcRequestError(request.operation, sent.failure);
		const { response, secrets } = sent;
		return { statusCode: response.statusCode, body: response.body, secrets };
	}

	private async read(request: GmcRequest): Promise<Exchange> {
		const refused: Refused = new Set();
		let refusal: Exchange | undefined;
		let attempt = 1;
		for (let sends = 1; ; sends++) {
			const read = await this.exchange(request, refused);
			const { failure, response, token } = read;
			if (failure === undefined) return read;
			if (refusal && read.isHeld) return refusal;
			if (failure.statusCode === 401 && token !== undefined && sends < MAX_READS) {
				await this.refuse(token, refused);
				// The first time n8n may as well log in anew.
				if (refusal && !(await this.findsOtherToken())) return read;
				refusal = read;
				continue;
			}
			const mayRepeat = isTransient(failure) && !isRepeatedElsewhere(request, failure);
			const delay = mayRepeat
				? retryDelay(attempt++, response?.headers['retry-after'], Date.now(), Math.random())
				: undefined;
			if (delay === undefined || delay >= this.timeLeft) return read;
			await sleep(delay);
		}
	}

	/** Two sends at most. What the second one proves counts, once it has gone out. */
	private async write(request: GmcRequest): Promise<Exchange> {
		const refused: Refused = new Set();
		const first = await this.exchange(request, refused);
		const { failure, token } = first;
		const isRefused = failure?.statusCode === 401 && failure.proof === 'refused';
		if (!isRefused || token === undefined) return first;
		await this.refuse(token, refused);
		this.renewal ??= this.renew().finally(() => {
			this.renewal = undefined;
		});
		const obstacle = await this.renewal;
		if (obstacle !== undefined) return obstacle.cause === 'login' ? { failure: obstacle } : first;
		const second = await this.exchange(request, refused);
		return second.isHeld ? first : second;
	}

	/**
	 * After a 401: makes sure of a token that the service takes, by a read that does no harm. Where each login ends
	 * the session before (not shown: service.md 5) another worker of n8n may have logged in at the same time, so a
	 * token has to hold over a pause.
	 *
	 * @returns why there is none; undefined when there is one
	 */
	private async renew(): Promise<Failure | undefined> {
		await sleep(Math.random() * delays.otherLoginMs);
		let last: string | undefined;
		for (let trial = 0; trial < MAX_TRIALS; trial++) {
			const { failure, token } = await this.read(TRIAL);
			// Refused for another reason, the token was taken. A service in trouble gets no write.
			const isTaken = failure?.proof === 'refused' ? failure.statusCode !== 401 : !failure;
			if (!isTaken) return failure;
			if (token === last) return undefined;
			last = token;
			await sleep(delays.otherLoginMs);
		}
		return undefined;
	}

	private async refuse(token: string, refused: Refused): Promise<void> {
		refused.add(token);
		refuseToken(await this.stored(), token);
	}

	/** After a 401 in spite of a login: looks a few times whether another process, or another request, has got a token. */
	private async findsOtherToken(): Promise<boolean> {
		for (let look = 0; look < OTHER_LOGIN_LOOKS; look++) {
			await sleep(Math.random() * delays.otherLoginMs);
			if (hasOtherToken(await this.stored())) return true;
		}
		return false;
	}

	/** The credential as it is stored now (n8n.md C1). */
	private async stored(): Promise<GmcCredential> {
		return await this.context.getCredentials<GmcCredential & IDataObject>('gmcApi');
	}

	/** Names the login that requests go out with. */
	async fingerprint(): Promise<string> {
		return fingerprintOf(await this.ownCredential());
	}

	private async ownCredential(): Promise<GmcCredential> {
		this.credential ??= this.context.getCredentials<GmcCredential & IDataObject>('gmcApi');
		return await this.credential;
	}

	private async exchange(request: GmcRequest, refused: Refused): Promise<Exchange> {
		const credential = await this.ownCredential();
		const { timeLeft } = this;
		const timeoutMs = asClockMs(Math.min(this.timeoutMs, Math.max(1, timeLeft)));
		const options = optionsOf(request, serviceUrl(credential), timeoutMs);
		const exchanged = await exchange(this.context, options, {
			timeoutMs,
			timeLeft,
			refused,
			leaveBy: request.leaveBy,
			secrets: secretsOf(credential),
		});
		const { failure, response } = exchanged;
		this.hasAnswered ||= response !== undefined;
		this.clock.see(response?.headers.date, Date.now());
		if (failure) failure.advice = adviceOn(failure, credential, this.hasAnswered);
		return exchanged;
	}
}
