import { guestForThisFile } from '../../harness/n8n/shared';
import { chargedByAmount, refuse } from '../../harness/sandbox/books';
import { START, type Step, chain, chainFrom, itemsNode } from '../../harness/workflows/build';
import { addNode, byKey, outcomesOf, sheetOf, sheetOutput } from '../../harness/workflows/sheet';

// The ways in which n8n runs the same rows again, and knows less of them than the Retry of main-jobs.ts.
// promises.md P5

jest.setTimeout(60_000);

const e2e = guestForThisFile();

const ROWS = itemsNode('Rows', sheetOf(1, 2));
const KEYS = byKey('=order {{ $json.amount }}');
const add = (names: object, ledgerTable: string) =>
	addNode({ ...names, options: { ledgerTable, concurrency: 1 } });
const run = async (id: string) => await e2e.client.runWorkflow(id, { triggerName: START });

/** The second row is refused, once. */
async function failed(id: string) {
	await e2e.sandbox.admin.reset();
	await refuse(e2e, { match: { amount: 2 }, times: 1 });
	const execution = await run(id);
	expect(execution.status).toBe('error');
	return execution;
}

test('with keys, a retry with the current workflow and a new execution pay each row once', async () => {
	const sheet = chain('sheet', ROWS, add(KEYS, 'again'));
	const { id } = await e2e.client.importWorkflow(sheet, { credentialId: e2e.credentialId });
	const first = await failed(id);
	const retried = await e2e.client.retryExecution(first.id, { withCurrentWorkflow: true });
	expect(retried.status).toBe('success');
	const again = sheetOutput(await run(id)).items.map(({ json }) => json);
	expect(outcomesOf(again)).toEqual(['skipped', 'skipped']);
	expect(await chargedByAmount(e2e)).toEqual({ 1: 1, 2: 1 });
});

// n8n.md E17
test.each([
	['pays only the rest with keys', KEYS, /Running these rows again is safe/, { 1: 1, 2: 1 }],
	[
		'pays all again without protection, which the error says',
		{ duplicateProtection: 'off' },
		/is a sub-workflow. Executions → Retry of the workflow that calls it/,
		{ 1: 2, 2: 1 },
	],
])('a retry of a workflow that calls a sheet %s', async (called, names, advice, paid) => {
	const trigger: Step = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const sheet = chainFrom(called, trigger, add(names, called));
	const call: Step = {
		name: 'Call',
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: {
			source: 'database',
			// A retry calls what is published.
			workflowId: {
				__rl: true,
				mode: 'id',
				value: await e2e.client.publish(sheet, e2e.credentialId),
			},
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode: 'once',
			options: {},
		},
	};
	const { id } = await e2e.client.importWorkflow(chain('parent', ROWS, call));
	const first = await failed(id);
	expect(JSON.stringify(first.data.resultData.error)).toMatch(advice);
	await e2e.client.retryExecution(first.id);
	expect(await chargedByAmount(e2e)).toEqual(paid);
});
