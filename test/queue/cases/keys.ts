/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import { ask, publish, workersOf } from '../executions';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { START, chain, itemsNode } from '../../../harness/workflows/build';
import { calledSheet, keyedAddNode, rowsOf, withOrders } from '../../../harness/workflows/webhook';
import { asked, chargedTally, difference, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { byKey, outcomesOf } from '../../../harness/workflows/sheet';

// promises.md P6

/** How long an unclear row is held, and how late the list is. */
const HOLD_MS = 12_000;
const LATE_SECONDS = 4;

/** The fields of Balance: Add for orders. */
const byOrder = (options: object) => ({ ...byKey('={{ $json.order }}'), options });

/** Two workers share a ledger. */
export function keyTests(queue: () => QueueMode): void {
	const books = async (rows: Array<{ customer: string; amount: number }>) =>
		difference(tallyOf(rows), await chargedTally(queue()));

	test('parts in parallel: all workers know every key', async () => {
		const rows = withOrders(rowsOf(240), 'part');
		const sheet = calledSheet('keyed-parts', byOrder({ ledgerTable: 'parts' }));
		const workflowId = await publish(queue(), sheet);
		const runInParts = async (count: number) => {
			const size = rows.length / count;
			const parts = Array.from({ length: count }, (_, n) => rows.slice(n * size, (n + 1) * size));
			const calls = parts.map(async (part) => await ask(queue(), 'keyed-parts', { rows: part }));
			await Promise.all(calls);
		};
		await runInParts(6);
		const executions = await queue().client.allExecutions({ workflowId });
		expect(new Set(workersOf(queue(), executions)).size).toBe(2);
		expect(await books(rows)).toEqual({ doubles: 0, missing: 0 });
		// Cut into other parts: a key counts in whichever part it is.
		await runInParts(5);
		expect(await queue().sandbox.admin.count({ route: ISSUE })).toBe(rows.length);
	});

	test('a step of the editor runs in a worker, as always in n8n 3, and pays each row once', async () => {
		const rows = withOrders(rowsOf(2), 'by hand');
		const workflow = chain('by hand', itemsNode('Rows', rows), keyedAddNode());
		const { client, credentialId } = queue();
		const { id } = await client.importWorkflow(workflow, { credentialId });
		await client.runWorkflow(id, { triggerName: START });
		await client.runWorkflow(id, { triggerName: START });
		const executions = await client.allExecutions({ workflowId: id });
		expect(executions).toHaveLength(2);
		expect(workersOf(queue(), executions)).not.toContain(undefined);
		expect(await books(rows)).toEqual({ doubles: 0, missing: 0 });
	});

	test('both workers killed while they run sheets: run again at once and after the hold, each row is paid once', async () => {
		const { admin } = queue().sandbox;
		await admin.configure({ additions: { visibleAfterSeconds: LATE_SECONDS } });
		const hold = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000 };
		const fields = byOrder({ ledgerTable: 'kills', concurrency: 2, ...hold });
		await publish(queue(), calledSheet('keyed-kill', fields));
		const sheets = [1, 2].map((n) => withOrders(rowsOf(24), `sheet ${n}`));
		const all = sheets.flat();
		const run = async () =>
			(
				await Promise.all(
					sheets.map(async (rows) => await ask<object[]>(queue(), 'keyed-kill', { rows })),
				)
			).flatMap(outcomesOf);
		await slowDown(queue(), 150);
		const killed = run().catch(() => undefined);
		await asked(queue(), 12);
		await Promise.all(queue().workers.map(async (worker) => await worker.kill()));
		await admin.clearFaults();
		await Promise.all(queue().workers.map(async (worker) => await worker.start()));
		await run();
		expect((await books(all)).doubles).toBe(0);
		await delay(HOLD_MS);
		const later = await run();
		expect(await books(all)).toEqual({ doubles: 0, missing: 0 });
		expect(new Set(later)).not.toContain('unknown');
		void killed;
	});
}
