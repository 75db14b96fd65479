import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import type { GmcNodeSetup } from './parts';
import { additionalDataWith, gmcNode, node, nodeTypes, rowsNode, WORKFLOW_TIMEZONE } from './parts';
import type { StoredCredential } from './storedCredential';

/** What a tool call came to: its items, or the message of its error, which goes to the model. */
export interface ToolAnswer {
	items: INodeExecutionData[];
	error?: string;
}

/** Calls the tool once with the values that it takes from the model. */
export type CallTool = (values: IDataObject) => Promise<ToolAnswer>;

interface Tool {
	invoke: (values: IDataObject) => Promise<string>;
}

/** Stands for n8n's agent: calls the tool as often, and with what, the test says. */
function agentNode(use: (call: CallTool) => Promise<void>): INodeType {
	return {
		description: {
			...rowsNode([]).description,
			inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
			displayName: 'Agent',
		},
		async execute() {
			const { AiTool } = NodeConnectionTypes;
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
	const workflow = new Workflow({
		id: 'agent',
		name: 'agent',
		nodes: [
			node('Rows', 'test.rows'),
			node('Agent', 'test.agent'),
			gmcNode({ ...setup, type: 'n8n-nodes-gmc.gmcTool' }),
		],
		connections: {
			Rows: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			GMC: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		},
		active: false,
		nodeTypes: nodeTypes([{ json: {} }], { 'test.agent': agentNode(use) }),
		settings: { timezone: WORKFLOW_TIMEZONE },
	});
	const startNode = workflow.getNode('Rows')!;
	const additionalData = additionalDataWith(credential, setup.executeWorkflow);
	const execute = new WorkflowExecute(additionalData, 'trigger');
	const run = await execute.run({ workflow, startNode });
	const { error } = run.data.resultData;
	if (error) throw error;
}
