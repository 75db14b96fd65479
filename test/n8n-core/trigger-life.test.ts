import { forgetSessions } from '../../nodes/Gmc/api/session';
import { forgetPolls } from '../../nodes/Gmc/trigger/memory';
import type { FaultInput } from '../../sandbox/state/faults';
import { LIST_ADDITIONS, LOGIN, Service } from '../support/service';
import { DAY_MS, ids, listenToLog, triggersOf } from './trigger-support';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const fails = async (action: FaultInput['action'], route = LIST_ADDITIONS) =>
	await service.admin.addFault({ route, action });

/** A new process: nothing is left but what n8n saved with the workflow. */
function restart() {
	forgetPolls();
	forgetSessions();
}

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
		['a wrong password', { senha: 'wrong' }, /refused the login.*Password \(Senha\)/],
		['an address that is none', { baseUrl: 'http://no-such-host.invalid/api' }, /Base URL/],
	])('fails for %s, and says what to do', async (_, changes, words) => {
		await service.useCredential(changes as never);
		await expect(trigger().poll()).rejects.toMatchObject({
			description: expect.stringMatching(words) as string,
		});
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

describe('the memory of earlier polls', () => {
	test('is restored when another node has replaced it while n8n runs', async () => {
		const log = listenToLog();
		const gmc = trigger();
		await service.admin.createAddition();
		await gmc.poll();
		await gmc.poll();
		gmc.wipe();
		const { _id } = await service.admin.createAddition();
		expect(ids(await gmc.poll())).toEqual([_id]);
		expect(log.join()).toMatch(/warn .*has been restored/);
		expect(await gmc.poll()).toEqual([]);
	});

	test('is not taken for stored before n8n has given it back', async () => {
		const options = { emitExisting: true };
		const { _id } = await service.admin.createAddition();
		const discarded = trigger({ options }, undefined, { workflowId: 'discarded' });
		expect(await discarded.poll()).toHaveLength(1);
		// n8n drops what a superseded activation returned, and the cursor with it.
		const again = trigger({ options }, undefined, { workflowId: 'discarded' });
		expect(ids(await again.poll())).toEqual([_id]);
	});

	test.each([
		['init', undefined, /warn .*there is no memory/],
		['leadershipChange', undefined, /warn .*there is no memory/],
		['activate', undefined, /debug .*first poll/],
		['activate', { cursor: { version: 1, told: 7 } }, /warn .*no readable memory/],
		['init', { cursor: 'x' }, /warn .*no readable memory/],
	] as const)(
		'that is lost with the process (%s, %j) means a silent baseline, and a line in the log',
		async (activation, stored, words) => {
			await service.admin.createAddition();
			const log = listenToLog();
			const staticData = stored && { 'node:GMC Trigger': stored };
			const gmc = trigger({}, staticData, { activation });
			expect(await gmc.poll()).toEqual([]);
			expect(log.join()).toMatch(words);
			const { _id } = await service.admin.createAddition();
			expect(ids(await gmc.poll())).toEqual([_id]);
		},
	);

	test('comes back over a restart without a word', async () => {
		const before = trigger();
		await before.poll();
		const { staticData } = before;
		restart();
		const { _id } = await service.admin.createAddition();
		const log = listenToLog();
		const after = trigger({}, staticData, { activation: 'init' });
		expect(ids(await after.poll())).toEqual([_id]);
		expect(log).toEqual([]);
	});

	test('takes at most 12 bytes an addition of the look-back, and none for older ones', async () => {
		await service.admin.reset({ seed: 'large', settings: { seedSize: 10, seedAdditions: 1000 } });
		const gmc = trigger({ event: 'additionStatusChanged', options: { lookBackDays: 30 } });
		await gmc.poll();
		const listed = (await service.admin.additions()).filter(
			({ createdAt }) => Number(new Date(createdAt)) > Date.now() - 30 * DAY_MS,
		);
		const { cursor } = gmc.staticData['node:GMC Trigger'] as { cursor: object };
		expect(listed.length).toBeGreaterThan(500);
		expect(JSON.stringify(cursor).length / listed.length).toBeLessThanOrEqual(12);
	});
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
		await expect(failed.poll('manual')).rejects.toThrow(/no such addition to show/);
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
