/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a test, not a part of the package: it reads a variable */
import { setTimeout as delay } from 'node:timers/promises';
import { type TestBed, START_TIMEOUT_MS, startTestBed } from '../../harness/n8n/test-bed';
import { asked, slowDown } from '../../harness/sandbox/books';
import { Shop } from '../../harness/workflows/burst';
import { byKey } from '../../harness/workflows/sheet';
import { calledSheet } from '../../harness/workflows/webhook';

// A shop delivers many orders at the same moment, and each of them twice.

/** More of them, spread over the burst: `KILLS=30 npx jest --selectProjects e2e --testPathPatterns burst`. */
const KILLS = Number(process.env.KILLS ?? 1);
const ORDERS = 20;
/** How long the service needs for each addition, so that a kill meets requests in flight. */
const LATENCY_MS = 150;
/** How long an unclear row is held: longer than n8n takes to start. */
const HOLD_MS = 15_000;

let e2e: TestBed;
let shop: Shop;

beforeAll(async () => {
	e2e = await startTestBed();
	const options = { hold: HOLD_MS / 60_000, timeout: HOLD_MS / 2_000 };
	const orders = calledSheet('orders', { ...byKey('={{ $json.order }}'), options });
	await e2e.client.publish(orders, e2e.credentialId);
	shop = new Shop(e2e, `${e2e.n8n.url}/webhook/orders`);
}, START_TIMEOUT_MS);
afterAll(async () => await e2e?.stop());

const once = Array<number>(ORDERS).fill(1);

test('each order is paid once, and no delivery is told that another one is at work', async () => {
	const orders = shop.newOrders(ORDERS);
	const issuedAndSkipped = ['issued', 'skipped'].flatMap((one) => Array<string>(ORDERS).fill(one));
	expect(await shop.deliver(orders)).toEqual(issuedAndSkipped);
	expect(await shop.timesPaid(orders)).toEqual(once);
}, 60_000);

test('orders whose executions are deleted while they run are paid once', async () => {
	const { client, sandbox } = e2e;
	const orders = shop.newOrders(ORDERS);
	await sandbox.admin.clearJournal();
	await slowDown(e2e, LATENCY_MS);
	const first = shop.deliver(orders);
	await asked(e2e, 1);
	const running = await client.executions({ status: ['running'] });
	expect(running.length).toBeGreaterThan(ORDERS);
	await client.deleteExecutions(running.map(({ id }) => id));
	await first;
	await sandbox.admin.clearFaults();
	await shop.deliver(orders);
	expect(await shop.timesPaid(orders)).toEqual(once);
}, 60_000);

test(
	'n8n is killed in a burst: the orders come again, none is paid twice, and after the hold none is missing',
	async () => {
		for (let kill = 0; kill < KILLS; kill++) {
			const orders = shop.newOrders(ORDERS);
			await e2e.sandbox.admin.clearJournal();
			await slowDown(e2e, LATENCY_MS);
			const first = shop.deliver(orders);
			const requests = Math.floor(((kill + 0.5) * ORDERS) / KILLS);
			if (requests > 0) await asked(e2e, requests);
			await delay((kill * 37) % LATENCY_MS);
			await e2e.n8n.kill();
			await first;
			// Requests in flight are still carried out.
			await delay(10 * LATENCY_MS);
			await e2e.sandbox.admin.clearFaults();
			await e2e.n8n.start();
			await shop.deliver(orders);
			expect(Math.max(...(await shop.timesPaid(orders)))).toBe(1);
			await delay(2 * HOLD_MS);
			expect(await shop.deliver(orders)).toEqual(expect.not.arrayContaining(['unknown']));
			expect(await shop.timesPaid(orders)).toEqual(once);
		}
	},
	60_000 + KILLS * 120_000,
);
