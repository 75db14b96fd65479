/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { inBatch } from '../../../harness/workflows/sheet';
import type { N8nWorker, QueueMode } from '../../../harness/queue/queue-mode';
import {
	asked,
	caughtUp,
	chargedTally,
	difference,
	slowDown,
	tallyOf,
} from '../../../harness/sandbox/books';
import { ask, publish, taken } from '../executions';
import { rowsOf, calledSheet } from '../../../harness/workflows/webhook';

// promises.md P16

const ROWS = rowsOf(24);
/** Requests that were sent when the worker is killed. */
const REACHED = 8;
/** How long an unclear row is held. */
const HOLD_MS = 12_000;

/** A worker is killed (SIGKILL) while rows of a sheet are in flight. */
export function killTests(queue: () => QueueMode): void {
	async function killedRun(path: string, sheet: WorkflowJson) {
		const workflowId = await publish(queue(), sheet);
		await slowDown(queue(), 150);
		const answer = ask(queue(), path, { rows: ROWS }).catch(() => undefined);
		const { id, worker } = await taken(queue(), workflowId);
		await asked(queue(), REACHED);
		await worker.kill();
		// Requests in flight are still carried out. Until then no list shows them (money-safety.md "What does not hold, and what to do").
		await caughtUp(queue());
		await queue().sandbox.admin.clearFaults();
		void answer;
		return { workflowId, id, worker };
	}

	/** It depends on what notices first: a worker that starts, or the queue. */
	const CUT_OFF = /^(crashed|error)$/;

	async function statusAfterRestart(id: string, worker: N8nWorker): Promise<string> {
		await worker.start();
		return (await queue().client.finished(id)).status;
	}

	test('the batch is run again: at once it pays no row twice, after the hold none is missing', async () => {
		const hold = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000 };
		const options = { concurrency: 2, ledgerTable: 'killed batch', ...hold };
		const fields = { ...inBatch('killed'), options };
		const { workflowId, id, worker } = await killedRun('batch', calledSheet('batch', fields));
		const runAgain = async () => {
			await ask(queue(), 'batch', { rows: ROWS });
			const again = await taken(queue(), workflowId);
			expect((await queue().client.finished(again.id)).status).toBe('success');
			return again;
		};
		const before = await chargedTally(queue());
		expect((await runAgain()).worker).not.toBe(worker);
		expect(difference(tallyOf(ROWS), await chargedTally(queue())).doubles).toBe(0);
		// The kill came in the middle of the run.
		expect(Object.keys(before).length).toBeGreaterThan(0);
		expect(before).not.toEqual(tallyOf(ROWS));
		expect(await statusAfterRestart(id, worker)).toMatch(CUT_OFF);
		await delay(HOLD_MS);
		await runAgain();
		expect(await chargedTally(queue())).toEqual(tallyOf(ROWS));
	}, 120_000);

	test('"Retry" of the crashed execution pays no row twice', async () => {
		const sheet = calledSheet('retry', { options: { concurrency: 2 } }, {});
		const { id, worker } = await killedRun('retry', sheet);
		expect(await statusAfterRestart(id, worker)).toMatch(CUT_OFF);
		await queue().client.retryExecution(id);
		expect(difference(tallyOf(ROWS), await chargedTally(queue())).doubles).toBe(0);
	});
}
