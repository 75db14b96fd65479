import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import type { Duration, SandboxCredential } from './http/admin-control';
import type { NewAdditionInput, NewCustomerInput } from './http/inject';
import type { AdminAddition, AdminCustomer, Charges } from './http/views';
import type { ResetOptions } from './service';
import type { SandboxSettings, SandboxSettingsInput } from './settings';
import type { ClockView } from './state/clock';
import type { Fault, FaultInput } from './state/faults';
import type { JournalEntry, JournalFilter } from './state/journal';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Which charges to look for. The customer by `_id` or by tax ID, with any punctuation. */
export interface ChargeFilter {
	customerIdentifier?: string;
	amount?: number;
	currency?: AdminAddition['currency'];
}

/**
 * Calls `/_sandbox` of a running sandbox. Every method throws the sandbox's own message when it refuses: an unknown
 * setting, an unknown customer.
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

	settings = () => this.ask<SandboxSettings>('GET', '/settings');
	/** Merges a part of the settings, at any depth; answers all of them. */
	configure = (part: SandboxSettingsInput) => this.ask<SandboxSettings>('PATCH', '/settings', part);
	/** Starts over, with the seed of the start or another one. */
	reset = (options: ResetOptions = {}) => this.ask<SandboxSettings>('POST', '/reset', options);
	credential = () => this.ask<SandboxCredential>('GET', '/credential');

	addFault = (fault: FaultInput) => this.ask<Fault>('POST', '/faults', fault);
	faults = () => this.ask<Fault[]>('GET', '/faults');
	clearFaults = () => this.do('DELETE', '/faults');

	clock = () => this.ask<ClockView>('GET', '/clock');
	/** Stops the clock, now or at a time in ISO 8601. */
	freezeClock = (at?: string) => this.ask<ClockView>('POST', '/clock/freeze', { at });
	advanceClock = (by: Duration) => this.ask<ClockView>('POST', '/clock/advance', by);
	/** The clock goes on from where it stopped. */
	unfreezeClock = () => this.ask<ClockView>('POST', '/clock/unfreeze');
	/** Ends every session. */
	expireTokens = () => this.do('POST', '/tokens/expire');

	journal = (filter: JournalFilter = {}) =>
		this.ask<JournalEntry[]>('GET', '/journal', undefined, filter);
	clearJournal = () => this.do('DELETE', '/journal');
	/** How many requests of the journal match. */
	count = async (filter: JournalFilter = {}): Promise<number> =>
		(await this.ask<{ count: number }>('GET', '/journal/count', undefined, filter)).count;

	/** How often a customer was charged an amount. Failed additions move no money and do not count. */
	charges = (filter: ChargeFilter = {}) => this.ask<Charges>('GET', '/charges', undefined, filter);

	customers = () => this.ask<AdminCustomer[]>('GET', '/customers');
	createCustomer = (fields: NewCustomerInput = {}) =>
		this.ask<AdminCustomer>('POST', '/customers', fields);
	/** Every addition, also hidden ones and those of deleted customers. */
	additions = () => this.ask<AdminAddition[]>('GET', '/additions');
	/** Adds an addition without any check. */
	createAddition = (fields: NewAdditionInput = {}) =>
		this.ask<AdminAddition>('POST', '/additions', fields);
	/** Gives an addition a status; COMPLETED and FAILED settle it. */
	settle = (additionId: string, status: string) =>
		this.ask<AdminAddition>('POST', `/additions/${encodeURIComponent(additionId)}/settle`, {
			status,
		});

	private async do(method: Method, url: string): Promise<void> {
		await this.ask(method, url);
	}

	private async ask<T>(method: Method, url: string, data?: object, params?: object): Promise<T> {
		const answer = await this.http.request<T & { error?: string }>({ method, url, data, params });
		if (answer.status !== 200) {
			throw new Error(`Sandbox: ${answer.data?.error ?? `status ${answer.status}`}`);
		}
		return answer.data;
	}
}
