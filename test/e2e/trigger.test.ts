import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { LIST_ADDITIONS } from '../../harness/sandbox/routes';
import { until } from '../../harness/system/until';
import { DURABLE_CURSORS, Watcher, expectEachOnce } from '../../harness/workflows/trigger';

jest.setTimeout(240_000);

const UNAVAILABLE = { type: 'status', status: 503, body: { message: 'later' } } as const;

let e2e: TestBed;

/** Completes additions, then ends the polls, while a poll waits for the answer that shows them. */
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

/** n8n starts while GMC fails, so the workflow is not active at once. */
async function startWithoutGmc(watcher: Watcher): Promise<void> {
	const { n8n, sandbox } = e2e;
	await n8n.stop({ removeFolder: false });
	await watcher.complete();
	await sandbox.admin.addFault({ route: LIST_ADDITIONS, action: UNAVAILABLE });
	await n8n.start();
	// n8n tries five times to activate a trigger, and a poll asks four times.
	const refused = async () => await sandbox.admin.count({ route: LIST_ADDITIONS, status: 503 });
	await until('polls after all these', async () => (await refused()) > 20);
	await sandbox.admin.clearFaults();
}

describe.each([
	{ mode: "n8n's default mode", env: {}, every: 1 },
	// n8n stores the cursor after a poll. On a busy machine, the next poll may start before that, with the old cursor.
	{ mode: 'durable cursors', env: DURABLE_CURSORS, every: 3 },
])('with $mode', ({ env, every }) => {
	beforeAll(async () => {
		e2e = await startTestBed({ n8n: { env } });
	}, START_TIMEOUT_MS);
	afterAll(async () => await e2e.stop());

	test('each addition is emitted once, also after a pause, a start while GMC fails, and a kill during a poll', async () => {
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
