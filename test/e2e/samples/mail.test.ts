/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importSample } from '../../../harness/samples/importSample';
import {
	type SampleName,
	TOP_UP_TRIGGER,
	loadSample,
	withSpreadsheet,
} from '../../../harness/samples/samples';
import { nodeOutput } from '../../../harness/n8n/executions';
import {
	newLedger,
	withChosenCredential,
	withOwnLedger,
	withToday,
} from '../../../harness/samples/choices';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { type Mailbox, startMailbox } from '../../../harness/stand-ins/mailbox';
import { ISSUE } from '../../../harness/sandbox/routes';

jest.setTimeout(90_000);

let mailbox: Mailbox;
let e2e: Guest;
let ledger: string;

beforeAll(async () => {
	mailbox = await startMailbox();
	e2e = await visitShared();
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

async function topUp(): Promise<void> {
	const { id } = await importSample(e2e, 'top-up-from-spreadsheet', ledger);
	await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

/** Compares today, in which the tests pay. */
async function reconcile(csv?: string) {
	const { client, credentialId, filesFolder } = e2e;
	const smtp = await client.createCredential('smtp', 'SMTP', mailbox.credential);
	const file = path.join(filesFolder, csv === undefined ? 'top-ups.csv' : 'of-the-day.csv');
	if (csv !== undefined) await writeFile(file, csv);
	const today = withToday(await loadSample('daily-reconciliation-by-email'));
	const shipped = withSpreadsheet(today, file);
	const workflow = withChosenCredential(
		withOwnLedger(shipped, ledger),
		...(['n8n-nodes-base.emailSend', 'smtp', smtp] as const),
	);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

const refuse250 = async () =>
	await e2e.sandbox.admin.addFault({
		route: ISSUE,
		match: { amount: 250 },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});

/** A text in red, as the e-mail has it. */
const red = (text: string) => new RegExp(`<div style="color:#c00000;[^"]*">${text}</div>`);

test('sends what is paid, what is not, and what is in no row; red where something is wrong', async () => {
	const { admin } = e2e.sandbox;
	await refuse250();
	await topUp();
	const somebodyElses = await admin.createAddition({ amount: 77.5 });
	const asked = await admin.count({ method: 'POST', route: ISSUE });
	expect((await reconcile()).status).toBe('success');
	const [mail, ...more] = mailbox.mails;
	expect(more).toEqual([]);
	expect(mail.subject).toMatch(
		/^GMC \d{2}\/\d{2}\/\d{4}: please look \(Not paid: 1, In no row: 1\)$/,
	);
	expect([mail.from?.address, mail.to?.map(({ address }) => address)]).toEqual([
		'n8n@example.com',
		['finance@example.com'],
	]);
	expect(mail.text).toContain(
		'Not paid: 1\n- Fábio Moraes | row 4 | TU-1004 | Neither GMC nor the ledger has it | R$ 250,00',
	);
	expect(mail.text).toContain(
		'Paid: 19 | R$ 18.208,63 | GMC 2.571,75 | US$ 12.059,99 | USDT 1.155,25',
	);
	expect(mail.text).toMatch(
		/nobody here knows it.* \| \d\d\/\d\d\/\d{4} \d\d:\d\d \| \w+ \| R\$ 77,50/,
	);
	for (const text of ['Please look \\(.*\\)', 'Not paid: 1', 'R\\$ 250,00', 'In no row: 1']) {
		expect(mail.html).toMatch(red(text));
	}
	expect(mail.html).not.toMatch(red('Paid: 19'));
	expect(mail.html).toContain(somebodyElses._id);
	expect(await admin.count({ method: 'POST', route: ISSUE })).toBe(asked);
});

test('says that all is well, and writes nothing in red, where all is paid', async () => {
	await topUp();
	await reconcile();
	const [mail] = mailbox.mails;
	expect(mail.subject).toMatch(/^GMC \d{2}\/\d{2}\/\d{4}: all is well \(Paid: 20\)$/);
	expect(mail.html).not.toContain('#c00000');
});

test('writes what stands in the sheet as text, whatever it is', async () => {
	const bait = `<img src="https://example.com/x.png"> & 'Co'`;
	const csv = `id;name;customer_id;tax_id;amount;currency\n1;${bait.replaceAll('"', '')};;11144477735;10,00;<b>BRL</b>\n`;
	await reconcile(csv);
	const [{ html }] = mailbox.mails;
	expect(html).toContain('&lt;img src=https://example.com/x.png&gt; &amp; &#39;Co&#39;');
	expect(html).toContain('&lt;b&gt;BRL&lt;/b&gt;');
	expect(html).not.toMatch(/<img|<b>BRL/i);
});

test('sends an e-mail when nothing was paid, and tries again when it is turned away', async () => {
	mailbox.refuse = 2;
	const csv = 'id;name;customer_id;tax_id;amount;currency\n1;Diego;;11144477735;10,00;BRL\n';
	const execution = await reconcile(csv);
	expect(execution.status).toBe('success');
	expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
		expect.stringContaining(': please look (Not paid: 1)'),
	]);
	const [[{ json }]] = nodeOutput(execution, 'Write the e-mail');
	expect(json).toMatchObject({ paid: 0, notPaid: 1, inNoRow: 0 });
});

test('finds and groups as the sample "Reconcile a day" does', async () => {
	const partsOf = async (name: SampleName) =>
		(await loadSample(name)).nodes
			.filter((node) => ['Reconcile', 'What was found'].includes(node.name))
			.map(({ parameters }) => parameters)
			.map((one) => JSON.stringify(one, (key, value: unknown) => (key === 'id' ? 0 : value)));
	const parts = await partsOf('reconcile-a-day');
	expect(parts).toHaveLength(2);
	expect(await partsOf('daily-reconciliation-by-email')).toEqual(parts);
});
