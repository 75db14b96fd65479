import type { INodeParameters, IRun } from 'n8n-workflow';
import { WorkflowExecute } from 'n8n-core';
import {
	DEMO_CUSTOMERS,
	ISSUE,
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

// What another GMC node of the same execution has issued does not count under Recent, either.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
const parameters = {
	...addParameters(),
	customer: { __rl: true, mode: 'taxId', value: ana.taxId },
	amount: 10,
	currency: 'BRL',
} as INodeParameters;

/** @param goesTo after whom the node GMC stands */
async function runTwo(goesTo: 'First' | 'Rows', first: INodeParameters = {}) {
	const workflow = workflowOf({
		nodes: [
			{ ...gmcNode({ parameters: { ...parameters, ...first } }), id: 'first', name: 'First' },
			gmcNode({ parameters }),
		],
		connections:
			goesTo === 'First'
				? { Rows: { main: [to('First')] }, First: { main: [to('GMC')] } }
				: { Rows: { main: [[...to('First'), ...to('GMC')]] } },
	});
	return toGmcRun(await startWorkflow(workflow, service.credential));
}

test.each([
	['after it', 'First', {}],
	['beside it', 'Rows', {}],
	['after it, where that one has keys', 'First', { idempotencyKey: 'order 1' }],
] as const)('an equal row in a node %s goes out', async (_, goesTo, first) => {
	const { error, items } = await runTwo(goesTo, first);
	expect(error?.description).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(['issued']);
	expect(await service.charged(ana.taxId)).toBe(2);
});

test('in the next execution it is refused', async () => {
	await runTwo('First');
	expect((await runTwo('First')).error?.message).toMatch(/Nothing was sent/);
	expect(await service.charged(ana.taxId)).toBe(2);
});

test('a retry under another name of the node knows what it has issued', async () => {
	await service.refuse(2);
	const rows = [
		{ customer: ana.taxId, amount: 10 },
		{ customer: ana.taxId, amount: 11 },
	];
	const failed = await service.add(rows, { concurrency: 1 });
	const renamed = { ...gmcNode({ parameters: addParameters() }), name: 'Renamed' };
	const data = JSON.parse(JSON.stringify(failed.run.data)) as IRun['data'];
	delete data.resultData.error;
	delete data.resultData.runData.GMC;
	for (const entry of data.executionData!.nodeExecutionStack) entry.node = renamed;
	const connections = { Rows: { main: [to('Renamed')] } };
	const workflow = workflowOf({ nodes: [renamed], connections });
	const execute = new WorkflowExecute(additionalDataWith(service.credential), 'retry', data);
	const run = await execute.processRunExecutionData(workflow);
	expect(run.data.resultData.error).toBeUndefined();
	expect(await service.charged(ana.taxId, 10)).toBe(1);
	expect(await service.charged(ana.taxId, 11)).toBe(1);
});

test.each([{ duplicateProtection: 'off' }, {}])(
	'a node behind the error output of one that has lost an answer sends nothing new (%j)',
	async (options) => {
		await service.lose('never');
		const fixed = { parameters: { ...addParameters(options), amount: 11 } };
		const first = gmcNode({ parameters: addParameters(options), onError: 'continueErrorOutput' });
		const workflow = workflowOf({
			rows: [{ customer: ana.taxId, amount: 10 }],
			nodes: [{ ...first, id: 'first', name: 'First' }, gmcNode(fixed)],
			connections: {
				Rows: { main: [to('First')] },
				First: { main: [[], to('GMC')] },
			},
		});
		const { error } = toGmcRun(await startWorkflow(workflow, service.credential));
		expect(error?.message).toMatch(/an answer was lost earlier in this execution/);
		expect(await service.asked(ISSUE)).toBe(1);
	},
);
