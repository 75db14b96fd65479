import axios from 'axios';
import type { Guest } from '../n8n/test-bed';
import type { Execution } from '../n8n/types';
import { withChosenCredential, withOwnLedger, withOwnPaths } from './choices';
import { type SampleName, loadSample } from './samples';

const KEY = { name: 'X-Key', value: 'a-long-random-value' };

/** A published sample that a webhook starts, and its key. */
export class CalledSample {
	private constructor(
		private readonly e2e: Guest,
		readonly id: string,
		private readonly path: string,
	) {}

	/** Publishes a sample. @param ledger left out: one of its own */
	static async publish(e2e: Guest, name: SampleName, ledger?: string): Promise<CalledSample> {
		const { client, credentialId } = e2e;
		const key = await client.createCredential('httpHeaderAuth', 'Key', KEY);
		const shipped = withOwnLedger(withOwnPaths(await loadSample(name)), ledger);
		const sample = withChosenCredential(shipped, 'n8n-nodes-base.webhook', 'httpHeaderAuth', key);
		const webhook = sample.nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')!;
		const id = await client.publish(sample, credentialId);
		return new CalledSample(e2e, id, String(webhook.parameters.path));
	}

	async call<T = Record<string, unknown>>(body: object, value = KEY.value) {
		const { status, data, headers } = await axios.post<T>(
			`${this.e2e.n8n.url}/webhook/${this.path}`,
			body,
			{ proxy: false, headers: { [KEY.name]: value }, validateStatus: () => true },
		);
		return { status, data, retryAfter: headers['retry-after'] as unknown };
	}

	async executions(): Promise<Execution[]> {
		return await this.e2e.client.allFinished(this.id);
	}

	async close(): Promise<void> {
		await this.e2e.client.deactivate(this.id);
	}
}
