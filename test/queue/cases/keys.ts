/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import { ask, publish, say, workersOf } from '../executions';
import { publishFanOut, runFanOut } from '../fan-out';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { calledRows, keyedAddNode, rowsOf, withOrders } from '../../../harness/workflows/webhook';
import { asked, chargedTally, difference, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { byKey, outcomesOf } from '../../../harness/workflows/sheet';

/** How long an unclear row is held, and how late the list is. */
const HOLD_MS = 12_000;
const LATE_SECONDS = 4;

const ledger = (ledgerTable: string) => ({ ledgerTable });

/** Two workers share a ledger. */
export function keyTests(queue: () => QueueMode): void {
	const books = async (rows: Array<{ customer: string; amount: number }>) =>
		difference(tallyOf(rows), await chargedTally(queue()));

	test('parts in parallel: all workers know every key', async () => {
		const rows = withOrders(rowsOf(240), 'part');
		const add = keyedAddNode(ledger('parts'));
		const fanOut = await publishFanOut(queue(), 'keyed-parts', add);
		const first = await runFanOut(queue(), fanOut, { rows, parts: 6 });
		expect(new Set(workersOf(queue(), first)).size).toBe(2);
		expect(await books(rows)).toEqual({ doubles: 0, missing: 0 });
		// Cut into other parts: a key counts in whichever part it is.
		await runFanOut(queue(), fanOut, { rows, parts: 5 });
		expect(await queue().sandbox.admin.count({ route: ISSUE })).toBe(rows.length);
	});

	test('both workers killed while they run sheets: run again at once and after the hold, each row is paid once', async () => {
		const { admin } = queue().sandbox;
		await admin.configure({ additions: { visibleAfterSeconds: LATE_SECONDS } });
		const hold = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000 };
		const options = { ...ledger('kills'), concurrency: 2, ...hold };
		await publish(queue(), calledRows('keyed-kill', byKey('={{ $json.order }}'), options));
		const sheets = [1, 2].map((n) => withOrders(rowsOf(24), `sheet ${n}`));
		const all = sheets.flat();
		const run = async () =>
			(
				await Promise.all(
					sheets.map(async (rows) => await ask<object[]>(queue(), 'keyed-kill', { rows })),
				)
			).flatMap(outcomesOf);
		await slowDown(queue(), 150);
		const first = run().catch(() => 'killed');
		await asked(queue(), 12);
		await Promise.all(queue().workers.map(async (worker) => await worker.kill()));
		await admin.clearFaults();
		await Promise.all(queue().workers.map(async (worker) => await worker.start()));
		const atOnce = await run();
		const { doubles } = await books(all);
		expect(doubles).toBe(0);
		await delay(HOLD_MS);
		const later = await run();
		const { missing } = await books(all);
		const inDoubt = atOnce.filter((outcome) => outcome === 'unknown').length;
		say(
			`both workers killed: ${inDoubt} of ${all.length} rows held at once, ${doubles} doubled, ${missing} missing after the hold`,
		);
		expect(await books(all)).toEqual({ doubles: 0, missing: 0 });
		expect(new Set(later)).not.toContain('unknown');
		void first;
	});
}
