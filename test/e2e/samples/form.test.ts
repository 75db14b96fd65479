import { excelFile } from '../../../harness/samples/excel';
import { AUTH, FormSample } from '../../../harness/samples/form';
import {
	DEMO_CUSTOMERS,
	inTurn,
	LIST_CUSTOMERS,
	Samples,
	withNodeOff,
	withOptions,
} from '../../../harness/samples/for-tests';
import { callApi } from '../../../harness/sandbox/useSandbox';
import { mailboxForThisFile } from '../../../harness/stand-ins/mailbox';

// A sheet that is paid on web pages.

jest.setTimeout(60_000);

const [ana, bruno, carla] = DEMO_CUSTOMERS;
const NAME = 'prizes 2026-11';
const samples = Samples.forThisFile();
const { e2e } = samples;
const { mailbox, withMailbox } = mailboxForThisFile(e2e);
let sample: FormSample;

beforeEach(async () => {
	sample = await FormSample.publish(e2e, { ledger: samples.ledger, change: withMailbox });
});
afterEach(async () => {
	// Whatever happens, the pages say it: no execution just fails.
	expect(await sample.statuses()).not.toContain('error');
	await sample.close();
});

const csv = (...lines: string[]) => ({ name: 'Sheet.CSV', content: `${lines.join('\r\n')}\r\n` });
const HEAD = '\ufeffNome;CPF;Valor (R$)';
const row = ({ name, taxId }: typeof ana, amount: string) => `${name};${taxId};${amount}`;
const TWO = csv(HEAD, row(ana, '10,50'), row(bruno, '1.234,50'));
const PAID = [
	[ana._id, 10.5, 'BRL'],
	[bruno._id, 1234.5, 'BRL'],
];

test('shows who would get how much, and pays exactly that, once', async () => {
	const sheet = csv(HEAD, row(ana, '10,50'), row(bruno, '1.234,50'), row(carla, '1.234'), ';;');
	const plan = await sample.upload(sheet, NAME);
	for (const text of [
		'Would be paid: 2 rows, 1245.00 BRL',
		'Read: the name from "Nome", the tax ID from "CPF" and the amount (BRL) from "Valor (R$)".',
		`1 ${ana.name} ${ana.taxId} 10.50 BRL 2 ${bruno.name} ${bruno.taxId} 1234.50 BRL`,
		'Would not be paid: 1 row',
		'can be read in two ways',
	])
		expect(plan.text).toContain(text);
	expect(await samples.asked()).toBe(0);
	const done = await plan.submit('Pay');
	expect(done.text).toMatch(
		/ Paid, but not every row Paid: 2 rows, 1245\.00 BRL Refused: 1 row The file result\.xlsx, which was downloaded with this page, has the reason/,
	);
	expect(done.html).toContain('result.xlsx');
	expect(await samples.charged()).toEqual(PAID);
	expect(mailbox.mails).toMatchObject([{ subject: `Sheet ${NAME}: paid` }]);
	expect(mailbox.mails[0].text!.trim().split('\n').sort()).toEqual([
		'Paid: 2 rows, 1245.00 BRL',
		'Refused: 1 row',
	]);
	// The corrected sheet under the same name: only the rest is paid.
	const more = csv(
		HEAD,
		row(carla, '12,34'),
		row(bruno, '1234.50'),
		row(ana, '10,5'),
		row(ana, '1'),
	);
	const rest = await sample.upload(more, `  ${NAME.toUpperCase()} `);
	expect(rest.text).toContain('Would be paid: 2 rows, 13.34 BRL');
	expect(rest.text).toMatch(/Would not be paid: 2 rows.*Paid before.*Paid before/);
	expect((await rest.submit('Pay')).text).toContain('Paid before: 2 rows, 1245.00 BRL');
	expect(await samples.charged()).toHaveLength(4);
	const again = await (await sample.upload(more, NAME)).submit();
	expect(again.text).toMatch(/ Paid before Paid before: 4 rows, 1258\.34 BRL/);
	expect(await samples.asked()).toBe(4);
});

test('reads a CSV with commas, where amounts with commas stand in quotation marks', async () => {
	const withCommas = (amount: string) =>
		csv('Nome,CPF,Valor (R$)', `${ana.name},${ana.taxId},${amount}`);
	const plan = async (amount: string) =>
		(await sample.upload(withCommas(amount), NAME, AUTH, ', as Google Sheets')).text;
	expect(await plan('"1.234,50"')).toContain('Would be paid: 1 row, 1234.50 BRL');
	expect(await plan('10,50')).toMatch(/could not be read.*No row|No row.*could not be read/);
	const other = await sample.upload(withCommas('"10,50"'), NAME);
	expect(other.text).toMatch(/No row of this sheet can be paid/);
	expect(await samples.asked()).toBe(0);
});

test('pays nothing without a password, without a decision, and with another one', async () => {
	const wrong = { username: 'colleague', password: 'guessed' };
	await expect(sample.upload(TWO, NAME, wrong)).rejects.toThrow(/401/);
	const plan = await sample.upload(TWO, NAME);
	// The later pages rest on a link that n8n signs.
	const unsigned = await plan.submitAt(plan.url.replace(/signature=.{8}/, 'signature=00000000'));
	expect(unsigned).toBe(401);
	expect((await plan.submit('Do not pay')).text).toMatch(
		/ Nothing was paid You chose not to pay\./,
	);
	const empty = await (await sample.upload(TWO, NAME)).submit('');
	expect(empty.text).toContain('Nothing was paid');
	expect(await samples.asked()).toBe(0);
});

test('reload, back, a second press, and two tabs pay nothing twice, and say the truth', async () => {
	const [one, other] = [await sample.upload(TWO, NAME), await sample.upload(TWO, NAME)];
	const ends = await Promise.all([one.submit('Pay'), other.submit('Pay'), one.post('Pay')]);
	expect(await samples.charged()).toEqual(expect.arrayContaining(PAID));
	expect(await samples.asked()).toBe(2);
	for (const page of ends.slice(0, 2)) expect(page).toHaveProperty('text');
	const [first, second] = ends;
	expect([first.text, second.text].join()).toMatch(/ Paid Paid: \d/);
	// Back, and the button once more: the page stays what it is.
	const reloaded = await one.submit('Pay').catch(() => undefined);
	expect(reloaded?.text ?? first.text).toContain('1245.00 BRL');
	expect((await one.reload()).text).toBe(first.text);
	expect(await samples.asked()).toBe(2);
});

test('refuses what has changed since the plan was shown', async () => {
	const { admin, sandbox } = { admin: samples.admin, sandbox: e2e.sandbox };
	await admin.configure({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	await (await sample.upload(csv(HEAD, row(carla, '900')), NAME)).submit('Pay');
	const newcomer = { taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' };
	const sheet = csv(
		'CPF;Valor',
		`${ana.taxId};10`,
		`${bruno.taxId};20`,
		`${carla.taxId};900`,
		`${newcomer.taxId};500`,
	);
	const plan = await sample.upload(sheet, NAME);
	expect(plan.text).toContain('Would be paid: 2 rows, 30.00 BRL');
	// Somebody who was not there may be paid now, and Bruno has another name.
	await callApi(sandbox, 'POST', '/customers', newcomer);
	await callApi(sandbox, 'PATCH', `/customers/${bruno._id}`, { name: 'Outro Nome' });
	expect((await plan.submit('Pay')).text).toMatch(/Paid: 1 row, 10\.00 BRL/);
	expect((await samples.charged()).map(([, amount]) => amount).sort()).toEqual([10, 900]);
	// What was paid before has failed since: nobody has approved it a second time.
	const more = csv('CPF;Valor', `${ana.taxId};10`, `${ana.taxId};7`, `${carla.taxId};900`);
	const next = await sample.upload(more, NAME);
	expect(next.text).toContain('Would be paid: 1 row, 7.00 BRL');
	const pending = (await admin.additions()).find(({ amount }) => amount === 900)!;
	await admin.settle(pending._id, 'FAILED');
	expect((await next.submit('Pay')).text).toMatch(/ Nothing was paid /);
	expect(await samples.asked()).toBe(2);
});

test('a changed file under the name of another shows what was paid, and pays no such customer', async () => {
	await (await sample.upload(TWO, NAME)).submit('Pay');
	const plan = await sample.upload(csv(HEAD, row(ana, '99'), row(carla, '5')), NAME);
	expect(plan.text).toContain('Would be paid: 1 row, 5.00 BRL');
	expect(plan.text).toMatch(/Would not be paid: 1 row.*Ana Souza 99\.00 BRL/);
	await plan.submit('Pay');
	expect(await samples.charged()).toHaveLength(3);
	expect(await samples.charged()).toContainEqual([carla._id, 5, 'BRL']);
});

test('a lost answer is not clear, and settled by the same file', async () => {
	await samples.listLate(60);
	await samples.lose('done');
	const done = await (await sample.upload(csv(HEAD, row(ana, '10')), NAME)).submit('Pay');
	expect(done.text).toMatch(/ Not clear: some rows may have been paid Not clear: 1 row/);
	expect(mailbox.mails[0].text).toMatch(/Not clear: 1 row/);
	await samples.admin.advanceClock({ minutes: 1 });
	const again = await sample.upload(csv(HEAD, row(ana, '10')), NAME);
	expect((await again.submit()).text).toMatch(/ Paid before /);
	expect(await samples.charged()).toEqual([[ana._id, 10, 'BRL']]);
});

test('what cells hold is text on the pages', async () => {
	const bait = '<img src=x onerror=alert(1)>&lt;b&gt;R$& $1 $`';
	const plan = await sample.upload(csv(HEAD, `"${bait}";${ana.taxId};7`, row(bruno, '3')), bait);
	expect(plan.html).not.toMatch(/<img src=x/);
	expect(plan.html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;lt;b&amp;gt;R$&amp; $1 $`');
	const done = await plan.submit('Pay');
	expect(done.html).not.toMatch(/<img src=x/);
	expect(await samples.charged()).toEqual([[bruno._id, 3, 'BRL']]);
});

test.each([
	['has no row that counts', csv(HEAD, ';;'), /No row of this sheet can be paid.*none of them has/],
	['is empty', csv(HEAD), /No row of this sheet can be paid/],
	['has unclear columns', csv('Quem;Quanto', 'Ana;10'), /has no column for the amount.*"Quem"/],
])('says why nothing is payable when the sheet %s', async (_, sheet, why) => {
	const plan = await sample.upload(sheet, NAME);
	expect(plan.text).toMatch(why);
	expect(plan.html).not.toContain('Do not pay');
	// Whoever sends a decision all the same pays nothing.
	expect((await plan.submit('Pay')).text).toMatch(/ Nothing was paid /);
	expect(await samples.asked()).toBe(0);
});

test('says that a file cannot be read, or that GMC cannot be reached', async () => {
	const cut = await sample.upload(csv(HEAD, 'Ana;1'), NAME);
	expect(cut.text).toMatch(/The file could not be read: .*not in csv format\. A row may have more/);
	expect(cut.text).not.toContain('Would not be paid');
	// As Google Sheets saves one.
	const commas = await sample.upload(csv('Nome,CPF,Valor', 'Ana,1,"10,50"'), NAME);
	expect(commas.text).toMatch(
		/The file could not be read: .* Choose what stands between the columns/,
	);
	const noBook = await sample.upload({ name: 'a.xlsx', content: 'PK\u0003\u0004 no book' }, NAME);
	expect(noBook.text).toMatch(/The file could not be read: /);
	await samples.refuse({ route: LIST_CUSTOMERS }, 503);
	const plan = await sample.upload(TWO, NAME);
	expect(plan.text).toMatch(/No row of this sheet can be paid.*GMC/);
	expect((await plan.submit()).text).toMatch(/ Nothing was paid /);
	expect(await samples.asked()).toBe(0);
});

test('reads an Excel file, also a whole amount that looks like a day', async () => {
	const content = await excelFile([
		['customer_id', 'nome', 'valor', 'moeda', 'obs'],
		[ana._id, ana.name, 10.5, 'USDT', 'first prize'],
		[bruno._id, bruno.name, '46.336,00', 'BRL', ''],
		['', '', '', 'BRL', ''],
	]);
	const change = inTurn(
		withOptions('Check', { maxAmount: 50_000 }),
		withOptions('Add top-up', { maxAmount: 50_000 }),
		withNodeOff('Send the email'),
	);
	const larger = await FormSample.publish(e2e, { ledger: samples.ledger, change });
	const plan = await larger.upload({ name: 'Sheet.xlsx', content }, NAME);
	expect(plan.text).toContain('Would be paid: 2 rows, 10.50 USDT + 46336.00 BRL');
	expect((await plan.submit('Pay')).text).toContain('Paid: 1 row, 46336.00 BRL');
	expect((await samples.charges()).map(({ amount }) => amount).sort()).toEqual([10.5, 46_336]);
	await larger.close();
});
