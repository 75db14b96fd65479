/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, not a part of the package */
import axios from 'axios';
import { visitShared } from '../../harness/n8n/shared';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Guest } from '../../harness/n8n/test-bed';
import { START_TIMEOUT_MS } from '../../harness/n8n/test-bed';
import { answeringWebhookNode } from '../../harness/workflows/webhook';
import { nodeOutput } from '../../harness/n8n/executions';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { chainFrom } from '../../harness/workflows/build';
import { ADD, addNode, byKey, outcomesOf } from '../../harness/workflows/sheet';

jest.setTimeout(900_000);

/** More of them say more about what is rare. */
const ORDERS = Number(process.env.GMC_KEY_ORDERS ?? 5);

let e2e: Guest;
beforeAll(async () => {
	e2e = await visitShared();
}, START_TIMEOUT_MS);
beforeEach(async () => await e2e.sandbox.admin.reset());
afterAll(async () => await e2e.stop());

const [ana, bruno] = DEMO_CUSTOMERS;
const keyed = (ledgerTable: string, more: object = {}) => ({
	...byKey('={{ $json.order }}'),
	options: { ledgerTable, ...more },
});
const outcomes = (items: INodeExecutionData[]) => outcomesOf(items.map(({ json }) => json));

async function charges(): Promise<number> {
	return (await e2e.sandbox.admin.charges()).additions.filter(({ source }) => source === 'api')
		.length;
}

async function runKeyed(rows: Array<Record<string, unknown>>, table: string, more: object = {}) {
	const workflow = chainFrom(
		'Keys',
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
		{
			name: 'Rows',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(rows.map((json) => ({ json })))};` },
		},
		addNode(keyed(table, more), { onError: 'continueRegularOutput' }),
	);
	const { id } = await e2e.client.importWorkflow(workflow, { credentialId: e2e.credentialId });
	const execution = await e2e.client.runWorkflow(id, { triggerName: 'Start' });
	return nodeOutput(execution, ADD)[0] ?? [];
}

test('a sheet that runs again pays nothing again; what a key has paid stays with it', async () => {
	const rows = [
		{ customer: ana._id, amount: 10, order: 1001 },
		{ customer: ana._id, amount: 10, order: '=1002' },
		{ customer: bruno._id, amount: 5, order: 'x' },
	];
	const first = await runKeyed(rows, 'keys again');
	expect(outcomes(first)).toEqual(['issued', 'issued', 'issued']);
	const again = await runKeyed([...rows, { ...rows[0], amount: 11 }].slice(0, 3), 'keys again');
	expect(outcomes(again)).toEqual(['skipped', 'skipped', 'skipped']);
	expect(again.map(({ json }) => json._id)).toEqual(first.map(({ json }) => json._id));
	const changed = await runKeyed([{ ...rows[0], amount: 11 }], 'keys again');
	expect(changed[0].json.details).toMatchObject({
		outcome: 'rejected',
		code: 'IDEMPOTENCY_KEY_REUSED',
		idempotencyKey: '1001',
	});
	expect(await charges()).toBe(3);
});

test("a shop's webhook that comes three times at once pays once", async () => {
	const workflow = chainFrom(
		'orders',
		answeringWebhookNode('orders'),
		addNode(
			{
				...keyed('orders'),
				idempotencyKey: '={{ $json.body.order }}',
				customer: { __rl: true, mode: 'id', value: '={{ $json.body.customer }}' },
				amount: '={{ $json.body.amount }}',
			},
			{ onError: 'continueRegularOutput' },
		),
	);
	await e2e.client.publish(workflow, e2e.credentialId);
	const call = async (order: string) =>
		(
			await axios.post<[object]>(
				`${e2e.n8n.url}/webhook/orders`,
				{ order, customer: ana._id, amount: 10 },
				{ proxy: false },
			)
		).data[0];
	for (let n = 1; n <= ORDERS; n++) {
		const answers = await Promise.all([1, 2, 3].map(async () => await call(`order-${n}`)));
		const [first, ...others] = outcomesOf(answers).sort();
		expect(first).toBe('issued');
		// On a slow machine one may not see the end of the other, and says that the key is in use.
		for (const outcome of others) expect(['skipped', 'unknown']).toContain(outcome);
	}
	expect(await charges()).toBe(ORDERS);
});
