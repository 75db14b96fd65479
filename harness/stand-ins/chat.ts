/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import axios from 'axios';
import { WebSocket } from 'ws';
import { visitShared } from '../n8n/shared';
import type { Guest } from '../n8n/test-bed';
import type { WorkflowJson } from '../n8n/types';
import { withChosenCredential, withNodes } from '../samples/changes';
import { loadSample } from '../samples/samples';
import { ISSUE } from '../sandbox/routes';
import { until } from '../system/until';
import { type FakeModel, startModel } from './model';

/** Of a browser: n8n does not let bots open the links of an approval. */
const BROWSER = {
	'user-agent':
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};

/** A message with buttons, as n8n sends it into the chat. */
export interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

const MODEL_NODE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
const CHAT_NODE = 'Chat';

/**
 * Somebody who has the chat of the agent sample open, and what is said in it. Each has its own model and sandbox, so several
 * can talk at once.
 */
export class Talk {
	executionId = '';
	private readonly session = randomUUID();
	/** What came into the chat since one has last said something: texts, and questions with buttons. */
	private heard: Array<string | Question> = [];
	private socket?: WebSocket;
	private url = '';
	private cookie = '';
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
		const ready = withChosenCredential(MODEL_NODE, 'openAiApi', openAi)(shipped);
		const webhookId = randomUUID();
		const sample = withNodes(ready, ({ name }) => (name === CHAT_NODE ? { webhookId } : undefined));
		return new Talk(e2e, model, sample);
	}

	/**
	 * Publishes the sample and says something in its chat; the model does what the script says.
	 *
	 * @param as the login to n8n; empty: somebody who is not logged in
	 */
	async begin(
		script: FakeModel['script'],
		{ workflow = this.sample, as = this.e2e.client.session.cookie } = {},
	): Promise<void> {
		const { client, credentialId, n8n } = this.e2e;
		this.model.script = script;
		this.published = await client.publish(workflow, credentialId);
		const { webhookId } = workflow.nodes.find(({ name }) => name === CHAT_NODE)!;
		this.url = `${n8n.url}/webhook/${String(webhookId)}/chat`;
		this.cookie = as;
		await this.say('Give Ana 50 reais, please');
	}

	/** Sends a message, which starts an execution, and listens to its answers. */
	async say(chatInput: string): Promise<void> {
		this.socket?.terminate();
		this.heard = [];
		const body = { action: 'sendMessage', sessionId: this.session, chatInput };
		const { data } = await axios.post<{ executionId: string; resumeToken?: string }>(
			this.url,
			body,
			{ headers: { ...BROWSER, cookie: this.cookie }, proxy: false },
		);
		this.executionId = String(data.executionId);
		await this.listen(data);
	}

	private async listen(data: Record<string, unknown>): Promise<void> {
		const { session: sessionId, executionId } = this;
		const query = new URLSearchParams({ sessionId, executionId, isPublic: 'true' });
		const token = data.resumeToken ?? data.token;
		if (typeof token === 'string') query.set('token', token);
		const { url: origin } = this.e2e.n8n;
		const url = `${origin.replace('http', 'ws')}/chat?${query.toString()}`;
		this.socket = new WebSocket(url, { headers: { origin } });
		this.socket.on('message', (raw: Buffer) => this.hear(raw.toString()));
		await once(this.socket, 'open');
	}

	private hear(text: string): void {
		if (text === 'n8n|heartbeat') return this.socket?.send('n8n|heartbeat-ack');
		if (text === 'n8n|continue') return undefined;
		this.heard.push(text.startsWith('{') ? (JSON.parse(text) as Question) : text);
		return undefined;
	}

	/** Answers a question in words instead of pressing a button. */
	reply(chatInput: string): void {
		const message = { sessionId: this.session, action: 'sendMessage', chatInput };
		this.socket?.send(JSON.stringify(message));
	}

	/** Waits for a question with buttons. */
	async question(): Promise<Question> {
		const asked = () => this.heard.find((one): one is Question => typeof one === 'object');
		await until('a question in the chat', async () => asked() !== undefined);
		return asked()!;
	}

	async press({ buttons }: Question, label: string): Promise<void> {
		const { link } = buttons.find(({ text }) => text === label)!;
		await axios.get(link, { headers: BROWSER, proxy: false });
	}

	async answer(): Promise<string> {
		const texts = () => this.heard.filter((one): one is string => typeof one === 'string');
		await until('an answer in the chat', async () => texts().length > 0);
		await this.e2e.client.finished(this.executionId);
		return texts().at(-1)!;
	}

	/** How often GMC was asked for an addition. */
	async asked(): Promise<number> {
		return await this.e2e.sandbox.admin.count({ route: ISSUE });
	}

	async end(): Promise<void> {
		this.socket?.terminate();
		if (this.published !== undefined) await this.e2e.client.deactivate(this.published);
		await this.e2e.stop();
		await this.model.stop();
	}
}
