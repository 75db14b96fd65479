/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { loadSample } from '../../harness/samples/samples';
import type { WorkflowJson } from '../../harness/n8n/types';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { charged, issued } from '../../harness/sandbox/books';
import { withParameters, withSettings } from '../../harness/samples/choices';
import { type Cell, GoogleSheet, SERVICE_ACCOUNT } from '../../harness/stand-ins/google-sheet';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { type Outside, startOutside } from '../../harness/stand-ins/outside';
import { ISSUE } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';

jest.setTimeout(120_000);

const BY_HAND = { triggerName: 'Run it by hand' };
const HEADINGS = ['Customer', 'Amount', 'Currency', 'Outcome'];
const [ana, bruno, carla] = DEMO_CUSTOMERS;

let outside: Outside;
let sheet: GoogleSheet;
let e2e: TestBed;
let sample: WorkflowJson;

beforeAll(async () => {
	outside = await startOutside();
	sheet = new GoogleSheet(outside);
	e2e = await startTestBed({ n8n: { env: outside.env } });
	const account = await e2e.client.createCredential('googleApi', 'Google', SERVICE_ACCOUNT);
	sample = sheet.chosenIn(await loadSample('top-up-from-google-sheets'), account);
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
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
const asked = async () => await e2e.sandbox.admin.count({ route: ISSUE });
const additions = async () => await issued(e2e);
const marked = async () => sheet.column('Last tried').some((cell) => cell !== '');
const anHourLater = () => withSettings(sample, { minutesBeforeTryingAgain: 0.0001 });
const outcomesOnly = ({ ranges }: { ranges: string[] }) =>
	ranges.some((range) => /^D\d/.test(range));

test('issues what has no outcome, writes beside it what became of it, and does so once', async () => {
	sheet.fill(
		['Name', 'Amount', 'Currency', 'Outcome', 'Customer'],
		// As Google keeps them: this tax ID is a number that has lost its zero.
		['Ana', 10.5, 'BRL', '', Number(ana.taxId)],
		['Bruno', '1.234,50', 'BRL', 'issued', bruno.taxId],
		['Nobody', 20, 'BRL', '', '99999999999'],
		['Carla', '35,25', 'USDT', '', carla._id],
	);
	const execution = await run();
	expect(execution.status).toBe('success');
	expect(await charged(e2e)).toEqual([
		[ana._id, 10.5, 'BRL'],
		[carla._id, 35.25, 'USDT'],
	]);
	const [first, second] = (await additions()).map(({ _id }) => _id);
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'rejected', 'issued']);
	expect(sheet.column('Addition ID')).toEqual([first, '', '', second]);
	expect(sheet.column('Reason')).toEqual(['', '', expect.stringMatching(/customer/i), '']);
	expect(sheet.column('Name')).toEqual(['Ana', 'Bruno', 'Nobody', 'Carla']);
	const before = structuredClone(sheet.rows);
	expect((await run()).status).toBe('success');
	expect(await additions()).toHaveLength(2);
	expect(sheet.rows).toEqual(before);
});

test('takes an equal row of the same day for a new one, and a rejected row again once it is corrected', async () => {
	sheet.fill(HEADINGS, [ana._id, 10, 'BRL', ''], [bruno._id, 'ten', 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['issued', 'rejected']);
	sheet.type('Amount', 3, 15);
	sheet.type('Outcome', 3, '');
	sheet.rows.push([ana._id, 10, 'BRL', '']);
	// History counts in whole seconds: what was issued in this one would still count.
	await delay(1000);
	await run();
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'issued']);
	expect((await charged(e2e)).map(([, amount]) => amount)).toEqual([10, 10, 15]);
});

test('keeps a reason that looks like a formula as text', async () => {
	sheet.fill(HEADINGS, [ana._id, 'ten', 'BRL', '']);
	const formula = withParameters(sample, 'What became of it', ({ jsonOutput }) => ({
		jsonOutput: String(jsonOutput).replace('reason ||', "'=1+1 ' + reason ||"),
	}));
	await run(formula);
	expect(sheet.column('Reason')).toEqual([expect.stringMatching(/^=1\+1 /)]);
});

test('pays nothing twice when the outcomes could not be written', async () => {
	sheet.fill(HEADINGS, [ana._id, 10, 'BRL', ''], [bruno._id, 20, 'BRL', '']);
	sheet.refuses = outcomesOnly;
	const failed = await run();
	expect(failed.status).toBe('error');
	expect(failed.data.resultData.lastNodeExecuted).toBe('Write the outcomes');
	expect(await additions()).toHaveLength(2);
	expect(sheet.column('Outcome')).toEqual(['', '']);

	// Google is back. At once the rows count as being at work; later they are looked up at GMC.
	sheet.refuses = () => false;
	sheet.rows.push([carla._id, 30, 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['', '', 'issued']);
	await run(anHourLater());
	expect(sheet.column('Outcome')).toEqual(['skipped', 'skipped', 'issued']);
	expect(sheet.column('Addition ID')).toEqual((await additions()).map(({ _id }) => _id));
	expect(await asked()).toBe(3);
});

test('looks for the addition of a row that was first tried days ago', async () => {
	const then = DateTime.utc().minus({ days: 4 });
	const { admin } = e2e.sandbox;
	const { _id } = await admin.createAddition({
		customerIdentifier: ana._id,
		amount: 10,
		createdAt: then.toISO(),
	});
	const tried: Cell[] = [then.toISO(), `${then.toISO()} line 2`];
	sheet.fill([...HEADINGS, 'First tried', 'Last tried'], [ana._id, 10, 'BRL', '', ...tried]);
	await run();
	expect(sheet.column('Outcome')).toEqual(['skipped']);
	expect(sheet.column('Addition ID')).toEqual([_id]);
	expect(await asked()).toBe(0);
});

test('sends nothing when it cannot tell since when a row is tried', async () => {
	sheet.fill([...HEADINGS, 'First tried'], [ana._id, 10, 'BRL', '', 46347.5]);
	await run();
	expect(sheet.column('Outcome')).toEqual(['notAttempted']);
	expect(sheet.column('Reason')).toEqual([expect.stringContaining('Duplicates Since')]);
	expect(sheet.column('First tried')).toEqual([46347.5]);
	expect(await asked()).toBe(0);
});

test('writes "unknown" when no answer came, and does not take the row again', async () => {
	const { admin } = e2e.sandbox;
	await admin.configure({ additions: { visibleAfterSeconds: 3600 } });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	sheet.fill(HEADINGS, [ana._id, 10, 'BRL', ''], [bruno._id, 20, 'BRL', '']);
	expect((await run()).status).toBe('success');
	expect(sheet.column('Outcome')).toEqual(['unknown', 'notAttempted']);
	expect(sheet.column('Reason')).toEqual([
		expect.stringContaining('not known'),
		expect.any(String),
	]);
	await run(anHourLater());
	expect(await additions()).toHaveLength(1);
});

test('leaves rows alone that another run is at work on', async () => {
	sheet.fill(HEADINGS, [ana._id, 10, 'BRL', ''], [bruno._id, 20, 'BRL', '']);
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 3000 } });
	const id = await save(sample);
	const first = await e2e.client.startWorkflow(id, BY_HAND.triggerName);
	await until('the rows marked', marked);
	const second = await e2e.client.runWorkflow(id, BY_HAND);
	expect([second.status, (await e2e.client.finished(first)).status]).toEqual([
		'success',
		'success',
	]);
	expect(await charged(e2e)).toEqual([
		[ana._id, 10, 'BRL'],
		[bruno._id, 20, 'BRL'],
	]);
	expect(sheet.column('Outcome')).toEqual(['issued', 'issued']);
});

test('finds the row again that somebody has moved meanwhile', async () => {
	sheet.fill(HEADINGS, [ana._id, 10, 'BRL', ''], [bruno._id, 'ten', 'BRL', '']);
	await e2e.sandbox.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 1500 } });
	const started = await e2e.client.startWorkflow(await save(sample), BY_HAND.triggerName);
	await until('the rows marked', marked);
	sheet.rows.splice(1, 0, [carla._id, 30, 'BRL', '']);
	await e2e.client.finished(started);
	expect(sheet.column('Outcome')).toEqual(['', 'issued', 'rejected']);
});

test('sends nothing of a run that is above the limit', async () => {
	sheet.fill(HEADINGS, [ana._id, 6000, 'BRL', ''], [bruno._id, 6000, 'BRL', '']);
	await run();
	expect(sheet.column('Outcome')).toEqual(['rejected', 'rejected']);
	expect(await asked()).toBe(0);
});
