import { startModel, type FakeModel } from '../../harness/stand-ins/model';
import { guestForThisFile } from '../../harness/n8n/shared';
import type { WorkflowJson } from '../../harness/n8n/types';
import { newLedger } from '../../harness/samples/samples';
import { charged } from '../../harness/sandbox/books';
import { START, type Step, itemsNode, locator, toNode } from '../../harness/workflows/build';
import { ADD, addNode } from '../../harness/workflows/sheet';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';

// An agent that runs for several items has one tool for all of them.
// promises.md P43

jest.setTimeout(120_000);

const [ana, bruno] = DEMO_CUSTOMERS;
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const e2e = guestForThisFile();

const loop: Step = {
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { options: {} },
};

interface Setup {
	/** Of n8n's agent: 3 has n8n's engine run the tool, 2.2 runs it itself. */
	version: number;
	customer: string;
	isLoop?: boolean;
	openAi: string;
}

function workflowOf({ version, customer, isLoop, openAi }: Setup): WorkflowJson {
	const to = (node: string, type = 'main') => ({ node, type, index: 0 });
	const agent: Step = {
		name: 'Agent',
		type: `${LANGCHAIN}.agent`,
		typeVersion: version,
		parameters: { promptType: 'define', text: 'Pay', options: { enableStreaming: false } },
	};
	const model: Step = {
		name: 'Model',
		type: `${LANGCHAIN}.lmChatOpenAi`,
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'gpt-4.1-mini' }, options: {} },
		credentials: { openAiApi: { id: openAi, name: 'OpenAI' } },
	};
	const tool: Step = {
		...addNode({
			descriptionType: 'manual',
			toolDescription: 'Adds balance',
			customer: locator('id', customer),
			amount: "={{ $fromAI('amount', 'amount', 'number') }}",
			maxAmount: 100,
			options: { ledgerTable: newLedger() },
		}),
		type: 'n8n-nodes-gmc.gmcTool',
	};
	const rows = itemsNode('Rows', [{ customer: ana._id }, { customer: bruno._id }]);
	const start = { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	return {
		name: 'An agent with items',
		nodes: [start, rows, loop, agent, model, tool].map(toNode),
		connections: {
			[START]: { main: [[to('Rows')]] },
			Rows: { main: [[to(isLoop ? 'Loop' : 'Agent')]] },
			Loop: { main: [[], [to('Agent')]] },
			...(isLoop && { Agent: { main: [[to('Loop')]] } }),
			Model: { ai_languageModel: [[to('Agent', 'ai_languageModel')]] },
			[ADD]: { ai_tool: [[to('Agent', 'ai_tool')]] },
		},
	};
}

const call = (amount: number) => [{ name: 'Add_balance', args: { amount } }];
let model: FakeModel;
let openAi: string;
beforeAll(async () => {
	model = await startModel();
	openAi = await e2e.client.createCredential('openAiApi', 'OpenAI', model.credential);
});
afterAll(async () => await model.stop());
beforeEach(async () => await e2e.sandbox.admin.reset());

const OF_ROWS = "={{ $('Rows').item.json.customer }}";
const REFUSED = /another item than the agent calls it for, in 'Customer'/;
const BOTH = [
	[ana._id, 10, 'BRL'],
	[bruno._id, 20, 'BRL'],
];

interface Case {
	title: string;
	paid: unknown[][];
	refused: number;
	setup: Omit<Setup, 'openAi'>;
}

test.each<Case>([
	{
		title: 'two items of an agent that runs its tools itself are refused',
		setup: { version: 2.2, customer: '={{ $json.customer }}' },
		paid: [],
		refused: 2,
	},
	{
		title: 'so are those of one whose tools the engine runs, where the engine pairs them',
		setup: { version: 3, customer: OF_ROWS },
		paid: [],
		refused: 2,
	},
	{
		title: 'the engine hands on $json of each',
		setup: { version: 3, customer: '={{ $json.customer }}' },
		paid: BOTH,
		refused: 0,
	},
	{
		title: 'one item at a time is paid (2.2)',
		setup: { version: 2.2, customer: '={{ $json.customer }}', isLoop: true },
		paid: BOTH,
		refused: 0,
	},
	{
		title: 'one item at a time is paid (3)',
		setup: { version: 3, customer: '={{ $json.customer }}', isLoop: true },
		paid: BOTH,
		refused: 0,
	},
	{
		title: 'in a loop, the engine pairs later passes with the first',
		setup: { version: 3, customer: OF_ROWS, isLoop: true },
		paid: BOTH.slice(0, 1),
		refused: 1,
	},
])('$title', async ({ setup, paid, refused }) => {
	const { version, isLoop } = setup;
	// Version 3 asks the model for all items first.
	const inTurn = version < 3 || isLoop;
	model.script = inTurn
		? [call(10), 'Done.', call(20), 'Done.']
		: [call(10), call(20), 'Done.', 'Done.'];
	const { client, credentialId } = e2e;
	const workflow = workflowOf({ ...setup, openAi });
	const { id } = await client.importWorkflow(workflow, { credentialId });
	const execution = await client.runWorkflow(id, { triggerName: START });
	expect(await charged(e2e)).toEqual(paid);
	const errors = execution.data.resultData.runData[ADD].map(({ error }) => error?.message ?? '');
	expect(errors.filter((message) => REFUSED.test(message))).toHaveLength(refused);
});
