/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a tool beside the package, not a part of it */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importSample } from '../../harness/samples/importSample';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../harness/samples/samples';
import { nodeOutput } from '../../harness/n8n/client';
import { withChosenCredential, withSettings } from '../../harness/samples/choices';
import type { Guest } from '../../harness/n8n/test-bed';
import { visitShared } from '../../harness/n8n/shared';
import { type Mailbox, startMailbox } from '../../harness/stand-ins/mailbox';
import { ISSUE } from '../../harness/sandbox/routes';

jest.setTimeout(90_000);

let mailbox: Mailbox;
let e2e: Guest;

beforeAll(async () => {
	mailbox = await startMailbox();
	e2e = await visitShared();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	mailbox.mails.length = 0;
});
afterAll(async () => {
	await e2e?.stop();
	await mailbox?.stop();
});

async function topUp(): Promise<void> {
	const { id } = await importSample(e2e, 'top-up-from-spreadsheet');
	await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

async function reconcile(csv?: string) {
	const { client, credentialId, filesFolder } = e2e;
	const smtp = await client.createCredential('smtp', 'SMTP', mailbox.credential);
	const file = path.join(filesFolder, csv === undefined ? 'top-ups.csv' : 'of-the-day.csv');
	if (csv !== undefined) await writeFile(file, csv);
	const shipped = withSpreadsheet(await loadSample('daily-reconciliation-by-email'), file);
	const settings = { from: 'n8n@gmc.example', to: 'finance@gmc.example' };
	const workflow = withChosenCredential(
		withSettings(shipped, settings),
		...(['n8n-nodes-base.emailSend', 'smtp', smtp] as const),
	);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: 'Run it by hand' });
}

test('sends what is in both, only in the sheet and only at GMC', async () => {
	const { admin } = e2e.sandbox;
	await admin.addFault({
		route: ISSUE,
		match: { amount: 250 },
		action: { type: 'status', status: 400, body: { message: 'The amount is inconsistent' } },
	});
	await topUp();
	const somebodyElses = await admin.createAddition({ amount: 77.5 });
	const asked = await admin.count({ method: 'POST', route: ISSUE });
	expect((await reconcile()).status).toBe('success');
	const [mail, ...more] = mailbox.mails;
	expect(more).toEqual([]);
	expect(mail.subject).toMatch(
		/^GMC \d{4}-\d{2}-\d{2}: 19 in both, 1 only in the sheet, 1 only at GMC$/,
	);
	expect([mail.from?.address, mail.to?.map(({ address }) => address)]).toEqual([
		'n8n@gmc.example',
		['finance@gmc.example'],
	]);
	expect(mail.text).toContain('Only in the sheet: 1\n- 4 | TU-1004 | Fábio Moraes | 250 | BRL | ');
	expect(mail.text).toContain(`77.5 | BRL | ${somebodyElses._id}`);
	expect(mail.html).toContain('<td align="left">Fábio Moraes</td><td align="left">250</td>');
	expect(mail.html).toContain(`<td align="left">${somebodyElses._id}</td>`);
	expect(await admin.count({ method: 'POST', route: ISSUE })).toBe(asked);
});

test('writes what stands in the sheet as text, whatever it is', async () => {
	const bait = `<img src="https://example.com/x.png"> & 'Co'`;
	const csv = `id;name;customer_id;tax_id;amount;currency\n1;${bait.replaceAll('"', '')};;11144477735;10,00;<b>BRL</b>\n`;
	await reconcile(csv);
	const [{ html }] = mailbox.mails;
	expect(html).toContain('&lt;img src=https://example.com/x.png&gt; &amp; &#39;Co&#39;');
	expect(html).toContain('&lt;B&gt;BRL&lt;/B&gt;');
	expect(html).not.toMatch(/<img|<b>/i);
});

test('sends an e-mail when nothing is there, and tries again when it is turned away', async () => {
	mailbox.refuse = 2;
	const execution = await reconcile('id;name;customer_id;tax_id;amount;currency\n');
	expect(execution.status).toBe('success');
	expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
		expect.stringContaining(': 0 in both, 0 only in the sheet, 0 only at GMC'),
	]);
	const [[{ json }]] = nodeOutput(execution, 'Write the e-mail');
	expect(json).toMatchObject({ inBoth: 0, onlyInTheSheet: 0, onlyAtGmc: 0 });
});

test('compares as the sample "Reconcile a day" does', async () => {
	const codeOf = async (name: 'reconcile-a-day' | 'daily-reconciliation-by-email') =>
		(await loadSample(name)).nodes.find((node) => node.name === 'Compare')!.parameters.jsCode;
	const code = String(await codeOf('reconcile-a-day'));
	const renamed = code.replace("$('The day')", "$('Settings')");
	expect(await codeOf('daily-reconciliation-by-email')).toBe(renamed);
});
