import type { IDataObject } from 'n8n-workflow';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import type { StoredCredential } from '../../engine/storedCredential';
import { PolledTrigger } from '../../engine/engine';
import { locatorOf } from './customers';
import type { History, Kept } from './history';

/** What a poll brought out, or the error that it failed with. */
export interface Polled {
	emitted: IDataObject[];
	error?: Error;
}

let workflows = 0;

/** The one workflow of a history: its activations, one after the other, and what n8n saves of them. */
export class ActiveWorkflow {
	/** Whether this activation has not polled yet. */
	isNew = true;

	/** Whether the static data was wiped since the last good poll. */
	isWiped = false;

	/** The option, which the user may change while the workflow is inactive. */
	lookBackDays: number;

	private readonly id = `history-${workflows++}`;

	private trigger: PolledTrigger;

	/** The static data as n8n saved it last; undefined until it holds anything. */
	private saved: IDataObject | undefined;

	private hadCursor = false;

	/** Whether a poll of this process has found what an earlier one had written, or has emitted nothing. */
	private isSafe = false;

	/** Whether this process has polled without an error. */
	private hasPolled = false;

	/** Whether this process has polled twice in one activation, by which the trigger knows that n8n keeps a context. */
	private keepsContext = false;

	constructor(
		private readonly credential: StoredCredential,
		private readonly history: History,
	) {
		this.lookBackDays = history.lookBackDays;
		forgetProcess();
		this.trigger = this.activated();
	}

	/** Whether a transient failure may stay unsaid: it is an activation that waits for this poll, as far as one can tell. */
	get isFirst(): boolean {
		if (this.history.isDurable) return !this.hasPolled;
		return this.isNew && (this.keepsContext || !this.hasPolled);
	}

	/** The node's static data, as text. */
	get cursor(): string {
		return JSON.stringify(this.trigger.staticData['node:GMC Trigger'] ?? {});
	}

	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<Polled> {
		this.hadCursor = this.cursor !== '{}';
		return await this.trigger.poll(mode).then(
			(emitted) => ({ emitted }),
			(error: Error) => ({ emitted: [], error }),
		);
	}

	/** @returns whether n8n saves the static data after a poll that went well */
	endGoodPoll(hasEmitted: boolean): boolean {
		const { isNew } = this;
		this.isSafe ||= this.hadCursor || !hasEmitted;
		this.isWiped = false;
		// The durable scheduler drops what an activation's poll has learned, and keeps what all others have.
		const isSaved = hasEmitted || isNew !== this.history.isDurable;
		if (isSaved) this.saved = this.trigger.staticData;
		this.endPoll(true);
		return isSaved;
	}

	/** After any poll: the durable scheduler makes a new context for the next one. */
	endPoll(isGood: boolean): void {
		this.hasPolled ||= isGood;
		this.keepsContext ||= !this.isNew;
		if (this.history.isDurable) this.trigger = this.activated(this.saved);
		this.isNew = false;
	}

	/**
	 * Empties the static data, as another node does that writes its own over it. Not after a first poll that
	 * emitted something: n8n may have dropped that, and the trigger rightly begins anew. A durable cursor is not wiped.
	 */
	wipe(): boolean {
		if (!this.isSafe || this.history.isDurable) return false;
		this.trigger.wipe();
		this.isWiped = true;
		return true;
	}

	/**
	 * Activates the workflow again, in this process or in a new one. Not while the data is wiped, or in a new process
	 * not before anything is saved: then nobody knows what was there.
	 *
	 * @returns what it starts with; undefined when it did not
	 */
	activate(
		kept: Kept,
		where: 'here' | 'in a new process',
		lookBackDays = this.lookBackDays,
	): Kept | undefined {
		const { isDurable } = this.history;
		const isNewProcess = where === 'in a new process';
		if (this.isWiped || (isDurable && isNewProcess && !this.saved)) return undefined;
		this.lookBackDays = lookBackDays;
		const old = kept === 'what was saved' ? this.saved : undefined;
		if (isNewProcess) {
			forgetProcess();
			this.isSafe = false;
			this.hasPolled = false;
			this.keepsContext = false;
		}
		this.trigger = this.activated(old ?? this.trigger.staticData);
		// At a start of n8n its durable scheduler goes on where it was.
		this.isNew = !(isDurable && isNewProcess);
		return old ? kept : 'everything';
	}

	private activated(staticData?: IDataObject): PolledTrigger {
		const { event, emitExisting, customer, minimumAmount } = this.history;
		const filters = {
			...(customer && { customer: locatorOf(customer) }),
			...(minimumAmount && { minimumAmount }),
		};
		const { credential, lookBackDays, id: workflowId } = this;
		const parameters = { event, options: { emitExisting, lookBackDays, ...filters } };
		return new PolledTrigger(credential, parameters, staticData, { workflowId });
	}
}
