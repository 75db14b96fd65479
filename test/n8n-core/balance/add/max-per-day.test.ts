import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { startOfDay } from '../../../../nodes/Gmc/core/time/time';
import { until, WORKFLOW_TIMEZONE } from '../../../../harness/engine';
import { ISSUE, KEY, LIST_ADDITIONS } from './given';
import { ana, bruno, carla, DEMO_CUSTOMERS } from './people';
import { endPassedTime, outcomeOf, passTime, Service, times } from './support';

// The limit of a day counts what GMC lists as made today, by anyone, and what the ledger has of today.
// promises.md P34

const service = Service.forThisFile();
const row = { customer: ana.taxId, amount: 40 };
const brunos = { ...row, customer: bruno.taxId };
const HOUR = 3_600;

/** By hand, in GMC itself. */
const others = async (amount: number, currency: 'BRL' | 'USDT' = 'BRL') =>
	await service.admin.createAddition({ customerIdentifier: bruno._id, amount, currency });

test('what others have added counts, and one real above it nothing of the run is sent', async () => {
	await others(60);
	const sheet = [{ ...row, amount: 1 }, row];
	const { error } = await service.add(sheet, { maxPerDay: 100 });
	expect(error?.description).toContain(
		"these rows (41.00 BRL) would bring today's total (60.00 BRL so far) above the 'Maximum per Day' of 100",
	);
	expect(error?.message).toMatch(/Nothing was sent/);
	const plan = await service.add(sheet, { maxPerDay: 100, dryRun: true });
	expect(plan.error?.message).toBe(error?.message);
	const went = await service.addOn(sheet, { maxPerDay: 100 });
	expect(went.outcomes).toEqual(['rejected', 'rejected']);
	expect(await service.asked(ISSUE)).toBe(0);
	expect((await service.add([row], { maxPerDay: 100 })).error).toBeUndefined();
});

test('other currencies, other days and what has failed do not count', async () => {
	await others(1_000, 'USDT');
	await others(59);
	const failedItem = { customerIdentifier: bruno._id, amount: 90, status: 'FAILED' };
	await service.admin.createAddition({ amount: 1, items: [failedItem] });
	const createdAt = new Date(Date.now() - 25 * HOUR * 1000).toISOString();
	await service.admin.createAddition({ amount: 90, createdAt });
	await service.admin.createAddition({ amount: 90, status: 'FAILED' });
	expect((await service.add([row], { maxPerDay: 100 })).error).toBeUndefined();
});

describe.each([0, HOUR])('where the list shows additions %i s later', (late) => {
	beforeEach(async () => await service.listLate(late));

	test('what an earlier try has sent counts once, and not on another day', async () => {
		await service.refuse(2);
		const options = { maxPerDay: 80, concurrency: 1 };
		const failed = await service.add([row, brunos], options);
		const above = await service.retry(failed, { ...options, maxPerDay: 79 });
		expect(above.error?.message).toMatch(/above the 'Maximum per Day'/);
		expect((await service.retry(failed, options)).outcomes).toEqual(['issued', 'issued']);
	});

	test('every pass of a loop counts once', async () => {
		const sheets = [ana, bruno, carla].map(({ taxId: customer }) => [
			{ ...row, customer },
			{ ...row, amount: 'bad' },
		]);
		const rowsOf = (_: unknown, pass: number) => sheets[pass].map((json) => ({ json }));
		const passes = await service.loop(sheets[0], { maxPerDay: 80 }, { passes: 3, rowsOf });
		expect(passes.map(({ items }) => items.map(outcomeOf))).toEqual([['issued'], ['issued'], []]);
		expect(await service.asked(ISSUE)).toBe(2);
	});
});

test('what has failed, and what the ledger has of yesterday, does not count', async () => {
	await service.listLate(HOUR);
	await service.fault({ type: 'commitAsFailed' }, 1);
	const options = { maxPerDay: 40 };
	expect((await service.addOn([row], options)).outcomes).toEqual(['rejected']);
	expect((await service.addOn([row], options)).outcomes).toEqual(['issued']);
	expect((await service.addOn([brunos], options)).outcomes).toEqual(['rejected']);
	const yesterday = new Date(Date.now() - 25 * HOUR * 1000).toISOString();
	for (const entry of service.ledger)
		Object.assign(entry, { askedAt: yesterday, settledAt: yesterday });
	expect((await service.addOn([brunos], options)).outcomes).toEqual(['issued']);
});

test('what has failed since it was issued does not count', async () => {
	await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
	const { items } = await service.addOn([row], { maxPerDay: 40 });
	await service.admin.settle(String(items[0].json._id), 'FAILED');
	expect((await service.addOn([brunos], { maxPerDay: 40 })).outcomes).toEqual(['issued']);
});

test('what was sent before midnight and answered after it counts for the new day', async () => {
	await service.listLate(HOUR);
	await service.addOn([row], { maxPerDay: 40 });
	const midnight = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	service.ledger[0].askedAt = new Date(midnight - 60_000).toISOString();
	expect((await service.addOn([brunos], { maxPerDay: 40 })).outcomes).toEqual(['rejected']);
});

const IN_WORDS = { type: 'garble', every: 1, as: 'amountInWords' } as const;
test.each([
	['cut', async () => await service.restart({ list: { cutAt: 1 } })],
	['not to be had', async () => await service.refuse({ route: LIST_ADDITIONS }, 500)],
	['an error with status 200', async () => await service.failAs200(LIST_ADDITIONS)],
	['not readable', async () => await service.fault(IN_WORDS, { route: LIST_ADDITIONS })],
])('a list that is %s is refused', async (_, spoil) => {
	await spoil();
	await others(1);
	await others(1);
	const { error } = await service.add([row], { maxPerDay: 100 });
	expect(error?.message).toMatch(/Nothing was sent/i);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('six runs of 40 under 100 pay 80, with a list that is an hour late', async () => {
	await service.listLate(HOUR);
	const pay = async ({ taxId }: typeof ana) =>
		await service.addOn([{ ...row, customer: taxId }], { maxPerDay: 100 });
	const one = await pay(ana);
	const more = await Promise.all(DEMO_CUSTOMERS.slice(1, 6).map(pay));
	const told = [one, ...more].flatMap(({ outcomes }) => outcomes).sort();
	expect(told).toEqual([...times(2, 'issued'), ...times(4, 'rejected')]);
	expect(await service.asked(ISSUE)).toBe(2);
});

test('a row that ended unknown counts until it is known, and once, as its addition, when GMC lists it', async () => {
	await service.listLate(60);
	await service.lose('done');
	expect((await service.addOn([row], { maxPerDay: 100 })).outcomes).toEqual(['unknown']);
	const { codes } = await service.addOn([brunos], { maxPerDay: 79 });
	expect(codes).toEqual(['MAX_PER_DAY_EXCEEDED']);
	passTime({ seconds: 90 });
	expect((await service.addOn([brunos], { maxPerDay: 80 })).outcomes).toEqual(['issued']);
});

test('what another run is about to send counts, also under names that were refused before', async () => {
	const sheet = [1, 2, 3].map((n) => ({ ...row, amount: 30, key: `k${n}` }));
	await service.refuse();
	await service.addOn(sheet, KEY);
	await service.admin.clearFaults();
	await service.slow(300);
	const asked = await service.asked(ISSUE);
	const first = service.addOn(sheet, { ...KEY, maxPerDay: 100, concurrency: 1 });
	await until('it sends', async () => (await service.asked(ISSUE)) > asked);
	expect((await service.addOn([brunos], { maxPerDay: 100 })).outcomes).toEqual(['rejected']);
	await first;
});

test.each([
	['currency', ''],
	['amount', null],
	// It reads well, but is not what was paid.
	['amount', 1],
])('an entry whose %s cannot be read is named, and not counted: %j', async (column, value) => {
	await service.listLate(HOUR);
	await service.add([row], { maxPerDay: 100 });
	service.ledger[0][column] = value;
	const { error } = await service.add([brunos], { maxPerDay: 100 });
	const [{ id }] = service.ledger;
	expect(error?.message).toContain(`in row ${id} of the Data Table "GMC top-ups" cannot be read`);
	expect(error?.context.details?.code).toBe('MAX_PER_DAY_UNKNOWN');
});

test('rows with keys are held to it, too; a second row of a key does not count', async () => {
	await others(80);
	const keyed = { ...row, key: 'order 1' };
	expect((await service.addOn([keyed], { ...KEY, maxPerDay: 119 })).outcomes).toEqual(['rejected']);
	const { outcomes } = await service.addOn([keyed, keyed], { ...KEY, maxPerDay: 120 });
	expect(outcomes).toEqual(['issued', 'skipped']);
});

test('what was claimed before midnight and is made after it counts for the new day', async () => {
	const day = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	passTime({ seconds: (day - Date.now()) / 1000 + 24 * HOUR - 20 });
	await service.restart();
	await service.slow(2_000, 1);
	const options = { maxPerDay: 100, concurrency: 1 };
	const sheet = [30, 31].map((amount) => ({ ...row, amount }));
	const first = service.addOn(sheet, options);
	await sleep(500);
	passTime({ seconds: 30 });
	const runs = [await service.addOn([{ ...brunos, amount: 80 }], options), await first];
	const today = startOfDay(Date.now(), WORKFLOW_TIMEZONE);
	const sum = runs
		.flatMap(({ items }) => items)
		.filter((item) => outcomeOf(item) === 'issued' && Number(item.json.createdAt) >= today)
		.reduce((all, { json }) => all + Number((json._gmc as IDataObject).amount), 0);
	expect(sum).toBeLessThanOrEqual(100);
});

test('an entry of a worker whose clock is ahead counts, also across midnight in UTC', async () => {
	const now = Date.now();
	const midnight = Math.ceil(now / 86_400_000) * 86_400_000;
	const passTo = (at: number) => passTime({ seconds: (at - Date.now()) / 1000 });
	passTo(midnight + 3_000);
	await service.listLate(600);
	const told = async (amount: number) =>
		(await service.addOn([{ ...row, amount }], { maxPerDay: 100 })).outcomes;
	expect(await told(60)).toEqual(['issued']);
	endPassedTime();
	passTo(midnight - 7_000);
	expect(await told(61)).toEqual(['rejected']);
});
