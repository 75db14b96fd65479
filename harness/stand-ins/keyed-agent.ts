import { loadSample } from '../samples/samples';
import { withChosenCredential } from '../samples/choices';
import type { WorkflowJson, WorkflowNode } from '../n8n/types';
import { START, chain, locator } from '../workflows/build';
import { ADD, byKey } from '../workflows/sheet';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

const fromAi = (name: string, type: string) => `={{ $fromAI('${name}', '${name}', '${type}') }}`;

/** Balance: Add as a tool; the model gives everything, the key too. */
const payment = (options: object): WorkflowNode => ({
	id: 'payment',
	name: ADD,
	type: 'n8n-nodes-gmc.gmcTool',
	typeVersion: 1,
	position: [0, 500],
	parameters: {
		descriptionType: 'manual',
		toolDescription: 'Adds balance',
		resource: 'balance',
		operation: 'add',
		currency: 'BRL',
		customer: locator('id', fromAi('customer', 'string')),
		amount: fromAi('amount', 'number'),
		...byKey(fromAi('order', 'string')),
		options: { maxAmount: 100, ...options },
	},
});

/** An agent that is started by hand, with the model of the sample, and Balance: Add as a tool. */
export async function keyedAgent(openAiId: string, options: object): Promise<WorkflowJson> {
	const sample = await loadSample('ai-agent-with-approval');
	const { nodes } = withChosenCredential(sample, MODEL, 'openAiApi', openAiId);
	const nodeNamed = (name: string) => nodes.find((node) => node.name === name)!;
	const define = { promptType: 'define', text: 'Top up the orders', options: {} };
	const workflow = chain('agent', { ...nodeNamed('Agent'), parameters: define });
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		...workflow,
		nodes: [...workflow.nodes, nodeNamed('Model'), payment(options)],
		connections: { [START]: to('main'), Model: to('ai_languageModel'), [ADD]: to('ai_tool') },
	};
}
