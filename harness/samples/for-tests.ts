import { guestForThisFile } from '../n8n/shared';
import type { Guest } from '../n8n/test-bed';
import type { ExecutionSummary } from '../n8n/types';
import { charged, charges } from '../sandbox/books';
import { Faults } from '../sandbox/faults';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';
import { type Change, inTurn, withNodesOf } from './changes';
import { CalledSample, importSample, newLedger, type SampleSetup, TOP_UP_TRIGGER } from './samples';

// What tests of the samples need, by one import.

export * from '../../sandbox/seeds';
export { LIST_ADDITIONS, LIST_CUSTOMERS } from '../sandbox/routes';
export { until } from '../system/until';
export * from './changes';
export * from './outcome';
export * from './samples';

/** The samples in an n8n: for each test the sandbox is reset, and there is a new ledger. */
export class Samples extends Faults {
	ledger = '';

	private constructor(readonly e2e: Guest) {
		super();
	}

	/** @param e2e the shared n8n, if it is left out */
	static forThisFile(e2e = guestForThisFile()): Samples {
		const samples = new Samples(e2e);
		beforeEach(async () => {
			await samples.admin.reset();
			samples.ledger = newLedger();
		});
		return samples;
	}

	get admin() {
		return this.e2e.sandbox.admin;
	}

	async listLate(visibleAfterSeconds: number): Promise<void> {
		await this.admin.configure({ additions: { visibleAfterSeconds } });
	}

	async import(name: string, setup: SampleSetup = {}) {
		return await importSample(this.e2e, name, { ledger: this.ledger, ...setup });
	}

	/** A run by hand. @param triggerName from which it starts */
	async run(name: string, setup?: SampleSetup, triggerName = TOP_UP_TRIGGER) {
		const { id } = await this.import(name, setup);
		return await this.e2e.client.runWorkflow(id, { triggerName });
	}

	/** "Retry" of an execution. */
	async retry({ id }: { id: string }) {
		return await this.e2e.client.retryExecution(id);
	}

	/** An execution that the schedule starts. Here it fires every five seconds, so another one may follow. */
	async runScheduled(name: string, { change = inTurn(), ...setup }: SampleSetup = {}) {
		const { client } = this.e2e;
		const rule = { interval: [{ field: 'seconds', secondsInterval: 5 }] };
		const often: Change = (sample) =>
			withNodesOf('n8n-nodes-base.scheduleTrigger', sample, () => ({ parameters: { rule } }));
		const { id } = await this.import(name, { ...setup, change: inTurn(change, often) });
		await client.activate(id);
		let started: ExecutionSummary | undefined;
		await until('the schedule', async () => {
			// The calls of the ledger are listed, too, while they run, and never end in the list.
			const listed = await client.executions({ workflowId: id });
			return Boolean((started = listed.find(({ mode }) => mode === 'trigger')));
		});
		await client.deactivate(id);
		return await client.finished(started!.id, id);
	}

	async publish(name: string, setup: SampleSetup = {}) {
		return await CalledSample.publish(this.e2e, name, { ledger: this.ledger, ...setup });
	}

	/** How often GMC was asked for an addition with a valid token: after a reset, the first one may be old. */
	async asked(): Promise<number> {
		const entries = await this.admin.journal({ route: ISSUE });
		return entries.filter(({ status }) => status !== 401).length;
	}

	async charges() {
		return await charges(this.e2e);
	}

	/** The same as customer, amount and currency. */
	async charged() {
		return await charged(this.e2e);
	}
}
