import { LIST_ADDITIONS, LIST_CUSTOMERS, Service } from '../../../harness/engine/service';
import { triggersOf } from '../../../harness/engine/triggers';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

const service = Service.forThisFile();
const trigger = triggersOf(service);
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
	const action = { type: 'json' as const, status: 200, body };
	await service.fault(action, { route: LIST_ADDITIONS });
	expect(await all.poll()).toMatchObject([
		{ id: 'both', customerName: ana.name, amount: 10 },
		{ id: 'both', customerName: bruno.name, amount: 20 },
	]);
	expect(await hers.poll()).toMatchObject([{ id: 'both', amount: 20 }]);
});
