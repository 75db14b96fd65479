/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package */
import axios from 'axios';
import { visitShared } from '../../harness/n8n/shared';
import type { Guest } from '../../harness/n8n/test-bed';
import { START_TIMEOUT_MS } from '../../harness/n8n/test-bed';
import { answeringWebhookNode } from '../../harness/workflows/webhook';
import { charges } from '../../harness/sandbox/books';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { chainFrom, locator } from '../../harness/workflows/build';
import { addNode, byKey, outcomesOf } from '../../harness/workflows/sheet';

jest.setTimeout(900_000);

/** More of them say more about what is rare. */
const ORDERS = Number(process.env.GMC_KEY_ORDERS ?? 5);

let e2e: Guest;
beforeAll(async () => {
	e2e = await visitShared();
}, START_TIMEOUT_MS);
afterAll(async () => await e2e.stop());

test("a shop's webhook that comes three times at once pays once", async () => {
	const add = addNode(
		{
			...byKey('={{ $json.body.order }}'),
			options: { ledgerTable: 'orders' },
			customer: locator('id', '={{ $json.body.customer }}'),
			amount: '={{ $json.body.amount }}',
		},
		{ onError: 'continueRegularOutput' },
	);
	await e2e.client.publish(
		chainFrom('orders', answeringWebhookNode('orders'), add),
		e2e.credentialId,
	);
	const call = async (order: string) => {
		const body = { order, customer: DEMO_CUSTOMERS[0]._id, amount: 10 };
		const url = `${e2e.n8n.url}/webhook/orders`;
		return (await axios.post<[object]>(url, body, { proxy: false })).data[0];
	};
	for (let n = 1; n <= ORDERS; n++) {
		const answers = await Promise.all([1, 2, 3].map(async () => await call(`order-${n}`)));
		const [first, ...others] = outcomesOf(answers).sort();
		expect(first).toBe('issued');
		// On a slow machine one may not see the end of the other, and says that the key is in use.
		for (const outcome of others) expect(['skipped', 'unknown']).toContain(outcome);
	}
	expect(await charges(e2e)).toHaveLength(ORDERS);
});
