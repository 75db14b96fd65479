import type { INodeParameters, IRun } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import {
	DEMO_CUSTOMERS,
	Service,
	addParameters,
	additionalDataWith,
	gmcNode,
	outcomeOf,
	startWorkflow,
	to,
	toGmcRun,
	workflowOf,
} from '../../../../../harness/engine';

// "While any entry of this execution, by whatever GMC node, is open and not cleared up, no new row is sent, except by a
// Retry after its hold" (design.md). "Executions → Retry is safe" (the advice of the error).

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;

/** The failed rows of the first node go to a second one, as a fallback. */
function workflow(duplicateProtection: string) {
	const parameters = {
		...addParameters({ duplicateProtection }),
		customer: { __rl: true, mode: 'taxId', value: ana.taxId },
		amount: 10,
		currency: 'BRL',
	} as INodeParameters;
	return workflowOf({
		nodes: [
			{ ...gmcNode({ parameters, onError: 'continueErrorOutput' }), id: 'first', name: 'First' },
			gmcNode({ parameters }),
		],
		connections: { Rows: { main: [to('First')] }, First: { main: [[], to('GMC')] } },
	});
}

test.each(['recent', 'off'])(
	'under %s a Retry at once does not pay the row that the first node has lost, in the second one',
	async (protection) => {
		await service.listLate(300);
		await service.lose('done');
		const failed = toGmcRun(await startWorkflow(workflow(protection), service.credential));
		expect(failed.run.data.resultData.runData.First[0].data?.main[1]?.map(outcomeOf)).toEqual([
			'unknown',
		]);
		expect(failed.error?.message).toMatch(/an answer was lost earlier in this execution/);
		expect(failed.error?.description).toMatch(/Executions → Retry is safe/);
		expect(await service.charged(ana.taxId)).toBe(1);
		const data = JSON.parse(JSON.stringify(failed.run.data)) as IRun['data'];
		delete data.resultData.error;
		data.resultData.runData.GMC?.pop();
		const execute = new WorkflowExecute(additionalDataWith(service.credential), 'retry', data);
		await execute.processRunExecutionData(workflow(protection));
		expect(await service.charged(ana.taxId)).toBe(1);
	},
);
