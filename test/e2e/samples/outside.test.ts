import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../../harness/n8n/test-bed';
import {
	type Change,
	DEMO_CUSTOMERS,
	inTurn,
	messageOf,
	readOutcomes,
	recordsOf,
	Samples,
	TOP_UP_TRIGGER,
	withChosenCredential,
	withDryRun,
	withNodeOff,
	withParameters,
} from '../../../harness/samples/for-tests';
import { type Contact, serveHubSpot } from '../../../harness/stand-ins/crm';
import { type Cell, GoogleSheet, SERVICE_ACCOUNT } from '../../../harness/stand-ins/google-sheet';
import { mailboxForThisFile } from '../../../harness/stand-ins/mailbox';
import { type Outside, startOutside } from '../../../harness/stand-ins/outside';

// The samples that use Google Sheets and HubSpot. Their n8n has a proxy, so they do not share it.

jest.setTimeout(120_000);

const TOKEN = 'made-up-token';
const HEADINGS = ['id', 'name', 'tax_id', 'amount', 'currency'];
const WRITTEN = ['Outcome', 'Name at GMC', 'Top-up ID', 'Problem'];
const [ana, bruno, carla, diego] = DEMO_CUSTOMERS;

let outside: Outside;
let sheet: GoogleSheet;
let contacts: Contact[] = [];
let withSheet: Change;
const e2e = {} as TestBed;

beforeAll(async () => {
	outside = await startOutside();
	sheet = await GoogleSheet.serve(outside);
	await serveHubSpot(outside, TOKEN, () => contacts);
	Object.assign(e2e, await startTestBed({ n8n: { env: outside.env } }));
	const account = await e2e.client.createCredential('googleApi', 'Google', SERVICE_ACCOUNT);
	withSheet = inTurn(sheet.chosenWith(account), withMailbox);
}, START_TIMEOUT_MS);
const samples = Samples.forThisFile(e2e);
const { mailbox, withMailbox } = mailboxForThisFile(e2e);
afterEach(async () => {
	// A text must never be taken for a formula or a number.
	expect(sheet.written.filter(({ valueInputOption }) => valueInputOption !== 'RAW')).toEqual([]);
});
afterAll(async () => {
	await e2e.stop?.();
	await outside?.stop();
});

const GOOGLE = 'top-up-from-google-sheets';
const pay = async (change = inTurn()) =>
	await samples.run(GOOGLE, { change: inTurn(withSheet, change) });
const payOnSchedule = async (change: Change) =>
	await samples.runScheduled(GOOGLE, { change: inTurn(withSheet, change) });
const row = (id: Cell, { name, taxId }: typeof ana, sum: Cell) => [id, name, taxId, sum, 'BRL'];

describe('Top up from Google Sheets', () => {
	test('pays rows without an outcome once, and writes the outcome beside them', async () => {
		sheet.fill(
			HEADINGS,
			// As Google keeps them: this tax ID is a number that has lost its zero, and this ID is one, too.
			[1001, ana.name, Number(ana.taxId), 10.5, 'BRL'],
			['A-2', bruno.name, bruno.taxId, '1.234,50', 'BRL'],
			['', '', '', '', ''],
			['A-3', 'Somebody Else', carla.taxId, 5, 'BRL'],
			['', carla.name, carla.taxId, 5, 'BRL'],
		);
		const execution = await pay();
		expect(messageOf(execution)).toBe('Rows that need a look: 2. The column Problem says why.');
		const [first, second] = (await samples.charges()).map(({ _id }) => _id);
		expect(sheet.rows[0]).toEqual([...HEADINGS, ...WRITTEN]);
		expect(sheet.column('Outcome')).toEqual(['issued', 'issued', '', 'rejected', 'rejected']);
		expect(sheet.column('Top-up ID').slice(0, 3)).toEqual([first, second, '']);
		expect(sheet.column('Name at GMC').slice(0, 4)).toEqual([ana.name, bruno.name, '', carla.name]);
		const reasons = sheet.column('Problem');
		expect(reasons.slice(0, 3)).toEqual(['', '', '']);
		expect(reasons[3]).toMatch(/^"Somebody Else" is expected|^the .*Somebody Else/);
		// The row is corrected; an equal one of the same day is another top-up.
		sheet.type('name', 5, carla.name);
		sheet.type('id', 6, 'A-4');
		expect((await pay()).status).toBe('success');
		expect(sheet.column('Outcome')).toEqual(['issued', 'issued', '', 'issued', 'issued']);
		expect(sheet.column('Problem')).toEqual(['', '', '', '', '']);
		expect(await samples.charged()).toHaveLength(4);
	});

	test('a row that was copied with its ID says so, nothing is paid twice, and nothing is overwritten', async () => {
		sheet.fill(HEADINGS, row('A-1', ana, 10), row('A-2', bruno, 20));
		await pay();
		const paid = structuredClone(sheet.rows);
		sheet.rows.push(row('A-1', ana, 99), row('A-3', carla, 30), row('A-3 ', carla, 40));
		sheet.rows.push(row('A-4', diego, 50));
		expect((await pay()).status).toBe('error');
		expect(sheet.column('Outcome')).toEqual([
			'issued',
			'issued',
			...Array<string>(3).fill('rejected'),
			'issued',
		]);
		expect(sheet.column('Problem')).toEqual([
			'',
			'',
			expect.stringMatching(/A-1/),
			...Array<unknown>(2).fill(expect.stringMatching(/A-3/)),
			'',
		]);
		expect(sheet.rows.slice(0, 3)).toEqual(paid);
		expect(await samples.charged()).toHaveLength(3);
		// Each row of its own: all are paid, once.
		sheet.type('id', 4, 'A-5');
		sheet.type('id', 6, 'A-6');
		expect((await pay()).status).toBe('success');
		expect(sheet.column('Problem').join('')).toBe('');
		expect((await samples.charged()).map(([, amount]) => amount)).toEqual([10, 20, 30, 40, 50, 99]);
	});

	// The same content under one ID is one top-up, which somebody may have meant as two.
	test('rows with one ID and the same content are paid once, and say so', async () => {
		sheet.fill(HEADINGS, row('A-1', ana, 10), row('A-1', ana, 10));
		expect(messageOf(await pay())).toMatch(/^Rows that need a look: 2\./);
		const once: unknown = expect.stringMatching(/^Paid once for rows 2, 3, which have one ID/);
		expect(sheet.column('Problem')).toEqual([once, once]);
		sheet.fill(HEADINGS, row('A-2', bruno, 20));
		await pay();
		sheet.rows.push(row('A-2', bruno, 20));
		expect((await pay()).status).toBe('error');
		expect(sheet.column('Problem')[1]).toMatch(/^Paid once for rows 2, 3/);
		expect(await samples.charged()).toHaveLength(2);
	});

	test('sends an email with the number and the sum of each outcome', async () => {
		const named = ['Nº do pedido', 'Nome', 'CPF', 'Valor (R$)', 'Pago?'];
		sheet.fill(
			named,
			['P-1', ana.name, ana.taxId, '10,10', false],
			['P-2', bruno.name, bruno.taxId, 0.2, false],
			['P-3', 'Somebody Else', carla.taxId, 5, false],
			['', '', '', '', true],
		);
		expect((await pay()).status).toBe('error');
		const [{ subject, text }] = mailbox.mails;
		expect(mailbox.mails).toHaveLength(1);
		expect(subject).toBe('Top-ups from Google Sheets: 1 row needs a look');
		expect(text!.split('\n\n')[0].split('\n').sort()).toEqual([
			'issued: 2, 10.30 BRL',
			'rejected: 1, 5.00 BRL',
		]);
		// A refused email is sent again, and what was paid stands in the sheet by then.
		mailbox.refuse = 1;
		sheet.type('Nome', 4, carla.name);
		expect((await pay()).status).toBe('success');
		expect(mailbox.mails.map((mail) => mail.subject)).toContain(
			'Top-ups from Google Sheets: no rows need a look',
		);
		expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'issued', '']);
		// All is done: nobody is told again.
		expect((await pay()).status).toBe('success');
		expect(mailbox.mails).toHaveLength(2);
	});

	test('ends red when the tab has no rows', async () => {
		sheet.fill(HEADINGS);
		expect(messageOf(await pay())).toMatch(/^The tab has no rows\. Check which spreadsheet/);
		sheet.fill(HEADINGS, ['', ' ', '', '', '']);
		expect(messageOf(await pay())).toMatch(/^The tab has no rows/);
		sheet.fill(HEADINGS, ['', '', '', '', 'BRL']);
		expect((await pay()).status).toBe('error');
	});

	test('a row that was copied with its outcome, and a row with an unknown outcome, are reported and not paid', async () => {
		sheet.fill(HEADINGS, row('A-1', ana, 10));
		await pay();
		sheet.rows.push(['A-2', ...sheet.rows[1].slice(1)], [...row('A-3', bruno, 20), 'pago']);
		// Here somebody has emptied the Top-up ID, but not the outcome.
		sheet.rows.push([...row('A-4', carla, 30), 'issued']);
		expect((await pay()).status).toBe('error');
		const [first, second, third, fourth] = sheet.column('Problem');
		expect([first, second]).toEqual(Array(2).fill(expect.stringMatching(/^Top-up ID \w+ stands/)));
		expect(third).toMatch(/outcome "pago".*Empty the cell/);
		expect(fourth).toMatch(/without a Top-up ID\? Empty the cell Outcome/);
		expect(sheet.column('Outcome')).toEqual(['issued', 'issued', 'pago', 'issued']);
		expect(await samples.asked()).toBe(1);
		sheet.type('Outcome', 4, '');
		sheet.type('Outcome', 5, '');
		sheet.rows[2] = row('A-2', ana, 10);
		expect((await pay()).status).toBe('success');
		expect(await samples.charged()).toHaveLength(4);
	});

	test('order numbers that Google has rounded to the same number are reported and not paid', async () => {
		const [one, other] = ['576461413038785752', '576461413038785760'].map(Number);
		sheet.fill(HEADINGS, row(one, ana, 10), row(other, ana, 10), row(576461413038785000, ana, 10));
		expect((await pay()).status).toBe('error');
		for (const reason of sheet.column('Problem')) expect(reason).toMatch(/stands in|too large/);
		expect(await samples.asked()).toBe(0);
	});

	test('pays nothing twice if the outcomes could not be written, and writes them in the next run', async () => {
		sheet.fill(HEADINGS, row('A-1', ana, 10), row('A-2', bruno, 20));
		sheet.refuses = ({ ranges }) => ranges.some((range) => /^F\d/.test(range) && range !== 'F1');
		const failed = await pay();
		expect(failed.data.resultData.lastNodeExecuted).toBe('Write the outcomes');
		sheet.refuses = () => false;
		sheet.rows.push(row('A-3', carla, 30));
		expect((await pay()).status).toBe('success');
		expect(sheet.column('Outcome')).toEqual(['skipped', 'skipped', 'issued']);
		expect(sheet.column('Top-up ID')).toEqual((await samples.charges()).map(({ _id }) => _id));
		expect(await samples.asked()).toBe(3);
	});

	test('repeats unclear rows until they are clear; and a dry run', async () => {
		sheet.fill(HEADINGS, row('A-0', carla, 5));
		expect((await pay(withDryRun)).status).toBe('success');
		expect(sheet.column('Outcome')).toEqual(['planned']);
		await pay();
		await samples.listLate(60);
		await samples.lose('done');
		sheet.fill(HEADINGS, row('A-1', ana, 10), row('A-2', bruno, 20));
		await pay();
		expect(sheet.column('Outcome')).toEqual(['unknown', 'notAttempted']);
		expect((await pay()).status).toBe('error');
		await samples.admin.advanceClock({ minutes: 1 });
		expect((await pay()).status).toBe('success');
		expect(sheet.column('Outcome')).toEqual(['skipped', 'issued']);
		expect(await samples.asked()).toBe(3);
	});
});

test('Top up from Google Sheets: says what was left switched on or off when its schedule runs', async () => {
	sheet.fill(HEADINGS, row('A-1', ana, 10));
	const dry = await payOnSchedule(withDryRun);
	expect(messageOf(dry)).toBe('Rows that need a look: 1. The column Problem says why.');
	expect(sheet.column('Outcome')).toEqual(['planned']);
	const reasons = ['Not paid (Dry Run is on: switch it off in "Add top-up")'];
	expect(sheet.column('Problem')).toEqual(reasons);
	const off = await payOnSchedule(withNodeOff('Add top-up'));
	expect(off.status).toBe('error');
	expect(sheet.column('Outcome')).toEqual(['notAttempted']);
	expect(sheet.column('Problem')).toEqual(['Add top-up did not run']);
	expect(await samples.asked()).toBe(0);
});

test('the same order in several samples is paid once', async () => {
	const lines = ['pedido;nome;cpf;valor;moeda', `1001;${ana.name};${ana.taxId};49,90;BRL`];
	const change = inTurn(
		withParameters('Order', () => ({ authentication: 'headerAuth' })),
		withNodeOff('Signature'),
	);
	const shop = await samples.publish('top-up-when-an-order-is-paid', { change });
	const order = {
		id: 1001,
		status: 'paid',
		customer_tax_id: ana.taxId,
		customer_name: ana.name,
		total: '49.90',
		currency: 'BRL',
	};
	expect(await shop.call(order)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
	sheet.fill(HEADINGS, [1001, ana.name, ana.taxId, 49.9, 'BRL']);
	expect((await pay()).status).toBe('success');
	expect(sheet.column('Outcome')).toEqual(['skipped']);
	const fromFile = await samples.run('top-up-from-spreadsheet', { lines });
	expect(readOutcomes(fromFile).map(({ outcome }) => outcome)).toEqual(['skipped']);
	for (const name of ['top-up-a-sheet-after-approval', 'top-up-100000-rows'] as const) {
		const { id } = await samples.import(name, { lines });
		const checked = await e2e.client.runWorkflow(id, { triggerName: TOP_UP_TRIGGER });
		expect(recordsOf(checked, 'Check').map(({ outcome }) => outcome)).toEqual(['skipped']);
	}
	// And the other way round.
	const second = [lines[0], `2002;${ana.name};${ana.taxId};49,90;BRL`];
	await samples.run('top-up-from-spreadsheet', { lines: second });
	expect(await shop.call({ ...order, id: 2002 })).toMatchObject({ data: { outcome: 'skipped' } });
	await shop.close();
	expect(await samples.charged()).toHaveLength(2);
});

describe('Sync customers from HubSpot', () => {
	const run = async (change = inTurn()) => {
		const data = { appToken: TOKEN };
		const token = await e2e.client.createCredential('hubspotAppToken', 'HubSpot', data);
		const chosen = withChosenCredential('n8n-nodes-base.hubspot', 'hubspotAppToken', token);
		return await samples.run('sync-customers-from-hubspot', { change: inTurn(change, chosen) });
	};
	const contact = (id: number, name: string, taxId: string | null, daysAgo = 1): Contact => {
		const changedAt = new Date(Date.now() - daysAgo * 86_400_000);
		const known = DEMO_CUSTOMERS.find((one) => one.taxId === taxId);
		return { id, name, email: known?.email ?? `${id}@example.com`, taxId, changedAt };
	};

	test('saves contacts that have changed lately as customers, and says which were not saved', async () => {
		contacts = [
			contact(1, 'Nova Cliente', '987.654.321-00'),
			contact(2, 'Ana Souza Prado', ana.taxId),
			contact(3, bruno.name, bruno.taxId),
			contact(4, 'Sem Documento', null),
			contact(5, 'Com Erro', '111.444.777-30'),
			contact(6, 'Banco S.A.', '00000000000191'),
			contact(7, 'Diego Diferente', diego.taxId, 9),
			{ ...contact(8, 'Sem Email', '285.341.670-44'), email: null },
		];
		const execution = await run();
		expect(messageOf(execution)).toMatch(/^Contacts that were not saved: 1\./);
		const actions = ['created', 'updated', 'unchanged', 'created'];
		expect(recordsOf(execution, 'Saved')).toMatchObject(
			actions.map((action) => ({ _gmc: { action } })),
		);
		// They are listed although another one has failed.
		expect(recordsOf(execution, 'Not a customer yet')).toEqual([
			{ contact: '4', name: 'Sem Documento', missing: 'tax ID' },
			{ contact: '8', name: 'Sem Email', missing: 'email' },
		]);
		const customers = await samples.admin.customers();
		const nameOf = (id: string) => customers.find(({ _id }) => _id === id)?.name;
		expect([nameOf(ana._id), nameOf(diego._id)]).toEqual(['Ana Souza Prado', diego.name]);
		expect(customers.find(({ taxId }) => taxId === '00000000000191')?.name).toBe('Banco S.A.');
	});

	test('a contact that cannot be a customer yet is no alarm, and one without a last name no change', async () => {
		contacts = [
			contact(1, ana.name.split(' ')[0], ana.taxId),
			{ ...contact(2, 'Sem Email', '285.341.670-44'), email: null },
			contact(3, 'Sem Documento', null),
			contact(4, '  ', '285.341.670-44'),
		];
		for (let time = 0; time < 2; time++) {
			const execution = await run();
			expect(execution.status).toBe('success');
			expect(recordsOf(execution, 'Not a customer yet')).toHaveLength(3);
			expect(recordsOf(execution, 'Saved')).toMatchObject([{ _gmc: { action: 'unchanged' } }]);
		}
	});

	test('ends red when the node that saves was switched off', async () => {
		contacts = [contact(1, 'Nova Cliente', '987.654.321-00')];
		const execution = await run(withNodeOff('Create or update'));
		expect(messageOf(execution)).toMatch(/^Contacts that were not saved: 1\./);
	});
});
