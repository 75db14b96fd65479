import { DateTime, Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import type { AdminAddition } from '../../../sandbox/http/views';
import { DEMO_USER } from '../../../sandbox/seeds';
import { isFinal } from '../../../sandbox/state/books';
import { PolledTrigger } from '../../engine/engine';
import type { Service } from '../../engine/service';
import type { StoredCredential } from '../../engine/storedCredential';
import { tally } from '../../sandbox/books';
import { type History, type Issue, identifierOf } from './history';

const MINUTE = 60_000;

const iso = (millis: number) => new Date(millis).toISOString();

/** The service of a history, and two clocks that stand still unless they are moved. */
export class World {
	readonly story: string[] = [];
	private n8nNow: number;
	/** By the clock of the service. */
	private now: number;
	private readonly names = new Map<string, string>();

	constructor(
		private readonly service: Service,
		private readonly history: History,
	) {
		this.n8nNow = Date.parse(history.start);
		this.now = this.n8nNow + history.skewMinutes * MINUTE;
	}

	get admin() {
		return this.service.admin;
	}

	/** From here on luxon shows the time of this world, until `close`. */
	async open(): Promise<void> {
		await this.service.restart(this.history.settings);
		await this.admin.freezeClock(iso(this.now));
		Settings.now = () => this.n8nNow;
	}

	close(): void {
		Settings.now = () => Date.now();
	}

	tell(text: string): void {
		this.story.push(`${iso(this.n8nNow).slice(0, 16)}Z  ${this.named(text)}`);
	}

	/** The text with short names instead of ids. */
	named(text: string): string {
		return text.replace(/\b[0-9a-f]{24}\b/g, (id) => this.names.get(id) ?? id);
	}

	async wait(minutes: number): Promise<void> {
		this.n8nNow += minutes * MINUTE;
		this.now += minutes * MINUTE;
		await this.admin.advanceClock({ minutes });
	}

	/** @param minutesAgo for additions of earlier; they are visible at once */
	async issue({ count, customer, ...fields }: Issue, minutesAgo?: number): Promise<void> {
		const visibleAfterSeconds =
			minutesAgo === undefined ? this.history.visibleAfterMinutes * 60 : 0;
		const createdAt = iso(this.now - (minutesAgo ?? 0) * MINUTE);
		const customerIdentifier = identifierOf(customer);
		for (let made = 0; made < count; made++) {
			const addition = { ...fields, customerIdentifier, createdAt, visibleAfterSeconds };
			const { _id } = await this.admin.createAddition(addition);
			this.names.set(_id, `a${this.names.size + 1}`);
			this.tell(`${_id} issued at ${createdAt}: ${JSON.stringify(fields)}, ${customerIdentifier}`);
		}
	}

	/** Gives a status to some of those that are not settled. */
	async move(picks: number[], status: string): Promise<void> {
		const open = (await this.books()).filter(({ status: now }) => !isFinal(now));
		const ids = [...new Set(picks.map((pick) => open[pick % open.length]?._id))].filter(Boolean);
		for (const id of ids) await this.admin.settle(id, status);
		this.tell(`${ids.join(', ')} become ${status}`);
	}

	async books(): Promise<AdminAddition[]> {
		return (await this.admin.additions()).filter(({ userId }) => userId === DEMO_USER._id);
	}

	/** Cuts the list just above the number of additions of its fullest day. */
	async cutList(): Promise<void> {
		const { isCut, settings } = this.history;
		const { shape, periodField = 'createdAt', timeZone: zone } = settings.list ?? {};
		// A bare array has no counters, so nobody could notice that it is cut.
		if (!isCut || shape === 'bareArray') return;
		const books = await this.books();
		const days = books.map((one) => DateTime.fromISO(one[periodField], { zone }).toISODate()!);
		await this.admin.configure({ list: { cutAt: Math.max(1, ...Object.values(tally(days))) } });
	}
}

export interface Emitted {
	_id: string;
	status: string;
}

/** What a poll emitted, or the error that it ended with. */
export interface Polled {
	emitted: Emitted[];
	error?: Error;
}

let workflows = 0;

/** The workflow of a history: its activations, and what n8n saves of them. */
export class ActiveWorkflow {
	private readonly id = `history-${workflows++}`;

	private trigger: PolledTrigger;
	/** The static data as n8n saved it last. */
	private saved: IDataObject | undefined;
	/** Whether this activation has not polled yet. */
	private isNew = true;

	constructor(
		private readonly credential: StoredCredential,
		private readonly history: History,
	) {
		forgetProcess();
		this.trigger = this.activated();
	}

	get cursor(): string {
		return JSON.stringify(this.trigger.staticData['node:GMC Trigger'] ?? {});
	}

	async poll(): Promise<Polled> {
		return await this.trigger.poll().then(
			(emitted) => ({ emitted: emitted as unknown as Emitted[] }),
			(error: Error) => ({ emitted: [], error }),
		);
	}

	/** What n8n does after a poll. Its durable scheduler makes a new context for the next one (n8n.md P10, P11). */
	end({ emitted, error }: Polled): void {
		const { isDurable } = this.history;
		const isSaved = emitted.length > 0 || this.isNew !== isDurable;
		if (!error && isSaved) this.saved = this.trigger.staticData;
		if (isDurable) this.trigger = this.activated(this.saved);
		this.isNew = false;
	}

	/** @returns whether it was activated again: not in a new process before anything was saved */
	restart(isNewProcess: boolean, isSavedOnly: boolean): boolean {
		if (this.saved === undefined) return false;
		if (isNewProcess) forgetProcess();
		this.trigger = this.activated(isSavedOnly ? this.saved : this.trigger.staticData);
		// At a start of n8n, its durable scheduler goes on.
		this.isNew = !(this.history.isDurable && isNewProcess);
		return true;
	}

	private activated(staticData?: IDataObject): PolledTrigger {
		const { event, emitExisting, lookBackDays, customer, minimumAmount } = this.history;
		const mode = customer?.by === '_id' ? 'id' : 'taxId';
		const filters = {
			...(customer && { customer: { __rl: true, mode, value: identifierOf(customer) } }),
			...(minimumAmount && { minimumAmount }),
		};
		const parameters = { event, options: { emitExisting, lookBackDays, ...filters } };
		return new PolledTrigger(this.credential, parameters, staticData, { workflowId: this.id });
	}
}
