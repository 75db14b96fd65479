import { loadSample } from '../samples/samples';
import { withChosenCredential } from '../samples/choices';
import type { WorkflowJson } from '../n8n/types';
import { START, chain, locator, toNode } from '../workflows/build';
import { ADD, addTool, byKey, fromAi } from '../workflows/sheet';

const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** An agent that is started by hand, with the model of the sample, and Balance: Add as a tool. */
export async function keyedAgent(openAiId: string, options: object): Promise<WorkflowJson> {
	const sample = await loadSample('ai-agent-with-approval');
	const { nodes } = withChosenCredential(sample, MODEL, 'openAiApi', openAiId);
	const nodeNamed = (name: string) => nodes.find((node) => node.name === name)!;
	const payment = addTool({
		customer: locator('id', fromAi('customer')),
		...byKey(fromAi('order')),
		options: { maxAmount: 100, ...options },
	});
	const define = { promptType: 'define', text: 'Top up the orders', options: {} };
	const workflow = chain('agent', { ...nodeNamed('Agent'), parameters: define });
	const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		...workflow,
		nodes: [...workflow.nodes, nodeNamed('Model'), toNode(payment, 2)],
		connections: { [START]: to('main'), Model: to('ai_languageModel'), [ADD]: to('ai_tool') },
	};
}
