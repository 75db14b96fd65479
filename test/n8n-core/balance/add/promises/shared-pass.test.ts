import type { IDataObject, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import {
	DEMO_CUSTOMERS,
	Service,
	descriptionOf,
	gmcNode,
	node,
	startWorkflow,
	workflowOf,
} from '../../../../../harness/engine';
import { toolParameters } from './support';

// n8n's agent takes its tools once for each item of a batch, and n8n numbers their calls from what is in the run data
// at that moment (`makeHandleToolInvocation`): calls of two items that run side by side have the same run index.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

type Call = (values: IDataObject) => Promise<string>;

/** An agent with two items in one batch. */
async function twoItems(options: IDataObject, use: (one: Call, other: Call) => Promise<void>) {
	const { AiTool, Main } = NodeConnectionTypes;
	const agent: INodeType = {
		description: descriptionOf('Agent', { inputs: [Main, AiTool] }),
		async execute() {
			const toolOf = async (): Promise<Call> => {
				const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Array<{ invoke: Call }>;
				return async (values) =>
					await tool.invoke(values).catch((error: Error) => `error: ${error.message}`);
			};
			await use(await toolOf(), await toolOf());
			return [[]];
		},
	};
	const workflow = workflowOf({
		nodes: [
			node('Agent', 'test.agent'),
			gmcNode({ parameters: toolParameters(options), type: 'n8n-nodes-gmc.gmcTool' }),
		],
		connections: {
			Rows: { main: [[{ node: 'Agent', type: Main, index: 0 }]] },
			GMC: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		types: { 'test.agent': agent },
	});
	const run = await startWorkflow(workflow, service.credential);
	if (run.data.resultData.error) throw run.data.resultData.error;
}

const off = { duplicateProtection: 'off' };

test('under Off the top-up of another item is paid, or is not said to be issued', async () => {
	const answers: string[] = [];
	await twoItems(off, async (one, other) => {
		answers.push(await one({ customer: ana._id, amount: 10 }));
		answers.push(await other({ customer: ana._id, amount: 10 }));
	});
	const issued = answers.filter((answer) => answer.includes('"outcome":"issued"')).length;
	expect(await service.charged(ana._id, 10)).toBe(issued);
});
