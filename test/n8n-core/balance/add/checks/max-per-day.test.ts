import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../../harness/engine';
import {
	DEMO_CUSTOMERS,
	ISSUE,
	LIST_ADDITIONS,
	Service,
	addParameters,
	outcomeOf,
	runLoop,
} from '../../../../../harness/engine';

// The limit of a day counts what GMC lists as made today, by whomever, and what this execution has issued.

const service = Service.forThisFile();
const [ana, bruno, carla] = DEMO_CUSTOMERS;
const row = { customer: ana.taxId, amount: 40 };
/** The ledger counts, too, so n8n's tables are needed. */
async function add(
	rows: IDataObject[],
	options: IDataObject,
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	return await service.add(rows, options, { ...setup });
}
async function retry(failed: GmcRun, options: IDataObject): Promise<GmcRun> {
	return await service.retry(failed, options);
}

const goOn: Partial<GmcNodeSetup> = { onError: 'continueRegularOutput' };

/** By hand, in GMC itself. */
const others = async (amount: number, currency: 'BRL' | 'USDT' = 'BRL') =>
	await service.admin.createAddition({ customerIdentifier: bruno._id, amount, currency });

test('rows that stay within it with what others have added go out', async () => {
	await others(60);
	expect((await add([row], { maxPerDay: 100 })).error).toBeUndefined();
});

test('one real above it nothing of the run is sent', async () => {
	await others(60);
	const { error } = await add([{ ...row, amount: 1 }, row], { maxPerDay: 100 });
	expect(error?.description).toContain(
		"these rows (41 BRL) would bring today's total (60 BRL so far) above the Maximum per Day of 100",
	);
	expect(error?.message).toMatch(/Nothing was sent/);
	const { items } = await add([{ ...row, amount: 1 }, row], { maxPerDay: 100 }, goOn);
	expect(items.map(outcomeOf)).toEqual(['rejected', 'rejected']);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('other currencies and other days do not count', async () => {
	await others(1_000, 'USDT');
	await others(90);
	const createdAt = new Date(Date.now() - 25 * 3_600_000).toISOString();
	await service.admin.createAddition({ amount: 90, createdAt });
	expect((await add([{ ...row, amount: 10 }], { maxPerDay: 100 })).error).toBeUndefined();
});

test.each([0, 3_600])(
	'what this very execution has sent counts once (shown after %i s)',
	async (visibleAfterSeconds) => {
		await service.listLate(visibleAfterSeconds);
		await service.refuse(2);
		const options = { maxPerDay: 80, concurrency: 1 };
		const failed = await add([row, { ...row, customer: bruno.taxId }], options);
		expect(failed.error).toBeDefined();
		const above = await retry(failed, { ...options, maxPerDay: 79 });
		expect(above.error?.message).toMatch(/above the Maximum per Day/);
		const { items } = await retry(failed, options);
		expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
	},
);

describe('in a loop', () => {
	/** A pass for each customer, with 40 BRL each. @returns what became of those rows */
	const loop = async (maxPerDay: number) => {
		const rowsOf = (customer: string) => [
			{ ...row, customer },
			{ ...row, amount: 'bad' },
		];
		const [first, ...others] = [ana, bruno, carla].map(({ taxId }) => rowsOf(taxId));
		const passes = await runLoop(
			service.credential,
			{
				parameters: addParameters({ maxPerDay }),
				rows: first,
			},
			{ passes: 3, rowsOf: (_, pass) => others[pass - 1].map((json) => ({ json })) },
		);
		return passes.map(({ items }) => items.map(outcomeOf));
	};

	test.each([0, 3_600])(
		'every pass counts once (shown after %i s)',
		async (visibleAfterSeconds) => {
			await service.listLate(visibleAfterSeconds);
			expect(await loop(80)).toEqual([['issued'], ['issued'], []]);
			expect(await service.asked(ISSUE)).toBe(2);
		},
	);

	test('what has failed does not count', async () => {
		await service.listLate(3_600);
		await service.fault({ type: 'commitAsFailed' }, 1);
		expect(await loop(80)).toEqual([[], ['issued'], ['issued']]);
	});
});

test('what an earlier try has sent on another day does not count', async () => {
	await service.listLate(3_600);
	const action = { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } } as const;
	await service.admin.addFault({ route: ISSUE, nth: 2, action });
	const options = { maxPerDay: 80, concurrency: 1 };
	const failed = await add([row, { ...row, customer: bruno.taxId }], options);
	const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
	for (const entry of service.ledger) entry.askedAt = yesterday;
	const { items } = await retry(failed, { ...options, maxPerDay: 79 });
	expect(items.map(outcomeOf)).toEqual(['issued', 'issued']);
});

test.each([
	['cut', async () => await service.restart({ list: { cutAt: 1 } })],
	[
		'not to be had',
		async () =>
			await service.admin.addFault({
				route: LIST_ADDITIONS,
				action: { type: 'status', status: 500 },
			}),
	],
])('a list that is %s is refused', async (_, spoil) => {
	await spoil();
	await others(1);
	await others(1);
	const { error } = await add([row], { maxPerDay: 100 });
	expect(error?.message).toMatch(/Nothing was sent/i);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('an amount in it that cannot be read is refused', async () => {
	await others(1);
	const action = { type: 'garble', every: 1, as: 'amountInWords' } as const;
	await service.admin.addFault({ route: LIST_ADDITIONS, action });
	const { error } = await add([row], { maxPerDay: 100 });
	expect(error?.message).toMatch(/Maximum per Day cannot be checked/);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('two runs at the same moment do not pass it together', async () => {
	await service.slow(50);
	const rows = [row, { ...row, customer: bruno.taxId }];
	const runs = await Promise.all(
		rows.map(async (one) => await add([one], { maxPerDay: 50 }, goOn)),
	);
	expect(runs.flatMap(({ items }) => items.map(outcomeOf)).sort()).toEqual(['issued', 'rejected']);
});

test('six runs of 40 under 100 pay 80, with a list that is an hour late', async () => {
	await service.listLate(3_600);
	const customers = DEMO_CUSTOMERS.slice(0, 6);
	const pay = async ({ taxId }: (typeof customers)[number]) =>
		await add([{ customer: taxId, amount: 40 }], { maxPerDay: 100 }, goOn);
	const one = await pay(customers[0]);
	const others = await Promise.all(customers.slice(1).map(pay));
	const told = [one, ...others].flatMap(({ items }) => items.map(outcomeOf)).sort();
	expect(told).toEqual(['issued', 'issued', ...Array<string>(4).fill('rejected')]);
	expect(await service.asked(ISSUE)).toBe(2);
});

test('runs wait for each other while they count, not while they send', async () => {
	await service.slow(1_500, 1);
	const ended: string[] = [];
	const slow = add([row], { maxPerDay: 100 }).then(() => ended.push('slow'));
	while ((await service.asked(ISSUE)) === 0) await sleep(10);
	const quick = add([{ ...row, customer: bruno.taxId }], { maxPerDay: 100 });
	await quick.then(() => ended.push('quick'));
	await slow;
	expect(ended).toEqual(['quick', 'slow']);
});

test('a row that ended unknown counts until it is known', async () => {
	await service.lose('never');
	const { items } = await add([row], { maxPerDay: 100 }, goOn);
	expect(items.map(outcomeOf)).toEqual(['unknown']);
	const more = [{ ...row, customer: bruno.taxId, amount: 70 }];
	const { error } = await add(more, { maxPerDay: 100 });
	expect(error?.message).toMatch(/above the Maximum per Day/);
});

test('what runs are about to send counts, also under names that were refused before', async () => {
	const setup = { ...goOn, parameters: { idempotencyKey: '={{ $json.key }}' } };
	const sheet = [1, 2, 3].map((n) => ({ customer: ana.taxId, amount: 30, key: `k${n}` }));
	const body = { statusCode: 400, message: 'no' };
	const refuse = { type: 'status', status: 400, body } as const;
	await service.admin.addFault({ route: ISSUE, action: refuse });
	await add(sheet, {}, setup);
	await service.admin.clearFaults();
	await service.slow(300);
	const asked = await service.asked(ISSUE);
	const first = add(sheet, { maxPerDay: 100, concurrency: 1 }, setup);
	while ((await service.asked(ISSUE)) === asked) await sleep(10);
	const { items } = await add([{ ...row, customer: bruno.taxId }], { maxPerDay: 100 }, goOn);
	expect(items.map(outcomeOf)).toEqual(['rejected']);
	await first;
});

test.each([
	['currency', ''],
	['amount', null],
])('an entry whose %s cannot be read is named', async (column, value) => {
	await service.listLate(3_600);
	await add([row], { maxPerDay: 100 });
	service.ledger[0][column] = value;
	const { error } = await add([{ ...row, customer: bruno.taxId }], { maxPerDay: 100 });
	expect(error?.message).toMatch(/in row 1 of the Data Table .* cannot be read/);
});

test('rows with keys are held to it, too', async () => {
	await others(80);
	const setup = { parameters: { idempotencyKey: 'order 1' } };
	const { error } = await add([row], { maxPerDay: 100 }, setup);
	expect(error?.message).toMatch(/above the Maximum per Day/);
	expect((await add([row], { maxPerDay: 120 }, setup)).error).toBeUndefined();
});

test('a row with the key of another one is not sent, and does not count', async () => {
	const setup = { ...goOn, parameters: { idempotencyKey: 'order 1' } };
	const { items } = await add([row, row], { maxPerDay: 40 }, setup);
	expect(items.map(outcomeOf)).toEqual(['issued', 'skipped']);
});
