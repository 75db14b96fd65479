import { Service } from '../../../harness/engine/service';
import { ids, listenToLog, stopN8nClock, triggersOf } from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);

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

	test('is trusted when the poll emitted nothing, stored or not: the silent baseline is not made twice', async () => {
		const options = { workflowId: 'of-the-durable-scheduler' };
		expect(await trigger({}, undefined, options).poll()).toEqual([]);
		const { _id } = await service.admin.createAddition();
		// The durable scheduler drops the cursor of the activation's poll, and polls with a new context.
		expect(ids(await trigger({}, undefined, options).poll())).toEqual([_id]);
	});

	test('is waited for while n8n stores it, and not longer', async () => {
		const options = { workflowId: 'stored-late' };
		const first = trigger();
		await first.poll();
		const { staticData } = first;
		const poll = async () => await trigger({}, structuredClone(staticData), options).poll();
		const { _id } = await service.admin.createAddition();
		expect(ids(await poll())).toEqual([_id]);
		expect(await poll()).toEqual([]);
		stopN8nClock(6_000);
		expect(ids(await poll())).toEqual([_id]);
	});

	test.each([
		['init', undefined, /warn .*no readable memory/],
		['activate', undefined, /^$/],
		['activate', { cursor: { version: 1, emitted: 7 } }, /warn .*no readable memory/],
	] as const)(
		'that is lost (%s, %j) means a silent baseline',
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
});
