import { BATCH, ISSUE, KEY, LIST_ADDITIONS, OFF, RECENT } from './given';
import { ana, bruno, BY_ANA, customer, OTHER_TAX_ID, row } from './people';
import { AFTER_HOLD, detailsOf, errorOf, passTime, Service } from './support';

// Maximum Amount and Maximum Total. Maximum per Day: max-per-day.test.ts.
// promises.md P33

const service = Service.forThisFile();
const rows = [
	{ customer: ana.taxId, amount: 0.1 },
	{ customer: bruno.taxId, amount: 0.2 },
	{ customer: ana.taxId, amount: 50, currency: 'USD' },
];

test('a row above Maximum Amount is refused before anything is sent, under Continue alone', async () => {
	const { error } = await service.add(rows, { maxAmount: 49.99 });
	expect(error?.message).toMatch(
		/^Ana Souza \(row 3, item 2\): the amount 50.00 USD is above the 'Maximum Amount' of 49.99/,
	);
	expect(await service.asked(ISSUE)).toBe(0);
	const { outcomes } = await service.addOn(rows, { maxAmount: 49.99 });
	expect(outcomes).toEqual(['issued', 'issued', 'rejected']);
});

test('a dry run ends under Stop as the run does, also where another row was paid before', async () => {
	const keyed = rows.map((one, at) => ({ ...one, key: `k${at}` }));
	const options = { ...KEY, maxAmount: 49.99 };
	await service.add(keyed.slice(0, 1), options);
	for (const dryRun of [true, false]) {
		const { error } = await service.add(keyed, { ...options, dryRun });
		expect(error?.message).toMatch(
			/^Key k2, Ana Souza \(row 3, item 2\): .*above the 'Maximum Amount'/,
		);
		const { rows: told } = error?.context.data as { rows: object[] };
		expect(told).toMatchObject(
			['skipped', 'notAttempted', 'rejected'].map((outcome) => ({ outcome })),
		);
	}
	expect(await service.asked(ISSUE)).toBe(1);
});

test('a run above Maximum Total in one currency is refused as a whole', async () => {
	const stopped = await service.add(rows, { maxTotal: 49 });
	const went = await service.addOn(rows, { maxTotal: 49 });
	for (const text of [stopped.error?.description, went.items[0].json.error])
		expect(text).toMatch(
			/add up to more than the 'Maximum Total' of 49.00 USD, so nothing was sent/,
		);
	expect(await service.asked(ISSUE)).toBe(0);
});

describe.each([
	['Maximum Total', { maxTotal: 49 }, 'MAX_TOTAL_EXCEEDED'],
	['Maximum per Day', { maxPerDay: 49 }, 'MAX_PER_DAY_EXCEEDED'],
])('a sheet above %s', (_, limit, code) => {
	const sheet = [
		{ customer: ana.taxId, amount: 50, name: ana.name, key: 'a' },
		{ customer: bruno.taxId, amount: 1, name: 'Somebody Else', key: 'b' },
		{ customer: OTHER_TAX_ID, amount: 1, name: 'Nobody', key: 'c' },
		{ customer: OTHER_TAX_ID, amount: 1, key: 'd' },
		{ customer: ana.taxId, amount: '1.234', name: ana.name, key: 'e' },
		{ customer: ana.taxId, amount: 60, name: ana.name, key: 'f' },
	];
	const bad = ['CUSTOMER_NAME_MISMATCH', 'CUSTOMER_NOT_FOUND', 'CUSTOMER_NOT_FOUND'];
	const expected = [code, ...bad, 'AMOUNT_INVALID', 'MAX_AMOUNT_EXCEEDED'];
	const options = { ...limit, maxAmount: 55, expectedName: '={{ $json.name }}' };

	test.each([KEY, RECENT, OFF])('%j: a bad row keeps its own error', async (protection) => {
		for (const dryRun of [true, false]) {
			const run = await service.addOn(sheet, { ...options, ...protection, dryRun });
			expect(sheet.map((__, at) => detailsOf(run, at).code)).toEqual(expected);
			expect(errorOf(run)).toMatch(
				/ above the 'Maximum |more than the 'Maximum .*nothing was sent/,
			);
		}
		expect(await service.asked(ISSUE)).toBe(0);
	});
});

test('rows that are not sent do not count in Maximum Total', async () => {
	const sheet = [
		{ customer: ana.taxId, amount: 49 },
		{ customer: OTHER_TAX_ID, amount: 49 },
		{ customer: bruno.taxId, amount: 60 },
	];
	const { outcomes } = await service.addOn(sheet, { maxTotal: 49, maxAmount: 55 });
	expect(outcomes).toEqual(['issued', 'rejected', 'rejected']);
});

test('nor do rows that an earlier try has paid', async () => {
	await service.refuse({ match: { amount: 0.2 }, times: 1 });
	const failed = await service.add(rows, { concurrency: 1 });
	expect(failed.outcomes).toEqual(['issued', 'rejected', 'notAttempted']);
	const run = await service.retryOn(failed, { maxTotal: 50 });
	expect(run.outcomes).toEqual(['issued', 'issued', 'issued']);
	const above = await service.retryOn(failed, { maxTotal: 49 });
	expect(above.outcomes).toEqual(['issued', 'issued', 'issued']);
});

test('under Stop Workflow all that is wrong is named at once', async () => {
	const sheet = [...rows, { customer: OTHER_TAX_ID, amount: 1 }, { ...rows[0], amount: 'x' }];
	const { error } = await service.add(sheet, { ...OFF, maxTotal: 49 });
	expect(error?.message).toBe('5 of 5 rows are refused. Nothing was sent');
	expect(error?.description).toMatch(
		/^Rows 1–3: the rows add up to .*\nRow 4: The customer was not found.*\nRow 5: "x" is not/,
	);
});

test('totals are exact, per currency', async () => {
	expect((await service.add(rows, { maxTotal: 50 })).error).toBeUndefined();
	const exact = { ...OFF, maxTotal: 0.3 };
	expect((await service.add(rows.slice(0, 2), exact)).error).toBeUndefined();
	const above = await service.add(rows.slice(0, 2), { ...exact, maxTotal: 0.299999999 });
	expect(above.error?.message).toMatch(/2 of 2 rows are refused/);
});

// What turns out not to be done is sent by the run that finds it out: within that run's limits.
describe.each([KEY, BATCH])('a row that was never done, after its hold, under %j', (protection) => {
	const [big, small] = [row(500), row(10)];
	beforeEach(async () => {
		await service.lose('never');
		expect((await service.addOn([big], protection)).outcomes).toEqual(['unknown']);
	});

	test.each([
		['Maximum Amount', { maxAmount: 100 }, ['rejected', 'issued'], 0],
		['Maximum Total', { maxTotal: 500 }, ['rejected', 'rejected'], 0],
		['Maximum per Day', { maxPerDay: 509 }, ['rejected', 'rejected'], 0],
		['none', { maxAmount: 500, maxTotal: 510, maxPerDay: 510 }, ['issued', 'issued'], 1],
	])('above %s', async (_, limits, expected, paid) => {
		passTime(AFTER_HOLD);
		const { outcomes } = await service.addOn([big, small], { ...protection, ...limits });
		expect(outcomes).toEqual(expected);
		expect(await service.charged(ana.taxId, 500)).toBe(paid);
	});

	test('above Maximum Amount under Stop Workflow: its name is free', async () => {
		passTime(AFTER_HOLD);
		const { error } = await service.add([big], { ...protection, maxAmount: 100 });
		expect(error?.message).toMatch(/above the 'Maximum Amount' of 100/);
		expect((await service.addOn([big], protection)).outcomes).toEqual(['issued']);
	});

	test('for a customer who is gone is rejected', async () => {
		passTime(AFTER_HOLD);
		await customer(service, 'delete', BY_ANA);
		expect((await service.addOn([big], protection)).outcomes).toEqual(['rejected']);
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('where the list that the day needs cannot be had, is not attempted', async () => {
		passTime(AFTER_HOLD);
		const nth = Array.from({ length: 20 }, (_, at) => at + 2);
		await service.refuse({ route: LIST_ADDITIONS, nth }, 500);
		const { outcomes } = await service.addOn([big], { ...protection, maxPerDay: 1_000 });
		expect(outcomes).toEqual(['notAttempted']);
		expect(await service.charged(ana.taxId)).toBe(0);
	});

	test('counts for no total while it is held', async () => {
		const { outcomes } = await service.addOn([big, small], { ...protection, maxTotal: 100 });
		expect(outcomes).toEqual(['unknown', 'issued']);
	});
});
