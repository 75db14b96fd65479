import { getLocal } from 'mockttp';

export interface ToolCall {
	name: string;
	args: Record<string, unknown>;
}

export interface Prompt {
	messages: Array<{ role: string; content: unknown }>;
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
	const isText = typeof next === 'string';
	const call = ({ name, args }: ToolCall, index: number) => ({
		id: `call_${count}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(args) },
	});
	const said = isText ? { content: next } : { content: null, tool_calls: next.map(call) };
	const message = { role: 'assistant', ...said };
	const finish_reason = isText ? 'stop' : 'tool_calls';
	return { id: `completion_${count}`, choices: [{ index: 0, message, finish_reason }] };
}

export async function startModel(): Promise<FakeModel> {
	const server = getLocal();
	await server.start();
	const model: FakeModel = {
		script: [],
		prompts: [],
		credential: { apiKey: KEY, url: `http://127.0.0.1:${server.port}/v1` },
		stop: async () => await server.stop(),
	};
	await server
		.forPost('/v1/chat/completions')
		.withHeaders({ authorization: `Bearer ${KEY}` })
		.thenCallback(async (request) => {
			const { messages, tools = [] } = (await request.body.getJson()) as {
				messages: Prompt['messages'];
				tools?: Array<{ function: { name: string } }>;
			};
			model.prompts.push({ messages, tools: tools.map((tool) => tool.function.name) });
			const next = model.script.shift() ?? 'Done.';
			return { statusCode: 200, json: completion(next, model.prompts.length) };
		});
	return model;
}
