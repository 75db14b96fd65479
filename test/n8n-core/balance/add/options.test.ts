import { DEMO_CUSTOMERS, ISSUE, OFF, Service, outcomeOf } from '../../../../harness/engine';

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const rows = [
	{ customer: ana.taxId, amount: 0.1 },
	{ customer: bruno.taxId, amount: 0.2 },
	{ customer: ana.taxId, amount: 50, currency: 'USD' },
];

describe('limits', () => {
	test('a row above the maximum amount is refused before anything is sent', async () => {
		const { error } = await service.add(rows, { maxAmount: 49.99 });
		expect(error?.message).toMatch(/^the amount 50 USD is above the Maximum Amount of 49.99/);
		expect(await service.asked(ISSUE)).toBe(0);
		const { items } = await service.add(
			rows,
			{ maxAmount: 49.99 },
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued', 'rejected']);
	});

	test('a run above the maximum total of one currency is refused as a whole', async () => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const { items, error } = await service.add(rows, { maxTotal: 49 }, { onError });
			const text = error?.description ?? String(items[0].json.error);
			expect(text).toMatch(/add up to more than the Maximum Total of 49 USD, so nothing was sent/);
		}
		expect(await service.asked(ISSUE)).toBe(0);
	});

	test('totals are exact, per currency', async () => {
		const { items } = await service.add(rows, { maxTotal: 50 });
		expect(items).toHaveLength(3);
		const exact = await service.add(rows.slice(0, 2), { ...OFF, maxTotal: 0.3 });
		expect(exact.error).toBeUndefined();
		const above = await service.add(rows.slice(0, 2), { ...OFF, maxTotal: 0.299999999 });
		expect(above.error?.message).toMatch(/2 of 2 rows are refused/);
	});

	test.each([
		['maxAmount', 0],
		['maxTotal', ''],
		['maxAmount', null],
		['maxTotal', 'ten'],
		['concurrency', 101],
		['concurrency', 1.5],
		['timeout', 0],
		['duplicateProtection', 'history'],
		['duplicateProtection', ''],
		['duplicateProtection', true],
		['maxPerDay', ''],
		['hold', -1],
	])('%s of %j is refused, not ignored', async (name, value) => {
		const options = { [name]: value };
		const { error } = await service.add(rows, options);
		expect(error?.message).toMatch(/Nothing was sent/);
		const { items } = await service.add(rows, options, { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => Object.keys(json))).toEqual(
			rows.map(() => ['error', 'details']),
		);
		expect(await service.admin.journal()).toEqual([]);
	});
});

describe('an AI agent', () => {
	const type = 'n8n-nodes-gmc.gmcTool';

	test('gets no money without a maximum amount', async () => {
		const { error } = await service.add(rows, { maxTotal: 1000 }, { type });
		expect(error?.message).toMatch(/AI agent may not pay without an upper limit/);
		expect(await service.admin.journal()).toEqual([]);
	});

	test('may add balance within it', async () => {
		expect((await service.add(rows, { maxAmount: 50 }, { type })).items).toHaveLength(3);
		const { error } = await service.add(rows, { maxAmount: 10 }, { type });
		expect(error?.message).toMatch(/above the Maximum Amount of 10/);
	});
});

describe('waiting for completion', () => {
	const wait = { waitForCompletion: true, waitTimeout: 5 };

	test('asks until the status settles', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: 0.3 } });
		const { items } = await service.add(rows, wait);
		expect(items.map(({ json }) => [json.status, json._gmc])).toMatchObject(
			rows.map(() => ['COMPLETED', { outcome: 'issued', waited: 'settled' }]),
		);
	});

	test('waits for an addition that the lookup does not show yet', async () => {
		await service.restart({
			additions: {
				initialStatus: 'PENDING',
				settleAfterSeconds: 0.3,
				visibleOnlyAfterSettle: true,
			},
		});
		const { items } = await service.add([rows[0]], wait);
		expect(items[0].json.status).toBe('COMPLETED');
	});

	test('says so when the time is up', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		const { items, hints } = await service.add([rows[0]], { ...wait, waitTimeout: 0.4 });
		expect(items[0].json).toMatchObject({
			status: 'PENDING',
			_gmc: { outcome: 'issued', waited: 'timedOut' },
		});
		expect(hints).toEqual([
			expect.stringMatching(/^GMC accepted 1 of 1 row, but did not complete/),
			'1 paid (0.1 BRL), 1 of these not completed by GMC yet',
		]);
	});

	test('turns a settled failure into an error', async () => {
		await service.restart({
			additions: { initialStatus: 'PENDING', settleAfterSeconds: 0.2, settleAs: 'FAILED' },
		});
		const { error } = await service.add([rows[0]], wait);
		expect(error?.message).toMatch(/^GMC accepted top-up \w+, but it failed: The GMC could/);
		expect(error?.context.details).toMatchObject({ outcome: 'rejected', status: 'FAILED' });
	});

	test('does not wait unless it is told to', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: 60 } });
		const { items } = await service.add([rows[0]]);
		expect(items[0].json).toMatchObject({ status: 'PENDING', _gmc: { outcome: 'issued' } });
	});
});

test('an addition that is answered as failed is no success', async () => {
	await service.restart({ additions: { initialStatus: 'FAILED' } });
	const { items } = await service.add(rows, {}, { onError: 'continueRegularOutput' });
	expect(items.map(outcomeOf)).toEqual(rows.map(() => 'rejected'));
});

test('what ends the run before the first row says once that nothing was sent', async () => {
	const { baseUrl: authUrl } = service.sandbox;
	const credentials: Array<[RegExp, object]> = [
		[/^GMC could not be reached/, { baseUrl: 'http://127.0.0.1:9/api', authUrl }],
		[/^The login at GMC did not work/, { senha: 'wrong' }],
	];
	for (const [words, changes] of credentials) {
		await service.useCredential({ ...changes });
		const { error } = await service.add([{ customer: '01234567890', amount: 10 }]);
		expect(error?.message).toMatch(words);
		expect(error?.message.match(/nothing was sent/gi)).toHaveLength(1);
	}
});

describe('a value that would mean too much', () => {
	const row = { customer: ana.taxId, amount: '1.234' };

	test('pays a text that can be read in two ways only as a documented format reads it', async () => {
		for (const amountFormat of ['', 'decimalpoint', '={{ $json.missing }}']) {
			const { error } = await service.add([row], { amountFormat });
			expect(error?.message).toMatch(/^Amount Format is .*one of auto, decimalPoint/);
		}
		expect(await service.admin.journal()).toEqual([]);
	});

	test.each([[''], ['  '], [null], [true], [1.5], ['x'.repeat(256)]])(
		'refuses the Batch Name %j, which would name no sheet',
		async (batchName) => {
			const options = { duplicateProtection: 'batch', batchName: '={{ $json.sheet }}' };
			const { error } = await service.add([{ ...row, amount: 1, sheet: batchName }], options);
			expect(error?.message).toMatch(/the Batch Name .*Nothing was sent/);
			expect(await service.admin.journal()).toEqual([]);
		},
	);

	test('refuses times that no timer can wait for', async () => {
		for (const [name, value] of [
			['timeout', 3_000_000],
			['waitTimeout', 3_000_000],
		] as const) {
			const { error } = await service.add([row], { waitForCompletion: true, [name]: value });
			expect(error?.message).toMatch(/imeout is 3000000, but must be .* up to/);
		}
		expect(await service.admin.journal()).toEqual([]);
	});
});
