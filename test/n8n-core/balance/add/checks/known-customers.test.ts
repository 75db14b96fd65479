import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../../../harness/engine';
import { DELETE_CUSTOMER } from '../../../../../harness/sandbox/routes';
import { Orders, OTHER } from '../orders-support';

// An order with a key does without a list of customers, by what this process knew of them a few minutes ago.

const service = Service.forThisFile();
const orders = Orders.forThisFile(service);
const [ana, bruno] = DEMO_CUSTOMERS;

describe('an order with a key', () => {
	test('lists the customers once in a while, and not for the next order', async () => {
		await orders.order('k1', ana.taxId);
		expect(await orders.outcome('k2', bruno._id)).toBe('issued');
		expect(await orders.outcome('k3', ana.taxId)).toBe('issued');
		expect(await orders.lists()).toBe(1);
	});

	test('for a customer that is new at the service lists them anew', async () => {
		await orders.order('k1', ana.taxId);
		await orders.elsewhere('POST', '', { taxId: OTHER, name: 'Nova', email: 'nova@example.com' });
		expect(await orders.outcome('k2', OTHER)).toBe('issued');
		expect(await orders.outcome('k3', OTHER)).toBe('issued');
		expect(await orders.lists()).toBe(2);
	});

	test('for a customer that nobody knows is refused after one new list', async () => {
		await orders.order('k1', ana.taxId);
		expect(await orders.outcome('k2', OTHER)).toBe('rejected');
		expect([await orders.lists(), await service.asked(ISSUE)]).toEqual([2, 1]);
	});

	test('and a row of a batch know them by one list', async () => {
		await orders.order('k1', ana.taxId);
		const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
		expect(await orders.outcome(undefined, bruno.taxId, batch, {})).toBe('issued');
		expect(await orders.lists()).toBe(1);
	});
});

test('rows without a key list the customers in each run', async () => {
	await orders.order(undefined, ana.taxId, {}, {});
	await orders.order(undefined, bruno.taxId, {}, {});
	expect(await orders.lists()).toBe(2);
});

describe('after a customer operation of the same n8n the customers are listed anew', () => {
	const run = async (operation: string, parameters: IDataObject) => {
		await orders.order('k1', ana.taxId);
		await service.run({
			parameters: { resource: 'customer', operation, ...parameters } as never,
			rows: [{}],
		});
		return await orders.lists();
	};
	const anaById = { customer: { __rl: true, mode: 'id', value: ana._id } };

	test('a new one is paid', async () => {
		const before = await run('create', { taxId: OTHER, name: 'Nova', email: 'nova@example.com' });
		expect(await orders.outcome('k2', OTHER)).toBe('issued');
		expect(await orders.lists()).toBe(before + 1);
	});

	test('a changed tax ID is sent as it is spelt now, and the old one names nobody', async () => {
		const before = await run('update', { ...anaById, updateFields: { taxId: OTHER } });
		expect(await orders.outcome('k2', OTHER)).toBe('issued');
		expect(await orders.lists()).toBe(before + 1);
		expect(await orders.outcome('k3', ana.taxId)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(2);
	});

	test('a deleted one is refused before anything is sent', async () => {
		await run('delete', anaById);
		expect(await orders.outcome('k2', ana.taxId)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(1);
	});

	test('also where its answer was lost', async () => {
		await service.admin.addFault({
			route: DELETE_CUSTOMER,
			action: { type: 'commitThenReset' },
		});
		await run('delete', anaById);
		expect(await orders.outcome('k2', ana.taxId)).toBe('rejected');
		expect(await service.asked(ISSUE)).toBe(1);
	});
});
