import { Settings } from 'luxon';
import { MAX_MISSING_DAYS, LOOKUPS_PER_POLL } from '../../../nodes/Gmc/core/polling/cursor';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { DAY_MS, ids, listenToLog, triggersOf } from '../../../harness/engine/triggers';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const create = async (days: number, status: string) =>
	await service.admin.createAddition({ createdAt: daysAgo(days), status });

/** A trigger that has seen 30 days, and after one more poll of the same workflow looks back 7 days. */
async function lookingBackLess() {
	const before = trigger({ options: { lookBackDays: 30 } });
	await before.poll();
	const gmc = trigger({}, before.staticData);
	await gmc.poll();
	return gmc;
}

describe('an addition that is still pending when it leaves the look-back', () => {
	test('is looked up until it settles: one list in each poll, and one lookup once it is missing', async () => {
		const status = 'COMPLETED';
		const { _id } = await create(20, 'PENDING');
		const gmc = await lookingBackLess();
		expect(await gmc.poll()).toEqual([]);
		expect(await gmc.poll()).toEqual([]);
		await service.admin.settle(_id, status);
		expect(await gmc.poll()).toMatchObject([{ _id, status }]);
		expect(await gmc.poll()).toEqual([]);
		const asked = [LIST_ADDITIONS, LOOK_UP_ADDITION].map(async (one) => await service.asked(one));
		expect(await Promise.all(asked)).toEqual([6, 2]);
	});

	test('waits its turn when there are many: a few are looked up per poll, oldest first', async () => {
		const pending = [];
		for (let i = 0; i < LOOKUPS_PER_POLL + 5; i++) pending.push(await create(20, 'PENDING'));
		const gmc = await lookingBackLess();
		await gmc.poll();
		for (const { _id } of pending) await service.admin.settle(_id, 'COMPLETED');
		await service.admin.clearJournal();
		expect(await gmc.poll()).toHaveLength(LOOKUPS_PER_POLL);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(LOOKUPS_PER_POLL);
		expect(await gmc.poll()).toHaveLength(5);
	});

	test('is given up after a time, which the log says', async () => {
		const { _id } = await create(20, 'PENDING');
		const gmc = await lookingBackLess();
		await gmc.poll();
		const { staticData } = gmc;
		const since = daysAgo(MAX_MISSING_DAYS + 1).slice(0, 10);
		const aged = JSON.stringify(staticData).replace(/("missingSince":")[^"]+/, `$1${since}`);
		const log = listenToLog();
		const later = trigger({}, JSON.parse(aged));
		expect(await later.poll()).toEqual([]);
		expect(log.join()).toMatch(new RegExp(`warn .*have not settled.*${_id}`));
		await service.admin.settle(_id, 'COMPLETED');
		expect(await later.poll()).toEqual([]);
	});
});

// A list that leaves something out for one poll.

const leaveOut = async (...withoutIds: string[]) =>
	await service.admin.configure({ list: { withoutIds } });

/** For n8n and for the service. */
const inDays = async (days: number) => {
	const now = Date.now() + days * DAY_MS;
	Settings.now = () => now;
	await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
	await service.admin.freezeClock(new Date(now).toISOString());
};

test.each([
	['additionCompleted', 'COMPLETED'],
	['additionFailed', 'FAILED'],
])('a pending addition that is left out as it leaves the look-back: %s', async (event, status) => {
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
