import { type Mockttp, getLocal } from 'mockttp';

export interface ToolCall {
	name: string;
	args: Record<string, unknown>;
}

interface Message {
	role: string;
	content: unknown;
	tool_calls?: unknown;
}

export interface Prompt {
	messages: Message[];
	/** The names of the tools it may ask for. */
	tools: string[];
}

/** A language model with OpenAI's chat completions API. It follows a script. */
export interface FakeModel {
	/** What it answers, one after another: tools to call, or a text. Then it says "Done.". */
	script: Array<ToolCall[] | string>;
	prompts: Prompt[];
	/** The data of the credential `openAiApi` of n8n. */
	credential: Record<string, unknown>;
	stop(): Promise<void>;
}

const KEY = 'sk-made-up';

function completion(next: ToolCall[] | string, count: number) {
	const message =
		typeof next === 'string'
			? { role: 'assistant', content: next }
			: {
					role: 'assistant',
					content: null,
					tool_calls: next.map(({ name, args }, index) => ({
						id: `call_${count}_${index}`,
						type: 'function',
						function: { name, arguments: JSON.stringify(args) },
					})),
				};
	const finish_reason = typeof next === 'string' ? 'stop' : 'tool_calls';
	return {
		id: `completion_${count}`,
		object: 'chat.completion',
		created: 0,
		model: 'made-up',
		choices: [{ index: 0, message, finish_reason }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

export async function startModel(): Promise<FakeModel> {
	const server: Mockttp = getLocal();
	await server.start();
	const model: FakeModel = {
		script: [],
		prompts: [],
		credential: { apiKey: KEY, url: `http://127.0.0.1:${server.port}/v1` },
		stop: async () => await server.stop(),
	};
	await server.forPost('/v1/chat/completions').thenCallback(async (request) => {
		if (request.headers.authorization !== `Bearer ${KEY}`) return { statusCode: 401 };
		const asked = (await request.body.getJson()) as {
			messages: Message[];
			tools?: Array<{ function: { name: string } }>;
		};
		const tools = (asked.tools ?? []).map((tool) => tool.function.name);
		model.prompts.push({ messages: asked.messages, tools });
		const next = model.script.shift() ?? 'Done.';
		return { statusCode: 200, json: completion(next, model.prompts.length) };
	});
	return model;
}
