import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { LIST_CUSTOMERS, Service } from '../../../harness/engine/service';
import type { PolledTrigger } from '../../../harness/engine/engine';
import { ids, restarted, triggersOf } from '../../../harness/engine/triggers';

// The service corrects the tax ID of the customer that is watched.

const service = Service.forThisFile();
const trigger = triggersOf(service);
const [ana, bruno] = DEMO_CUSTOMERS;
const CORRECTED = '12345678909';
const HOUR_MS = 3_600_000;

afterEach(() => {
	jest.restoreAllMocks();
});

/** PATCH of the customer (service.md 4.7). */
async function correct(customer: string, taxId: string): Promise<void> {
	const parameters = {
		resource: 'customer',
		operation: 'update',
		customer,
		updateFields: { taxId },
	};
	const { error } = await service.run({ parameters });
	expect(error).toBeUndefined();
}

const by = (mode: string, value: string) => ({ __rl: true, mode, value });

const issueTo = async (customerIdentifier: string, status = 'COMPLETED') =>
	(await service.admin.createAddition({ customerIdentifier, status }))._id;

/** By n8n's clock. */
const later = (ms: number) => {
	const now = Date.now() + ms;
	jest.spyOn(Date, 'now').mockReturnValue(now);
};

const after = (before: PolledTrigger, parameters: object) => trigger(parameters, restarted(before));

describe.each([
	['by ID', { options: { customer: by('id', ana._id) } }],
	['by the tax ID that she had', { options: { customer: by('taxId', ana.taxId) } }],
])('a customer who is watched %s, and whose tax ID is corrected', (_, parameters) => {
	test('is recognized within the hour: nothing of hers is lost or comes twice', async () => {
		const gmc = trigger(parameters);
		await gmc.poll();
		await correct(ana._id, CORRECTED);
		const byId = await issueTo(ana._id);
		const byNewName = await issueTo(CORRECTED);
		await issueTo(bruno._id);
		expect(ids(await gmc.poll())).toEqual([byId]);
		later(HOUR_MS + 1);
		expect(ids(await gmc.poll())).toEqual([byNewName]);
		expect(await gmc.poll()).toEqual([]);
		expect(await service.asked(LIST_CUSTOMERS)).toBe(2);
	});

	test('is recognized after a restart, by every identifier that she has had', async () => {
		const before = trigger(parameters);
		await before.poll();
		const byOldName = await issueTo(ana.taxId);
		await correct(ana._id, CORRECTED);
		const since = [byOldName, await issueTo(ana._id), await issueTo(CORRECTED)];
		await issueTo(bruno._id);
		later(HOUR_MS + 1);
		const second = after(before, parameters);
		expect(ids(await second.poll()).sort()).toEqual(since.sort());
		const again = await issueTo(CORRECTED);
		expect(ids(await after(second, parameters).poll())).toEqual([again]);
	});

	test('is found by the stored identifiers when the customers cannot be listed', async () => {
		const before = trigger(parameters);
		await before.poll();
		const made = [await issueTo(ana._id), await issueTo(ana.taxId)];
		await service.fault({ type: 'status', status: 503 }, { route: LIST_CUSTOMERS });
		later(HOUR_MS + 1);
		expect(ids(await after(before, parameters).poll()).sort()).toEqual(made.sort());
	});
});

test('an earlier tax ID that another customer has now is not hers any more', async () => {
	const parameters = { options: { customer: by('id', ana._id) } };
	const before = trigger(parameters);
	await before.poll();
	await correct(ana._id, CORRECTED);
	await correct(bruno._id, ana.taxId);
	await issueTo(ana.taxId);
	later(HOUR_MS + 1);
	expect(await after(before, parameters).poll()).toEqual([]);
});
