import { newLedger } from '../../../harness/samples/choices';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { askedToIssue } from '../../../harness/sandbox/books';
import { ISSUE, LIST_ADDITIONS } from '../../../harness/sandbox/routes';
import { type Mailbox, startMailbox } from '../../../harness/stand-ins/mailbox';
import { type Business, pageOf, payBatch, payRow, state } from '../cases/statement';

jest.setTimeout(120_000);

const HOSTILE = `<script>alert("x")</script> & 'Co' {{ 6 * 7 }} $&`;
const HOSTILE_HTML =
	'&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;Co&#39; {{ 6 * 7 }} $&amp;';

/** As many digits as a number holds: a sum of such fractions would be off. */
const LARGE = 99999999999999.9;

let mailbox: Mailbox;
let e2e: Guest;
let business: Business;

beforeAll(async () => {
	mailbox = await startMailbox();
	e2e = await visitShared();
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	mailbox.mails.length = 0;
	business = { e2e, mailbox, ledger: newLedger() };
});
afterAll(async () => {
	await e2e?.stop();
	await mailbox?.stop();
});

const LINES = [
	'BRL | 14 top-ups | completed R$ 1,30 | failed R$ 1.234,50',
	'USDT | 1 top-up | waiting USDT 99,90',
	'sent, and the answer was lost | Orders <b>of</b> the shop, key 4711 | R$ 75,50',
	`${HOSTILE} | 2 top-ups | completed R$ 0,10 | failed R$ 1.234,50`,
	'Monthly top-ups | batch monthly 2026-11 | 13 top-ups | R$ 1,30',
	'Not in the ledger | 2 top-ups | US$ 0,20 | USDT 99,90',
];

/** What Gmail takes out of an e-mail, or does not show. */
const NOT_LEFT = /<(style|script|svg|img|link|form|b)\b|class=|url\(|display:|position:|\bfloat:/i;

test('adds up what GMC lists and the ledger knows', async () => {
	const { admin } = e2e.sandbox;
	const { _id: customerIdentifier } = await admin.createCustomer({ name: HOSTILE });
	await payBatch(business);
	await admin.createAddition({ customerIdentifier, amount: 1234.5, status: 'FAILED' });
	const waiting = { amount: 99.9, currency: 'USDT', status: 'PENDING' } as const;
	await admin.createAddition({ customerIdentifier, ...waiting });
	await admin.createAddition({ amount: 0.2, currency: 'USD' });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	await admin.configure({ additions: { visibleAfterSeconds: 3_600 } });
	await payRow(business, '4711', '75,50');
	const asked = await askedToIssue(admin);
	const execution = await state(business);
	const mail = mailbox.mails.at(-1)!;
	expect(execution.status).toBe('success');
	expect(mail.subject).toMatch(
		/please look \(16 top-ups, Failed: 1, In doubt: 1, Waiting: 1\), as of \d\d\/\d\d\/\d{4} \d\d:\d\d: the period has not ended$/,
	);
	for (const one of LINES) expect(mail.text).toContain(one);
	expect(mail.text).toMatch(
		/> & 'Co'.* \| \d\d\/\d\d\/\d{4} \d\d:\d\d \| The GMC could not be minted \| \w+ \| R\$ 1\.234,50/,
	);
	const page = pageOf(mail);
	expect(nodeOutput(execution, 'Show the page')[0][0].json.html).toBe(page);
	for (const html of [mail.html!, page.replace(/^.*?<body/, '')]) {
		expect(html).toContain(HOSTILE_HTML);
		expect(html).not.toMatch(NOT_LEFT);
	}
	expect(await askedToIssue(admin)).toBe(asked);
});

test('takes the days of the period in the time zone of the workflow, and does without a ledger', async () => {
	const { admin } = e2e.sandbox;
	const at = ['2026-10-01T02:59:59Z', '2026-10-01T03:00:00Z', '2026-11-01T02:59:59Z'];
	for (const [index, createdAt] of [...at, '2026-11-01T03:00:00Z'].entries()) {
		await admin.createAddition({ createdAt, amount: 10 ** index });
	}
	await state(business, { since: '2026-10-01', until: '2026-10-31' });
	const [{ subject, text }] = mailbox.mails;
	expect(subject).toBe('GMC 01/10/2026 – 31/10/2026: all is well (2 top-ups)');
	expect(text).toContain('BRL | 2 top-ups | completed R$ 110,00');
	expect(text).toContain(
		`There is no ledger: this project has no Data Table “${business.ledger}”.`,
	);
});

/** The same n8n with the credential of another account, which writes into the same ledger. */
async function elsewhere(): Promise<Business> {
	const { client, sandbox } = e2e;
	const data = await sandbox.admin.credential();
	const other = { ...data, baseUrl: data.baseUrl.replace('127.0.0.1', 'localhost') };
	const credentialId = await client.createCredential('gmcApi', 'Elsewhere', other);
	return { ...business, e2e: { ...e2e, credentialId } };
}

test('says which top-ups the list should have and has not, of its own account', async () => {
	await payRow(await elsewhere(), '4711', '75,50');
	await e2e.sandbox.admin.reset();
	await payBatch(business);
	await e2e.sandbox.admin.configure({ list: { cutAt: 9, countsHonest: false } });
	await state(business);
	const [{ subject, text }] = mailbox.mails;
	expect(subject).toContain('please look (9 top-ups, Not in the list: 3)');
	expect(text).toContain('Paid by the ledger, and not in the list of GMC (3)');
});

test('believes a head or an item that has failed, no count against them, and reads the amounts', async () => {
	const { admin } = e2e.sandbox;
	for (const [where, fate] of [
		['head', 'failed'],
		['item', 'failed'],
		['summary', 'completed'],
	] as const) {
		await admin.configure({ additions: { failureShownIn: [where] } });
		await admin.reset();
		await admin.configure({ additions: { failureShownIn: [where] } });
		await admin.createAddition({ amount: 5, status: 'FAILED' });
		await state(business);
		expect(mailbox.mails.at(-1)!.text).toContain(`BRL | 1 top-up | ${fate} R$ 5,00`);
	}
	await admin.reset();
	const cases = [
		{ sourceAmountAs: 'number', amounts: [LARGE, LARGE], total: '200.000.000.000.000,10' },
		{ sourceAmountAs: 'decimalComma', amounts: [1234.5], total: '1.234,80' },
		{ sourceAmountAs: 'binaryFraction', amounts: [10.5], total: '10,80' },
	] as const;
	for (const { sourceAmountAs, amounts, total } of cases) {
		await admin.reset();
		await admin.configure({ additions: { sourceAmountAs } });
		for (const amount of [0.1, 0.2, ...amounts]) await admin.createAddition({ amount });
		await state(business);
		expect(mailbox.mails.at(-1)!.text).toContain(`completed R$ ${total}\n`);
	}
});

test('ends the e-mail before Gmail would, and has everything in the page', async () => {
	const { admin } = e2e.sandbox;
	const { _id: customerIdentifier } = await admin.createCustomer({ name: HOSTILE.repeat(3) });
	for (let amount = 1; amount <= 150; amount++) {
		await admin.createAddition({ customerIdentifier, amount, status: 'FAILED' });
	}
	await state(business);
	const [mail] = mailbox.mails;
	expect(Buffer.byteLength(mail.html!)).toBeLessThan(102_000);
	expect(mail.html).toMatch(/… and \d+ more, in the attached page/);
	const page = pageOf(mail);
	expect(page).toContain('>R$ 1,00<');
	expect(page).not.toContain('in the attached page');
});

test('states nothing where GMC cannot be asked, or for days that are none', async () => {
	expect((await state(business, { since: '01/10/2026' })).status).toBe('error');
	const action = { type: 'status', status: 400, body: { message: 'Not today' } } as const;
	await e2e.sandbox.admin.addFault({ route: LIST_ADDITIONS, action });
	expect((await state(business)).status).toBe('error');
	expect(mailbox.mails).toEqual([]);
});
