import type { IDataObject } from 'n8n-workflow';
import type { FaultInput } from '../../../sandbox/state/faults';
import { LIST_ADDITIONS, LOGIN, Service } from '../../../harness/engine/service';
import {
	DAY_MS,
	durablePolls,
	ids,
	listenToLog,
	restarted,
	stopN8nClock,
	triggersOf,
} from '../../../harness/engine/triggers';

// The poll that an activation waits for may fail in silence; what comes after it may not.

const service = Service.forThisFile();
const trigger = triggersOf(service);
const fails = async (action: FaultInput['action'], route = LIST_ADDITIONS) =>
	await service.fault(action, { route });
const isDown = async () => await fails({ type: 'status', status: 503 });
const create = async (secondsAgo = 0, status = 'COMPLETED') => {
	const createdAt = new Date(Date.now() - secondsAgo * 1000).toISOString();
	return (await service.admin.createAddition({ createdAt, status }))._id;
};

describe('the first poll of an activation', () => {
	test.each<[string, FaultInput['action'], string]>([
		['a service that is down', { type: 'status', status: 503 }, LIST_ADDITIONS],
		['too many requests', { type: 'status', status: 429 }, LIST_ADDITIONS],
		['a login that is down', { type: 'status', status: 502 }, LOGIN],
	])('does not fail for %s; the next one makes up for it', async (_, action, route) => {
		await fails(action, route);
		const log = listenToLog();
		const gmc = trigger({ options: { emitExisting: true } });
		const { _id } = await service.admin.createAddition();
		expect(await gmc.poll()).toEqual([]);
		expect(log.join()).toMatch(/warn .*The next poll makes up for it/);
		expect(gmc.staticData).not.toHaveProperty(['node:GMC Trigger', 'cursor', 'progress']);
		await service.admin.clearFaults();
		expect(ids(await gmc.poll())).toEqual([_id]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['a wrong password', { senha: 'wrong' }, /refused the login.*Check 'Email', 'Password'/],
		['an address that is none', { baseUrl: 'http://no-such-host.invalid/api' }, /'Base URL'/],
		['refused keys', { clientSecret: 'wrong' }, /does not accept this integration \(401\)/],
	])('fails for %s, and says what to do', async (_, changes, words) => {
		await service.restart({ auth: { requireSecretKeyOnLookups: true } });
		await service.useCredential(changes);
		// n8n shows the message of a failed activation alone.
		await expect(trigger().poll()).rejects.toThrow(words);
	});

	test('may fail again in the next activation of the same process', async () => {
		await isDown();
		const options = { workflowId: 'activated-again' };
		const before = trigger({}, undefined, options);
		expect(await before.poll()).toEqual([]);
		await expect(before.poll()).rejects.toThrow(/503/);
		expect(await trigger({}, undefined, options).poll()).toEqual([]);
	});
});

describe.each([
	['with one context for an activation', (parameters?: object) => trigger(parameters)],
	['with a new context for each poll', (parameters?: object) => durablePolls(trigger, parameters)],
])('%s', (_, activated) => {
	test('a later poll that fails is an error, each time, so that the user hears of it', async () => {
		const gmc = activated();
		await gmc.poll();
		await isDown();
		for (let poll = 0; poll < 2; poll++) await expect(gmc.poll()).rejects.toThrow(/503/);
	});

	test('a list that is cut even for a single day fails a poll once a day', async () => {
		await service.admin.configure({ list: { cutAt: 1 } });
		for (let i = 0; i < 3; i++) await create();
		const gmc = activated();
		expect(await gmc.poll()).toEqual([]);
		await expect(gmc.poll()).rejects.toThrow(/is incomplete for .*may be missed/);
		expect(await gmc.poll()).toEqual([]);
	});

	test('what is made during an outage at publishing is new, and nothing else', async () => {
		await create(120);
		const [pending, settled] = [await create(120, 'PENDING'), await create(120, 'PENDING')];
		await isDown();
		const gmc = activated();
		expect(await gmc.poll()).toEqual([]);
		// What was made before and completes now is an event as well.
		await service.admin.settle(settled, 'COMPLETED');
		const made = [settled, await create()];
		await expect(gmc.poll()).rejects.toThrow(/503/);
		made.push(await create());
		await service.admin.clearFaults();
		expect(ids(await gmc.poll()).sort()).toEqual(made.sort());
		expect(await gmc.poll()).toEqual([]);
		await service.admin.settle(pending, 'COMPLETED');
		expect(ids(await gmc.poll())).toEqual([pending]);
	});
});

describe('an outage at publishing', () => {
	test("is dated by GMC's clock, however wrong n8n's is", async () => {
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.freezeClock(new Date(Date.now() - 31 * DAY_MS).toISOString());
		await service.admin.createAddition();
		await service.admin.advanceClock({ minutes: 2 });
		await fails({ type: 'resetBefore' });
		const gmc = trigger();
		expect(await gmc.poll()).toEqual([]);
		const { _id } = await service.admin.createAddition();
		await service.admin.clearFaults();
		expect(ids(await gmc.poll())).toEqual([_id]);
	});

	test('takes what was made in it for known where its creation time cannot be read for sure', async () => {
		for (const createdAtFormat of ['epochMicroseconds', 'yyyyMMddHHmmss'] as const) {
			await service.restart({ timestamps: { createdAtFormat } });
			await isDown();
			const gmc = trigger();
			expect(await gmc.poll()).toEqual([]);
			await create();
			await service.admin.clearFaults();
			expect(await gmc.poll()).toEqual([]);
			const made = await create();
			expect(ids(await gmc.poll())).toEqual([made]);
		}
	});

	test('does not make anything new for a trigger that has polled before', async () => {
		const before = trigger();
		await before.poll();
		await create();
		expect(await before.poll()).toHaveLength(1);
		await isDown();
		const after = trigger({}, before.staticData);
		expect(await after.poll()).toEqual([]);
		const made = await create();
		await service.admin.clearFaults();
		expect(ids(await after.poll())).toEqual([made]);
		expect(await trigger({ event: 'additionCreated' }, after.staticData).poll()).toEqual([]);
	});

	test('is remembered by durable cursors, which still have those of another event', async () => {
		const options = { workflowId: 'changed', activation: 'update' } as const;
		stopN8nClock(-5 * 60_000);
		const before = trigger({ event: 'additionCreated' }, undefined, options);
		await before.poll();
		await isDown();
		const poll = (staticData: IDataObject) => trigger({}, structuredClone(staticData), options);
		expect(await poll(before.staticData).poll()).toEqual([]);
		jest.restoreAllMocks();
		const made = await create(150);
		const second = poll(before.staticData);
		expect(await second.poll()).toEqual([]);
		await service.admin.clearFaults();
		expect(ids(await poll(restarted(second)).poll())).toEqual([made]);
	});

	test.each([
		['in the default mode', 1],
		['with durable cursors, which drop what the poll of an activation stores', 2],
	])('is remembered over a restart of n8n, %s', async (_, polls) => {
		stopN8nClock(-30 * 60_000);
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.freezeClock(new Date(Date.now()).toISOString());
		await create(120);
		await isDown();
		const options = { workflowId: `restarted-${polls}` };
		let gmc = trigger({}, undefined, options);
		for (let poll = 1; poll < polls; poll++) {
			expect(await gmc.poll()).toEqual([]);
			gmc = trigger({}, undefined, options);
		}
		expect(await gmc.poll()).toEqual([]);
		const made = await create(-60);
		await service.admin.advanceClock({ minutes: 30 });
		jest.restoreAllMocks();
		gmc = trigger({}, restarted(gmc), { ...options, activation: 'init' });
		expect(await gmc.poll()).toEqual([]);
		await service.admin.clearFaults();
		expect(ids(await gmc.poll())).toEqual([made]);
		expect(await gmc.poll()).toEqual([]);
	});
});

const EVENTS = ['additionCompleted', 'additionCreated', 'additionStatusChanged'];
test.each(EVENTS)('what the first list leaves out is no event later: %s', async (event) => {
	const [old, older] = [await create(1_200), await create(3 * 86_400)];
	await fails({ type: 'json', status: 200, body: [] });
	const log = listenToLog();
	const gmc = trigger({ event });
	expect(await gmc.poll()).toEqual([]);
	await service.admin.clearFaults();
	await service.admin.configure({ list: { withoutIds: [old] } });
	const made = await create();
	expect(ids(await gmc.poll())).toEqual([made]);
	await service.admin.configure({ list: { withoutIds: [] } });
	expect(await trigger({ event }, restarted(gmc)).poll()).toEqual([]);
	for (const id of [old, older]) expect(log.join()).toMatch(new RegExp(`warn .*${id}`));
});
