import axios from 'axios';
import { DateTime } from 'luxon';
import { isRunning } from '../../../harness/n8n/executions';
import {
	type Change,
	DEMO_CUSTOMERS,
	inTurn,
	LIST_ADDITIONS,
	LIST_CUSTOMERS,
	messageOf,
	recordsOf,
	Samples,
	type SampleSetup,
	TOP_UP_TRIGGER,
	until,
	withNodeOff,
	withOptions,
	withSettings,
} from '../../../harness/samples/for-tests';
import { callApi } from '../../../harness/sandbox/useSandbox';
import { mailboxForThisFile } from '../../../harness/stand-ins/mailbox';

// The samples that send emails: approval, reconciliation, statement.

jest.setTimeout(90_000);

const [ana, bruno, carla] = DEMO_CUSTOMERS;
const HEAD = 'id;name;customer_id;tax_id;amount;currency';
const row = (id: string, { _id, name }: typeof ana, amount: string, currency = 'BRL') =>
	`${id};${name};${_id};;${amount};${currency}`;

const samples = Samples.forThisFile();
const { e2e } = samples;
const { mailbox, withMailbox } = mailboxForThisFile(e2e);

const mailed = ({ change = inTurn(), ...setup }: SampleSetup = {}): SampleSetup => ({
	...setup,
	change: inTurn(change, withMailbox),
});
const run = async (name: string, setup?: SampleSetup) => await samples.run(name, mailed(setup));
const pay = async (lines: string[]) => await samples.run('top-up-from-spreadsheet', { lines });

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
		const setup = mailed({ lines, change });
		const { id } = await samples.import('top-up-a-sheet-after-approval', setup);
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
		expect(await samples.asked()).toBe(0);
		await answer(link, 'Approve');
		// The row that was refused is not paid, and that is said.
		expect(messageOf(await ended())).toMatch(/^Rows that need a look – 1 to correct\./);
		const paid = [
			[ana._id, 10.5, 'BRL'],
			[carla._id, 35, 'USDT'],
			[bruno._id, 100, 'BRL'],
		];
		expect(await samples.charged()).toEqual(paid);
		// The corrected sheet asks for the rest.
		const again = await ask([...SHEET.slice(0, 4), row('4', ana, '12,34')]);
		expect(again.mail.subject).toBe('Approve 1 top-up: 12.34 BRL');
		await answer(again.link, 'Approve');
		expect((await again.ended()).status).toBe('success');
		expect(await samples.charged()).toHaveLength(4);
		// Nothing is left to approve.
		await run('top-up-a-sheet-after-approval', { lines: SHEET.slice(0, 4) });
		expect(mailbox.mails).toHaveLength(2);
	});

	test('pays nothing when it is declined, and without an answer', async () => {
		const declined = await ask(SHEET.slice(0, 2));
		await answer(declined.link, 'Decline');
		expect((await declined.ended()).status).toBe('success');
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const change = withOptions('Ask for approval', { limitWaitTime: { values } });
		const { link, ended } = await ask(SHEET.slice(0, 2), change);
		// Nobody knows that nobody was paid.
		expect(messageOf(await ended())).toMatch(/^Nobody answered in time/);
		await answer(link, 'Approve').catch(() => undefined);
		expect(await samples.asked()).toBe(0);
	});

	test('ends red when its node was switched off: nobody is paid', async () => {
		const { link, ended } = await ask(SHEET.slice(0, 2), withNodeOff('Add top-up'));
		await answer(link, 'Approve');
		expect(messageOf(await ended())).toMatch(
			/^Rows that need a look – 1 not paid \("Add top-up" is switched off, or has Dry Run on\)/,
		);
		expect(await samples.asked()).toBe(0);
	});

	const unchecked = /^"Check" must be switched on, with Dry Run/;
	test.each([
		['Check is switched off', withNodeOff('Check'), unchecked],
		['Check pays, because its Dry Run is off', withOptions('Check', { dryRun: false }), unchecked],
		['the email is not written', withNodeOff('Write the email'), /./],
	])('ends red and asks nobody when %s', async (_, change, reason) => {
		const setup = { lines: SHEET.slice(0, 2), change };
		const execution = await run('top-up-a-sheet-after-approval', setup);
		expect(messageOf(execution)).toMatch(reason);
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
		expect(await samples.charged()).toEqual([[ana._id, 10, 'BRL']]);
		await samples.refuse({ route: LIST_CUSTOMERS }, 503);
		await run('top-up-a-sheet-after-approval', { lines: [HEAD, unknown] });
		expect(mailbox.mails).toHaveLength(1);
		expect(await samples.asked()).toBe(1);
	});

	test('pays nothing that failed at GMC while the email was waiting: it was not approved', async () => {
		const { admin } = samples;
		await admin.configure({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		await pay([HEAD, row('1', ana, '900')]);
		const second = await ask([HEAD, row('1', ana, '900'), row('2', bruno, '10')]);
		expect(second.mail.subject).toBe('Approve 1 top-up: 10.00 BRL');
		const pending = (await admin.additions()).find(({ amount }) => amount === 900)!;
		await admin.settle(pending._id, 'FAILED');
		await answer(second.link, 'Approve');
		await second.ended();
		expect((await samples.charged()).map(([, amount]) => amount)).toEqual([10]);
	});

	test('pays the customer that the email names, also if the tax ID changes', async () => {
		const { link, ended } = await ask([HEAD, `1;${ana.name};;${ana.taxId};900;BRL`]);
		await callApi(e2e.sandbox, 'PATCH', `/customers/${ana._id}`, { taxId: '191.000.000-00' });
		await callApi(e2e.sandbox, 'PATCH', `/customers/${bruno._id}`, { taxId: ana.taxId });
		await answer(link, 'Approve');
		await ended();
		for (const [customerId] of await samples.charged()) expect(customerId).toBe(ana._id);
	});

	test('shows what cells say as text', async () => {
		const bait = '<img src=x>&lt;b&gt;';
		const { mail } = await ask([HEAD, row(`"${bait}"`, ana, '7')]);
		expect(mail.html).toContain('ID ‹img src=x›＆lt;b＆gt;');
		expect(mail.html).not.toMatch(/<img src=x|&lt;b/);
	});
});

describe('Reconcile a day', () => {
	const on = (day: string) => withSettings('Another day', { day });
	const today = on('={{ $today.toISODate() }}');
	const SHEET = [HEAD, row('1', ana, '10'), row('2', bruno, '700')];
	const subject = () => mailbox.mails.at(-1)?.subject?.replace(/\d{4}-\d\d-\d\d/, 'DAY');
	const counts = () => mailbox.mails.at(-1)!.text!.split('\n\n')[0].split('\n').sort();

	test('reports what is paid, what is not, and what is in no row; top-ups of the ledger need no look', async () => {
		const { admin } = samples;
		await pay([...SHEET.slice(0, 2), row('other', carla, '33')]);
		await admin.createAddition({ amount: 77.5, customerIdentifier: carla._id });
		const before = await samples.asked();
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
		expect(await samples.asked()).toBe(before);
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
			await samples.admin.createAddition({ amount, createdAt: at.toUTC().toISO()! });
		await pay(SHEET);
		await listed(5001, midnight.minus({ minutes: 30 }));
		await listed(5002, midnight.minus({ hours: 23 }));
		await listed(5003, midnight.minus({ hours: 25 }));
		await listed(5004, midnight.plus({ minutes: 1 }));
		const setup = mailed({ lines: SHEET, change: on('2020-01-01') });
		const execution = await samples.runScheduled('reconcile-a-day', setup);
		const day = midnight.minus({ days: 1 }).toISODate();
		expect(mailbox.mails[0].subject).toBe(`GMC ${day}: 2 rows need a look`);
		expect(counts()).toEqual(['onlyListed: 2', 'paidBefore: 2']);
		const amounts = recordsOf(execution, 'Needs a look').map(({ amount }) => amount);
		expect(amounts.sort()).toEqual([5001, 5002]);
	});

	test('an unclear row is uncertain; rows that cannot be read, and all rows without GMC, need a look', async () => {
		await samples.lose('done');
		await samples.listLate(3_600);
		await pay(SHEET.slice(0, 2));
		const lines = [...SHEET.slice(0, 2), row('3', bruno, '1.234')];
		await run('reconcile-a-day', { lines, change: today });
		expect(subject()).toBe('GMC DAY: 2 rows need a look');
		expect(counts()).toEqual(expect.arrayContaining(['uncertain: 1']));
		await run('reconcile-a-day', { lines: [HEAD], change: today });
		expect(subject()).toBe('GMC DAY: 1 row needs a look');
		await samples.refuse({ route: LIST_ADDITIONS });
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
	const JANUARY = { since: '2020-01-01', until: '2020-01-31' };
	const month = DateTime.now().setZone('America/Sao_Paulo').minus({ months: 1 }).startOf('month');
	const listed = async (amount: number, at: DateTime, more: object = {}) =>
		await samples.admin.createAddition({ amount, createdAt: at.toUTC().toISO()!, ...more });

	test('adds up the last month on its schedule, whatever period was left in its settings', async () => {
		await listed(0.1, month.plus({ minutes: 1 }));
		await listed(0.2, month.endOf('month').minus({ minutes: 1 }));
		await listed(5, month.plus({ days: 3 }), { currency: 'USDT' });
		await listed(7, month.plus({ days: 3 }), { status: 'FAILED' });
		await listed(1000, month.minus({ minutes: 1 }));
		await listed(1000, month.plus({ months: 1, minutes: 1 }));
		const setup = mailed({ change: withSettings('Another period', JANUARY) });
		const execution = await samples.runScheduled('monthly-statement', setup);
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
			const change = withSettings('Another period', period);
			expect((await run('monthly-statement', { change })).status).toBe('error');
		}
		expect(mailbox.mails).toEqual([]);
	});

	test('does not say that there is nothing when it has not asked', async () => {
		await run('monthly-statement', { change: withNodeOff('Top-ups') });
		expect(mailbox.mails.map(({ text }) => text).join()).not.toMatch(/No top-ups/);
	});

	test('says that there is nothing, and fails if the list is incomplete', async () => {
		await run('monthly-statement', { change: withSettings('Another period', JANUARY) });
		expect(mailbox.mails[0].text).toMatch(/^No top-ups in this period\./);
		await samples.admin.configure({ list: { cutAt: 1 } });
		await listed(1, month.plus({ days: 3 }));
		await listed(2, month.plus({ days: 3 }));
		expect((await run('monthly-statement')).status).toBe('error');
		expect(mailbox.mails).toHaveLength(1);
	});
});
