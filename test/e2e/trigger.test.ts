import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';
import { DURABLE_CURSORS, Watcher, expectEachOnce } from '../../harness/workflows/trigger';

jest.setTimeout(240_000);

const UNAVAILABLE = { type: 'status', status: 503, body: { message: 'later' } } as const;

let e2e: TestBed;

/** Completes additions, and then does `end`, while a poll waits for the answer that has them in it. */
async function inMidPoll(watcher: Watcher, end: () => Promise<void>): Promise<void> {
	const { admin } = e2e.sandbox;
	await admin.addFault({ route: LIST_ADDITIONS, action: { type: 'latency', ms: 5_000 } });
	const hanging = async () => await admin.count({ route: LIST_ADDITIONS, status: 'pending' });
	await until('a poll that hangs', async () => (await hanging()) > 0);
	await watcher.complete();
	await end();
	await admin.clearFaults();
	await watcher.complete();
}

/** n8n starts while GMC fails, so that it does not come to publish the workflow at once. */
async function startWithoutGmc(watcher: Watcher): Promise<void> {
	const { n8n, sandbox } = e2e;
	await n8n.stop({ removeFolder: false });
	await watcher.complete();
	await sandbox.admin.addFault({ route: LIST_ADDITIONS, action: UNAVAILABLE });
	await n8n.start();
	// n8n tries five times to bring a trigger back, and a poll asks four times.
	const refused = async () => await sandbox.admin.count({ route: LIST_ADDITIONS, status: 503 });
	await until('polls after all these', async () => (await refused()) > 20);
	await sandbox.admin.clearFaults();
}

describe.each([
	{ mode: "n8n's default mode", env: {}, every: 1 },
	// n8n stores the cursor of a poll behind it: one that begins before that, on a busy machine, has the one of before.
	{ mode: 'durable cursors', env: DURABLE_CURSORS, every: 3 },
])('with $mode', ({ env, every }) => {
	beforeAll(async () => {
		e2e = await startTestBed({ n8n: { env } });
	}, START_TIMEOUT_MS);
	afterAll(async () => await e2e.stop());

	test('each addition is emitted once, over a pause, a start while GMC fails, and a kill in mid-poll', async () => {
		const { client, n8n, sandbox } = e2e;
		// What completed before it was published is not emitted.
		await sandbox.admin.createAddition({ status: 'COMPLETED' });
		const watcher = await Watcher.publish(e2e, 6, every);
		// What completes right after publishing is emitted.
		await watcher.complete();
		await expectEachOnce(watcher);

		await inMidPoll(watcher, async () => await client.deactivate(watcher.id));
		await client.activate(watcher.id);
		await expectEachOnce(watcher);

		if (every === 1) {
			await startWithoutGmc(watcher);
			await expectEachOnce(watcher);
		}

		await inMidPoll(watcher, async () => await n8n.kill());
		await n8n.start();
		await expectEachOnce(watcher);
	});
});
