import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	addParameters,
	agentWorkflow,
	ana,
	bruno,
	engineAgentWorkflow,
	ISSUE,
	Service,
} from '../../../harness/engine';

// n8n may read a tool's fields from another item than the agent calls the tool for.
// promises.md P43

const service = Service.forThisFile();
const ROWS = [
	{ customer: ana._id, of: ana._id },
	{ customer: bruno._id, of: ana._id },
];
const REFUSED = /another item than the agent calls it for, in 'Customer'/;

const toolOf = (customer: string, more: INodeParameters = {}): INodeParameters => ({
	...addParameters({ maxAmount: 1_000 }),
	customer: { __rl: true, mode: 'id', value: customer },
	amount: "={{ $fromAI('amount', '', 'number') }}",
	currency: 'BRL',
	...more,
});

interface Way {
	rows: IDataObject[];
	parameters: INodeParameters;
	/** What the model hands over for each item. */
	values?: (at: number) => IDataObject;
}

const amountOf = (at: number): IDataObject => ({ amount: 10 * (at + 1) });

/** As n8n's agent up to version 2.2: it runs its tools itself. @returns what the tool has answered */
async function byAgent({ rows, parameters, values = amountOf }: Way): Promise<string> {
	const answers: string[] = [];
	const workflow = agentWorkflow({ parameters, rows }, async (take) => {
		for (const at of rows.keys()) {
			const call = await take();
			answers.push(await call(values(at)).catch((error: Error) => error.message));
		}
	});
	expect((await service.runWorkflow(workflow)).error).toBeUndefined();
	return answers.join();
}

/** As n8n's agent from version 3 on: n8n's engine runs the tools. */
async function byEngine({ rows, parameters, values = amountOf }: Way): Promise<string> {
	const workflow = engineAgentWorkflow({ parameters, rows }, values);
	const { run } = await service.runWorkflow(workflow);
	const { GMC } = run.data.resultData.runData;
	return GMC.map(({ error, data }) => error?.message ?? JSON.stringify(data)).join();
}

const WAYS = [
	['an agent that runs its tools itself', byAgent],
	['an agent whose tools the engine runs', byEngine],
] as const;
const OF_ROWS = "={{ $('Rows').item.json.customer }}";

describe.each(WAYS)('%s', (_, run) => {
	test('two items: a field that takes a value from them is refused', async () => {
		expect(await run({ rows: ROWS, parameters: toolOf(OF_ROWS) })).toMatch(REFUSED);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test.each(['={{ $json.customer }}', OF_ROWS])('one item is paid: %s', async (customer) => {
		await run({ rows: ROWS.slice(1), parameters: toolOf(customer) });
		expect(await service.charged(bruno._id, 10)).toBe(1);
	});

	test.each([
		ana._id,
		"={{ $('Rows').first().json.customer }}",
		"={{ $('Rows').all()[0].json.of }}",
	])('two items: what is the same for all is paid: %s', async (customer) => {
		await run({ rows: ROWS, parameters: toolOf(customer) });
		expect(await service.charged(ana._id, 10)).toBe(1);
		expect(await service.charged(ana._id, 20)).toBe(1);
	});

	test('two items: what the model hands over is paid', async () => {
		const parameters = toolOf("={{ $fromAI('who').trim() }}", {
			options: { note: '=US$ {{ $now }}' },
		});
		const values = (at: number) => ({ amount: 10 * (at + 1), who: ROWS[at].customer });
		await run({ rows: ROWS, parameters: { ...parameters, maxAmount: 1_000 }, values });
		expect(await service.charged(ana._id, 10)).toBe(1);
		expect(await service.charged(bruno._id, 20)).toBe(1);
	});
});

test('two items: the engine gives each call the $json of its own', async () => {
	await byEngine({ rows: ROWS, parameters: toolOf('={{ $json.customer }}') });
	expect(await service.charged(ana._id, 10)).toBe(1);
	expect(await service.charged(bruno._id, 20)).toBe(1);
});

test.each([
	['Customer', toolOf('={{ $json.customer }}')],
	['Maximum Amount', toolOf(ana._id, { maxAmount: '={{ $json.limit }}' })],
	['Note', toolOf(ana._id, { options: { maxAmount: 10, note: '={{ $input.item.json.of }}' } })],
	['Amount', toolOf(ana._id, { amount: "={{ $fromAI('amount', '', 'number') + $itemIndex }}" })],
])('where the agent runs its tools itself, %s is named', async (label, parameters) => {
	const said = await byAgent({ rows: ROWS, parameters });
	expect(said).toContain(`calls it for, in '${label}'`);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('a customer of another item is not changed either', async () => {
	const parameters = {
		resource: 'customer',
		operation: 'update',
		customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' },
		updateFields: { name: "={{ $fromAI('name') }}" },
	};
	const said = await byAgent({ rows: ROWS, parameters, values: () => ({ name: 'Eva Lima' }) });
	expect(said).toMatch(REFUSED);
});

// n8n's engine puts what the model hands over into $json, over the agent's item, and does not check its names (n8n.md T6).
describe('what the model hands over unasked', () => {
	const rows = [{ customer: ana._id, limit: 10, isTry: true }];
	const byModel = async (parameters: INodeParameters, values: IDataObject) =>
		await byEngine({ rows, parameters, values: () => ({ amount: 900, ...values }) });

	test.each<[string, INodeParameters]>([
		['Maximum Amount', { options: {}, maxAmount: '={{ $json.limit }}' }],
		['Dry Run', { options: { maxAmount: 1_000, dryRun: '={{ $input.item.json.isTry }}' } }],
		['Maximum Total', { options: { maxAmount: 1_000, maxTotal: '={{ $parameter.amount }}' } }],
	])('sets no %s', async (label, more) => {
		const said = await byModel(toolOf(ana._id, more), { limit: 1_000, isTry: false });
		expect(said).toMatch(new RegExp(`in '${label}'\\.|'${label}' may not come from the model`));
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test.each([
		'={{ $json.customer }}',
		"={{ $json['customer'] }}",
		'={{ $input.item.json.customer }}',
		"={{ $json['cust' + 'omer'] }}",
		"={{ $json.who || $('Rows').item.json.customer }}",
	])('chooses no customer: %s', async (customer) => {
		const said = await byModel(toolOf(customer), { customer: bruno._id, who: bruno._id });
		expect(said).toMatch(/he model has handed over a value .* from \$json, in 'Customer'/);
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('deletes no customer', async () => {
		const customer = { __rl: true, mode: 'id', value: '={{ $json.customer }}' };
		const parameters = { resource: 'customer', operation: 'delete', customer };
		expect(await byModel(parameters, { customer: bruno._id })).toMatch(/in 'Customer'/);
	});

	test('does not matter where nothing reads it', async () => {
		await byModel(toolOf('={{ $json.customer }}'), { who: bruno._id });
		expect(await service.charged(ana._id, 900)).toBe(1);
	});
});
