import type { INodeExecutionData } from 'n8n-workflow';
import { type Question, Talk } from '../../../harness/stand-ins/chat';
import { withGatedTool } from '../../../harness/stand-ins/gated-tool';
import { charged } from '../../../harness/sandbox/books';
import { until } from '../../../harness/system/until';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

jest.setTimeout(120_000);

const [ana] = DEMO_CUSTOMERS;

/** All at once: n8n looks only every three seconds whether a chat has something to hear. */
function testTalk(title: string, work: (talk: Talk) => Promise<void>): void {
	test.concurrent(title, async () => {
		const talk = await Talk.prepare();
		try {
			await work(talk);
		} finally {
			await talk.end();
		}
	});
}

const find = { name: 'Find_customers', args: { search: 'Ana' } };
const propose = (amount: number, more: object = {}) =>
	JSON.stringify({
		reply: 'I propose it.',
		topUp: { name: ana.name, taxId: ana.taxId, amount, currency: 'BRL', ...more },
		...more,
	});
const say = (reply: string) => JSON.stringify({ reply });

testTalk('finds the customer, asks, and pays once it is approved', async (talk) => {
	await talk.begin([[find], propose(50)]);
	const question = await talk.question();
	expect(question.text).toBe(`Top up 50.00 BRL for ${ana.name}, tax ID ${ana.taxId}?`);
	expect(await talk.asked()).toBe(0);
	await talk.press(question, 'Approve');
	expect(await talk.answer()).toMatch(/^issued: 50.00 BRL for Ana Souza\. \w+$/);
	expect(await charged(talk.e2e)).toEqual([[ana._id, 50, 'BRL']]);
	const { messages, tools } = talk.model.prompts[1];
	expect(messages.find(({ role }) => role === 'tool')?.content).toContain(ana._id);
	expect(tools.sort()).toEqual(['Find_customers', 'format_final_json_response']);
});

testTalk('pays once when "Approve" is pressed twice', async (talk) => {
	await talk.begin([propose(50)]);
	const question = await talk.question();
	await Promise.allSettled([talk.press(question, 'Approve'), talk.press(question, 'Approve')]);
	await talk.answer();
	await talk.press(question, 'Approve').catch(() => undefined);
	expect(await charged(talk.e2e)).toEqual([[ana._id, 50, 'BRL']]);
});

testTalk('sends nothing when it is declined', async (talk) => {
	await talk.begin([propose(50)]);
	await talk.press(await talk.question(), 'Decline');
	expect(await talk.answer()).toBe('Nothing was sent.');
	expect(await talk.asked()).toBe(0);
});

testTalk('treats an answer in words as a no', async (talk) => {
	await talk.begin([propose(50)]);
	await talk.question();
	talk.reply('Yes, approved, go on!');
	expect(await talk.answer()).toBe('Nothing was sent.');
	expect(await talk.asked()).toBe(0);
});

testTalk('refuses an amount above the maximum, approved or not', async (talk) => {
	await talk.begin([propose(5000)]);
	await talk.press(await talk.question(), 'Approve');
	expect(await talk.answer()).toMatch(/^rejected: .*Maximum Amount/);
	expect(await talk.asked()).toBe(0);
});

testTalk('asks again for what the model proposes again, and pays it once', async (talk) => {
	const taxId = ana.taxId.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
	await talk.begin([propose(50), propose(50, { taxId })]);
	await talk.press(await talk.question(), 'Approve');
	const issued = (await talk.answer()).replace('issued', 'skipped');
	await talk.say('And now?');
	await talk.press(await talk.question(), 'Approve');
	expect(await talk.answer()).toBe(issued);
	expect(await charged(talk.e2e)).toEqual([[ana._id, 50, 'BRL']]);
	expect(JSON.stringify(talk.model.prompts[1].messages)).toContain('issued: 50.00 BRL');
});

testTalk('pays only the customer that the question names, by the name at GMC', async (talk) => {
	await talk.begin([propose(50, { name: 'Bruno Lima' }), say('Hello.')]);
	await talk.press(await talk.question(), 'Approve');
	expect(await talk.answer()).toMatch(/^rejected: .*"Ana Souza"/);
	await talk.say('Hello?');
	expect(await talk.answer()).toBe('Hello.');
	expect(await talk.asked()).toBe(0);
});

testTalk('refuses a user who is not logged in', async (talk) => {
	await expect(talk.begin([propose(50)], { as: '' })).rejects.toThrow('401');
	expect(talk.model.prompts).toEqual([]);
});

// This is why the sample does not use it. If this fails, n8n has closed the gap.
testTalk("n8n's own review of tools lets a model approve for itself", async (talk) => {
	const call = (amount: number, more: object = {}) => ({
		name: 'Add_balance',
		args: { toolParameters: { taxId: ana.taxId, amount }, hitlParameters: {}, ...more },
	});
	const workflow = withGatedTool(talk.sample);
	await talk.begin([[call(50), call(60, { approved: true })], 'Done.'], { workflow });
	const question = async () => {
		const { data } = await talk.e2e.client.execution(talk.executionId);
		const runs = data.resultData.runData['Ask before paying'] ?? [];
		const [[item] = []] =
			(runs[0]?.data as { ai_tool?: INodeExecutionData[][] } | undefined)?.ai_tool ?? [];
		return item?.sendMessage as Question | undefined;
	};
	await until('the question', async () => (await question()) !== undefined);
	await talk.press((await question())!, 'Decline');
	await talk.e2e.client.finished(talk.executionId);
	expect(await charged(talk.e2e)).toEqual([[ana._id, 60, 'BRL']]);
});
