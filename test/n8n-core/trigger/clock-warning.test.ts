import { Settings } from 'luxon';
import { Service } from '../../../harness/engine/service';
import {
	ids,
	listenToLog,
	restarted,
	setN8nClockWrong as setWrong,
	triggersOf,
} from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);
const JUMPED = /Since the last poll n8n's clock has jumped about 31 days ahead of GMC's/;

afterEach(() => {
	Settings.now = () => Date.now();
	jest.restoreAllMocks();
});

describe('the warning that a clock has jumped', () => {
	test('is one failed execution for each jump', async () => {
		const gmc = trigger();
		await gmc.poll();
		setWrong(31);
		await expect(gmc.poll()).rejects.toMatchObject({
			message: "Since the last poll n8n's clock has jumped about 31 days ahead of GMC's",
			description: expect.stringContaining('No addition is lost or reported twice') as string,
		});
		for (let poll = 0; poll < 2; poll++) expect(await gmc.poll()).toEqual([]);
	});

	test('holds no event back: it comes with the next poll that has none', async () => {
		const log = listenToLog();
		const gmc = trigger();
		await gmc.poll();
		const made = (await service.admin.createAddition())._id;
		setWrong(31);
		expect(ids(await gmc.poll())).toEqual([made]);
		expect(log.join()).toMatch(JUMPED);
		const after = trigger({}, restarted(gmc));
		// The poll that an activation waits for does not fail.
		expect(await after.poll()).toEqual([]);
		await expect(after.poll()).rejects.toThrow(JUMPED);
		expect(await after.poll()).toEqual([]);
	});

	test("says of GMC's own clock that it went back, and what to compare", async () => {
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.advanceClock({ days: 31 });
		const gmc = trigger();
		await gmc.poll();
		await service.admin.freezeClock(new Date().toISOString());
		await expect(gmc.poll()).rejects.toMatchObject({
			message: "Since the last poll GMC's clock has gone back about 31 days",
			description: expect.stringContaining('Balance → Get Many') as string,
		});
	});

	test('does not come because n8n stood still for long', async () => {
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		const gmc = trigger();
		await gmc.poll();
		setWrong(31);
		await service.admin.advanceClock({ days: 31 });
		expect(await gmc.poll()).toEqual([]);
	});
});
