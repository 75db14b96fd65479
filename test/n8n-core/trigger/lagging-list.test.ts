import { Settings } from 'luxon';
import { Service } from '../../../harness/engine/service';
import { DAY_MS, ids, triggersOf } from '../../../harness/engine/triggers';

// A list that leaves something out for one poll.

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
