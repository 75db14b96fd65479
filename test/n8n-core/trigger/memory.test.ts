import { Service } from '../../../harness/engine/service';
import type { PollingOptions } from '../../../harness/engine/engine';
import {
	ids,
	listenToLog,
	restarted,
	stopN8nClock,
	triggersOf,
} from '../../../harness/engine/triggers';

const service = Service.forThisFile();
const trigger = triggersOf(service);
/** Of the node that triggers have if nothing else is said. */
const NODE_ID = 'GMC';
const make = async () => (await service.admin.createAddition())._id;

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
		['activate', undefined, /info .*no readable memory/],
		['activate', { version: 1, emitted: 7 }, /warn .*no readable memory/],
	] as const)(
		'that is lost (%s, %j) means a silent baseline',
		async (activation, stored, words) => {
			await service.admin.createAddition();
			const log = listenToLog();
			const kept = { name: 'GMC Trigger', cursor: stored, at: Date.now() };
			const staticData = stored && { global: { gmcTriggers: { [NODE_ID]: kept } } };
			const gmc = trigger({}, staticData, { activation });
			expect(await gmc.poll()).toEqual([]);
			expect(log.join()).toMatch(words);
			const { _id } = await service.admin.createAddition();
			expect(ids(await gmc.poll())).toEqual([_id]);
		},
	);
});

describe.each([
	['in the default mode', {}],
	['with durable cursors', { isDurable: true }],
])('a node, %s', (_, mode: PollingOptions) => {
	/** A trigger that has polled and emitted, as n8n stored it. */
	async function stored(options: PollingOptions = {}) {
		const gmc = trigger({}, undefined, { ...mode, ...options });
		await gmc.poll();
		const first = await make();
		expect(ids(await gmc.poll())).toEqual([first]);
		return restarted(gmc);
	}

	test('that was renamed while n8n was stopped goes on', async () => {
		const before = await stored();
		const made = await make();
		const log = listenToLog();
		const gmc = trigger({}, before, { ...mode, node: { name: 'Renamed' } });
		expect(ids(await gmc.poll())).toEqual([made]);
		expect(log.join()).not.toContain('no readable memory');
		// And back.
		const after = await make();
		expect(ids(await trigger({}, restarted(gmc), mode).poll())).toEqual([after]);
	});

	test('that is new under the name of one that was renamed begins at its own baseline', async () => {
		const before = await stored();
		const renamed = trigger({}, before, { ...mode, node: { name: 'Renamed' } });
		await make();
		expect(await renamed.poll()).toHaveLength(1);
		await make();
		const added = trigger({}, restarted(renamed), { ...mode, node: { id: 'new' } });
		expect(await added.poll()).toEqual([]);
	});
});

test('a node that was written again without its id goes on from the one of its name', async () => {
	const gmc = trigger();
	await gmc.poll();
	let before = restarted(gmc);
	const log = listenToLog();
	for (const id of ['second', 'third']) {
		const made = await make();
		const again = trigger({}, before, { node: { id } });
		expect(ids(await again.poll())).toEqual([made]);
		before = restarted(again);
	}
	expect(log.join()).toMatch(/info .*goes on from the memory of an earlier node/);
	const { gmcTriggers } = before.global as { gmcTriggers: object };
	expect(Object.keys(gmcTriggers)).toEqual(['second', 'third']);
});

test('what the default mode has stored is known when durable cursors are switched on', async () => {
	const gmc = trigger();
	await gmc.poll();
	const made = await make();
	const durable = trigger({}, restarted(gmc), { isDurable: true });
	expect(ids(await durable.poll())).toEqual([made]);
	expect(await trigger({}, restarted(durable), { isDurable: true }).poll()).toEqual([]);
});

describe('an older export that is imported', () => {
	const options = { workflowId: 'imported' };

	/** Two polls emitted something after it was made. */
	async function exported() {
		const gmc = trigger({}, undefined, options);
		await gmc.poll();
		const { staticData } = gmc;
		for (let poll = 0; poll < 2; poll++) {
			await make();
			expect(await gmc.poll()).toHaveLength(1);
		}
		return { staticData, gmc };
	}

	test('while n8n runs repeats nothing, and the log says so', async () => {
		const { staticData } = await exported();
		const made = await make();
		const log = listenToLog();
		const gmc = trigger({}, staticData, options);
		expect(ids(await gmc.poll())).toEqual([made]);
		expect(log.join()).toMatch(/warn .*older than what this trigger has emitted/);
		const { length } = log;
		expect(await gmc.poll()).toEqual([]);
		expect(log).toHaveLength(length);
	});

	test('does so, too, if one poll has emitted since, once n8n cannot have dropped that', async () => {
		const gmc = trigger({}, undefined, options);
		await gmc.poll();
		const { staticData } = gmc;
		await make();
		await gmc.poll();
		stopN8nClock(3_600_000);
		const silent = JSON.parse(JSON.stringify(staticData).replace('"polls":0', '"polls":0 '));
		silent.global.gmcTriggers[NODE_ID].cursor.publishedAt -= 1;
		expect(await trigger({}, silent, options).poll()).toEqual([]);
	});

	test.each([
		['activate', 'warn'],
		['init', 'info'],
	] as const)('while it is stopped: the log says since when (%s)', async (activation, level) => {
		const { staticData, gmc } = await exported();
		restarted(gmc);
		const log = listenToLog();
		const imported = trigger({}, staticData, { ...options, activation });
		expect(await imported.poll()).toHaveLength(2);
		expect(log.join()).toMatch(
			new RegExp(
				`${level} .*2 top-ups start the workflow.* nothing later than \\d{4}-\\d\\d-\\d\\d [\\d:]+ UTC-3\\. .*older export`,
			),
		);
	});
});
