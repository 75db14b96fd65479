/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SampleName } from '../../../harness/samples/samples';
import { SAMPLE_SPREADSHEET, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { WorkflowNode } from '../../../harness/n8n/types';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { TOP_UPS } from '../../../harness/samples/top-ups';
import { ISSUE } from '../../../harness/sandbox/routes';

// The sample "Top up 100,000 rows", on the sheet of 20 rows that comes with it.

jest.setTimeout(90_000);

let e2e: Guest;
let sheetId: string;
let file: string;
let key: { id: string; name: string };

/** Imports one of both workflows with the header that opens the webhook. */
async function importWith(
	name: SampleName,
	httpHeaderAuth: typeof key,
	settings: object = {},
): Promise<string> {
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
		n8nUrl: e2e.n8n.url,
		rowsPerPart: 6,
		maxTotal: 100_000,
		...changes,
	});

/** The sample's sheet with IDs that no other test has used, and perhaps a row before all others. */
async function writeSheet(ids: string, first = ''): Promise<void> {
	const [head, ...rows] = (await readFile(SAMPLE_SPREADSHEET, 'utf8')).split('\n');
	const lines = rows.map((row) => row.replace('TU', ids));
	await writeFile(file, [head, ...(first === '' ? [] : [`${ids}-${first}`]), ...lines].join('\n'));
}

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
	file = path.join(e2e.filesFolder, 'parts.csv');
	sheetId = await importSheet();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	await writeSheet(randomUUID());
});
afterAll(async () => await e2e.stop());

test('issues every row once, in parts that each have a ledger', async () => {
	const { summary, parts } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: true, rows: 20, issued: TOP_UPS.length, attention: [] });
	const ledgers = parts[0].map(({ json }) => json.ledger);
	expect(ledgers.length).toBeGreaterThan(2);
	expect(ledgers).toEqual(ledgers.map(() => expect.stringMatching(/^GMC top-ups, part \d$/)));
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(20);
});

test('run again another day, it pays nothing again, however the sheet has grown', async () => {
	const ids = randomUUID();
	await writeSheet(ids);
	await summaryOf(sheetId);
	await e2e.sandbox.admin.advanceClock({ days: 2 });
	await writeSheet(ids, 'new;Ana Souza;;01234567890;1,00;BRL');
	const { summary } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: true, rows: 21, issued: 1, skipped: 20 });
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(21);
});

test('lists the rows that need a person, with the reason', async () => {
	await e2e.sandbox.admin.addFault({
		route: ISSUE,
		match: { amount: 250 },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});
	const { summary } = await summaryOf(sheetId);
	expect(summary).toMatchObject({ isDone: false, issued: 19, rejected: 1 });
	expect(summary.attention).toEqual([
		expect.objectContaining({
			row: 4,
			id: expect.stringMatching(/-1004$/) as string,
			outcome: 'rejected',
			reason: expect.stringMatching(/GMC refused.*400/) as string,
		}),
	]);
});

test('sends nothing when a row has no ID', async () => {
	await writeFile(file, 'id;tax_id;amount;currency\nA-1;01234567890;1;BRL\n;01234567890;2;BRL\n');
	const run = await e2e.client.runWorkflow(sheetId, { triggerName: 'Run it by hand' });
	expect(run.status).toBe('error');
	expect(JSON.stringify(run.data.resultData.error)).toContain('Row 2 has no ID');
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
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
