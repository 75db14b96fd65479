/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DateTime } from 'luxon';
import { nodeOutput } from '../../../harness/n8n/executions';
import { visitShared } from '../../../harness/n8n/shared';
import type { Guest } from '../../../harness/n8n/test-bed';
import type { WorkflowJson } from '../../../harness/n8n/types';
import {
	newLedger,
	withChosenCredential,
	withOwnLedger,
	withToday,
} from '../../../harness/samples/choices';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import { ISSUE } from '../../../harness/sandbox/routes';
import { type Mailbox, startMailbox } from '../../../harness/stand-ins/mailbox';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// Which days the e-mail of the day is about, and that it leaves out nothing that somebody has to look at.

jest.setTimeout(90_000);

const [ana, bruno] = DEMO_CUSTOMERS;
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const SHEET = `${HEAD}\n1;;${ana._id};;10;BRL\n2;;${bruno._id};;700;BRL\n`;
/** Of the n8n that tests share. */
const midnight = () => DateTime.now().setZone('America/Sao_Paulo').startOf('day');

let mailbox: Mailbox;
let e2e: Guest;
let ledger: string;

beforeAll(async () => {
	mailbox = await startMailbox();
	e2e = await visitShared();
	await mkdir(e2e.filesFolder, { recursive: true });
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	mailbox.mails.length = 0;
	ledger = newLedger();
});
afterAll(async () => {
	await e2e?.stop();
	await mailbox?.stop();
});

async function run(workflow: WorkflowJson, csv: string) {
	const { client, credentialId, filesFolder } = e2e;
	const file = path.join(filesFolder, 'of-the-days.csv');
	await writeFile(file, csv);
	const ready = withOwnLedger(withSpreadsheet(workflow, file), ledger);
	const { id } = await client.importWorkflow(ready, { credentialId });
	return await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}
const pay = async (csv: string) => await run(await loadSample('top-up-from-spreadsheet'), csv);

/** The e-mail of a sheet, of the day that the sample takes by itself. */
async function mailOf(csv: string, change = (sample: WorkflowJson) => sample) {
	const smtp = await e2e.client.createCredential('smtp', 'SMTP', mailbox.credential);
	const sample = change(await loadSample('daily-reconciliation-by-email'));
	const node = ['n8n-nodes-base.emailSend', 'smtp', smtp] as const;
	const execution = await run(withChosenCredential(sample, ...node), csv);
	const [{ json }] = nodeOutput(execution, 'Write the e-mail')[0];
	const [{ subject = '', text = '' }] = mailbox.mails;
	return { subject, text, counts: json };
}

test('is about the whole day before, and leaves out nothing of its evening', async () => {
	const listed = async (amount: number, at: DateTime) =>
		await e2e.sandbox.admin.createAddition({ amount, createdAt: at.toUTC().toISO()! });
	await listed(5001, midnight().minus({ minutes: 30 }));
	await listed(5002, midnight().minus({ hours: 23 }));
	await listed(5003, midnight().minus({ hours: 25 }));
	await listed(5004, midnight().plus({ minutes: 1 }));
	const { subject, text } = await mailOf(SHEET);
	const day = midnight().minus({ days: 1 }).toFormat('dd/MM/yyyy');
	expect(subject).toBe(`GMC ${day}: please look (Not paid: 2, In no row: 2)`);
	expect(text).toContain('R$ 5.001,00');
	expect(text).toContain('R$ 5.002,00');
	expect(text).not.toMatch(/5\.00[34],00/);
});

test('counts what was paid on another day, in no sum', async () => {
	await pay(SHEET);
	const { subject, text } = await mailOf(SHEET);
	expect(subject).toContain(': all is well (Paid: 0, Paid on another day: 2)');
	expect(text).toMatch(/- Paid: 0\n- Paid on another day: 2\s*$/);
	expect(text).not.toMatch(/R\$|700/);
});

test('tells a row that is in doubt in the ledger, on that day and later', async () => {
	const { admin } = e2e.sandbox;
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	await admin.configure({ additions: { visibleAfterSeconds: 3_600 } });
	const sheet = `${HEAD}\n1;;${ana._id};;10;BRL\n`;
	await pay(sheet);
	const today = await mailOf(sheet, withToday);
	expect(today.counts).toMatchObject({ uncertain: 1, paid: 0 });
	expect(today.subject).toContain(': please look (Uncertain: 1)');
	expect(today.text).toContain(`- ${ana.name} | row 1 | 1 | It may be paid: do not pay it anew`);
	expect((await mailOf(sheet)).counts).toMatchObject({ uncertain: 1, paid: 0, paidBefore: 0 });
});
