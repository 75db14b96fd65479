import type { FaultInput } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LOGIN, Service } from '../../../harness/engine/service';
import { ids, triggersOf } from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const fails = async (action: FaultInput['action'], route = LIST_ADDITIONS) =>
	await service.fault(action, { route });

afterEach(() => {
	jest.restoreAllMocks();
});

describe('the time that n8n gives a poll', () => {
	const budgetMs = 3000;

	test.each([
		['the list', LIST_ADDITIONS],
		['the login', LOGIN],
	])('is kept when %s hangs', async (_, route) => {
		const gmc = trigger({}, undefined, { budgetMs });
		if (route === LIST_ADDITIONS) await gmc.poll();
		await fails({ type: 'hang' }, route);
		const start = Date.now();
		await gmc.poll().catch(() => {});
		expect(Date.now() - start).toBeLessThan(budgetMs);
		expect(await service.asked(route)).toBeGreaterThan(0);
		await service.admin.clearFaults();
	});

	test('says that the service did not answer in time', async () => {
		const gmc = trigger({}, undefined, { budgetMs: 1000 });
		await gmc.poll();
		await fails({ type: 'hang' });
		await expect(gmc.poll()).rejects.toThrow(/did not answer in time/);
	});
});

describe('the manual test', () => {
	test('shows a sample of the event that passes the filters', async () => {
		const { _id } = await service.admin.createAddition({ amount: 500 });
		await service.admin.createAddition({ amount: 5 });
		await service.admin.createAddition({ amount: 900, status: 'PENDING' });
		const gmc = trigger({ options: { minimumAmount: 100 } });
		expect(ids(await gmc.poll('manual'))).toEqual([_id]);
		const failed = trigger({ event: 'additionFailed' });
		await expect(failed.poll('manual')).rejects.toThrow(/no top-up with this event/);
	});
});
