/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package */
import { setTimeout as delay } from 'node:timers/promises';
import { MEETINGS, ask, call, publish, say, workersOf } from '../executions';
import { publishFanOut, runFanOut } from '../fan-out';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import {
	calledKeyedSheet,
	keyedAddNode,
	rowsOf,
	webhookNode,
	withOrders,
} from '../../../harness/workflows/webhook';
import { asked, chargedTally, difference, slowDown, tallyOf } from '../../../harness/sandbox/books';
import { ISSUE } from '../../../harness/sandbox/routes';
import { chainFrom, setNode } from '../../../harness/workflows/build';
import { outcomesOf } from '../../../harness/workflows/sheet';

/** How long an unclear row is held, and how late the list is. */
const HOLD_MS = 12_000;
const LATE_SECONDS = 4;
/** Longer than two claims need. */
const STALL_MS = 400;

const ledger = (ledgerTable: string) => ({ ledgerTable });

/** Two workers share a ledger. */
export function keyTests(queue: () => QueueMode): void {
	const books = async (rows: Array<{ customer: string; amount: number }>) =>
		difference(tallyOf(rows), await chargedTally(queue()));

	test(
		`${MEETINGS} orders that come to both workers at the same moment are paid once`,
		async () => {
			const id = await publish(queue(), calledKeyedSheet('keyed-order', ledger('meetings')));
			const busy = setNode(
				'Busy',
				`={{ (() => { const end = Date.now() + ${STALL_MS}; while (Date.now() < end) {} return 1; })() }}`,
			);
			await publish(queue(), chainFrom('busy', webhookNode('busy'), busy));
			const orders = withOrders(rowsOf(MEETINGS), 'meeting');
			const told: string[] = [];
			for (const [index, order] of orders.entries()) {
				const come = async () => await ask<object[]>(queue(), 'keyed-order', { rows: [order] });
				const stalls =
					index % 2 === 1 ? [1, 2].map(async () => await call(queue(), 'busy', {})) : [];
				const [one, other] = await Promise.all([come(), come(), ...stalls]);
				told.push([...outcomesOf(one!), ...outcomesOf(other!)].sort().join(' and '));
			}
			const executions = await queue().client.allExecutions({ workflowId: id });
			const workers = workersOf(queue(), executions);
			const met = orders.filter((_, n) => workers[2 * n] !== workers[2 * n + 1]).length;
			const { doubles, missing } = await books(orders);
			say(
				`${MEETINGS} orders twice at once, ${met} on both workers: ${doubles} doubled, ${missing} missing`,
			);
			expect({ doubles, missing }).toEqual({ doubles: 0, missing: 0 });
			// On a slow machine, one may not see the other end, and says that the key is in use.
			for (const both of told) expect(both).toMatch(/^issued and (skipped|unknown)$/);
			expect(met).toBeGreaterThan(MEETINGS / 4);
		},
		60_000 + MEETINGS * 5_000,
	);

	test('parts in parallel: all workers know every key', async () => {
		const rows = withOrders(rowsOf(240), 'part');
		const add = keyedAddNode(ledger('parts'));
		const fanOut = await publishFanOut(queue(), 'webhook', { path: 'keyed-parts', add });
		const first = await runFanOut(queue(), fanOut, { rows, parts: 6 });
		expect(new Set(workersOf(queue(), first.children)).size).toBe(2);
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
		await publish(queue(), calledKeyedSheet('keyed-kill', options));
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
