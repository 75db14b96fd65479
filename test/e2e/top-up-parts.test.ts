import type { SampleName } from '../../harness/samples/samples';
import { loadSample, provideSpreadsheet, withSpreadsheet } from '../../harness/samples/samples';
import { nodeOutput } from '../../harness/n8n/client';
import type { WorkflowNode } from '../../harness/n8n/types';
import type { Guest } from '../../harness/n8n/test-bed';
import { visitShared } from '../../harness/n8n/shared';
import { TOP_UPS } from '../../harness/samples/top-ups';
import { ISSUE } from '../../harness/sandbox/routes';

// The sample "Top up 100,000 rows", on the sheet of 20 rows that comes with it.

jest.setTimeout(90_000);

let e2e: Guest;
let sheetId: string;
let key: { id: string; name: string };

/** Imports one of both workflows with the header that opens the webhook. */
async function importWith(
	name: SampleName,
	httpHeaderAuth: typeof key,
	settings: object = {},
): Promise<string> {
	const file = await provideSpreadsheet(e2e.filesFolder);
	const workflow = withSpreadsheet(await loadSample(name), file);
	const change = (node: WorkflowNode): WorkflowNode => {
		if (node.name === 'Settings') {
			return { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify(settings) } };
		}
		const isOpened = ['Part', 'Issue the parts'].includes(node.name);
		return isOpened ? { ...node, credentials: { httpHeaderAuth } } : node;
	};
	const nodes = workflow.nodes.map(change);
	const { credentialId } = e2e;
	return (await e2e.client.importWorkflow({ ...workflow, nodes }, { credentialId })).id;
}

async function newKey(name: string) {
	const data = { name: 'X-Top-Up-Key', value: name };
	return { id: await e2e.client.createCredential('httpHeaderAuth', name, data), name };
}

const importSheet = async (changes: object = {}, itsKey = key) =>
	await importWith('top-up-100000-rows', itsKey, {
		...{ n8nUrl: e2e.n8n.url, rowsPerPart: 6, maxTotal: 100_000 },
		...changes,
	});

async function summaryOf(workflowId: string) {
	const run = await e2e.client.runWorkflow(workflowId, { triggerName: 'Run it by hand' });
	expect(run.status).toBe('success');
	return {
		summary: nodeOutput(run, 'Summary')[0][0].json,
		parts: nodeOutput(run, 'Cut into parts'),
	};
}

beforeAll(async () => {
	e2e = await visitShared();
	key = await newKey('A long random value');
	await e2e.client.activate(await importWith('top-up-100000-rows-part', key));
	sheetId = await importSheet();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
});
afterAll(async () => await e2e.stop());

test('issues every row once, in parts that keep the rows of a customer together', async () => {
	const { summary, parts } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: true, rows: 20, issued: TOP_UPS.length, attention: [] });
	const customers = parts[0].map(({ json }) => {
		const rows = json.rows as Array<{ customer: string }>;
		return new Set(rows.map(({ customer }) => customer));
	});
	expect(customers.length).toBeGreaterThan(2);
	const all = customers.flatMap((part) => [...part]);
	expect(new Set(all).size).toBe(all.length);
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(20);
});

test('run a second time, it skips what GMC lists', async () => {
	await summaryOf(sheetId);
	const { summary } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: true, issued: 0, skipped: 20 });
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(20);
});

test('lists the rows that need a person, with the reason', async () => {
	await e2e.sandbox.admin.addFault({
		...{ route: ISSUE, match: { amount: 250 } },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});
	const { summary } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: false, issued: 19, rejected: 1 });
	expect(summary.attention).toEqual([
		expect.objectContaining({
			...{ row: 4, outcome: 'rejected' },
			reason: expect.stringMatching(/GMC refused.*400/) as string,
		}),
	]);
});

test('sends nothing when all parts together are above Maximum Total', async () => {
	const tooMuch = await importSheet({ maxTotal: 100 });
	const run = await e2e.client.runWorkflow(tooMuch, { triggerName: 'Run it by hand' });
	expect(run.status).toBe('error');
	expect(JSON.stringify(run.data.resultData.error)).toMatch(/above the Maximum Total of 100/);
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
});

test('says which parts came back without an answer', async () => {
	const id = await importSheet({}, await newKey('Another one'));
	const { summary } = await summaryOf(id);
	expect(summary).toMatchObject({ isDone: false, rows: 20, issued: 0, withoutAnswer: 20 });
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
});
