/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { inBatch } from '../../../harness/workflows/sheet';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import type { N8nWorker } from '../../../harness/queue/worker';
import {
	asked,
	caughtUp,
	chargedTally,
	difference,
	slowDown,
	tallyOf,
} from '../../../harness/sandbox/books';
import { call, publish, taken } from '../executions';
import { rowsOf, calledSheet } from '../../../harness/workflows/webhook';

const ROWS = rowsOf(24);
/** Rows that have been asked for when the worker dies. */
const REACHED = 8;
/** How long a row in doubt is held back. */
const HOLD_MS = 12_000;

/** A worker dies by SIGKILL while rows of a sheet are in flight. */
export function killTests(queue: () => QueueMode): void {
	async function killedRun(path: string, sheet: WorkflowJson) {
		const workflowId = await publish(queue(), sheet);
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

	/** What n8n calls it hangs on who notices first: a worker that starts, or the queue. */
	const CUT_OFF = /^(crashed|error)$/;

	/** n8n learns at the worker's next start what became of the executions it had. */
	async function statusAfterRestart(id: string, worker: N8nWorker): Promise<string> {
		await worker.start();
		return (await queue().client.finished(id)).status;
	}

	test('the batch run again at once has no row twice, and after the hold misses none', async () => {
		const hold = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000 };
		// A ledger of its own: a sandbox that was reset gives out the same ids once more.
		const options = { concurrency: 2, ledgerTable: 'killed batch', ...hold };
		const fields = { ...inBatch('killed'), options };
		const sheet = calledSheet('batch', fields, { onError: 'continueRegularOutput' });
		const { workflowId, id, worker } = await killedRun('batch', sheet);
		const runAgain = async () => {
			await call(queue(), 'batch', { rows: ROWS });
			const again = await taken(queue(), workflowId);
			expect((await queue().client.finished(again.id)).status).toBe('success');
			return again;
		};
		const before = await chargedTally(queue());
		expect((await runAgain()).worker).not.toBe(worker);
		expect(difference(tallyOf(ROWS), await chargedTally(queue())).doubles).toBe(0);
		// The kill did come in mid-run.
		expect(Object.keys(before).length).toBeGreaterThan(0);
		expect(before).not.toEqual(tallyOf(ROWS));
		expect(await statusAfterRestart(id, worker)).toMatch(CUT_OFF);
		await delay(HOLD_MS);
		await runAgain();
		expect(await chargedTally(queue())).toEqual(tallyOf(ROWS));
	}, 120_000);

	test('"Retry" of the crashed execution, which n8n offers, pays no row twice', async () => {
		const { id, worker } = await killedRun(
			'retry',
			calledSheet('retry', { options: { concurrency: 2 } }),
		);
		expect(await statusAfterRestart(id, worker)).toMatch(CUT_OFF);
		await queue().client.retryExecution(id);
		expect(difference(tallyOf(ROWS), await chargedTally(queue())).doubles).toBe(0);
	});
}
