import axios from 'axios';
import { DateTime } from 'luxon';
import { isRunning, nodeOutput } from '../../../harness/n8n/executions';
import { guestForThisFile } from '../../../harness/n8n/shared';
import type { Execution, WorkflowJson } from '../../../harness/n8n/types';
import {
	withChosenCredential,
	withNodeOff,
	withParameters,
	withSettings,
} from '../../../harness/samples/changes';
import {
	importSample,
	newLedger,
	runSample,
	runScheduled,
	type SampleName,
	type SampleSetup,
	TOP_UP_TRIGGER,
} from '../../../harness/samples/samples';
import { askedToIssue, charged } from '../../../harness/sandbox/books';
import { ISSUE, LIST_ADDITIONS, LIST_CUSTOMERS } from '../../../harness/sandbox/routes';
import { callApi } from '../../../harness/sandbox/useSandbox';
import { type Mailbox, startMailbox } from '../../../harness/stand-ins/mailbox';
import { until } from '../../../harness/system/until';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The samples that send emails: approval, reconciliation, statement.

jest.setTimeout(90_000);

const [ana, bruno, carla] = DEMO_CUSTOMERS;
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const row = (id: string, { _id, name }: typeof ana, amount: string, currency = 'BRL') =>
	`${id};${name};${_id};;${amount};${currency}`;

let mailbox: Mailbox;
const e2e = guestForThisFile();
let ledger: string;

beforeAll(async () => {
	mailbox = await startMailbox();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	mailbox.mails.length = 0;
	ledger = newLedger();
});
afterAll(async () => {
	await mailbox?.stop();
});

type Change = (sample: WorkflowJson) => WorkflowJson;

const withoutDryRun: Change = (sample) =>
	withParameters(sample, 'Check', ({ options }) => ({
		options: { ...(options as object), dryRun: false },
	}));

/** Chooses the mailbox, too. */
async function mailed(setup: SampleSetup & { change?: Change }): Promise<SampleSetup> {
	const smtp = await e2e.client.createCredential('smtp', 'SMTP', mailbox.credential);
	const { change = (sample: WorkflowJson) => sample } = setup;
	const chosen = ['n8n-nodes-base.emailSend', 'smtp', smtp] as const;
	return { ledger, ...setup, change: (sample) => withChosenCredential(change(sample), ...chosen) };
}

const run = async (name: SampleName, setup: SampleSetup = {}) =>
	await runSample(e2e, name, await mailed(setup));
const pay = async (lines: string[]) =>
	await runSample(e2e, 'top-up-from-spreadsheet', { lines, ledger });
const asked = async () => await askedToIssue(e2e.sandbox.admin);
const recordsOf = (execution: Execution, node: string) =>
	nodeOutput(execution, node)[0].map(({ json }) => json);

describe('Top up a sheet after approval', () => {
	const SHEET = [
		HEAD,
		row('1', ana, '10,50'),
		row('2', bruno, '100'),
		row('3', carla, '35', 'USDT'),
		row('4', ana, '1.234'),
	];

	/** Starts the sheet, and waits for the email and for n8n to wait. */
	async function ask(lines: string[], change?: Change) {
		const before = mailbox.mails.length;
		const setup = await mailed({ lines, change });
		const { id } = await importSample(e2e, 'top-up-a-sheet-after-approval', setup);
		const execution = await e2e.client.startWorkflow(id, TOP_UP_TRIGGER);
		await until('the email', async () => mailbox.mails.length > before);
		const status = async () => (await e2e.client.execution(execution)).status;
		await until('n8n to wait', async () => (await status()) === 'waiting');
		const mail = mailbox.mails[before];
		const link = /href="([^"]+)"/.exec(mail.html!)![1].replaceAll('&amp;', '&');
		return { mail, link, execution, ended: async () => await e2e.client.finished(execution) };
	}

	/** What a person does in the form. */
	async function answer(link: string, decision: string): Promise<void> {
		const form = new FormData();
		form.set('field-0', decision);
		await axios.post(link, form, { proxy: false });
	}

	test('pays what was approved, and nothing else', async () => {
		const { mail, link, execution, ended } = await ask(SHEET);
		expect(mail.subject).toBe('Approve 3 top-ups: 110.50 BRL + 35.00 USDT');
		expect(mail.html).toContain(`- ${bruno.name}, ${bruno.taxId}: 100.00 BRL (ID 2)`);
		// A program that opens the links of an email has answered nothing.
		await axios.get(link, { proxy: false, headers: { 'user-agent': 'Mozilla/5.0' } });
		expect(isRunning(await e2e.client.execution(execution))).toBe(true);
		expect(await asked()).toBe(0);
		await answer(link, 'Approve');
		// The row that was refused is not paid, and that is said.
		expect((await ended()).data.resultData.error?.message).toMatch(
			/^Rows that need a look: 1 to correct\./,
		);
		const paid = [
			[ana._id, 10.5, 'BRL'],
			[carla._id, 35, 'USDT'],
			[bruno._id, 100, 'BRL'],
		];
		expect(await charged(e2e)).toEqual(paid);
		// The corrected sheet asks for the rest.
		const again = await ask([...SHEET.slice(0, 4), row('4', ana, '12,34')]);
		expect(again.mail.subject).toBe('Approve 1 top-up: 12.34 BRL');
		await answer(again.link, 'Approve');
		expect((await again.ended()).status).toBe('success');
		expect(await charged(e2e)).toHaveLength(4);
		// Nothing is left to approve.
		await run('top-up-a-sheet-after-approval', { lines: SHEET.slice(0, 4) });
		expect(mailbox.mails).toHaveLength(2);
	});

	test('pays nothing when it is declined, and without an answer', async () => {
		const declined = await ask(SHEET.slice(0, 2));
		await answer(declined.link, 'Decline');
		expect((await declined.ended()).status).toBe('success');
		const { link, ended } = await ask(SHEET.slice(0, 2), (sample) =>
			withParameters(sample, 'Ask for approval', ({ options }) => {
				const values = {
					limitType: 'afterTimeInterval',
					resumeAmount: 0.05,
					resumeUnit: 'minutes',
				};
				return { options: { ...(options as object), limitWaitTime: { values } } };
			}),
		);
		// Nobody knows that nobody was paid.
		expect((await ended()).data.resultData.error?.message).toMatch(/^Nobody answered in time/);
		await answer(link, 'Approve').catch(() => undefined);
		expect(await asked()).toBe(0);
	});

	test('ends red when its node was switched off: nobody is paid', async () => {
		const { link, ended } = await ask(SHEET.slice(0, 2), (sample) =>
			withNodeOff(sample, 'Add top-up'),
		);
		await answer(link, 'Approve');
		expect((await ended()).data.resultData.error?.message).toMatch(
			/^Rows that need a look: 1 not paid \("Add top-up" is switched off, or has Dry Run on\)/,
		);
		expect(await asked()).toBe(0);
	});

	const off = (name: string) => (sample: WorkflowJson) => withNodeOff(sample, name);
	const unchecked = /^"Check" must be switched on, with Dry Run/;
	test.each([
		['Check is switched off', off('Check'), unchecked],
		['Check pays, because its Dry Run is off', withoutDryRun, unchecked],
		['the email is not written', off('Write the email'), /./],
	])('ends red and asks nobody when %s', async (_, change, reason) => {
		const setup = { lines: SHEET.slice(0, 2), change };
		const execution = await run('top-up-a-sheet-after-approval', setup);
		expect(execution.data.resultData.error?.message).toMatch(reason);
		expect(mailbox.mails).toEqual([]);
	});

	// R$ 510 was paid once although only R$ 10 was approved: a failed check is no approval.
	test('pays no row that could not be checked, also if it could be paid later', async () => {
		const newcomer = { taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' };
		const unknown = `5;${newcomer.name};;${newcomer.taxId};500;BRL`;
		const { mail, link, ended } = await ask([HEAD, row('1', ana, '10'), unknown]);
		expect(mail.subject).toBe('Approve 1 top-up: 10.00 BRL');
		await callApi(e2e.sandbox, 'POST', '/customers', newcomer);
		await answer(link, 'Approve');
		expect((await ended()).status).toBe('error');
		expect(await charged(e2e)).toEqual([[ana._id, 10, 'BRL']]);
		const action = { type: 'status', status: 503 } as const;
		await e2e.sandbox.admin.addFault({ route: LIST_CUSTOMERS, action });
		await run('top-up-a-sheet-after-approval', { lines: [HEAD, unknown] });
		expect(mailbox.mails).toHaveLength(1);
		expect(await asked()).toBe(1);
	});

	test('pays nothing that failed at GMC while the email was waiting: it was not approved', async () => {
		const { admin } = e2e.sandbox;
		await admin.configure({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		await pay([HEAD, row('1', ana, '900')]);
		const second = await ask([HEAD, row('1', ana, '900'), row('2', bruno, '10')]);
		expect(second.mail.subject).toBe('Approve 1 top-up: 10.00 BRL');
		const pending = (await admin.additions()).find(({ amount }) => amount === 900)!;
		await admin.settle(pending._id, 'FAILED');
		await answer(second.link, 'Approve');
		await second.ended();
		expect((await charged(e2e)).map(([, amount]) => amount)).toEqual([10]);
	});

	test('pays the customer that the email names, also if the tax ID changes', async () => {
		const { link, ended } = await ask([HEAD, `1;${ana.name};;${ana.taxId};900;BRL`]);
		await callApi(e2e.sandbox, 'PATCH', `/customers/${ana._id}`, { taxId: '191.000.000-00' });
		await callApi(e2e.sandbox, 'PATCH', `/customers/${bruno._id}`, { taxId: ana.taxId });
		await answer(link, 'Approve');
		await ended();
		for (const [customerId] of await charged(e2e)) expect(customerId).toBe(ana._id);
	});

	test('shows what cells say as text', async () => {
		const bait = '<img src=x>&lt;b&gt;';
		const { mail } = await ask([HEAD, row(`"${bait}"`, ana, '7')]);
		expect(mail.html).toContain('ID ‹img src=x›＆lt;b＆gt;');
		expect(mail.html).not.toMatch(/<img src=x|&lt;b/);
	});
});

describe('Reconcile a day', () => {
	const on =
		(day: string): Change =>
		(sample) =>
			withSettings(sample, 'Another day', { day });
	const today = on('={{ $today.toISODate() }}');
	const SHEET = [HEAD, row('1', ana, '10'), row('2', bruno, '700')];
	const subject = () => mailbox.mails.at(-1)?.subject?.replace(/\d{4}-\d\d-\d\d/, 'DAY');
	const counts = () => mailbox.mails.at(-1)!.text!.split('\n\n')[0].split('\n').sort();

	test('reports what is paid, what is not, and what is in no row; top-ups of the ledger need no look', async () => {
		const { admin } = e2e.sandbox;
		await pay([...SHEET.slice(0, 2), row('other', carla, '33')]);
		await admin.createAddition({ amount: 77.5, customerIdentifier: carla._id });
		const before = await asked();
		const execution = await run('reconcile-a-day', { lines: [...SHEET, ';;;;;'], change: today });
		expect(execution.status).toBe('success');
		const day = DateTime.now().setZone('America/Sao_Paulo').toISODate();
		expect(mailbox.mails[0].subject).toBe(`GMC ${day}: 2 rows need a look`);
		expect(counts()).toEqual(['listed: 1', 'notListed: 1', 'onlyListed: 2']);
		expect(recordsOf(execution, 'Needs a look')).toMatchObject([
			{ found: 'notListed', amount: 700 },
			{ found: 'onlyListed', amount: 77.5, customerName: carla.name },
		]);
		expect(mailbox.mails[0].html).toBeUndefined();
		expect(mailbox.mails[0].attachments).toHaveLength(1);
		expect(await asked()).toBe(before);
	});

	test('a row that was paid twice, because it has got a new ID, needs a look', async () => {
		await pay([HEAD, row('NOV-01', ana, '10'), row('NOV-02', bruno, '20')]);
		const renumbered = [HEAD, row('DEC-01', ana, '10'), row('NOV-03', carla, '20')];
		await pay(renumbered);
		const execution = await run('reconcile-a-day', { lines: renumbered, change: today });
		expect(counts()).toEqual(['listed: 2', 'onlyListed: 2']);
		expect(recordsOf(execution, 'Needs a look')).toMatchObject([
			{ found: 'onlyListed', amount: 10, idempotencyKey: 'NOV-01', customerName: ana.name },
		]);
		expect(subject()).toBe('GMC DAY: 1 row needs a look');
	});

	test('covers the whole day before on its schedule, whatever day was left, and leaves out what an ID has paid on another', async () => {
		const midnight = DateTime.now().setZone('America/Sao_Paulo').startOf('day');
		const listed = async (amount: number, at: DateTime) =>
			await e2e.sandbox.admin.createAddition({ amount, createdAt: at.toUTC().toISO()! });
		await pay(SHEET);
		await listed(5001, midnight.minus({ minutes: 30 }));
		await listed(5002, midnight.minus({ hours: 23 }));
		await listed(5003, midnight.minus({ hours: 25 }));
		await listed(5004, midnight.plus({ minutes: 1 }));
		const setup = await mailed({ lines: SHEET, change: on('2020-01-01') });
		const execution = await runScheduled(e2e, 'reconcile-a-day', setup);
		const day = midnight.minus({ days: 1 }).toISODate();
		expect(mailbox.mails[0].subject).toBe(`GMC ${day}: 2 rows need a look`);
		expect(counts()).toEqual(['onlyListed: 2', 'paidBefore: 2']);
		const amounts = recordsOf(execution, 'Needs a look').map(({ amount }) => amount);
		expect(amounts.sort()).toEqual([5001, 5002]);
	});

	test('an unclear row is uncertain; rows that cannot be read, and all rows without GMC, need a look', async () => {
		const { admin } = e2e.sandbox;
		await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
		await admin.configure({ additions: { visibleAfterSeconds: 3_600 } });
		await pay(SHEET.slice(0, 2));
		const lines = [...SHEET.slice(0, 2), row('3', bruno, '1.234')];
		await run('reconcile-a-day', { lines, change: today });
		expect(subject()).toBe('GMC DAY: 2 rows need a look');
		expect(counts()).toEqual(expect.arrayContaining(['uncertain: 1']));
		await run('reconcile-a-day', { lines: [HEAD], change: today });
		expect(subject()).toBe('GMC DAY: 1 row needs a look');
		const action = { type: 'status', status: 400, body: { message: 'Not today' } } as const;
		await admin.addFault({ route: LIST_ADDITIONS, action });
		await run('reconcile-a-day', { lines: SHEET, change: today });
		expect(subject()).toMatch(/: (1 row needs|2 rows need) a look/);
	});

	test('sends an email when all is well, and tries again if it is refused', async () => {
		await pay(SHEET);
		mailbox.refuse = 2;
		await run('reconcile-a-day', { lines: SHEET, change: today });
		expect(subject()).toBe('GMC DAY: no rows need a look');
	});
});

describe('Monthly statement', () => {
	const month = DateTime.now().setZone('America/Sao_Paulo').minus({ months: 1 }).startOf('month');
	const listed = async (amount: number, at: DateTime, more: object = {}) =>
		await e2e.sandbox.admin.createAddition({ amount, createdAt: at.toUTC().toISO()!, ...more });

	test('adds up the last month on its schedule, whatever period was left in its settings', async () => {
		await listed(0.1, month.plus({ minutes: 1 }));
		await listed(0.2, month.endOf('month').minus({ minutes: 1 }));
		await listed(5, month.plus({ days: 3 }), { currency: 'USDT' });
		await listed(7, month.plus({ days: 3 }), { status: 'FAILED' });
		await listed(1000, month.minus({ minutes: 1 }));
		await listed(1000, month.plus({ months: 1, minutes: 1 }));
		const change: Change = (sample) =>
			withSettings(sample, 'Another period', { since: '2020-01-01', until: '2020-01-31' });
		const execution = await runScheduled(e2e, 'monthly-statement', await mailed({ change }));
		expect(execution.status).toBe('success');
		const [{ subject, text, html, attachments }] = mailbox.mails;
		const [since, until] = [month, month.endOf('month')].map((day) => day.toISODate());
		expect(subject).toBe(`GMC top-ups from ${since} to ${until}`);
		expect(text!.split('\n\n')[0].split('\n').sort()).toEqual([
			'0.30 BRL: 2 top-ups, COMPLETED',
			'5.00 USDT: 1 top-up, COMPLETED',
			'7.00 BRL: 1 top-up, FAILED',
		]);
		expect([html, attachments[0].filename]).toEqual([undefined, `top-ups-${since}-${until}.xlsx`]);
		expect(recordsOf(execution, 'Of this period')).toHaveLength(4);
	});

	test('sends no statement of a period that it cannot read', async () => {
		await listed(1, month);
		for (const period of [{ since: '01/10/2020' }, { until: '31/10/2020' }]) {
			const change: Change = (sample) => withSettings(sample, 'Another period', period);
			expect((await run('monthly-statement', { change })).status).toBe('error');
		}
		expect(mailbox.mails).toEqual([]);
	});

	test('does not say that there is nothing when it has not asked', async () => {
		await run('monthly-statement', { change: (sample) => withNodeOff(sample, 'Top-ups') });
		expect(mailbox.mails.map(({ text }) => text).join()).not.toMatch(/No top-ups/);
	});

	test('says that there is nothing, and fails if the list is incomplete', async () => {
		const period = { since: '2020-01-01', until: '2020-01-31' };
		const change: Change = (sample) => withSettings(sample, 'Another period', period);
		await run('monthly-statement', { change });
		expect(mailbox.mails[0].text).toMatch(/^No top-ups in this period\./);
		await e2e.sandbox.admin.configure({ list: { cutAt: 1 } });
		await listed(1, month.plus({ days: 3 }));
		await listed(2, month.plus({ days: 3 }));
		expect((await run('monthly-statement')).status).toBe('error');
		expect(mailbox.mails).toHaveLength(1);
	});
});
