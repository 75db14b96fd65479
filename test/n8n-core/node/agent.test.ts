import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ToolAnswer } from '../../../harness/engine';
import { addParameters, ana, outcomeOf, runAgent, Service } from '../../../harness/engine';

// What may come from the model when the node is a tool: who, how much, and nothing that is to hold it.
// promises.md P44

const service = Service.forThisFile();
const REFUSED = 'may not come from the model. Nothing was sent';

async function call(
	options: unknown,
	values: IDataObject = {},
	more: INodeParameters = {},
): Promise<ToolAnswer> {
	let answer: ToolAnswer | undefined;
	const parameters = {
		...addParameters({}),
		customer: { __rl: true, mode: 'id', value: "={{ $fromAI('customer') }}" },
		amount: "={{ $fromAI('amount', '', 'number') }}",
		currency: "={{ $fromAI('currency') }}",
		options: options as INodeParameters,
		...more,
	};
	const given = { customer: ana._id, amount: 99_999, currency: 'BRL', ...values };
	await runAgent(service.credential, { parameters }, async (tool) => {
		answer = await tool(given);
	});
	return answer!;
}

const OPTIONS: Array<[string, string, string, IDataObject[string]]> = [
	['maxAmount', 'Maximum Amount', 'number', 1_000_000],
	['maxTotal', 'Maximum Total', 'number', 1_000_000],
	['maxPerDay', 'Maximum per Day', 'number', 1_000_000],
	['dryRun', 'Dry Run', 'boolean', false],
	['hold', 'Hold (Minutes)', 'number', 0],
	['timeout', 'Timeout (Seconds)', 'number', 1],
	['ledgerTable', 'Ledger Table', 'string', 'mine'],
];

test.each(OPTIONS)('%s may not come from the model', async (name, label, type, value) => {
	const it = `={{ $fromAI('it', '', '${type}') }}`;
	const { error } = await call({ maxAmount: 1_000_000, [name]: it }, { it: value });
	expect(error).toContain(`In a tool for an AI agent, '${label}' ${REFUSED}`);
	expect(await service.admin.count({})).toBe(0);
});

// A batch is asked for as often as the model likes.
test.each([
	[{ duplicateProtection: "={{ $fromAI('it') }}" }, `'Duplicate Protection' ${REFUSED}`],
	[{ duplicateProtection: 'batch', batchName: "={{ $fromAI('it') }}" }, `'Batch Name' ${REFUSED}`],
	[
		{ duplicateProtection: 'batch', batchName: '2026-11' },
		'A batch is a sheet that is paid in one',
	],
])('no model chooses the protection, and no tool pays a batch: %j', async (fields, said) => {
	const { error } = await call({ maxAmount: 1_000_000 }, { it: 'off' }, fields);
	expect(error).toContain(said);
	expect(await service.admin.count({})).toBe(0);
});

test.each([
	['in a longer expression', "={{ Math.max(100, Number($fromAI('it', 'a (limit)', 'number'))) }}"],
	['in small letters', "={{ $fromai('it', '', 'number') }}"],
	['as n8n writes it', "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('it', ``, 'number') }}"],
	['without a bracket behind it', "={{ ($fromAI)('amount') }}"],
])('neither does it %s', async (_how, maxAmount) => {
	const { error } = await call({ maxAmount }, { it: 1_000_000 });
	expect(error).toContain(`'Maximum Amount' ${REFUSED}`);
	expect(await service.admin.count({})).toBe(0);
});

test('nor do all options as one: n8n hands on none of them', async () => {
	const it = { maxAmount: 1_000_000 };
	const { error } = await call("={{ $fromAI('it', '', 'json') }}", { it });
	expect(error).toContain('An AI agent may not pay without an upper limit');
	expect(await service.admin.count({})).toBe(0);
});

test.each([
	['the field alone', { maxAmount: 100 }, {}, 100],
	['the option alone', {}, { maxAmount: 100 }, 100],
	['the lower one, the field', { maxAmount: 50 }, { maxAmount: 100 }, 50],
])('what limits a tool: %s', async (_, field, options, limit) => {
	const { error } = await call(options, { amount: limit + 1 }, field);
	expect(error).toContain(`above the 'Maximum Amount' of ${limit}`);
	const { items } = await call(options, { amount: limit }, field);
	expect(items.map(outcomeOf)).toEqual(['issued']);
});

test.each([
	[0, 'An AI agent may not pay without an upper limit'],
	['', "'Maximum Amount' is empty, but must be a number above zero"],
	[-1, "'Maximum Amount' is -1, but must be a number above zero"],
	["={{ $fromAI('it', '', 'number') }}", `'Maximum Amount' ${REFUSED}`],
])('the field Maximum Amount with %j pays nothing', async (maxAmount, said) => {
	const { error } = await call({}, { it: 1_000_000 }, { maxAmount });
	expect(error).toContain(said);
	expect(await service.admin.count({})).toBe(0);
});

test('customer, amount, currency and the other options may come from it', async () => {
	const options = { maxAmount: 100_000, concurrency: "={{ $fromAI('it', '', 'number') }}" };
	const { items, error } = await call(options, { it: 1 });
	expect(error).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(['issued']);
	expect(await service.charged(ana._id, 99_999)).toBe(1);
});

test('outside of a tool an expression of that name is like any other', async () => {
	const rows = [{ customer: ana._id, amount: 10, currency: 'BRL', query: { it: 100 } }];
	const options = { maxAmount: "={{ $fromAI('it') }}" };
	const customer = { __rl: true, mode: 'id', value: '={{ $json.customer }}' };
	const { items, error } = await service.add(rows, options, { parameters: { customer } });
	expect(error).toBeUndefined();
	expect(items.map(outcomeOf)).toEqual(['issued']);
});
