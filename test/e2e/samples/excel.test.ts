/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import writeExcelFile from 'write-excel-file/node';
import { isDone, readOutcomes } from '../../../harness/samples/outcome';
import {
	type SampleName,
	TOP_UP_TRIGGER,
	loadSample,
	withSpreadsheet,
} from '../../../harness/samples/samples';
import { nodeOutput } from '../../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { charged } from '../../../harness/sandbox/books';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { newLedger, withOwnLedger, withToday } from '../../../harness/samples/choices';
import type { WorkflowJson } from '../../../harness/n8n/types';

jest.setTimeout(90_000);

const [ana, bruno, carla, diego] = DEMO_CUSTOMERS;
const padaria = DEMO_CUSTOMERS[8];

/** Texts are cells of text, numbers are cells of numbers, as a person at Excel makes them. */
const SHEET = [
	['id', 'name', 'customer_id', 'tax_id', 'amount', 'currency'],
	// Excel takes a tax ID for a number, and its zeros are gone.
	[1001, ana.name, null, Number(ana.taxId), 10.5, 'BRL'],
	[1002, bruno.name, null, Number(bruno.taxId), 35, 'USDT'],
	[1003, carla.name, carla._id, null, 'R$ 1.234,50', 'BRL'],
	[1004, diego.name, null, '111.444.777-35', '99,90', 'BRL'],
	[1005, 'A wrong number', null, 12345, 20, 'BRL'],
	[1006, padaria.name, null, Number(padaria.taxId), 3750, 'BRL'],
];

let e2e: Guest;

beforeAll(async () => {
	e2e = await visitShared();
	await mkdir(e2e.filesFolder, { recursive: true });
	const cells = SHEET.map((row) => row.map((value) => (value === null ? null : { value })));
	await writeExcelFile(cells).toFile(path.join(e2e.filesFolder, 'top-ups.xlsx'));
});
afterAll(async () => await e2e?.stop());

const ledger = newLedger();

const run = async (name: SampleName, change = (sample: WorkflowJson) => sample) => {
	const file = path.join(e2e.filesFolder, 'top-ups.xlsx');
	const workflow = change(withSpreadsheet(await loadSample(name), file));
	const { id } = await e2e.client.importWorkflow(withOwnLedger(workflow, ledger), {
		credentialId: e2e.credentialId,
	});
	return await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
};

test('tops up from an Excel file, and reconciles the day with it', async () => {
	const execution = await run('top-up-from-spreadsheet');
	expect(execution.status).toBe('error');
	const rows = readOutcomes(execution);
	expect(rows.map(isDone)).toEqual([true, true, true, true, false, true]);
	expect(rows[4].reason).toMatch(/digits/);
	expect(await charged(e2e)).toEqual([
		[ana._id, 10.5, 'BRL'],
		[bruno._id, 35, 'USDT'],
		[diego._id, 99.9, 'BRL'],
		[carla._id, 1234.5, 'BRL'],
		[padaria._id, 3750, 'BRL'],
	]);
	expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);

	const reconciled = await run('reconcile-a-day', withToday);
	const found = (node: string) => nodeOutput(reconciled, node).flat();
	expect(found('Paid')).toHaveLength(5);
	expect(found('Not compared').map(({ json }) => [json.row, json.why])).toEqual([
		[5, expect.stringMatching(/^Row 5: .*digits/)],
	]);
	for (const node of ['Not paid', 'Uncertain', 'In no row']) expect(found(node)).toEqual([]);
});
