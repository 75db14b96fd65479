import axios from 'axios';
import { getLocal, type Mockttp } from 'mockttp';
import {
	type Change,
	DEMO_CUSTOMERS,
	LIST_CUSTOMERS,
	loadSample,
	messageOf,
	Samples,
	TOP_UP_TRIGGER,
	until,
	inTurn,
	withChosenCredential,
	withNodeOff,
	withNodes,
} from '../../../harness/samples/for-tests';
import { mailboxForThisFile } from '../../../harness/stand-ins/mailbox';
import { polledEvery } from '../../../harness/workflows/build';
import { twoLooks } from '../../../harness/workflows/trigger';

// The samples that send messages: into a chat, and to the customers.

jest.setTimeout(90_000);

const [ana, bruno] = DEMO_CUSTOMERS;
const TOKEN = '1:made-up';

const samples = Samples.forThisFile();
const { e2e } = samples;
let telegram: Mockttp;
let withTelegram: Change;
const { mailbox, withMailbox } = mailboxForThisFile(e2e);
/** What was written into the chat. */
let said: Array<{
	text: string;
	reply_markup?: { inline_keyboard: Array<Array<{ url: string }>> };
}> = [];
/** How many of the next messages Telegram refuses. */
let refuse = 0;

beforeAll(async () => {
	telegram = getLocal();
	await telegram.start();
	await telegram.forPost(`/bot${TOKEN}/sendMessage`).thenCallback(async ({ body }) => {
		if (refuse-- > 0) return { statusCode: 500 };
		said.push((await body.getJson()) as (typeof said)[number]);
		return { statusCode: 200, json: { ok: true, result: { message_id: said.length } } };
	});
	const bot = { accessToken: TOKEN, baseUrl: telegram.url };
	const chat = await e2e.client.createCredential('telegramApi', 'Bot', bot);
	withTelegram = withChosenCredential('n8n-nodes-base.telegram', 'telegramApi', chat);
});
beforeEach(() => void (said = []));
afterAll(async () => await telegram?.stop());

/** Publishes a sample that looks every second. @returns what stops it */
async function publish(name: string, change: Change) {
	const sample = change(polledEvery(1, await loadSample(name)));
	const id = await e2e.client.publish(sample, e2e.credentialId);
	await twoLooks(e2e);
	return async () => {
		await twoLooks(e2e);
		await e2e.client.deactivate(id);
		return await e2e.client.allFinished(id);
	};
}

const pending = async (amount: number, customerIdentifier = ana._id) =>
	await samples.admin.createAddition({ amount, status: 'PENDING', customerIdentifier });

test('Tell me when a top-up completes or fails: one message each, none for earlier ones', async () => {
	const { admin } = samples;
	const [first, second] = [await pending(1), await pending(2, bruno._id)];
	await admin.createAddition({ amount: 3, status: 'COMPLETED' });
	refuse = 2;
	const stop = await publish('tell-me-when-a-top-up-completes', withTelegram);
	await admin.settle(first._id, 'COMPLETED');
	await until('the message', async () => said.length > 0);
	await admin.settle(second._id, 'FAILED');
	await until('the second message', async () => said.length > 1);
	await stop();
	expect(said.map(({ text }) => text)).toEqual([
		`Top-up complete: 1.00 BRL for ${ana.name} (${first._id})`,
		expect.stringMatching(`^Top-up FAILED: 2.00 BRL for ${bruno.name} \\(${second._id}\\)`),
	]);
});

test('Receipt by email: the customer gets one, and nobody without an address', async () => {
	const { admin } = samples;
	const nobody = await admin.createCustomer({ taxId: '28534167044', name: 'Sem Email', email: '' });
	const tops = [await pending(10.5), await pending(2, nobody._id)];
	const stop = await publish('receipt-by-email', withMailbox);
	for (const { _id } of tops) await admin.settle(_id, 'COMPLETED');
	await until('the email', async () => mailbox.mails.length > 0);
	const executions = await stop();
	expect(executions.map(({ status }) => status)).not.toContain('error');
	expect(mailbox.mails).toHaveLength(1);
	const [{ to, subject, text }] = mailbox.mails;
	expect(to?.map(({ address }) => address)).toEqual([ana.email]);
	expect(subject).toBe('Your top-up of 10.50 BRL');
	expect(text).toMatch(
		new RegExp(
			`^Hello ${ana.name},\\n\\nyour top-up has completed.\\n\\nAmount: 10.50 BRL\\nDate: \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d\\nNumber: ${tops[0]._id}`,
		),
	);
});

test('Receipt by email: one that could not be sent because GMC lists no customers ends red', async () => {
	const top = await pending(10.5);
	const stop = await publish('receipt-by-email', withMailbox);
	for (let nth = 1; nth <= 6; nth++) await samples.refuse({ route: LIST_CUSTOMERS, nth }, 503);
	await samples.admin.settle(top._id, 'COMPLETED');
	await twoLooks(e2e);
	const executions = await stop();
	expect(executions.map(({ status }) => status)).toEqual(['error']);
	expect(mailbox.mails).toEqual([]);
});

describe('Top up a sheet after approval, in a chat', () => {
	const HEAD = 'id;name;customer_id;tax_id;amount;currency';
	const lines = [
		HEAD,
		`A_1;${ana.name};${ana._id};;10,50;BRL`,
		`A*2;${bruno.name};${bruno._id};;5;BRL`,
	];
	const active: Change = (sample) =>
		withNodes(sample, ({ name }) => (name === 'Ask in Telegram' ? { disabled: false } : undefined));
	const inChat = inTurn(active, withNodeOff('Ask for approval'));

	async function decide(link: string, decision: string): Promise<void> {
		const form = new FormData();
		form.set('field-0', decision);
		await axios.post(link, form, { proxy: false });
	}
	async function ask(change: Change) {
		const all = inTurn(withTelegram, withMailbox, change);
		const { id } = await samples.import('top-up-a-sheet-after-approval', { lines, change: all });
		const execution = await e2e.client.startWorkflow(id, TOP_UP_TRIGGER);
		return {
			ended: async () => await e2e.client.finished(execution),
			waiting: async () =>
				await until('n8n to wait', async () => {
					return (await e2e.client.execution(execution)).status === 'waiting';
				}),
		};
	}
	async function question(): Promise<string> {
		await until('the question', async () => said.length > 0);
		return said[0].reply_markup!.inline_keyboard[0][0].url;
	}

	test.each([
		['Approve', 2],
		['Decline', 0],
	])('%s', async (decision, paid) => {
		const { ended, waiting } = await ask(inChat);
		const link = await question();
		await waiting();
		// Telegram would take these for marks of its own, and refuse the message.
		expect(said[0].text).toContain(`- ${ana.name}, ${ana.taxId}: 10.50 BRL (ID A\\_1)`);
		expect(said[0].text).toContain('(ID A\\*2)');
		expect(mailbox.mails).toEqual([]);
		await decide(link, decision);
		expect((await ended()).status).toBe('success');
		expect(await samples.charged()).toHaveLength(paid);
	});

	test('where both nodes ask, both have to approve', async () => {
		const { ended, waiting } = await ask(active);
		await until('the email', async () => mailbox.mails.length > 0);
		const link = /href="([^"]+)"/.exec(mailbox.mails[0].html!)![1].replaceAll('&amp;', '&');
		await waiting();
		await decide(link, 'Decline');
		const second = await question();
		await waiting();
		await decide(second, 'Approve');
		expect((await ended()).status).toBe('success');
		expect(await samples.asked()).toBe(0);
	});

	test('where none asks, nothing is paid', async () => {
		const { ended } = await ask(withNodeOff('Ask for approval'));
		expect(messageOf(await ended())).toMatch(/^Nobody answered in time/);
		expect(await samples.asked()).toBe(0);
	});
});
