import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import type { GmcNodeSetup } from './parts';
import { descriptionOf, gmcNode, node, startWorkflow, to, workflowOf } from './parts';
import type { StoredCredential } from './storedCredential';

/** The result of a tool call: its items, or the error message that goes to the model. */
export interface ToolAnswer {
	items: INodeExecutionData[];
	error?: string;
}

export type CallTool = (values: IDataObject) => Promise<ToolAnswer>;

interface Tool {
	invoke: (values: IDataObject) => Promise<string>;
}

/** Stands in for n8n's agent: calls the tool as the test says. */
function agentNode(use: (call: CallTool) => Promise<void>): INodeType {
	const { AiTool, Main } = NodeConnectionTypes;
	return {
		description: descriptionOf('Agent', { inputs: [Main, AiTool] }),
		async execute() {
			const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Tool[];
			await use(async (values) => {
				try {
					const records = JSON.parse(await tool.invoke(values)) as IDataObject[];
					return { items: records.map((json) => ({ json, pairedItem: { item: 0 } })) };
				} catch (error) {
					return { items: [], error: (error as Error).message };
				}
			});
			return [[]];
		},
	};
}

/** Runs an agent that has the GMC node as its tool, in n8n's own engine. */
export async function runAgent(
	credential: StoredCredential,
	setup: GmcNodeSetup,
	use: (call: CallTool) => Promise<void>,
): Promise<void> {
	const workflow = workflowOf({
		nodes: [node('Agent', 'test.agent'), gmcNode({ ...setup, type: 'n8n-nodes-gmc.gmcTool' })],
		connections: {
			Rows: { main: [to('Agent')] },
			GMC: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		types: { 'test.agent': agentNode(use) },
	});
	const run = await startWorkflow(workflow, credential, setup);
	const { error } = run.data.resultData;
	if (error) throw error;
}
