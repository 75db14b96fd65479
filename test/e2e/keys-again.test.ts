import { keyedAddNode } from '../../harness/workflows/webhook';
import { nodeOutput } from '../../harness/n8n/executions';
import { guestForThisFile } from '../../harness/n8n/shared';
import type { Execution, WorkflowJson } from '../../harness/n8n/types';
import { chargedByAmount, refuse } from '../../harness/sandbox/books';
import { START, chain, itemsNode } from '../../harness/workflows/build';
import { ADD, outcomesOf, sheetOf } from '../../harness/workflows/sheet';

// The ways in which n8n runs the same rows again. Each test has its own ledger: all use the same order numbers.

jest.setTimeout(180_000);

const e2e = guestForThisFile();
beforeEach(async () => await e2e.sandbox.admin.reset());

const rows = sheetOf(1, 2, 3).map((row, index) => ({ ...row, order: `order ${index + 1}` }));
const EACH_ONCE = { 1: 1, 2: 1, 3: 1 };

const sheet = (ledgerTable: string): WorkflowJson =>
	chain(ledgerTable, itemsNode('Rows', rows), keyedAddNode({ ledgerTable, concurrency: 1 }));

const save = async (workflow: WorkflowJson) =>
	(await e2e.client.importWorkflow(workflow, { credentialId: e2e.credentialId })).id;
const run = async (id: string) => await e2e.client.runWorkflow(id, { triggerName: START });
const outcomes = (execution: Execution, node = ADD) =>
	outcomesOf((nodeOutput(execution, node)[0] ?? []).map(({ json }) => json));

describe('an execution that failed in the middle of a sheet', () => {
	async function failed(ledgerTable: string): Promise<Execution> {
		await refuse(e2e, { match: { amount: 2 }, times: 1 });
		const workflow = sheet(ledgerTable);
		const nodes = workflow.nodes.map((node) => ({ ...node, onError: undefined }));
		const execution = await run(await save({ ...workflow, nodes }));
		expect(execution.status).toBe('error');
		return execution;
	}

	test.each([
		['the original', false],
		['the current', true],
	])(
		'is retried with %s workflow, then the workflow runs again: each row is paid once',
		async (name, current) => {
			const { id, workflowId } = await failed(`retried with ${name}`);
			const retried = await e2e.client.retryExecution(id, { withCurrentWorkflow: current });
			expect(retried.status).toBe('success');
			expect(outcomes(await run(workflowId))).toEqual(['skipped', 'skipped', 'skipped']);
			expect(await chargedByAmount(e2e)).toEqual(EACH_ONCE);
		},
	);

	test('cannot be retried after the node was renamed, and the workflow runs again: each row is paid once', async () => {
		const { id, workflowId } = await failed('renamed');
		const { nodes, connections } = await e2e.client.workflow(workflowId);
		const rename = (text: unknown) =>
			JSON.parse(JSON.stringify(text).replaceAll(`"${ADD}"`, '"Renamed"')) as never;
		await e2e.client.rest('PATCH', `/workflows/${workflowId}`, {
			nodes: rename(nodes),
			connections: rename(connections),
		});
		const retry = e2e.client.retryExecution(id, { withCurrentWorkflow: true });
		await expect(retry).rejects.toThrow(/deleted or renamed/);
		expect(outcomes(await run(workflowId), 'Renamed')).toEqual(['skipped', 'issued', 'issued']);
		const again = await run(workflowId);
		expect(outcomes(again, 'Renamed')).toEqual(['skipped', 'skipped', 'skipped']);
		expect(await chargedByAmount(e2e)).toEqual(EACH_ONCE);
	});
});
