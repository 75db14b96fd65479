/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import type { input as InputOf, ZodTypeAny } from 'zod';
import { type AdminRoute, ROUTES } from './http/admin';

/** What a route takes; nothing if it needs nothing. */
type Given<Input extends ZodTypeAny> =
	object extends InputOf<Input> ? [input?: InputOf<Input>] : [input: InputOf<Input>];

/**
 * Calls `/_sandbox` of a running sandbox (`ROUTES` says what each does). Every method throws the sandbox's own message
 * when it refuses: an unknown setting, an unknown customer.
 */
export class SandboxClient {
	private readonly http: AxiosInstance;

	/** @param url of the sandbox, without `/api` */
	constructor(url: string) {
		const baseURL = `${url.replace(/\/$/, '')}/_sandbox`;
		// The global agent may still hold a connection to an earlier sandbox on the same port.
		const httpAgent = new Agent({ keepAlive: true });
		this.http = axios.create({ baseURL, httpAgent, proxy: false, validateStatus: () => true });
	}

	settings = this.to(ROUTES.settings);
	configure = this.to(ROUTES.configure);
	reset = this.to(ROUTES.reset);
	credential = this.to(ROUTES.credential);
	addFault = this.to(ROUTES.addFault);
	faults = this.to(ROUTES.faults);
	clearFaults = this.to(ROUTES.clearFaults);
	advanceClock = this.to(ROUTES.advanceClock);
	unfreezeClock = this.to(ROUTES.unfreezeClock);
	expireTokens = this.to(ROUTES.expireTokens);
	journal = this.to(ROUTES.journal);
	count = this.to(ROUTES.count);
	clearJournal = this.to(ROUTES.clearJournal);
	charges = this.to(ROUTES.charges);
	customers = this.to(ROUTES.customers);
	createCustomer = this.to(ROUTES.createCustomer);
	additions = this.to(ROUTES.additions);
	createAddition = this.to(ROUTES.createAddition);

	/** Stops the clock, now or at a time in ISO 8601. */
	freezeClock = async (at?: string) => await this.to(ROUTES.freezeClock)({ at });
	/** Gives an addition a status; COMPLETED and FAILED settle it. */
	settle = async (id: string, status: string) => await this.to(ROUTES.settle)({ id, status });

	private to<Input extends ZodTypeAny, Answer>({ method, path: url }: AdminRoute<Input, Answer>) {
		return async (...[input]: Given<Input>): Promise<Answer> => {
			const given = method === 'GET' ? { params: input as unknown } : { data: input as unknown };
			const { status, data } = await this.http.request<Answer>({ method, url, ...given });
			if (status === 200) return data;
			throw new Error(`Sandbox: ${(data as { error?: string }).error ?? `status ${status}`}`);
		};
	}
}
