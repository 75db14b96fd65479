import axios from 'axios';
import { nodeOutput } from '../n8n/executions';
import type { Guest } from '../n8n/test-bed';
import type { Execution, WorkflowJson } from '../n8n/types';
import { withChosenCredential, withOwnLedger, withOwnPaths } from '../samples/choices';
import { loadSample } from '../samples/samples';

const HEADER = { name: 'X-Shop-Key', value: 'a-long-random-value' };

/** A shop that calls the sample "Top up when an order is paid". */
export class Shop {
	private published?: string;

	private constructor(
		private readonly e2e: Guest,
		private readonly sample: WorkflowJson,
	) {}

	/** Makes the key of the shop and chooses it in the sample. */
	static async open(e2e: Guest): Promise<Shop> {
		const key = await e2e.client.createCredential('httpHeaderAuth', 'Shop', HEADER);
		const chosen = ['n8n-nodes-base.webhook', 'httpHeaderAuth', key] as const;
		const sample = withOwnPaths(await loadSample('top-up-when-an-order-is-paid'));
		return new Shop(e2e, withChosenCredential(sample, ...chosen));
	}

	/** Of the webhook. */
	private get path(): string {
		const webhook = this.sample.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook');
		return String(webhook?.parameters.path);
	}

	/** Publishes the sample with a ledger of its own, in place of what is published. */
	async publish(
		change: (sample: WorkflowJson) => WorkflowJson = (sample) => sample,
		credentialId = this.e2e.credentialId,
	): Promise<void> {
		await this.close();
		const workflow = withOwnLedger(change(this.sample));
		this.published = await this.e2e.client.publish(workflow, credentialId);
	}

	/** Takes the sample down. */
	async close(): Promise<void> {
		if (this.published !== undefined) await this.e2e.client.deactivate(this.published);
		this.published = undefined;
	}

	/** Calls the webhook, by default with the key that it asks for. */
	async deliver(order: object, value = HEADER.value) {
		const { status, data, headers } = await axios.post<Record<string, unknown>>(
			`${this.e2e.n8n.url}/webhook/${this.path}`,
			order,
			{ proxy: false, headers: { [HEADER.name]: value }, validateStatus: () => true },
		);
		return { status, data, retryAfter: headers['retry-after'] as unknown };
	}

	/** What became of each call, oldest first. */
	async executions(): Promise<Execution[]> {
		return await this.e2e.client.allFinished(this.published!);
	}

	/** What has come to the node after which a person is told, oldest first. */
	async told(): Promise<Array<Record<string, unknown>>> {
		return (await this.executions())
			.flatMap((one) => nodeOutput(one, 'Needs attention')[0] ?? [])
			.map((item) => item.json);
	}
}
