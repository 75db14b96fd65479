import { chargedByAmount, refuse } from '../../harness/sandbox/books';
import { guestForThisFile } from '../../harness/n8n/shared';
import { START, type Step, chain, chainFrom, itemsNode } from '../../harness/workflows/build';
import { addNode, byKey, inBatch, sheetOf } from '../../harness/workflows/sheet';

// A sheet in a sub-workflow, and a retry of the calling workflow (n8n.md E17).

jest.setTimeout(60_000);

const e2e = guestForThisFile();

beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});

const CALLED: Step = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

async function parentOf(parameters: Record<string, unknown>): Promise<string> {
	const add = addNode({ ...parameters, options: { concurrency: 1 } });
	const child = chainFrom('sheet', CALLED, add);
	// A retry calls what is published.
	const id = await e2e.client.publish(child, e2e.credentialId);
	const call: Step = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			source: 'database',
			workflowId: { __rl: true, mode: 'id', value: id },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode: 'once',
			options: {},
		},
	};
	const parent = chain('parent', itemsNode('Rows', sheetOf(1, 2)), call);
	return (await e2e.client.importWorkflow(parent)).id;
}

const refuseOnce = async () => await refuse(e2e, { match: { amount: 2 }, times: 1 });

test('the error does not call a retry of the calling workflow safe', async () => {
	await refuseOnce();
	const failed = await e2e.client.runWorkflow(await parentOf({}), { triggerName: START });
	expect(failed.status).toBe('error');
	const error = JSON.stringify(failed.data.resultData.error);
	expect(error).toMatch(/is a sub-workflow. Executions → Retry of the workflow that calls it/);
	expect(error).not.toMatch(/Executions → Retry is safe/);
});

test.each([
	['with keys', byKey('=order {{ $json.amount }}')],
	['as a batch', inBatch('called')],
])('%s, a retry of the calling workflow pays only the rest', async (_how, names) => {
	await refuseOnce();
	const id = await parentOf(names);
	const failed = await e2e.client.runWorkflow(id, { triggerName: START });
	expect(failed.status).toBe('error');
	const retried = await e2e.client.retryExecution(failed.id, { withCurrentWorkflow: false });
	expect(retried.status).toBe('success');
	expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1 });
});

test('without protection, what was issued is issued again', async () => {
	await refuseOnce();
	const failed = await e2e.client.runWorkflow(await parentOf({ duplicateProtection: 'off' }), {
		triggerName: START,
	});
	await e2e.client.retryExecution(failed.id, { withCurrentWorkflow: false });
	expect(await chargedByAmount(e2e)).toEqual({ 1: 2, 2: 1 });
});
