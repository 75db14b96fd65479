import type { INodeParameters } from 'n8n-workflow';
import type { CallTool, GmcNodeSetup, ToolAnswer } from '../../../../harness/engine';
import { agentWorkflow, runAgent } from '../../../../harness/engine';
import { RECENT_MINUTES } from '../../../../nodes/Gmc/core/additions/recent';
import { ISSUE, LIST_ADDITIONS } from './given';
import { ana, bruno, toolParameters } from './people';
import { outcomeOf, passTime, Service } from './support';

// An AI agent calls the node as its tool, and calls it again.
// promises.md P20

const service = Service.forThisFile();
const ANA = { customer: ana._id, amount: 10 };
const BRUNO = { customer: bruno._id, amount: 20 };

async function withTool(
	use: (call: CallTool) => Promise<unknown>,
	setup: Partial<GmcNodeSetup> = {},
): Promise<void> {
	const parameters = toolParameters();
	const all = { parameters, ...setup };
	await runAgent(service.credential, all, async (call) => void (await use(call)));
}

const told = (answers: ToolAnswer[]) => answers.map(({ items }) => items.map(outcomeOf));

test('a call after one that was issued is told what that has paid, and pays nothing', async () => {
	const answers: ToolAnswer[] = [];
	await withTool(async (call) => answers.push(await call(ANA), await call(ANA)));
	expect(told(answers)).toEqual([['issued'], ['skipped']]);
	expect(answers[1].items[0].json._id).toBe(answers[0].items[0].json._id);
	expect(await service.charged(ana._id)).toBe(1);
});

test.each([0, 3600])(
	'what another execution has paid may be for something else: an equal call is refused (listed after %i s)',
	async (late) => {
		await service.listLate(late);
		await withTool(async (call) => await call(ANA));
		await withTool(async (call) => {
			expect((await call(ANA)).error).toMatch(/looks like the same top-up sent twice/);
		});
		expect(await service.charged(ana._id)).toBe(1);
	},
);

test('a call that is lost is not sent again while nobody knows, and issued once it shows', async () => {
	await service.listLate(3600);
	await service.lose('done');
	const answers: ToolAnswer[] = [];
	await withTool(async (call) => {
		answers.push(await call(ANA), await call(ANA));
		await service.admin.advanceClock({ hours: 1 });
		answers.push(await call(ANA));
	});
	expect(answers[0].error).toMatch(/know whether the top-up went through/);
	expect(answers[1].error).toMatch(/[Aa]n earlier try sent this row and lost the answer/);
	expect(told(answers)[2]).toEqual(['issued']);
	expect(await service.asked(ISSUE)).toBe(1);
});

test('of two calls at once, only one is told of the top-up whose answer was lost', async () => {
	await service.listLate(3600);
	await service.lose('done');
	let answers: ToolAnswer[] = [];
	const parameters = toolParameters({ duplicateProtection: 'off' });
	const callTwice = async (call: CallTool) => {
		await call(ANA);
		await service.admin.advanceClock({ hours: 1 });
		answers = await Promise.all([call(ANA), call(ANA)]);
	};
	await withTool(callTwice, { parameters });
	const ids = answers.flatMap(({ items }) => items.map(({ json }) => json._id));
	expect(new Set(ids).size).toBe(2);
	expect(await service.charged(ana._id)).toBe(2);
});

test('neither is it by Retry On Fail, whose tries n8n numbers like calls', async () => {
	await service.lose('never');
	const words = /[Aa]n earlier try sent this row/;
	const setup = { retryOnFail: true, maxTries: 3 };
	await withTool(async (call) => expect((await call(ANA)).error).toMatch(words), setup);
	expect(await service.asked(ISSUE)).toBe(1);
});

test.each([
	['another customer', 'noCustomer', { ...ANA, customer: bruno._id }],
	['another customer, nothing of it readable', 'noItems', { ...ANA, customer: bruno._id }],
	['another amount', 'amountNull', { ...ANA, amount: 70 }],
] as const)('a call for %s is not skipped with the addition of another', async (_, as, second) => {
	await service.fault({ type: 'garble', every: 1, as }, { route: LIST_ADDITIONS });
	await withTool(async (call) => {
		await call(ANA);
		expect((await call(second)).items.map(outcomeOf)).toEqual(['issued']);
	});
	expect(await service.charged(second.customer, second.amount)).toBe(1);
});

/** The workflow ends with the first error of a call. */
const agentUnder = (duplicateProtection: string, act: Parameters<typeof agentWorkflow>[1]) =>
	agentWorkflow({ parameters: toolParameters({ duplicateProtection }) }, act);

// The user reads the tool's error where the agent ends with it. Retry starts the agent again, which calls the same again.
test.each([
	['recent', RECENT_MINUTES + 1],
	['off', 0],
])('under %s, a Retry %i minutes later pays nobody twice', async (protection, minutes) => {
	await service.refuse({ match: { amount: 20 }, times: 1 });
	const workflow = agentUnder(protection, async (take) => {
		const call = await take();
		await call(ANA);
		await call(BRUNO);
	});
	const failed = await service.runWorkflow(workflow);
	const { error } = failed;
	expect(await service.charged(ana._id)).toBe(1);
	const isSafe = /Executions → Retry of .* is safe/;
	if (!isSafe.test(`${error?.message} ${error?.description}`)) return;
	passTime({ seconds: minutes * 60 });
	await service.retryOf(failed, workflow, 'Agent');
	expect(await service.charged(ana._id)).toBe(1);
});

// n8n's agent takes its tools once for each item. n8n numbers the calls of two items alike, and may give the second what
// the model has handed to the first (n8n.md T7).
test.each([
	['off', ANA],
	['off', BRUNO],
	['recent', BRUNO],
])('under %s, a call of another item pays its own, or nothing: %j', async (protection, asked) => {
	const answers: string[] = [];
	const workflow = agentUnder(protection, async (take) => {
		const [one, other] = [await take(), await take()];
		answers.push(await one(ANA));
		answers.push(await other(asked).catch((error: Error) => error.message));
	});
	expect((await service.runWorkflow(workflow)).error).toBeUndefined();
	const isPaid = answers[1].includes('"outcome":"issued"');
	if (asked === BRUNO && !isPaid) expect(answers[1]).toMatch(/the values of another call/);
	expect(await service.charged(ana._id)).toBe(asked === ANA && isPaid ? 2 : 1);
	expect(await service.charged(bruno._id)).toBe(asked === BRUNO && isPaid ? 1 : 0);
});

test.each([
	"={{ $fromAI('amount', 'in BRL (10.50)', 'number') }}",
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('amount', ``, 'number') }}",
	"={{ $fromAI('amount', '', 'number') * 2 }}",
	"={{ $fromAI('amount', '', 'number').toFixed(2) }}",
])('an amount that the model hands over is paid: %s', async (amount) => {
	await withTool(async (call) => expect(told([await call(ANA)])).toEqual([['issued']]), {
		parameters: { ...toolParameters(), amount },
	});
});

describe('Output', () => {
	const outputs = async (parameters: INodeParameters) => {
		const answers: ToolAnswer[] = [];
		const setup = { parameters: { ...toolParameters(), ...parameters } };
		await withTool(async (call) => answers.push(await call(ANA)), setup);
		return answers[0];
	};

	test.each<[string, INodeParameters, string[]]>([
		[
			'Simplified',
			{ output: 'simplified' },
			['outcome', 'customerName', 'amount', 'currency', 'additionId', 'customerId', 'status'],
		],
		[
			'Selected Fields, always with the ID and the outcome',
			{ output: 'selectedFields', outputFields: ['amount'] },
			['outcome', 'amount', 'additionId'],
		],
		[
			'Selected Fields, none of them',
			{ output: 'selectedFields', outputFields: [] },
			['outcome', 'additionId'],
		],
	])('%s', async (_, parameters, names) => {
		const [item] = (await outputs(parameters)).items;
		expect(Object.keys(item.json)).toEqual(names);
	});

	test('Raw is the record of GMC', async () => {
		const [item] = (await outputs({ output: 'raw' })).items;
		expect(item.json).toMatchObject({ _gmc: { outcome: 'issued' }, items: expect.any(Array) });
	});

	test('a list that is none is refused before anything is sent', async () => {
		const { error } = await outputs({ output: 'selectedFields', outputFields: '={{ 1 }}' });
		expect(error).toMatch(/'Fields' is 1, but must be a list of names/);
		expect(await service.charged(ana._id)).toBe(0);
	});
});
