import type { FaultInput } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LOGIN, Service } from '../../../harness/engine/service';
import { ids, listenToLog, triggersOf } from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const fails = async (action: FaultInput['action'], route = LIST_ADDITIONS) =>
	await service.admin.addFault({ route, action });

afterEach(() => {
	jest.restoreAllMocks();
});

describe('the first poll of an activation', () => {
	test.each<[string, FaultInput['action'], string]>([
		['a service that is down', { type: 'status', status: 503 }, LIST_ADDITIONS],
		['a connection that breaks', { type: 'resetBefore' }, LIST_ADDITIONS],
		['too many requests', { type: 'status', status: 429 }, LIST_ADDITIONS],
		['a login that is down', { type: 'status', status: 502 }, LOGIN],
	])('does not fail for %s; the next one makes up for it', async (_, action, route) => {
		await fails(action, route);
		const log = listenToLog();
		const gmc = trigger({ options: { emitExisting: true } });
		const { _id } = await service.admin.createAddition();
		expect(await gmc.poll()).toEqual([]);
		expect(log.join()).toMatch(/warn .*The next poll makes up for it/);
		expect(gmc.staticData).not.toHaveProperty(['node:GMC Trigger', 'cursor']);
		await service.admin.clearFaults();
		expect(ids(await gmc.poll())).toEqual([_id]);
	});

	test.each<[string, object, RegExp]>([
		['a wrong password', { senha: 'wrong' }, /refused the login.*Check Email, Password/],
		['an address that is none', { baseUrl: 'http://no-such-host.invalid/api' }, /Base URL/],
	])('fails for %s, and says what to do', async (_, changes, words) => {
		await service.useCredential(changes as never);
		// n8n shows the message of a failed activation alone.
		await expect(trigger().poll()).rejects.toThrow(words);
	});

	test('fails for keys that are refused', async () => {
		await service.restart({ auth: { requireSecretKeyOnLookups: true } });
		await service.useCredential({ clientSecret: 'wrong' });
		await expect(trigger().poll()).rejects.toThrow(/does not accept this integration \(401\)/);
	});

	test('is not forgiven for ever', async () => {
		await fails({ type: 'status', status: 503 });
		const workflowId = 'of-the-durable-scheduler';
		for (let i = 0; i < 3; i++) {
			expect(await trigger({}, undefined, { workflowId }).poll()).toEqual([]);
		}
		await expect(trigger({}, undefined, { workflowId }).poll()).rejects.toThrow(/503/);
	});
});

test('a later poll that fails is an error, so that the user hears of it', async () => {
	const gmc = trigger();
	await gmc.poll();
	await fails({ type: 'status', status: 503 });
	await expect(gmc.poll()).rejects.toThrow(/503/);
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

	test('ends the repeating of reads, too', async () => {
		const gmc = trigger({}, undefined, { budgetMs });
		await gmc.poll();
		await fails({ type: 'rateLimit', retryAfter: 4 });
		const start = Date.now();
		await expect(gmc.poll()).rejects.toThrow(/429/);
		expect(Date.now() - start).toBeLessThan(budgetMs);
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
		await expect(failed.poll('manual')).rejects.toThrow(/no addition with this event/);
	});

	test('shows it while a poll is under way, too', async () => {
		await service.admin.createAddition();
		const gmc = trigger();
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			times: 1,
			action: { type: 'latency', ms: 200 },
		});
		const [, shown] = await Promise.all([gmc.poll(), gmc.poll('manual')]);
		expect(shown).toHaveLength(1);
	});
});
