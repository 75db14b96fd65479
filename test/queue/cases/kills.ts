import type { QueueMode } from '../../../harness/queue/queue-mode';
import type { N8nWorker } from '../../../harness/queue/worker';
import {
	asked,
	caughtUp,
	chargedTally,
	doubles,
	slowDown,
	tallyOf,
} from '../../../harness/sandbox/books';
import { call, publish, taken } from '../../../harness/queue/executions';
import { rowsOf, calledSheet } from '../../../harness/queue/sheet';

const ROWS = rowsOf(24);
/** Rows that have been asked for when the worker dies. */
const REACHED = 8;

/** A worker dies by SIGKILL while rows of a sheet are in flight. */
export function killTests(queue: () => QueueMode): void {
	async function killedRun(path: string, options: Record<string, unknown> = {}) {
		const workflowId = await publish(queue(), calledSheet(path, { concurrency: 2, ...options }));
		await slowDown(queue(), 150);
		await call(queue(), path, { rows: ROWS });
		const { id, worker } = await taken(queue(), workflowId);
		await asked(queue(), REACHED);
		await worker.kill();
		// What was in flight is still being made: until then no list shows it (money-safety.md "What does not hold, and what to do").
		await caughtUp(queue());
		await queue().sandbox.admin.clearFaults();
		return { workflowId, id, worker };
	}

	/** n8n learns at the worker's next start what became of the executions it had. */
	async function statusAfterRestart(id: string, worker: N8nWorker): Promise<string> {
		await worker.start();
		return (await queue().client.finished(id)).status;
	}

	test('the sheet run again under history has no row twice and misses none', async () => {
		const duplicatesSince = new Date(Date.now() - 3_600_000).toISOString();
		const history = { duplicateProtection: 'history', duplicatesSince };
		const { workflowId, id, worker } = await killedRun('history', history);
		const before = await chargedTally(queue());
		await call(queue(), 'history', { rows: ROWS });
		const second = await taken(queue(), workflowId);
		expect(second.worker).not.toBe(worker);
		expect((await queue().client.finished(second.id)).status).toBe('success');
		expect(await chargedTally(queue())).toEqual(tallyOf(ROWS));
		// The kill did come in mid-run.
		expect(Object.keys(before).length).toBeGreaterThan(0);
		expect(before).not.toEqual(tallyOf(ROWS));
		expect(await statusAfterRestart(id, worker)).toBe('crashed');
		expect(await chargedTally(queue())).toEqual(tallyOf(ROWS));
	});

	test('"Retry" of the crashed execution, which n8n offers, pays no row twice', async () => {
		const { id, worker } = await killedRun('retry');
		expect(await statusAfterRestart(id, worker)).toBe('crashed');
		await queue().client.retryExecution(id);
		expect(await doubles(queue(), ROWS)).toEqual([]);
	});
}
