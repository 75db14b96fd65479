/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a part of tests, not of the package */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Email } from 'postal-mime';
import {
	withChosenCredential,
	withOwnLedger,
	withSettings,
} from '../../../harness/samples/choices';
import { TOP_UP_TRIGGER, loadSample, withSpreadsheet } from '../../../harness/samples/samples';
import type { Guest } from '../../../harness/n8n/test-bed';
import type { Execution } from '../../../harness/n8n/types';
import type { Mailbox } from '../../../harness/stand-ins/mailbox';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

const [ana] = DEMO_CUSTOMERS;

/** What a statement is about, and where it goes. */
export interface Business {
	e2e: Guest;
	mailbox: Mailbox;
	ledger: string;
}

/** Pays a tenth to every customer, in a batch. */
export async function payBatch({ e2e, ledger }: Business): Promise<void> {
	const { client, credentialId } = e2e;
	const settings = { month: '2026-11', amount: 0.1, maximumPerDay: 1_000 };
	const sample = withSettings(await loadSample('monthly-top-ups'), settings);
	const { id } = await client.importWorkflow(withOwnLedger(sample, ledger), { credentialId });
	await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

/** Pays one row, by its ID. */
export async function payRow(
	{ e2e, ledger }: Business,
	key: string,
	amount: string,
): Promise<void> {
	const { client, credentialId, filesFolder } = e2e;
	const file = path.join(filesFolder, 'row.csv');
	await writeFile(
		file,
		`id;name;customer_id;tax_id;amount;currency\n${key};;${ana._id};;${amount};BRL\n`,
	);
	const sample = withSpreadsheet(await loadSample('top-up-from-spreadsheet'), file);
	const workflow = { ...withOwnLedger(sample, ledger), name: 'Orders <b>of</b> the shop' };
	const { id } = await client.importWorkflow(workflow, { credentialId });
	await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

const dayFromNow = (days: number) =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Runs the statement of these days and sends it. */
export async function state(
	{ e2e, mailbox, ledger }: Business,
	settings: Record<string, string> = {},
): Promise<Execution> {
	const { client, credentialId } = e2e;
	const smtp = await client.createCredential('smtp', 'SMTP', mailbox.credential);
	const given = {
		since: dayFromNow(-2),
		until: dayFromNow(2),
		ledgerTable: ledger,
		...settings,
	};
	const shipped = await loadSample('monthly-statement');
	const workflow = withChosenCredential(
		withSettings({ ...shipped, settings: { timezone: 'America/Sao_Paulo' } }, given),
		...(['n8n-nodes-base.emailSend', 'smtp', smtp] as const),
	);
	const { id } = await client.importWorkflow(workflow, { credentialId });
	return await client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
}

/** The page that is attached to the e-mail. */
export const pageOf = (mail: Email): string => {
	const [{ content }] = mail.attachments;
	return Buffer.from(content as ArrayBuffer).toString('utf8');
};
