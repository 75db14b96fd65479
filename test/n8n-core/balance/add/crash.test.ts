import type { IDataObject, INode, IRun } from 'n8n-workflow';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import {
	fallbackWorkflow,
	gmcNode,
	node,
	retryWorkflow,
	workflowOf,
} from '../../../../harness/engine';
import { BATCH, ISSUE, KEY, OFF, RECENT } from './given';
import { ana, row } from './people';
import { addParameters, crash, passTime, Service } from './support';

// n8n was killed: what a retry makes of it without n8n's record of what had run, and what a crash leaves in the ledger.
// promises.md P16

const service = Service.forThisFile();
const DAY = 86_400;
const sheet = [row(1), row(10), row(11)];
const charges = async () =>
	await Promise.all([1, 10].map(async (amount) => await service.charged(ana.taxId, amount)));

async function retried(data: IRun['data'], gmc: ReturnType<typeof gmcNode>) {
	const workflow = workflowOf({ nodes: [gmc], rows: sheet });
	const { data: after } = await retryWorkflow(workflow, service.credential, data);
	return after.resultData.runData[gmc.name].at(-1)!;
}

/** As n8n wrote it when the execution began, if its event log is lost (n8n.md E6): the first node, and nothing that has run. */
const asBegun = (): IRun['data'] =>
	({
		version: 1,
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: {},
			nodeExecutionStack: [
				{
					node: node('Rows', 'test.rows'),
					data: { main: [sheet.map((json) => ({ json }))] },
					source: null,
				},
			],
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	}) as unknown as IRun['data'];

test.each([RECENT, OFF])(
	'a retry of which the event log was lost pays none twice: %j',
	async (options) => {
		await service.refuse(3);
		await service.add(sheet, { ...options, concurrency: 1 });
		passTime({ seconds: 3600 });
		const { error } = await retried(asBegun(), gmcNode({ parameters: addParameters(options) }));
		expect(error?.message).toMatch(
			/^Ana Souza \(row 1, item 0\): this workflow sent the same top-up at .* UTC-3 \(execution \d+\), and .*n8n has no record/,
		);
		expect((error as { description?: string }).description).toMatch(/Balance: Get Many Top-Ups/);
		expect(await charges()).toEqual([1, 1]);
	},
);

test('a retry that is the first try of the node pays what other workflows have paid', async () => {
	await service.addOn(sheet, OFF);
	for (const entry of service.ledger) entry.executionRef = 'another';
	passTime({ seconds: 3600 });
	await retried(asBegun(), gmcNode({ parameters: addParameters(OFF) }));
	expect(await charges()).toEqual([2, 2]);
});

describe('n8n is killed while five results are written: each name has an open entry beside the paid one', () => {
	const five = [1, 2, 3, 4, 5].map((amount) => row(amount));
	const again = async (options: IDataObject, days: number) => {
		passTime({ seconds: days * DAY });
		return (await service.addOn(five, options)).outcomes;
	};

	async function killed(options: IDataObject): Promise<void> {
		let left: typeof service.ledger = [];
		service.tables.once(
			async (operation) =>
				operation === 'row deleteRows' && (await service.asked(ISSUE)) === five.length,
			() => void (left = structuredClone(service.ledger)),
		);
		await service.addOn(five, options);
		service.ledger = left;
		expect(service.ledger).toHaveLength(10);
		forgetProcess();
	}

	test('Recent does not refuse next month', async () => {
		await killed(RECENT);
		await again(RECENT, 1);
		expect(await again(RECENT, 30)).toEqual(Array(5).fill('issued'));
	});

	test('Maximum per Day counts each once', async () => {
		await killed(KEY);
		expect(await again(KEY, 1 / 24)).toEqual(Array(5).fill('skipped'));
		const options = { ...KEY, maxPerDay: 20 };
		expect((await service.addOn([row(5, { key: 'new' })], options)).outcomes).toEqual(['issued']);
	});

	test('Reconcile is not uncertain for ever', async () => {
		await killed(KEY);
		await again(KEY, 1);
		passTime({ seconds: 30 * DAY });
		const parameters = { ...addParameters(), operation: 'reconcile', options: {} };
		const rows = five.map((one) => ({ ...one, key: undefined }));
		const { items } = await service.run({ parameters: parameters as never, rows });
		const found = items.map(({ json }) => (json._gmc as IDataObject).found);
		expect(found).toEqual(Array(5).fill('notListed'));
	});
});

test('what a forgotten row has paid is no addition of an equal one that is still open', async () => {
	await service.lose('never');
	expect((await service.addOn([row(10)], KEY)).outcomes).toEqual(['unknown']);
	expect((await service.addOn([row(10)], OFF)).outcomes).toEqual(['issued']);
	passTime({ seconds: 15 * DAY });
	// Old rows are deleted once for a thousand new ids.
	service.tables.named('GMC top-ups').nextId = 1000;
	for (const amount of [91, 92, 93]) await service.addOn([row(amount)], KEY);
	expect((await service.addOn([row(10)], KEY)).outcomes).toEqual(['issued']);
	expect(await service.charged(ana.taxId, 10)).toBe(2);
});

// Its retry refuses the row, and passes it on through the error output.
test.each([RECENT, OFF].flatMap((first) => [KEY, BATCH].map((second) => [first, second] as const)))(
	'a node behind one that a crash has stopped does not pay its row again: %j, then %j',
	async (first, second) => {
		await service.listLate(60);
		await service.lose('done');
		const one = { ...row(10), key: 'k' };
		const nodeOf = (name: string, options: IDataObject, onError: INode['onError']) => ({
			...gmcNode({ name, parameters: addParameters({ ...options, concurrency: 1 }) }),
			onError,
		});
		const workflowWith = (onError: INode['onError']) => {
			const behind = nodeOf('Fallback', second, 'continueRegularOutput');
			return fallbackWorkflow([nodeOf('GMC', first, onError), behind], { rows: [one] });
		};
		const failed = await service.runWorkflow(workflowWith('stopWorkflow'));
		crash(service, failed);
		passTime({ seconds: 3_600 });
		const { run } = await service.retryOf(failed, workflowWith('continueRegularOutput'), 'GMC');
		expect(run.data.resultData.runData.Fallback).toBeDefined();
		expect(await service.charged(ana._id, 10)).toBe(1);
	},
);
