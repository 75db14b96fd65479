import { NodeApiError, type IDataObject, type INode } from 'n8n-workflow';
import { outputsOf, type Probe, retryProbe, runProbe } from './probe';

// What n8n does with a node and its items (docs/internals/n8n.md, E). The node under test is none of ours.

const rows = [{ pay: 1 }, { pay: 2 }, { pay: 3 }];
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Counts how often it was run for each row; throws at the last one unless told otherwise. */
function counting(change: Partial<Probe> = {}) {
	const runs: unknown[][] = [];
	const probe: Probe = {
		rows,
		async execute() {
			const items = this.getInputData();
			runs.push(items.map(({ json }) => json.pay));
			throw new Error('the last row fails');
		},
		...change,
	};
	return { probe, runs };
}

test('Retry On Fail runs the node again with all items', async () => {
	const { probe, runs } = counting({ settings: retrying });
	const { data } = await runProbe(probe);
	expect(data.resultData.error?.message).toBe('the last row fails');
	expect(runs).toEqual([
		[1, 2, 3],
		[1, 2, 3],
		[1, 2, 3],
	]);
});

test.each([
	['first', 0, 3],
	['second', 1, 1],
])('Retry On Fail under Continue, with an error in the %s item', async (_, failing, times) => {
	let runs = 0;
	await runProbe({
		rows,
		settings: { ...retrying, onError: 'continueRegularOutput' },
		async execute() {
			runs++;
			return [rows.map((json, i) => ({ json: i === failing ? { error: 'no' } : json }))];
		},
	});
	expect(runs).toBe(times);
});

describe("the node's context", () => {
	const remembering = (seen: unknown[], settings: Partial<INode> = {}): Probe => ({
		rows,
		settings,
		async execute() {
			const context = this.getContext('node');
			seen.push(context.sent);
			context.sent = Number(context.sent ?? 0) + 1;
			throw new Error('no');
		},
	});

	test('survives the tries of Retry On Fail and a retry of the execution', async () => {
		const seen: unknown[] = [];
		const probe = remembering(seen, { ...retrying, maxTries: 2 });
		await retryProbe(probe, await runProbe(probe));
		expect(seen).toEqual([undefined, 1, 2, 3]);
	});

	test('is lost in a new execution', async () => {
		const seen: unknown[] = [];
		const probe = remembering(seen);
		await runProbe(probe);
		await runProbe(probe);
		expect(seen).toEqual([undefined, undefined]);
	});
});

describe('Continue (using error output)', () => {
	const settings = { onError: 'continueErrorOutput' as const };
	const json = (items: Array<{ json: IDataObject }>) => items.map((item) => item.json);

	test('a thrown error sends the inputs to the success output', async () => {
		const [success, errors] = outputsOf(await runProbe(counting({ settings }).probe));
		expect(json(success)).toEqual(rows);
		expect(errors).toEqual([]);
	});

	test('an item goes to the error output by its keys, or by its property error', async () => {
		const run = await runProbe({
			rows,
			settings,
			async execute() {
				return [
					[
						{ json: { error: 'no', details: { code: 1 } }, pairedItem: { item: 0 } },
						{ json: { error: 'no', other: 1 }, pairedItem: { item: 1 } },
						{
							json: { kept: 1 },
							error: new NodeApiError(this.getNode(), {}),
							pairedItem: { item: 2 },
						},
					],
				];
			},
		});
		const [success, errors] = outputsOf(run);
		expect(json(success)).toEqual([{ error: 'no', other: 1 }]);
		const [withInput, cut] = json(errors);
		expect(withInput).toEqual({ pay: 1, error: 'no', details: { code: 1 } });
		expect(Object.keys(cut)).toEqual(['error']);
	});
});

test('a number parameter that an expression fills reaches the node unconverted', async () => {
	const values = ['10,50', null, true, ''];
	const read: unknown[] = [];
	await runProbe({
		rows: values.map((value) => ({ value })),
		properties: [{ displayName: 'Amount', name: 'amount', type: 'number', default: 0 }],
		parameters: { amount: '={{ $json.value }}' },
		async execute() {
			const items = this.getInputData();
			read.push(...items.map((_, i) => this.getNodeParameter('amount', i)));
			return [items];
		},
	});
	expect(read).toEqual(values);
});

test("a message with a code of Node.js in it is replaced by n8n's own words", async () => {
	const node = { name: 'GMC', type: 'test' } as INode;
	const shown = (message: string) => new NodeApiError(node, {}, { message }).message;
	expect(shown('GMC said ECONNREFUSED')).not.toContain('GMC said');
	expect(shown('GMC said no')).toBe('GMC said no');
});
