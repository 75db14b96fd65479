import { Service } from '../../../harness/engine/service';
import type { PolledTrigger } from '../../../harness/engine/engine';
import {
	DAY_MS,
	ids,
	restarted,
	setN8nClockWrong as setWrong,
	stopN8nClock,
	triggersOf,
} from '../../../harness/engine/triggers';

// n8n's clock jumps; the service dates additions by its own, which its answers tell.

const service = Service.forThisFile();
const trigger = triggersOf(service);

const create = async (status = 'COMPLETED', daysAgo = 0) => {
	const createdAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
	return (await service.admin.createAddition({ createdAt, status }))._id;
};

describe.each([
	['in the same process', (gmc: PolledTrigger) => gmc],
	['with a restart at each jump', (gmc: PolledTrigger) => trigger({}, restarted(gmc))],
])("a jump of n8n's clock, %s", (_, next) => {
	test.each([
		['ahead by more than is followed, and back', [400, 0]],
		['ahead for good', [31, 31]],
		['back, ahead, and right again', [-31, 31, 0]],
	])('%s: each addition comes once, whenever it was made', async (_jump, errors) => {
		await create('COMPLETED', 20);
		await create();
		let gmc = trigger();
		expect(await gmc.poll()).toEqual([]);
		const made: string[] = [];
		const came: unknown[] = [];
		for (const days of errors) {
			made.push(await create());
			setWrong(days);
			gmc = next(gmc);
			for (let poll = 0; poll < 3; poll++) {
				came.push(...ids(await gmc.poll()));
				made.push(await create());
			}
		}
		for (let poll = 0; poll < 3; poll++) came.push(...ids(await gmc.poll()));
		expect([...came].sort()).toEqual([...made].sort());
	});

	test('gives up nothing that is still pending', async () => {
		const pending = await create('PENDING', 20);
		const before = trigger({ options: { lookBackDays: 30 } });
		await before.poll();
		let gmc = trigger({}, before.staticData);
		await gmc.poll();
		for (const days of [200, 0]) {
			setWrong(days);
			gmc = next(gmc);
			expect(ids(await gmc.poll())).toEqual([]);
		}
		await service.admin.settle(pending, 'COMPLETED');
		expect(ids(await gmc.poll())).toEqual([pending]);
	});
});

test("what the list loses while n8n's clock is far behind is followed as long as ever", async () => {
	const pending = await create('PENDING', 5);
	const gmc = trigger();
	await gmc.poll();
	setWrong(-200);
	await service.admin.configure({ list: { withoutIds: [pending] } });
	expect(ids(await gmc.poll())).toEqual([]);
	setWrong(0);
	for (let poll = 0; poll < 2; poll++) expect(ids(await gmc.poll())).toEqual([]);
	await service.admin.settle(pending, 'COMPLETED');
	expect(ids(await gmc.poll())).toEqual([pending]);
});

test("a first poll with n8n's clock ahead takes the look-back of GMC's, and so the next ones", async () => {
	const existing = await create('COMPLETED', 5);
	setWrong(31);
	const gmc = trigger({ options: { emitExisting: true } });
	expect(ids(await gmc.poll())).toContain(existing);
	const made = await create();
	expect(ids(await gmc.poll())).toEqual([made]);
	setWrong(0);
	expect(ids(await gmc.poll())).toEqual([]);
});

test('what n8n has dropped is emitted again, though the clock went back meanwhile', async () => {
	const first = trigger();
	await first.poll();
	const { staticData } = first;
	const poll = async () =>
		await trigger({}, structuredClone(staticData), { workflowId: 'dropped' }).poll();
	const made = await create();
	await service.admin.freezeClock();
	expect(ids(await poll())).toEqual([made]);
	stopN8nClock(-31 * DAY_MS);
	expect(ids(await poll())).toEqual([made]);
});

const setDateHeader = async (dateHeaderAheadDays: number) =>
	await service.admin.configure({ timestamps: { dateHeaderAheadDays } });

test.each([200, -200])('an answer whose Date is %i days off gives up nothing', async (days) => {
	const pending = await create('PENDING', 5);
	const gmc = trigger();
	await gmc.poll();
	await service.admin.configure({ list: { withoutIds: [pending] } });
	for (const ahead of [0, days, 0, days, days, 0]) {
		await setDateHeader(ahead);
		expect(await gmc.poll()).toEqual([]);
	}
	await service.admin.settle(pending, 'COMPLETED');
	expect(ids(await gmc.poll())).toEqual([pending]);
});

test.each([200, -200])('a first poll whose Date is %i days off loses nothing', async (days) => {
	await create();
	await setDateHeader(days);
	const gmc = trigger();
	expect(await gmc.poll()).toEqual([]);
	await setDateHeader(0);
	for (let poll = 0; poll < 2; poll++) {
		const made = await create();
		expect(ids(await gmc.poll())).toEqual([made]);
	}
});
