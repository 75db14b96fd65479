import type { IDataObject, INodeType, IRun } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import {
	DEMO_CUSTOMERS,
	Service,
	additionalDataWith,
	descriptionOf,
	gmcNode,
	node,
	passTime,
	startWorkflow,
	workflowOf,
} from '../../../../../harness/engine';
import { toolParameters } from './support';

// "Executions → Retry is safe: what was issued is not issued again": a tool's error says so, too, and
// it is what the user reads where the agent ends with it. Retry starts the agent anew, which calls the same again.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

/** An agent that tops up Ana and Bruno, and ends with the first error. */
function workflow(options: IDataObject) {
	const { AiTool, Main } = NodeConnectionTypes;
	const agent: INodeType = {
		description: descriptionOf('Agent', { inputs: [Main, AiTool] }),
		async execute() {
			const [tool] = (await this.getInputConnectionData(AiTool, 0)) as Array<{
				invoke: (values: IDataObject) => Promise<string>;
			}>;
			await tool.invoke({ customer: ana._id, amount: 10 });
			await tool.invoke({ customer: bruno._id, amount: 20 });
			return [[]];
		},
	};
	return workflowOf({
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
}

test.each([
	['recent', 16],
	['off', 0],
])(
	'under %s, Retry %s minutes later pays nobody twice, as it says',
	async (protection, minutes) => {
		const options = { duplicateProtection: protection };
		await service.refuse({ match: { amount: 20 }, times: 1 });
		const { data, error } = await startWorkflow(workflow(options), service.credential).then(
			(run) => ({
				data: JSON.parse(JSON.stringify(run.data)) as IRun['data'],
				error: run.data.resultData.error,
			}),
		);
		expect(await service.charged(ana._id, 10)).toBe(1);
		const isSafe = /Executions → Retry is safe/;
		if (!isSafe.test(`${error?.message} ${error?.description}`)) return;
		delete data.resultData.error;
		data.resultData.runData.Agent?.pop();
		passTime({ seconds: minutes * 60 });
		const execute = new WorkflowExecute(additionalDataWith(service.credential), 'retry', data);
		await execute.processRunExecutionData(workflow(options));
		expect(await service.charged(ana._id, 10)).toBe(1);
	},
);
