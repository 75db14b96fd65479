import type { IDataObject } from 'n8n-workflow';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import { PolledTrigger } from '../../engine/engine';
import type { StoredCredential } from '../../engine/storedCredential';
import { type History, identifierOf } from './history';

export interface Emitted {
	_id: string;
	status: string;
}

/** What a poll emitted, or the error that it ended with. */
interface Polled {
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
		const { global, durable } = this.trigger.staticData as Record<string, Record<string, unknown>>;
		const ofNodes = Object.values(durable as Record<string, { cursor?: unknown }>);
		const kept = [...ofNodes.map(({ cursor }) => cursor), global?.gmcTriggers];
		return JSON.stringify(kept.filter(Boolean));
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
		const { isDurable } = this.history;
		const options = { workflowId: this.id, isDurable };
		return new PolledTrigger(this.credential, parameters, staticData, options);
	}
}
