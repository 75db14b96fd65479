/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package: it reads a variable */
import { setTimeout as delay } from 'node:timers/promises';
import type { QueueMode } from '../../../harness/queue/queue-mode';
import { asked, slowDown } from '../../../harness/sandbox/books';
import { Shop } from '../../../harness/workflows/burst';
import { byKey } from '../../../harness/workflows/sheet';
import { calledSheet } from '../../../harness/workflows/webhook';
import { publish } from '../executions';

// promises.md P6

/** More of them, spread over the burst: `KILLS=20 npx jest --selectProjects queue -t "burst"`. */
const KILLS = Number(process.env.KILLS ?? 1);
const ORDERS = 20;
/** How long the service needs for each addition, so that a kill meets requests in flight. */
const LATENCY_MS = 150;
/** How long an unclear row is held. */
const HOLD_MS = 12_000;

/** Two workers get a burst of orders, each of them twice. */
export function burstTests(queue: () => QueueMode): void {
	/** Orders that come to `/webhook/<path>`. */
	async function shopAt(path: string): Promise<Shop> {
		const options = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000, ledgerTable: path };
		const sheet = calledSheet(path, { ...byKey('={{ $json.order }}'), options });
		await publish(queue(), sheet);
		return new Shop(queue(), `${queue().main.url}/webhook/${path}`);
	}
	const once = Array<number>(ORDERS).fill(1);

	test(
		'each order is paid once',
		async () => {
			const shop = await shopAt('burst');
			// The first call makes the ledger.
			for (let burst = 0; burst < 1 + KILLS; burst++) {
				const orders = shop.newOrders(ORDERS);
				const outcomes = await shop.deliver(orders);
				expect(outcomes.filter((one) => one === 'issued')).toHaveLength(ORDERS);
				expect(await shop.timesPaid(orders)).toEqual(once);
			}
		},
		60_000 + KILLS * 30_000,
	);

	test(
		'a worker is killed: the orders come again, none is paid twice, and after the hold none is missing',
		async () => {
			const shop = await shopAt('killed burst');
			for (let kill = 0; kill < KILLS; kill++) {
				const orders = shop.newOrders(ORDERS);
				await queue().sandbox.admin.clearJournal();
				await slowDown(queue(), LATENCY_MS);
				// Calls whose worker is gone are not answered before n8n gives their jobs up.
				void shop.deliver(orders);
				await asked(queue(), 1 + Math.floor(((kill + 0.5) * ORDERS) / KILLS / 2));
				const worker = queue().workers[kill % 2];
				await worker.kill();
				// Requests in flight are still carried out.
				await delay(10 * LATENCY_MS);
				await queue().sandbox.admin.clearFaults();
				const again = shop.deliver(orders);
				await worker.start();
				await again;
				expect(Math.max(...(await shop.timesPaid(orders)))).toBe(1);
				await delay(2 * HOLD_MS);
				expect(await shop.deliver(orders)).not.toContain('unknown');
				expect(await shop.timesPaid(orders)).toEqual(once);
			}
		},
		60_000 + KILLS * 120_000,
	);
}
