import { nodeOutput } from '../../../harness/n8n/executions';
import { loadSample } from '../../../harness/samples/samples';
import type { Execution, WorkflowJson } from '../../../harness/n8n/types';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { askedToIssue, charged, issued } from '../../../harness/sandbox/books';
import { withOwnLedger, withParameters, withSettings } from '../../../harness/samples/choices';
import { GoogleSheet, SERVICE_ACCOUNT } from '../../../harness/stand-ins/google-sheet';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../../harness/n8n/test-bed';
import { type Outside, startOutside } from '../../../harness/stand-ins/outside';
import { ISSUE } from '../../../harness/sandbox/routes';
import { until } from '../../../harness/system/until';

jest.setTimeout(120_000);

const BY_HAND = { triggerName: 'Run it by hand' };
const HEADINGS = ['ID', 'Customer', 'Amount', 'Currency', 'Outcome'];
const [ana, bruno, carla] = DEMO_CUSTOMERS;

let outside: Outside;
let sheet: GoogleSheet;
let e2e: TestBed;
let shipped: WorkflowJson;
let sample: WorkflowJson;

beforeAll(async () => {
	outside = await startOutside();
	sheet = new GoogleSheet(outside);
	e2e = await startTestBed({ n8n: { env: outside.env } });
	const account = await e2e.client.createCredential('googleApi', 'Google', SERVICE_ACCOUNT);
	shipped = sheet.chosenIn(await loadSample('top-up-from-google-sheets'), account);
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	sample = withOwnLedger(shipped);
});
afterEach(async () => {
	expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);
	// A text must never be taken for a formula or a number.
	expect(sheet.written.filter(({ valueInputOption }) => valueInputOption !== 'RAW')).toEqual([]);
});
afterAll(async () => {
	await e2e?.stop();
	await outside?.stop();
});

const save = async (workflow: WorkflowJson) =>
	(await e2e.client.importWorkflow(workflow, { credentialId: e2e.credentialId })).id;
const run = async (workflow = sample) =>
	await e2e.client.runWorkflow(await save(workflow), BY_HAND);
const asked = async () => await askedToIssue(e2e.sandbox.admin);
const additions = async () => await issued(e2e);
const counts = (execution: Execution, ...nodes: string[]) =>
	nodes.map((node) => nodeOutput(execution, node).flat().length);
const outcomesOnly = ({ ranges }: { ranges: string[] }) =>
	ranges.some((range) => /^E\d/.test(range));

test('issues what has no outcome, writes beside it what became of it, and does so once', async () => {
	sheet.fill(
		['Name', 'Amount', 'Currency', 'Outcome', 'Customer', 'ID'],
		// As Google keeps them: this tax ID is a number that has lost its zero, and this ID is one, too.
		[ana.name, 10.5, 'BRL', '', Number(ana.taxId), 1001],
		['Bruno', '1.234,50', 'BRL', 'issued', bruno.taxId, 'A-2'],
		['Nobody', 20, 'BRL', '', '99999999999', 'A-3'],
		[carla.name, '35,25', 'USDT', '', carla._id, 'A-4'],
		['Somebody Else', 5, 'BRL', '', bruno.taxId, 'A-5'],
	);
	const execution = await run();
	expect(execution.status).toBe('error');
	expect(await charged(e2e)).toEqual([
		[ana._id, 10.5, 'BRL'],
		[carla._id, 35.25, 'USDT'],
	]);
	const [first, second] = (await additions()).map(({ _id }) => _id);
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'rejected', 'issued', 'rejected']);
	expect(sheet.column('Addition ID')).toEqual([first, '', '', second, '']);
	expect(sheet.column('Name at GMC').slice(0, 4)).toEqual([ana.name, '', '', carla.name]);
	expect(counts(execution, 'Issued', 'Needs attention')).toEqual([2, 2]);
	// The number of the row is not that of the line in the sheet.
	expect(sheet.column('Reason')).toEqual([
		'',
		'',
		expect.stringMatching(/^the tax ID …9999/),
		'',
		expect.stringMatching(/"Somebody Else" is expected/),
	]);
	expect(sheet.column('Name')[0]).toBe(ana.name);
	const before = structuredClone(sheet.rows);
	// What was refused is refused, and said, until somebody corrects it.
	expect((await run()).status).toBe('error');
	expect(await additions()).toHaveLength(2);
	expect(sheet.rows).toEqual(before);
});

test('knows Portuguese headings, and writes beside the ID, whatever its column is called', async () => {
	sheet.fill(
		['Pedido', 'CPF/CNPJ', 'Valor', 'Moeda', 'Outcome'],
		['A-1', ana.taxId, 10, 'BRL', ''],
	);
	expect((await run()).status).toBe('success');
	expect(sheet.column('Outcome')).toEqual(['issued']);
	expect(sheet.column('Name at GMC')).toEqual([ana.name]);
	expect(sheet.rows[0].slice(0, 5)).toEqual(['Pedido', 'CPF/CNPJ', 'Valor', 'Moeda', 'Outcome']);
	sheet.fill(['Pedido', 'Documento', 'Valor', 'Moeda', 'Outcome'], ['A-2', '1', 10, 'BRL', '']);
	expect((await run()).data.resultData.error?.message).toMatch(/not known: Documento, Outcome/);
});

test('takes an equal row of the same day for a new one, and a rejected row again once it is corrected', async () => {
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', ''], ['A-2', bruno._id, 'ten', 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['issued', 'rejected']);
	sheet.type('Amount', 3, 15);
	sheet.rows.push(['A-3', ana._id, 10, 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'issued']);
	expect((await charged(e2e)).map(([, amount]) => amount)).toEqual([10, 10, 15]);
});

test('keeps a reason that looks like a formula as text', async () => {
	sheet.fill(HEADINGS, ['A-1', ana._id, 'ten', 'BRL', '']);
	const formula = withParameters(sample, 'What became of it', (parameters) =>
		JSON.parse(JSON.stringify(parameters).replace("[(['Row'", "['=1+1 ' + (['Row'")),
	);
	await run(formula);
	expect(sheet.column('Reason')).toEqual([expect.stringMatching(/^=1\+1 /)]);
});

test('pays nothing twice when the outcomes could not be written, and tells them at the next run', async () => {
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', ''], ['A-2', bruno._id, 20, 'BRL', '']);
	sheet.refuses = outcomesOnly;
	const failed = await run();
	expect(failed.status).toBe('error');
	expect(failed.data.resultData.lastNodeExecuted).toBe('Write the outcomes');
	expect(await additions()).toHaveLength(2);
	expect(sheet.column('Outcome')).toEqual(['', '']);

	sheet.refuses = () => false;
	sheet.rows.push(['A-3', carla._id, 30, 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['skipped', 'skipped', 'issued']);
	expect(sheet.column('Addition ID')).toEqual((await additions()).map(({ _id }) => _id));
	expect(await asked()).toBe(3);
});

test('takes what nobody knows again by itself, until it is known', async () => {
	const { admin } = e2e.sandbox;
	sheet.fill(HEADINGS, ['A-0', bruno._id, 5, 'BRL', '']);
	await run();
	await admin.configure({ additions: { visibleAfterSeconds: 60 } });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', ''], ['A-2', bruno._id, 20, 'BRL', '']);
	const { data } = await run();
	expect(data.resultData.error?.message).toMatch(/^Not paid, or open: 2\. .*not known/);
	expect(sheet.column('Outcome')).toEqual(['unknown', 'notAttempted']);
	expect(sheet.column('Reason')).toEqual([
		expect.stringContaining('not known'),
		expect.any(String),
	]);
	expect((await run()).status).toBe('error');
	expect(sheet.column('Outcome')).toEqual(['unknown', 'issued']);
	await admin.advanceClock({ minutes: 1 });
	expect((await run()).status).toBe('success');
	expect(sheet.column('Outcome')).toEqual(['skipped', 'issued']);
	expect(await asked()).toBe(3);
});

test('leads apart what GMC has not completed', async () => {
	await e2e.sandbox.admin.configure({
		additions: { initialStatus: 'PENDING', settleAfterSeconds: null },
	});
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', '']);
	const execution = await run();
	expect(execution.status).toBe('success');
	expect(counts(execution, 'Pending at GMC', 'Issued')).toEqual([1, 0]);
	expect(sheet.column('Outcome')).toEqual(['issued']);
});

test('finds the row again that somebody has moved meanwhile', async () => {
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', ''], ['A-2', bruno._id, 'ten', 'BRL', '']);
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 1500 } });
	const started = await e2e.client.startWorkflow(await save(sample), BY_HAND.triggerName);
	await until('the request', async () => (await asked()) > 0);
	sheet.rows.splice(1, 0, ['A-3', carla._id, 30, 'BRL', '']);
	await e2e.client.finished(started);
	expect(sheet.column('Outcome')).toEqual(['', 'issued', 'rejected']);
});

test('sends nothing of a run that is above the limit', async () => {
	sheet.fill(HEADINGS, ['A-1', ana._id, 6000, 'BRL', ''], ['A-2', bruno._id, 6000, 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['rejected', 'rejected']);
	expect(await asked()).toBe(0);
	// It is no fault of the rows: once the limit is another one, they are paid.
	const raised = withSettings(sample, { maximumTotal: 20_000 });
	expect((await run(raised)).status).toBe('success');
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued']);
});

test('ends red when a row has no ID, pays the others, and does not mind an empty line', async () => {
	const empty = ['', '', '', '', ''];
	sheet.fill(HEADINGS, ['A-1', ana._id, 10, 'BRL', ''], empty, ['', bruno._id, 20, 'BRL', '']);
	const execution = await run();
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toContain('Line 4 of the sheet has no ID');
	expect(sheet.column('Outcome')).toEqual(['issued', '', '']);
	sheet.rows.splice(3, 1);
	expect((await run()).status).toBe('success');
	expect(await charged(e2e)).toEqual([[ana._id, 10, 'BRL']]);
});
