/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importSample } from '../../../harness/samples/importSample';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import {
	newLedger,
	withOwnLedger,
	withSettings,
	withToday,
} from '../../../harness/samples/choices';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { Execution } from '../../../harness/n8n/types';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { askedToIssue } from '../../../harness/sandbox/books';
import { ISSUE, LIST_ADDITIONS } from '../../../harness/sandbox/routes';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

jest.setTimeout(90_000);

const GROUPS = [
	'Not paid',
	'Uncertain',
	'In no row',
	'Not compared',
	'Paid by another workflow',
	'Failed at GMC',
	'Paid',
	'Paid on another day',
];
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const [ana] = DEMO_CUSTOMERS;

let e2e: Guest;
let ledger: string;

beforeAll(async () => {
	e2e = await visitShared();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	ledger = newLedger();
});
afterAll(async () => await e2e?.stop());

async function topUp(): Promise<void> {
	const { id } = await importSample(e2e, 'top-up-from-spreadsheet', ledger);
	await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

/** Pays a sheet by a workflow of the name. */
async function payBy(name: string, csv: string): Promise<void> {
	const { client, credentialId, filesFolder } = e2e;
	const file = path.join(filesFolder, 'other.csv');
	await writeFile(file, csv);
	const sample = withSpreadsheet(await loadSample('top-up-from-spreadsheet'), file);
	const workflow = { ...withOwnLedger(sample, ledger), name };
	const { id } = await client.importWorkflow(workflow, { credentialId });
	await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

async function reconcile(csv?: string, settings = {}): Promise<Execution> {
	const { client, credentialId, filesFolder } = e2e;
	const file = path.join(filesFolder, csv === undefined ? 'top-ups.csv' : 'of-the-day.csv');
	if (csv !== undefined) await writeFile(file, csv);
	const sample = withSettings(withToday(await loadSample('reconcile-a-day')), settings);
	const workflow = withOwnLedger(withSpreadsheet(sample, file), ledger);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

const found = (execution: Execution, node: string) =>
	nodeOutput(execution, node)
		.flat()
		.map(({ json }) => json);
const counts = (execution: Execution) =>
	Object.fromEntries(
		GROUPS.map((node) => [node, found(execution, node).length]).filter(([, count]) => count),
	);

test('leads what is paid apart from what is not, and from additions in no row', async () => {
	const { admin } = e2e.sandbox;
	await admin.addFault({
		route: ISSUE,
		match: { amount: 250 },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});
	await topUp();
	await admin.createAddition({ amount: 10.5, customerIdentifier: ana._id });
	await payBy('Orders of the shop', `${HEAD}\n88;;${ana._id};;33;BRL\n`);
	const asked = await askedToIssue(admin);
	const execution = await reconcile();
	expect(execution.status).toBe('success');
	expect(counts(execution)).toEqual({
		Paid: 19,
		'Not paid': 1,
		'In no row': 1,
		'Paid by another workflow': 1,
	});
	expect(found(execution, 'Paid')[0]).toMatchObject({
		row: 1,
		id: 'TU-1001',
		found: 'listed',
		who: ana.name,
		name: ana.name,
		amount: '10.5',
		currency: 'BRL',
		why: 'GMC lists it',
		addition: expect.any(String),
	});
	expect(found(execution, 'Not paid')[0]).toMatchObject({
		row: 4,
		id: 'TU-1004',
		found: 'notListed',
		who: 'Fábio Moraes',
		amount: '250',
	});
	expect(found(execution, 'Paid by another workflow')[0]).toMatchObject({
		row: null,
		id: '88',
		workflow: 'Orders of the shop',
		who: ana.name,
		amount: '33',
	});
	const [alone] = found(execution, 'In no row');
	expect(alone).toMatchObject({ who: ana.name, amount: '10.5', name: null, workflow: null });
	expect(alone.why).toContain('nobody here knows it');
	expect(await askedToIssue(admin)).toBe(asked);
});

test('what the workflow of the sheet has paid under an ID that is in no row is an alarm', async () => {
	const paid = `${HEAD}\nA;;${ana._id};;33;BRL\nB;;${ana._id};;33;BRL\n`;
	await payBy('Top up customers from a spreadsheet', paid);
	const execution = await reconcile(`${HEAD}\nA;;${ana._id};;33;BRL\n`);
	expect(counts(execution)).toEqual({ Paid: 1, 'In no row': 1 });
	expect(found(execution, 'In no row')[0]).toMatchObject({
		id: 'B',
		why: expect.stringContaining('by the workflow of this sheet'),
	});
});

test('what an ID has paid on another day is led apart; a row that is open is uncertain', async () => {
	const { admin } = e2e.sandbox;
	const rows = `${HEAD}\nA;;${ana._id};;33;BRL\n`;
	await payBy('Top up customers from a spreadsheet', rows);
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	await admin.configure({ additions: { visibleAfterSeconds: 3_600 } });
	const both = `${rows}B;;${ana._id};;44;BRL\n`;
	await payBy('Top up customers from a spreadsheet', both);
	expect(counts(await reconcile(both))).toEqual({ Paid: 1, Uncertain: 1 });
	const day = '={{ $today.minus({ days: 3 }).toISODate() }}';
	const execution = await reconcile(both, { day });
	expect(counts(execution)).toEqual({ 'Paid on another day': 1, Uncertain: 1 });
	const [before] = found(execution, 'Paid on another day');
	expect(before).toMatchObject({ found: 'paidBefore', id: 'A' });
});

test('an empty line is no row, and an addition that failed is no alarm', async () => {
	await e2e.sandbox.admin.createAddition({ amount: 5, status: 'FAILED' });
	const execution = await reconcile(
		`${HEAD}\n;;;;;\nA;;${ana._id};;1.234;BRL\nB;;${ana._id};;2;BRL\n`,
	);
	expect(counts(execution)).toEqual({ 'Not paid': 1, 'Not compared': 1, 'Failed at GMC': 1 });
	expect(found(execution, 'Not compared')[0]).toMatchObject({ row: 1, id: 'A' });
});

test('a row that is not filled in is told, and so is a sheet without rows', async () => {
	const { admin } = e2e.sandbox;
	await admin.createAddition({ amount: 33, customerIdentifier: ana._id });
	const execution = await reconcile(`${HEAD}\n1;;${ana._id};;33;BRL\n2;Bruno Lima;;;;BRL\n`);
	expect(counts(execution)).toEqual({ Paid: 1, 'Not compared': 1 });
	expect(found(execution, 'Not compared')[0]).toMatchObject({ row: 2, name: 'Bruno Lima' });
	expect(counts(await reconcile(`${HEAD}\n`))).toEqual({ 'In no row': 1, 'Not compared': 1 });
});

test('nothing is called paid, and nothing is left out, when GMC cannot be asked', async () => {
	const action = { type: 'status', status: 400, body: { message: 'Not today' } } as const;
	await e2e.sandbox.admin.addFault({ route: LIST_ADDITIONS, action });
	const rows = `${HEAD}\nA;;${ana._id};;33;BRL\n;;;;;\n`;
	expect(counts(await reconcile(rows))).toEqual({ 'Not compared': 1 });
	expect(counts(await reconcile(`${HEAD}\n`))).toEqual({ 'Not compared': 1 });
});
