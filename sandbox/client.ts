/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a program of its own, not a part of the package */
import { Agent } from 'node:http';
import axios, { type AxiosInstance } from 'axios';
import type { Duration, SandboxCredential } from './http/admin-control';
import type { NewAdditionInput, NewCustomerInput } from './http/inject';
import type { Invariants } from './http/invariants';
import type { AdminAddition, AdminCustomer, Charges } from './http/views';
import type { ResetOptions } from './service';
import type { SandboxSettings, SandboxSettingsInput } from './settings';
import type { SettingDescription } from './settings-tools';
import type { ClockView } from './state/clock';
import type { Fault, FaultInput } from './state/faults';
import type { JournalEntry, JournalFilter } from './state/journal';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Which charges to look for; the customer by `_id` or by tax ID, punctuation aside. */
export interface ChargeFilter {
	customerIdentifier?: string;
	amount?: number;
	currency?: AdminAddition['currency'];
	/** Failed additions move no money and are left out unless this is set. */
	includeFailed?: boolean;
}

/**
 * Speaks to `/_sandbox` of a running sandbox. Every method throws an Error with the sandbox's own
 * words when it refuses (an unknown setting, an unknown customer…).
 */
export class SandboxClient {
	private readonly http: AxiosInstance;

	/** `url` is that of the sandbox, without `/api`. */
	constructor(url: string) {
		const baseURL = `${url.replace(/\/$/, '')}/_sandbox`;
		// Not the agent of all: it may hold a connection to an earlier sandbox that had the same port.
		const httpAgent = new Agent({ keepAlive: true });
		this.http = axios.create({ baseURL, httpAgent, proxy: false, validateStatus: () => true });
	}

	settings = () => this.ask<SandboxSettings>('GET', '/settings');
	settingsSchema = () => this.ask<SettingDescription[]>('GET', '/settings/schema');
	/** Merges a part of the settings, at any depth; answers all of them. */
	configure = (part: SandboxSettingsInput) => this.ask<SandboxSettings>('PATCH', '/settings', part);
	/** State (of the seed it was started with, or of another), journal, faults, clock, settings. */
	reset = (options: ResetOptions = {}) => this.ask<SandboxSettings>('POST', '/reset', options);
	credential = () => this.ask<SandboxCredential>('GET', '/credential');

	addFault = (fault: FaultInput) => this.ask<Fault>('POST', '/faults', fault);
	faults = () => this.ask<Fault[]>('GET', '/faults');
	clearFaults = () => this.do('DELETE', '/faults');

	clock = () => this.ask<ClockView>('GET', '/clock');
	/** Stops the clock where it stands, or at a moment in ISO 8601. */
	freezeClock = (at?: string) => this.ask<ClockView>('POST', '/clock/freeze', { at });
	advanceClock = (by: Duration) => this.ask<ClockView>('POST', '/clock/advance', by);
	/** The clock runs on from where it stands. */
	unfreezeClock = () => this.ask<ClockView>('POST', '/clock/unfreeze');
	/** Ends every session: each token is refused from now on. */
	expireTokens = () => this.do('POST', '/tokens/expire');

	journal = (filter: JournalFilter = {}) =>
		this.ask<JournalEntry[]>('GET', '/journal', undefined, filter);
	clearJournal = () => this.do('DELETE', '/journal');
	/** How many requests of the journal match. */
	count = async (filter: JournalFilter = {}): Promise<number> =>
		(await this.ask<{ count: number }>('GET', '/journal/count', undefined, filter)).count;

	/** How often was this customer charged this amount: counted from additions that exist. */
	charges = (filter: ChargeFilter = {}) => this.ask<Charges>('GET', '/charges', undefined, filter);
	invariants = () => this.ask<Invariants>('GET', '/invariants');

	customers = () => this.ask<AdminCustomer[]>('GET', '/customers');
	createCustomer = (fields: NewCustomerInput = {}) =>
		this.ask<AdminCustomer>('POST', '/customers', fields);
	/** Every addition, hidden ones and those of deleted customers too. */
	additions = () => this.ask<AdminAddition[]>('GET', '/additions');
	/** Puts an addition in directly, past every check. */
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
