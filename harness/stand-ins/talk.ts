import { randomUUID } from 'node:crypto';
import { loadSample, withChosenCredential, withNodes } from '../samples/samples';
import type { Guest } from '../n8n/test-bed';
import { visitShared } from '../n8n/shared';
import type { WorkflowJson } from '../n8n/types';
import { ISSUE } from '../sandbox/routes';
import { Chatter } from './chat';
import { type FakeModel, startModel } from './model';

const MODEL_NODE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const CHAT_NODE = 'Chat';

/** A chat with the agent of the sample. Each has its own model and sandbox, so several can run at once. */
export class Talk {
	private opened?: Chatter;
	private published?: string;

	/** @param sample with an agent, ready for the model, and with a chat that no other talk has */
	private constructor(
		readonly e2e: Guest,
		readonly model: FakeModel,
		readonly sample: WorkflowJson,
	) {}

	/** Prepares a talk; n8n is the shared one. */
	static async prepare(): Promise<Talk> {
		const [model, e2e] = await Promise.all([startModel(), visitShared()]);
		const openAi = await e2e.client.createCredential('openAiApi', 'OpenAI', model.credential);
		const shipped = await loadSample('ai-agent-with-approval');
		const ready = withChosenCredential(shipped, MODEL_NODE, 'openAiApi', openAi);
		const webhookId = randomUUID();
		const sample = withNodes(ready, ({ name }) => (name === CHAT_NODE ? { webhookId } : undefined));
		return new Talk(e2e, model, sample);
	}

	get chat(): Chatter {
		return this.opened!;
	}

	/** Publishes the sample and says something in its chat; the model does what the script says. */
	async begin(
		script: FakeModel['script'],
		{ workflow = this.sample, as = this.e2e.client.session.cookie } = {},
	): Promise<void> {
		const { client, credentialId } = this.e2e;
		this.model.script = script;
		this.published = await client.publish(workflow, credentialId);
		const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT_NODE)!;
		this.opened = new Chatter(this.e2e, String(webhookId), as);
		await this.opened.say('Give Ana 50 reais, please');
	}

	/** How often GMC was asked for an addition. */
	async asked(): Promise<number> {
		return await this.e2e.sandbox.admin.count({ route: ISSUE });
	}

	async end(): Promise<void> {
		this.opened?.close();
		if (this.published !== undefined) await this.e2e.client.deactivate(this.published);
		await this.e2e.stop();
		await this.model.stop();
	}
}
