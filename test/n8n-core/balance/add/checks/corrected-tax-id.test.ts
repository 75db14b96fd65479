import { DEMO_CUSTOMERS, ISSUE, Service } from '../../../../../harness/engine';
import { Orders, OTHER } from '../orders-support';

// A customer's tax ID is corrected at GMC between two runs of the same row. What holds then, and what does not, is said
// in money-safety.md "What does not hold, and what to do".

const service = Service.forThisFile();
const orders = Orders.forThisFile(service);
const [ana] = DEMO_CUSTOMERS;
const KEYLESS = { idempotencyKey: '' };

const correct = async () => await orders.elsewhere('PATCH', `/${ana._id}`, { taxId: OTHER });
const paid = async () => await service.admin.count({ route: ISSUE });

describe.each([
	['as the request did', 'asSent'],
	['by _id', '_id'],
	['by the tax ID of now', 'taxId'],
] as const)('where the list names customers %s', (_, echoCustomerIdentifier) => {
	beforeEach(async () => {
		await service.restart({ additions: { echoCustomerIdentifier } });
	});

	test('without a key, under the corrected tax ID, the row is refused', async () => {
		await orders.outcome(undefined, ana.taxId, {}, KEYLESS);
		await correct();
		const [item] = (await orders.order(undefined, OTHER, {}, KEYLESS)).items;
		expect(item.json.details).toMatchObject({ code: 'DUPLICATE_SUSPECTED' });
		expect(await paid()).toBe(1);
	});

	test('in a batch the row is skipped, by either identifier', async () => {
		const batch = { duplicateProtection: 'batch', batchName: '2026-11' };
		expect(await orders.outcome(undefined, ana.taxId, batch, KEYLESS)).toBe('issued');
		await correct();
		expect(await orders.outcome(undefined, OTHER, batch, KEYLESS)).toBe('skipped');
		expect(await orders.outcome(undefined, ana._id, batch, KEYLESS)).toBe('skipped');
		expect(await paid()).toBe(1);
	});

	test('without a key, by _id, the row is refused', async () => {
		await orders.outcome(undefined, ana._id, {}, KEYLESS);
		await correct();
		expect(await orders.outcome(undefined, ana._id, {}, KEYLESS)).toBe('rejected');
		expect(await paid()).toBe(1);
	});

	test('with a key, the row is skipped', async () => {
		await orders.outcome('k', ana.taxId);
		await correct();
		expect(await orders.outcome('k', OTHER)).toBe('skipped');
		expect(await paid()).toBe(1);
	});
});
