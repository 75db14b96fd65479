import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN, Service } from '../../../harness/engine/service';
import { ids, triggersOf } from '../../../harness/engine/triggers';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

const service = Service.forThisFile();
const trigger = triggersOf(service);

test('asks for the look-back only', async () => {
	await trigger({ options: { lookBackDays: 3 } }).poll();
	const [{ query }] = await service.admin.journal({ route: LIST_ADDITIONS });
	expect(Object.keys(query)).toEqual(['initialDate']);
	const days = (Date.now() - Date.parse(query.initialDate as string)) / 86_400_000;
	expect(days).toBeGreaterThan(3);
	expect(days).toBeLessThan(6);
});

describe('nothing is lost and nothing comes twice', () => {
	test('when polls overlap', async () => {
		const gmc = trigger();
		await gmc.poll();
		await service.admin.createAddition();
		await service.fault({ type: 'latency', ms: 200 }, { route: LIST_ADDITIONS });
		const emitted = await Promise.all([gmc.poll(), gmc.poll(), gmc.poll()]);
		expect(emitted.flat()).toHaveLength(1);
		expect(await service.asked(LIST_ADDITIONS)).toBe(2);
	});

	test('by the manual test, which shows one sample and changes nothing', async () => {
		const gmc = trigger();
		await gmc.poll();
		await service.admin.createAddition({ createdAt: new Date(Date.now() - 30_000).toISOString() });
		const { _id } = await service.admin.createAddition();
		const { staticData } = gmc;
		expect(ids(await gmc.poll('manual'))).toEqual([_id]);
		expect(gmc.staticData).toEqual(staticData);
		expect(await gmc.poll()).toHaveLength(2);
	});
});

// Where the list hangs: api/timeout.test.ts.
test('the time that n8n gives a poll is kept when the login hangs', async () => {
	const budgetMs = 3000;
	const gmc = trigger({}, undefined, { budgetMs });
	await service.fault({ type: 'hang' }, { route: LOGIN });
	const start = Date.now();
	await gmc.poll().catch(() => {});
	expect(Date.now() - start).toBeLessThan(budgetMs);
	expect(await service.asked(LOGIN)).toBeGreaterThan(0);
	await service.admin.clearFaults();
});

test('the manual test shows a sample of the event that passes the filters', async () => {
	const { _id } = await service.admin.createAddition({ amount: 500 });
	await service.admin.createAddition({ amount: 5 });
	await service.admin.createAddition({ amount: 900, status: 'PENDING' });
	const gmc = trigger({ options: { minimumAmount: 100 } });
	expect(ids(await gmc.poll('manual'))).toEqual([_id]);
	const failed = trigger({ event: 'additionFailed' });
	await expect(failed.poll('manual')).rejects.toThrow(/no top-up with this event/);
});

// Simplify.

const [ana, bruno] = DEMO_CUSTOMERS;
const simplify = true;

test('a flat record is emitted for each top-up, and the customers are asked for only then', async () => {
	const gmc = trigger({ simplify });
	await gmc.poll();
	await gmc.poll();
	expect(await service.asked(LIST_CUSTOMERS)).toBe(0);
	const { _id } = await service.admin.createAddition({ customerIdentifier: ana.taxId, amount: 10 });
	const records = await gmc.poll();
	expect(records).toMatchObject([
		{
			id: _id,
			status: 'COMPLETED',
			customerId: ana._id,
			customerName: ana.name,
			customerEmail: ana.email,
			amount: 10,
			currency: 'BRL',
			createdAt: expect.stringMatching(/Z$/),
		},
	]);
	expect(records[0]).not.toHaveProperty('items');
	expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
	expect(await gmc.poll()).toEqual([]);
	expect(await gmc.poll('manual')).toEqual(records);
});

test('without the list of customers the names are left out, and nothing is lost', async () => {
	const gmc = trigger({ simplify });
	await gmc.poll();
	const { _id } = await service.admin.createAddition({ customerIdentifier: ana._id });
	await service.fault({ type: 'status', status: 503 }, { route: LIST_CUSTOMERS });
	const [record] = await gmc.poll();
	expect(record).toMatchObject({ id: _id, customerId: ana._id });
	expect(record).not.toHaveProperty('customerName');
	expect(await gmc.poll()).toEqual([]);
});

test("of a top-up for several customers each item is a record, or the watched customer's", async () => {
	const itemFor = (customerIdentifier: string, sourceAmount: number) => ({
		customerIdentifier,
		sourceAmount,
		sourceCurrency: 'BRL',
		status: 'COMPLETED',
	});
	const items = [itemFor(ana._id, 10), itemFor(bruno._id, 20)];
	const addition = { _id: 'both', status: 'COMPLETED', createdAt: String(Date.now()), items };
	const customer = { __rl: true, mode: 'id', value: bruno._id };
	const all = trigger({ simplify });
	const hers = trigger({ simplify, options: { customer } });
	for (const gmc of [all, hers]) await gmc.poll();
	const body = { balanceTransaction: [addition], recordsFiltered: 1, recordsTotal: 1 };
	await service.failAs200(LIST_ADDITIONS, body);
	expect(await all.poll()).toMatchObject([
		{ id: 'both', customerName: ana.name, amount: 10 },
		{ id: 'both', customerName: bruno.name, amount: 20 },
	]);
	expect(await hers.poll()).toMatchObject([{ id: 'both', amount: 20 }]);
});
