import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_CUSTOMERS,
	Service,
	outcomeOf,
} from '../../../../harness/engine';

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const sheet = [
	{ customer: ana.taxId, amount: 1 },
	{ customer: bruno.taxId, amount: 2 },
	{ customer: carla.taxId, amount: 3 },
];
const refuse = async (amount: number, times?: number) =>
	await service.admin.addFault({
		route: ISSUE,
		match: { amount },
		times,
		action: { type: 'status', status: 400, body: { message: 'no' } },
	});
const chargedEach = async () =>
	await Promise.all(sheet.map(async ({ customer, amount }) => service.charged(customer, amount)));

describe('Retry On Fail', () => {
	test('issues no row twice, and gives the same items as a run without a failure', async () => {
		await refuse(3, 2);
		const { items, error } = await service.add(
			sheet,
			{ concurrency: 1 },
			{ retryOnFail: true, maxTries: 3 },
		);
		expect(error).toBeUndefined();
		expect(await chargedEach()).toEqual([1, 1, 1]);
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued' },
		]);
		const stored = (await service.admin.charges({ customerIdentifier: ana.taxId })).additions[0];
		expect(items[0].json).toMatchObject({ _id: stored._id, status: 'COMPLETED' });
		expect(items[0].json.items).toHaveLength(1);
	});

	test('issues no row twice when a failing first item makes n8n run the node again', async () => {
		await refuse(1);
		const { items } = await service.add(
			sheet,
			{},
			{ retryOnFail: true, maxTries: 3, onError: 'continueRegularOutput' },
		);
		expect(items.map(outcomeOf)).toEqual(['rejected', 'issued', 'issued']);
		expect(await chargedEach()).toEqual([0, 1, 1]);
	});

	test('counts equal rows', async () => {
		const equal = [sheet[0], sheet[0], sheet[0], sheet[2]];
		await refuse(3, 1);
		const { items } = await service.add(
			equal,
			{ concurrency: 1 },
			{ retryOnFail: true, maxTries: 2 },
		);
		expect(items).toHaveLength(4);
		expect(await service.charged(ana._id, 1)).toBe(3);
	});
});

describe('"Retry execution"', () => {
	test('looks up what was in flight, and goes on with the rest', async () => {
		await service.listLate(600);
		await service.lose('done', 2);
		const failed = await service.add(sheet, { concurrency: 1 });
		expect(failed.error?.message).toMatch(/We don't know/);
		const again = await service.retry(failed);
		expect(again.error?.message).toMatch(/^an earlier try sent this row and lost the answer/);
		expect(again.error?.description).toMatch(/Of 3 rows: 2 issued, 1 unknown/);
		expect(await service.asked(ISSUE)).toBe(3);
		await service.admin.advanceClock({ hours: 1 });
		const { items } = await service.retry(again);
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued', replayed: true },
			{ outcome: 'issued', reconciled: true },
			{ outcome: 'issued', replayed: true },
		]);
		expect(await chargedEach()).toEqual([1, 1, 1]);
	});

	test('looks in the list of the day of the request, however long ago that is', async () => {
		await service.lose('never');
		const failed = await service.add([sheet[0]]);
		expect(failed.error?.context.details?.outcome).toBe('unknown');
		const askedAt = Date.now() - 10 * 86_400_000;
		const tenDaysAgo = new Date(askedAt + 100).toISOString();
		const [entry] = service.tables.named('GMC top-ups').rows;
		entry.askedAt = new Date(askedAt).toISOString();
		entry.heldUntil = new Date(askedAt + 900_000).toISOString();
		await service.admin.createAddition({
			customerIdentifier: ana.taxId,
			amount: 1,
			createdAt: tenDaysAgo,
		});
		const { items } = await service.retry(failed);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued', reconciled: true });
	});

	test('tells what was done before when it fails early', async () => {
		await refuse(2, 1);
		const failed = await service.add(sheet, { concurrency: 1 });
		const action = { type: 'status' as const, status: 500 };
		await service.admin.addFault({ route: LIST_CUSTOMERS, action });
		const { error } = await service.retry(failed);
		expect(error?.description).toMatch(/Of 3 rows: 1 issued, 2 not attempted/);
		expect(error?.context.data?.rows).toMatchObject([{ outcome: 'issued' }, {}, {}]);
	});

	test('knows rows by what they ask for, not by their place', async () => {
		await refuse(2, 1);
		const failed = await service.add(sheet, { concurrency: 1 });
		const { nodeExecutionStack } = failed.run.data.executionData!;
		nodeExecutionStack[0].data.main[0]!.reverse();
		const { items } = await service.retry(failed);
		expect(items.map(({ json }) => json._gmc)).toMatchObject([
			{ outcome: 'issued' },
			{ outcome: 'issued' },
			{ outcome: 'issued', replayed: true },
		]);
		expect(await chargedEach()).toEqual([1, 1, 1]);
	});

	test('knows a customer under another of its names', async () => {
		await refuse(2, 1);
		const failed = await service.add(sheet, { concurrency: 1 });
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]![0].json.customer = ana._id;
		const parameters = { customer: { __rl: true, mode: 'id', value: '={{ $json.customer }}' } };
		const { items } = await service.retry(failed, {}, { parameters });
		expect(items).toHaveLength(3);
		expect(await service.charged(ana._id, 1)).toBe(1);
	});

	test('does not take a row whose amount was changed for one that was issued', async () => {
		await refuse(2, 1);
		const failed = await service.add(sheet, { concurrency: 1 });
		failed.run.data.executionData!.nodeExecutionStack[0].data.main[0]![0].json.amount = 7;
		await service.retry(failed);
		expect(await service.charged(ana._id, 7)).toBe(1);
		expect(await service.charged(ana._id, 1)).toBe(1);
	});
});

test.each([{}, { duplicateProtection: 'off' }])(
	'the ledger keeps the passes of a loop apart: %j',
	async (options) => {
		const first = await service.add([sheet[0]], options);
		const { data } = first.run;
		// A second pass of the node in the same execution: the first one's data is there.
		const { runData } = data.resultData;
		runData.GMC = [runData.GMC[0], { ...runData.GMC[0], error: undefined }];
		data.executionData!.nodeExecutionStack = [
			{
				node: null as never,
				data: { main: [[{ json: sheet[0] }]] },
				source: { main: [{ previousNode: 'Rows' }] },
			},
		];
		const { items } = await service.retry(first, options);
		expect(items[0].json._gmc).toMatchObject({ outcome: 'issued' });
		expect(await service.charged(ana._id, 1)).toBe(2);
	},
);
