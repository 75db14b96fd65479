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

let log: string[];

beforeEach(() => {
	log = listenToLog();
});

afterEach(() => {
	Settings.now = () => Date.now();
	jest.restoreAllMocks();
});

/** What the log has said of clocks since the last look. */
const saidOfClocks = () => log.splice(0).filter((line) => /clock/.test(line));

describe("n8n's log says that a clock has jumped", () => {
	test('once for each jump, whether the poll emits something or not', async () => {
		const gmc = trigger();
		await gmc.poll();
		setWrong(31);
		const made = (await service.admin.createAddition())._id;
		expect(ids(await gmc.poll())).toEqual([made]);
		expect(saidOfClocks()).toEqual([
			expect.stringMatching(
				/^warn GMC Trigger .*: since the last poll n8n's clock has jumped about 31 days ahead of GMC's\. No addition is lost/,
			),
		]);
		for (let poll = 0; poll < 2; poll++) expect(await gmc.poll()).toEqual([]);
		expect(saidOfClocks()).toEqual([]);
		setWrong(0);
		for (let poll = 0; poll < 2; poll++) expect(await gmc.poll()).toEqual([]);
		expect(saidOfClocks()).toEqual([expect.stringContaining("31 days back against GMC's")]);
	});

	test('after a restart, too', async () => {
		const gmc = trigger();
		await gmc.poll();
		setWrong(31);
		const after = trigger({}, restarted(gmc));
		for (let poll = 0; poll < 2; poll++) expect(await after.poll()).toEqual([]);
		expect(saidOfClocks()).toHaveLength(1);
	});

	test('once, although n8n drops what a silent poll has learned', async () => {
		const first = trigger();
		await first.poll();
		const { staticData } = first;
		const poll = async () =>
			await trigger({}, structuredClone(staticData), { workflowId: 'dropped' }).poll();
		setWrong(31);
		for (let n = 0; n < 3; n++) expect(await poll()).toEqual([]);
		expect(saidOfClocks()).toHaveLength(1);
	});

	test("says of GMC's own clock that it went back, and what to compare", async () => {
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		await service.admin.advanceClock({ days: 31 });
		const gmc = trigger();
		await gmc.poll();
		await service.admin.freezeClock(new Date().toISOString());
		expect(await gmc.poll()).toEqual([]);
		expect(saidOfClocks()).toEqual([
			expect.stringMatching(/GMC's clock has gone back about 31 days.*Balance → Get Many/),
		]);
	});

	test('does not say so because n8n stood still for long', async () => {
		await service.admin.configure({ timestamps: { dateHeader: 'ofSandboxClock' } });
		const gmc = trigger();
		await gmc.poll();
		setWrong(31);
		await service.admin.advanceClock({ days: 31 });
		expect(await gmc.poll()).toEqual([]);
		expect(saidOfClocks()).toEqual([]);
	});
});
