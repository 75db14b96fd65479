import type { Effect, NewEntry } from '../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../nodes/Gmc/core/ledger/entry';
import type { N8nClient } from '../n8n/client';
import { nodeOutput } from '../n8n/executions';
import type { Step } from '../workflows/build';
import { chain, chainFrom, START } from '../workflows/build';
import { answeringWebhookNode } from '../workflows/webhook';

// The ledger of keys, asked in a real n8n by a node that only the tests have.

export interface ProbeInput {
	/** Name of the Data Table. */
	table: string;
	account: string;
	/** `fill`: so many rows like the first one, each with a ref of its own. */
	effects: Array<Effect & { fill?: number }>;
}

/** What the ledger has said to one effect. Nothing is asked after an error. */
export interface ProbeStep {
	answer?: unknown;
	error?: { name: string; message: string; description?: string };
}

const NAME = 'Key Probe';

const probeNode = (input: ProbeInput): Step => ({
	name: NAME,
	type: 'CUSTOM.keyProbe',
	parameters: { input: JSON.stringify(input) },
});

/** The ledger as one workflow sees it. */
export class KeyProbe {
	/** The workflows it has run. */
	readonly workflowIds: string[] = [];

	constructor(
		private readonly client: N8nClient,
		private readonly url: string,
	) {}

	/** Asks in a workflow that is run by hand. */
	async ask(input: ProbeInput): Promise<ProbeStep[]> {
		const { id } = await this.client.importWorkflow(chain('probe', probeNode(input)));
		this.workflowIds.push(id);
		return await this.askAgain(id);
	}

	/** Runs a workflow that has asked before. */
	async askAgain(id: string): Promise<ProbeStep[]> {
		const execution = await this.client.runWorkflow(id, { triggerName: START });
		const item = nodeOutput(execution, NAME)[0]?.[0];
		if (item === undefined) throw new Error(execution.data.resultData.error?.message);
		return item.json.steps as ProbeStep[];
	}

	/** Asks in a workflow that a webhook starts. */
	async askByWebhook(input: ProbeInput): Promise<ProbeStep[]> {
		const trigger = answeringWebhookNode('key-probe');
		const workflow = chainFrom('probe', trigger, probeNode(input));
		const id = await this.client.publish(workflow);
		this.workflowIds.push(id);
		const answer = await fetch(`${this.url}/webhook/key-probe`, { method: 'POST' });
		await this.client.deactivate(id);
		return ((await answer.json()) as Array<{ steps: ProbeStep[] }>)[0].steps;
	}
}

/** The same row as the table gives it back: without what only people read. */
export function readBack(id: number, row: NewEntry): Entry {
	const { label: { key } = {}, ...kept } = row;
	return { id, ...kept, ...(key && { key }) };
}

/** A row as the protocol inserts it. */
export const claimOf = (ref: string, more: Partial<NewEntry> = {}): NewEntry => ({
	ref,
	set: ref,
	run: 'execution-1',
	chargeRef: 'ana 10.5 BRL',
	outcome: 'sending',
	claim: 'run-1',
	askedAt: Date.UTC(2026, 4, 6, 7, 8, 9, 123),
	charge: { identifiers: ['64f0', '52998224725'], amount: 10.5, currency: 'BRL' },
	label: {
		key: `key of ${ref}`,
		customer: '529.982.247-25',
		customerName: 'Ana',
		executionId: '7',
	},
	...more,
});
