import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../../harness/n8n/test-bed';
import { until } from '../../../harness/system/until';
import { Watcher, expectEachOnce, sorted, twoLooks } from '../../../harness/workflows/trigger';
import { LIST_ADDITIONS } from '../../../harness/sandbox/routes';

/** Completes additions, and then does `end`, while a poll waits for the answer that has them in it. */
async function inMidPoll(
	{ sandbox: { admin } }: TestBed,
	watcher: Watcher,
	end: () => Promise<void>,
): Promise<void> {
	await admin.addFault({ route: LIST_ADDITIONS, action: { type: 'latency', ms: 5_000 } });
	const hanging = async () => await admin.count({ route: LIST_ADDITIONS, status: 'pending' });
	await until('a poll that hangs', async () => (await hanging()) > 0);
	await watcher.complete();
	await end();
	await admin.clearFaults();
	await watcher.complete();
}

/**
 * What the trigger keeps to in an n8n with these settings, whatever becomes of workflow and process.
 *
 * @param every seconds between two looks
 */
export function emittedOnceTests(env: Record<string, string>, every?: number): void {
	let e2e: TestBed;
	beforeAll(async () => {
		e2e = await startTestBed({ n8n: { env } });
	}, START_TIMEOUT_MS);
	afterAll(async () => await e2e.stop());

	test('each addition is emitted once, over a pause, a stop, and a kill in mid-poll', async () => {
		const { client, n8n, sandbox } = e2e;
		const { admin } = sandbox;
		await admin.createAddition({ status: 'COMPLETED' });
		const before = (await admin.additions()).map(({ _id }) => _id);
		const watcher = await Watcher.publish(e2e, 6, every);
		await twoLooks(e2e);
		await expectEachOnce(watcher);

		await watcher.complete();
		await expectEachOnce(watcher);

		await inMidPoll(e2e, watcher, async () => await client.deactivate(watcher.id));
		await client.activate(watcher.id);
		await expectEachOnce(watcher);

		await n8n.stop({ removeFolder: false });
		await watcher.complete();
		await n8n.start();
		await expectEachOnce(watcher);

		await inMidPoll(e2e, watcher, async () => await n8n.kill());
		await n8n.start();
		await expectEachOnce(watcher);

		const books = (await admin.additions()).map(({ _id }) => _id);
		expect(sorted([...before, ...watcher.expected])).toEqual(sorted(books));
		await client.deactivate(watcher.id);
	});

	test('what completes right after publishing is emitted', async () => {
		const watcher = await Watcher.publish(e2e, 1, every);
		await watcher.complete();
		await expectEachOnce(watcher);
		await e2e.client.deactivate(watcher.id);
	});
}
