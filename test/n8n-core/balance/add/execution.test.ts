import {
	DEMO_CUSTOMERS,
	ISSUE,
	PROTECTIONS,
	Service,
	addParameters,
	endPassedTime,
	loseMemory,
	outcomeOf,
	passTime,
	runLoop,
	withoutDataTables,
} from '../../../../harness/engine';

// Rows under Recent and Off are named by their execution.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 10, key: 'k1' },
	{ customer: bruno.taxId, amount: 20, key: 'k2' },
];
const DAY = 24 * 60 * 60;

const refuseSecond = async (times: number) => {
	const body = { statusCode: 400, message: 'no' };
	const action = { type: 'status', status: 400, body } as const;
	await service.admin.addFault({ route: ISSUE, match: { amount: 20 }, times, action });
};

describe.each(['recent', 'off'])('under %s', (duplicateProtection) => {
	const options = { duplicateProtection, concurrency: 1 };

	test('a Retry of a Retry shows what was issued, and sends the rest', async () => {
		await refuseSecond(2);
		const failed = await service.add(rows, options);
		const again = await service.retry(failed, options);
		expect(again.error).toBeDefined();
		const { items } = await service.retry(again, options);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
		expect(items[0].json._gmc).toMatchObject({ replayed: true });
		expect(await service.charged(ana._id, 10)).toBe(1);
	});

	test('two Retries at the same moment send the rest once', async () => {
		await refuseSecond(1);
		const failed = await service.add(rows, options);
		const retries = [1, 2, 3].map(async () => await service.retry(failed, options));
		await Promise.all(retries);
		expect(await service.charged(ana._id, 10)).toBe(1);
		expect(await service.charged(bruno._id, 20)).toBe(1);
	});

	test('a Retry after 13 days knows what was issued; after 15, nothing is sent', async () => {
		await refuseSecond(1);
		const failed = await service.add(rows, options);
		passTime({ seconds: 15 * DAY });
		const { error } = await service.retry(failed, options);
		expect(error?.context.details).toMatchObject({ code: 'EXECUTION_CUT_OFF' });
		endPassedTime();
		passTime({ seconds: 13 * DAY });
		expect((await service.retry(failed, options)).items.map(outcomeOf)).toEqual([
			'issued',
			'issued',
		]);
		expect(await service.charged(ana._id, 10)).toBe(1);
	});
});

test('a batch in a loop is refused before its first pass has paid anything', async () => {
	const parameters = addParameters({ duplicateProtection: 'batch', batchName: '2026-11' });
	const [first] = await runLoop(service.credential, { parameters, rows } as never, { passes: 2 });
	expect(JSON.stringify(first)).toContain('BATCH_IN_PARTS');
	expect(await service.asked(ISSUE)).toBe(0);
});

test.each(PROTECTIONS.flatMap((one) => [one, { ...one, dryRun: true }]))(
	'without Data Tables nothing is sent, and the error says what to do (%j)',
	async (options) => {
		const { error } = await service.add(rows, options, { executeWorkflow: withoutDataTables });
		expect(error?.message).toMatch(
			/ledger \(Data Table "GMC top-ups"\) cannot be used.*Nothing was sent/,
		);
		expect(error?.description).toMatch(/N8N_DISABLED_MODULES/);
		expect(await service.asked(ISSUE)).toBe(0);
	},
);

test.each(PROTECTIONS.slice(0, 2))(
	'a Retry after a crash says what to do; after a node before it has failed it is a first run (%j)',
	async (options) => {
		await refuseSecond(1);
		const failed = await service.add(rows, options);
		loseMemory(failed);
		const { items } = await service.retryOn(failed, options);
		expect(items.map(outcomeOf)).toEqual(['notAttempted', 'notAttempted']);
		expect(items[1].json.error).toMatch(/was interrupted.*Nothing was sent now/);
		expect(items[1].json.details).toMatchObject({
			code: 'EXECUTION_CUT_OFF',
			description: expect.stringMatching(/Balance → Reconcile/),
		});
		delete failed.run.data.resultData.runData.GMC;
		const first = await service.retryOn(failed, { ...options, duplicateProtection: 'off' });
		expect(first.outcomes).toEqual(['issued', 'issued']);
	},
);
