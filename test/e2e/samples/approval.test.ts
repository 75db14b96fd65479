/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import axios from 'axios';
import { isRunning, nodeOutput } from '../../../harness/n8n/executions';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import type { WorkflowJson } from '../../../harness/n8n/types';
import {
	withChosenCredential,
	withOwnLedger,
	withParameters,
	withSettings,
} from '../../../harness/samples/choices';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import { charged } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { headersOf } from '../../../harness/sandbox/useSandbox';
import { type Mailbox, startMailbox } from '../../../harness/stand-ins/mailbox';
import { until } from '../../../harness/system/until';
import { DEMO_CUSTOMERS, DEMO_USER } from '../../../sandbox/seeds';

// The sample "Top up a sheet after approval": whoever is asked answers by the form of the e-mail. It is never published.

jest.setTimeout(90_000);

const [ana, bruno, carla] = DEMO_CUSTOMERS;
const HEAD = 'name;customer_id;tax_id;amount;currency';
const row = (customer: typeof ana, amount: string, currency = 'BRL') =>
	`${customer.name};${customer._id};;${amount};${currency}`;
const ROWS = [row(ana, '10,50'), row(bruno, '100'), row(carla, '35', 'USDT'), row(ana, '1.234')];
let mailbox: Mailbox;
let e2e: Guest;
let file: string;

beforeAll(async () => {
	mailbox = await startMailbox();
	e2e = await visitShared();
	await mkdir(e2e.filesFolder, { recursive: true });
	file = path.join(e2e.filesFolder, 'to-approve.csv');
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	mailbox.mails.length = 0;
	await sheet(ROWS);
});
afterAll(async () => {
	await e2e?.stop();
	await mailbox?.stop();
});

const sheet = async (rows: string[]) => await writeFile(file, [HEAD, ...rows, ''].join('\n'));
const asked = async () => await e2e.sandbox.admin.count({ route: ISSUE });

async function save(change = (sample: WorkflowJson) => sample): Promise<string> {
	const { client, credentialId } = e2e;
	const smtp = await client.createCredential('smtp', 'SMTP', mailbox.credential);
	const shipped = change(withSpreadsheet(await loadSample('top-up-a-sheet-after-approval'), file));
	const named = withSettings(shipped, { batch: '2026-11' });
	const ready = withChosenCredential(named, 'n8n-nodes-base.emailSend', 'smtp', smtp);
	const { id } = await client.importWorkflow(withOwnLedger(ready), { credentialId });
	return id;
}

/** Starts the sheet; answers when the e-mail is there and n8n waits. */
async function ask(id: string) {
	const before = mailbox.mails.length;
	const execution = await e2e.client.startWorkflow(id, TOP_UP_TRIGGER);
	await until('the e-mail', async () => mailbox.mails.length > before);
	const status = async () => (await e2e.client.execution(execution)).status;
	await until('n8n to wait', async () => (await status()) === 'waiting');
	const mail = mailbox.mails[before];
	const link = /href="([^"]+)"/.exec(mail.html!)![1].replaceAll('&amp;', '&');
	return { execution, mail, link };
}

/** What a person does in the form. */
async function answer(link: string, decision: string): Promise<void> {
	const form = new FormData();
	form.set('field-0', decision);
	await axios.post(link, form, { proxy: false });
}

/** Somebody gives a customer another tax ID at GMC. */
async function correct(customerId: string, taxId: string): Promise<void> {
	const { baseUrl } = e2e.sandbox;
	const { email, senha } = DEMO_USER;
	const { data } = await axios.post(`${baseUrl}/auth/login`, { email, senha }, { proxy: false });
	const headers = headersOf(DEMO_USER, data.accessToken as string);
	await axios.patch(`${baseUrl}/customers/${customerId}`, { taxId }, { headers, proxy: false });
}

const ended = async (execution: string) => await e2e.client.finished(execution);

test('pays what was approved, and nothing else', async () => {
	const id = await save();
	const { execution, mail, link } = await ask(id);
	expect(mail.subject).toBe('Approve 3 top-ups of 2026-11: R$ 110,50 + USDT 35,00');
	expect(mail.text ?? mail.html).toContain(`- line 3: ${bruno.name}, R$ 100,00`);
	expect(mail.html).toMatch(/- line 5: .*1\.234/);
	// A program that opens the links of an e-mail has answered nothing.
	await axios.get(link, { proxy: false, headers: { 'user-agent': 'Mozilla/5.0' } });
	expect(isRunning(await e2e.client.execution(execution))).toBe(true);
	expect(await asked()).toBe(0);
	await answer(link, 'Approve');
	// The row that was refused in the e-mail is not paid, and that is said.
	expect((await ended(execution)).status).toBe('error');
	expect(await charged(e2e)).toEqual([
		[ana._id, 10.5, 'BRL'],
		[carla._id, 35, 'USDT'],
		[bruno._id, 100, 'BRL'],
	]);
	// The corrected sheet asks for the rest, of a customer who has been paid, too.
	await sheet([...ROWS.slice(0, 3), row(ana, '12,34')]);
	const again = await ask(id);
	expect(again.mail.subject).toContain('1 ');
	await answer(again.link, 'Approve');
	expect((await ended(again.execution)).status).toBe('success');
	expect(await charged(e2e)).toHaveLength(4);
});

test('pays nothing when it is declined, when the sheet has changed, and without an answer', async () => {
	const id = await save();
	const declined = await ask(id);
	await answer(declined.link, 'Decline');
	expect(nodeOutput(await ended(declined.execution), 'Not approved')[0]).toHaveLength(1);
	const changed = await ask(id);
	await sheet([...ROWS.slice(0, 2), row(carla, '350', 'USDT')]);
	await answer(changed.link, 'Approve');
	const refused = await ended(changed.execution);
	expect(refused.status).toBe('error');
	expect(JSON.stringify(refused.data.resultData.error)).toContain('The sheet has changed');
	const impatient = await save((sample) =>
		withParameters(sample, 'Ask for approval', ({ options }) => {
			const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
			return { options: { ...(options as object), limitWaitTime: { values } } };
		}),
	);
	const { execution, link } = await ask(impatient);
	expect(nodeOutput(await ended(execution), 'Not approved')[0]).toHaveLength(1);
	await answer(link, 'Approve').catch(() => undefined);
	expect(await asked()).toBe(0);
});

test('pays nothing that GMC has failed while the e-mail was waiting: nobody has approved it', async () => {
	const { admin } = e2e.sandbox;
	await admin.configure({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	await sheet([row(ana, '900')]);
	const id = await save();
	const first = await ask(id);
	await answer(first.link, 'Approve');
	await ended(first.execution);
	await sheet([row(ana, '900'), row(bruno, '10')]);
	const second = await ask(id);
	expect(second.mail.subject).toContain('Approve 1 ');
	const pending = (await admin.additions()).find(({ amount }) => amount === 900)!;
	await admin.settle(pending._id, 'FAILED');
	await answer(second.link, 'Approve');
	const run = await ended(second.execution);
	expect(JSON.stringify(run.data.resultData.error)).toContain('Line 2 of the sheet would be paid');
	expect(await asked()).toBe(1);
});

test('pays whom the e-mail has named, or nobody', async () => {
	await sheet([`;;${ana.taxId};900;BRL`]);
	const { link, execution, mail } = await ask(await save());
	expect(mail.html).toMatch(/without a name in the sheet/i);
	await correct(ana._id, '191.000.000-00');
	await correct(bruno._id, ana.taxId);
	await answer(link, 'Approve');
	await ended(execution);
	for (const [customerId] of await charged(e2e)) expect(customerId).toBe(ana._id);
});

test('shows what cells say as text', async () => {
	const named = { ...ana, name: `${ana.name} <!--` };
	await sheet([row(named, '900'), row({ ...carla, name: `${carla.name} -->` }, '7')]);
	const { mail } = await ask(await save());
	expect(mail.html).toContain(`${ana.name} ‹!--), R$ 900,00`);
	expect(mail.html).toContain(`${carla.name} --›), R$ 7,00`);
});

test('asks nobody when there is nothing to pay', async () => {
	await sheet([row(ana, '1.234')]);
	const id = await save();
	const execution = await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.data.resultData.error)).toMatch(/nothing to pay.*1\.234/);
	expect(mailbox.mails).toEqual([]);
});
