import type { IDataObject } from 'n8n-workflow';
import { Settings } from 'luxon';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { DAY_MS, ids, triggersOf } from '../../../harness/engine/triggers';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';

// A list that leaves something out for one poll, and additions that are not what they seem.

const service = Service.forThisFile();
const trigger = triggersOf(service);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const create = async (days: number, status: string) =>
	await service.admin.createAddition({ createdAt: daysAgo(days), status });
const leaveOut = async (...withoutIds: string[]) =>
	await service.admin.configure({ list: { withoutIds } });

afterEach(() => {
	Settings.now = () => Date.now();
});

/** For n8n and for the service. */
const inDays = async (days: number) => {
	const now = Date.now() + days * DAY_MS;
	Settings.now = () => now;
	await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
	await service.admin.freezeClock(new Date(now).toISOString());
};

describe('a list that leaves out a pending addition just as that leaves the look-back', () => {
	test.each([
		['additionCompleted', 'COMPLETED'],
		['additionFailed', 'FAILED'],
		['additionStatusChanged', 'COMPLETED'],
	])('does not lose its event: %s', async (event, status) => {
		const { _id } = await create(5, 'PENDING');
		const gmc = trigger({ event });
		await gmc.poll();
		await leaveOut(_id);
		await inDays(4);
		expect(await gmc.poll()).toEqual([]);
		await leaveOut();
		await service.admin.settle(_id, status);
		expect(await gmc.poll()).toMatchObject([{ _id, status }]);
		for (let poll = 0; poll < 3; poll++) expect(await gmc.poll()).toEqual([]);
	});

	test('neither when n8n is started anew in between', async () => {
		const { _id } = await create(5, 'PENDING');
		const before = trigger();
		await before.poll();
		await leaveOut(_id);
		await inDays(4);
		const after = trigger({}, before.staticData);
		await after.poll();
		await service.admin.settle(_id, 'COMPLETED');
		expect(ids(await trigger({}, after.staticData).poll())).toEqual([_id]);
	});
});

test('what completed long after it was made is not emitted again after a list that left it out', async () => {
	await service.admin.configure({ list: { periodField: 'updatedAt' } });
	const { _id } = await create(20, 'PENDING');
	const gmc = trigger();
	await gmc.poll();
	await service.admin.settle(_id, 'COMPLETED');
	expect(ids(await gmc.poll())).toEqual([_id]);
	for (const day of [1, 2, 3]) {
		await inDays(day);
		await leaveOut(_id);
		expect(await gmc.poll()).toEqual([]);
		expect(await gmc.poll()).toEqual([]);
		await leaveOut();
		expect(await gmc.poll()).toEqual([]);
	}
});

const listOf = (...additions: IDataObject[]) => ({
	type: 'json' as const,
	status: 200,
	body: { balanceTransaction: additions, recordsFiltered: additions.length },
});

/** Lists these additions, as they are. */
const listing = async (...additions: IDataObject[]) => {
	await service.admin.clearFaults();
	await service.admin.addFault({ route: LIST_ADDITIONS, action: listOf(...additions) });
};
const made = (_id: string, fields: object) => ({ _id, createdAt: String(Date.now()), ...fields });

test('an addition without a status is emitted once, also after it has left the look-back', async () => {
	const gmc = trigger({ event: 'additionStatusChanged' });
	await gmc.poll();
	const { _id } = await create(3, 'PENDING');
	const blank = made(_id, { status: '' });
	await listing(blank);
	expect(ids(await gmc.poll())).toEqual([_id]);
	await service.admin.clearFaults();
	// The list from the earlier day on shows it for the last time.
	await service.admin.addFault({ route: LIST_ADDITIONS, times: 1, action: listOf(blank) });
	await service.admin.addFault({ route: LIST_ADDITIONS, action: listOf() });
	await inDays(12);
	await service.admin.addFault({
		route: LOOK_UP_ADDITION,
		action: { type: 'json', status: 200, body: { balanceTransaction: blank } },
	});
	for (let poll = 0; poll < 4; poll++) expect(await gmc.poll()).toEqual([]);
});

describe('an addition of which one item failed', () => {
	const items = [{ status: 'COMPLETED' }, { status: 'FAILED', error: 'no wallet' }];
	const whole = made('whole', { status: 'COMPLETED', items: [items[0]] });
	const mixed = made('mixed', { status: 'COMPLETED', items });
	const counted = made('counted', {
		status: 'COMPLETED',
		summary: { totalItems: 2, failedItems: 1 },
	});
	const miscounted = made('miscounted', {
		status: 'COMPLETED',
		items: [items[0]],
		summary: { totalItems: 1, failedItems: 1 },
	});
	const open = made('open', { status: 'PENDING', items });

	test.each([
		['additionCompleted', ['whole', 'miscounted']],
		['additionFailed', ['mixed', 'counted']],
		['additionCreated', ['whole', 'mixed', 'counted', 'miscounted', 'open']],
	])('is an event of failure, and not of completion: %s', async (event, expected) => {
		const gmc = trigger({ event });
		await gmc.poll();
		await listing(whole, mixed, counted, miscounted, open);
		expect(ids(await gmc.poll())).toEqual(expected);
		expect(await gmc.poll()).toEqual([]);
	});
});
