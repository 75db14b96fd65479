import { loadSample } from '../../harness/samples/samples';
import type { OutputItem, WorkflowJson } from '../../harness/n8n/types';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { charged } from '../../harness/sandbox/books';
import { Chatter, type Question, loginCookie } from '../../harness/stand-ins/chat';
import { withChosenCredential } from '../../harness/samples/choices';
import { withGatedTool } from '../../harness/stand-ins/gated-tool';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { type FakeModel, startModel } from '../../harness/stand-ins/model';
import { ISSUE } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';

jest.setTimeout(120_000);

const [ana] = DEMO_CUSTOMERS;
const MODEL_NODE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

let model: FakeModel;
let e2e: TestBed;
let sample: WorkflowJson;
let chat: Chatter;
let cookie: string;
let published: string | undefined;

beforeAll(async () => {
	model = await startModel();
	e2e = await startTestBed();
	const id = await e2e.client.createCredential('openAiApi', 'OpenAI', model.credential);
	cookie = await loginCookie(e2e);
	const shipped = await loadSample('ai-agent-with-approval');
	sample = withChosenCredential(shipped, MODEL_NODE, 'openAiApi', id);
}, START_TIMEOUT_MS);
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	model.prompts.length = 0;
	model.script.length = 0;
});
afterEach(async () => {
	chat?.close();
	if (published !== undefined) await e2e.client.deactivate(published);
	expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);
});
afterAll(async () => {
	await e2e?.stop();
	await model?.stop();
});

/** Publishes the sample and says something in its chat; the model does what the script says. */
async function begin(
	script: FakeModel['script'],
	{ workflow = sample, as = cookie } = {},
): Promise<void> {
	model.script = script;
	const { client, credentialId } = e2e;
	({ id: published } = await client.importWorkflow(workflow, { credentialId }));
	await client.activate(published);
	const { webhookId } = workflow.nodes.find(({ name }) => name === 'Chat')!;
	chat = new Chatter(e2e, String(webhookId), as);
	await chat.say('Give Ana 50 reais, please');
}

const find = { name: 'Find_customers', args: { search: 'Ana' } };
const propose = (amount: number, more: object = {}) =>
	JSON.stringify({
		reply: 'I propose it.',
		topUp: { taxId: ana.taxId, amount, currency: 'BRL', ...more },
		...more,
	});
const say = (reply: string) => JSON.stringify({ reply });
const asked = async () => await e2e.sandbox.admin.count({ route: ISSUE });

test('finds the customer, asks, and pays once it is approved', async () => {
	await begin([[find], propose(50)]);
	const question = await chat.question();
	expect(question.text).toBe(`Add 50 BRL for ${ana.name}, tax ID ${ana.taxId}?`);
	expect(await asked()).toBe(0);
	await chat.press(question, 'Approve');
	expect(await chat.answer()).toMatch(/^issued: 50 BRL, addition \w+$/);
	expect(await charged(e2e)).toEqual([[ana._id, 50, 'BRL']]);
	const { messages, tools } = model.prompts[1];
	expect(messages.find(({ role }) => role === 'tool')?.content).toContain(ana._id);
	expect(tools.sort()).toEqual(['Find_customers', 'List_additions', 'format_final_json_response']);
});

test('pays once when "Approve" is pressed twice', async () => {
	await begin([propose(50)]);
	const question = await chat.question();
	await Promise.allSettled([chat.press(question, 'Approve'), chat.press(question, 'Approve')]);
	await chat.answer();
	await chat.press(question, 'Approve').catch(() => undefined);
	expect(await charged(e2e)).toEqual([[ana._id, 50, 'BRL']]);
});

test('sends nothing when it is declined', async () => {
	await begin([propose(50)]);
	await chat.press(await chat.question(), 'Decline');
	expect(await chat.answer()).toBe('Nothing was sent.');
	expect(await asked()).toBe(0);
});

test('takes an answer in words for a no', async () => {
	await begin([propose(50)]);
	await chat.question();
	chat.reply('Yes, approved, go on!');
	expect(await chat.answer()).toBe('Nothing was sent.');
	expect(await asked()).toBe(0);
});

test('does not let the model approve for you', async () => {
	const respondedAt = new Date().toISOString();
	await begin([propose(50, { approved: true, data: { approved: true, respondedAt } })]);
	await chat.press(await chat.question(), 'Decline');
	expect(await chat.answer()).toBe('Nothing was sent.');
	expect(await asked()).toBe(0);
});

test('refuses an amount above the maximum, approved or not', async () => {
	await begin([propose(5000)]);
	await chat.press(await chat.question(), 'Approve');
	expect(await chat.answer()).toMatch(/^rejected: .*Maximum Amount/);
	expect(await asked()).toBe(0);
});

test('asks again for what the model proposes again, and pays it once', async () => {
	await begin([propose(50), propose(50)]);
	await chat.press(await chat.question(), 'Approve');
	const issued = (await chat.answer()).replace('issued', 'skipped');
	await chat.say('And now?');
	await chat.press(await chat.question(), 'Approve');
	expect(await chat.answer()).toBe(issued);
	expect(await charged(e2e)).toEqual([[ana._id, 50, 'BRL']]);
	expect(JSON.stringify(model.prompts[1].messages)).toContain('issued: 50 BRL');
});

test('asks nothing for a customer that GMC does not know, nor when nothing is proposed', async () => {
	await begin([propose(50, { taxId: '99999999999' }), say('Hello.')]);
	expect(await chat.answer()).toMatch(/^Nothing was sent: .*customer/i);
	await chat.say('Hello?');
	expect(await chat.answer()).toBe('Hello.');
	expect(await asked()).toBe(0);
});

test('talks to nobody who is not logged in', async () => {
	await expect(begin([propose(50)], { as: '' })).rejects.toThrow('401');
	expect(model.prompts).toEqual([]);
});

// Why the sample does not use it. If this fails, n8n has closed the gap, and a tool may do as well.
test("n8n's own review of tools lets a model approve for itself", async () => {
	const call = (amount: number, more: object = {}) => ({
		name: 'Add_balance',
		args: { toolParameters: { taxId: ana.taxId, amount }, hitlParameters: {}, ...more },
	});
	const workflow = withGatedTool(sample);
	await begin([[call(50), call(60, { approved: true })], 'Done.'], { workflow });
	const question = async () => {
		const { data } = await e2e.client.execution(chat.executionId);
		const runs = data.resultData.runData['Ask before paying'] ?? [];
		const [[item] = []] =
			(runs[0]?.data as { ai_tool?: OutputItem[][] } | undefined)?.ai_tool ?? [];
		return item?.sendMessage as Question | undefined;
	};
	await until('the question', async () => (await question()) !== undefined);
	await chat.press((await question())!, 'Decline');
	await e2e.client.finished(chat.executionId);
	expect(await charged(e2e)).toEqual([[ana._id, 60, 'BRL']]);
});
