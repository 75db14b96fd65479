import axios from 'axios';
import type { WorkflowJson } from '../../harness/n8n/types';
import { nodeOutput } from '../../harness/n8n/client';
import type { Guest } from '../../harness/n8n/test-bed';
import { visitShared } from '../../harness/n8n/shared';
import { loadSample } from '../../harness/samples/samples';
import { withChosenCredential, withOwnLedger } from '../../harness/samples/choices';
import { charged } from '../../harness/sandbox/books';
import { ISSUE, LOGIN } from '../../harness/sandbox/routes';
import { DEMO_CUSTOMERS } from '../../sandbox/seeds';
import { startSandbox } from '../../sandbox/server';

// The sample "Top up when an order is paid": a shop delivers its call more than once.

jest.setTimeout(90_000);

const [ana, bruno] = DEMO_CUSTOMERS;
const HEADER = { name: 'X-Shop-Key', value: 'a-long-random-value' };
const ORDER = {
	...{ id: 1001, status: 'paid', customer_tax_id: ana.taxId },
	...{ total: '49.90', currency: 'BRL' },
};

let e2e: Guest;
let sample: WorkflowJson;
let published: string;

async function publish(workflow: WorkflowJson, credentialId = e2e.credentialId): Promise<void> {
	const { id } = await e2e.client.importWorkflow(workflow, { credentialId });
	await e2e.client.activate(id);
	published = id;
}

beforeAll(async () => {
	e2e = await visitShared();
	const key = await e2e.client.createCredential('httpHeaderAuth', 'Shop', HEADER);
	const chosen = ['n8n-nodes-base.webhook', 'httpHeaderAuth', key] as const;
	sample = withChosenCredential(await loadSample('top-up-when-an-order-is-paid'), ...chosen);
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	await publish(withOwnLedger(sample));
});
afterEach(async () => {
	await e2e.client.deactivate(published);
	expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);
});
afterAll(async () => await e2e?.stop());

async function deliver(order: object, value = HEADER.value) {
	const { status, data, headers } = await axios.post<Record<string, unknown>>(
		`${e2e.n8n.url}/webhook/gmc-order-paid`,
		order,
		{ proxy: false, headers: { [HEADER.name]: value }, validateStatus: () => true },
	);
	return { status, data, retryAfter: headers['retry-after'] as unknown };
}
const issued = async () => await charged(e2e);
/** What has come to the node after which a person is told, oldest first. */
async function told(): Promise<Array<Record<string, unknown>>> {
	const { client } = e2e;
	const executions = await client.allExecutions({ workflowId: published });
	const ended = await Promise.all(executions.map(async ({ id }) => await client.finished(id)));
	return ended
		.flatMap((one) => nodeOutput(one, 'Needs attention')[0] ?? [])
		.map((item) => item.json);
}

test('an order that is delivered three times at once, and the day after, tops up once', async () => {
	const answers = await Promise.all([1, 2, 3].map(async () => await deliver(ORDER)));
	const told = answers.map(({ status, data }) => `${status} ${String(data.outcome)}`);
	expect(told.filter((one) => one === '200 issued')).toHaveLength(1);
	// While another delivery is at it, the answer may be that nobody knows yet: the shop delivers it again.
	for (const one of told) expect(one).toMatch(/^(200 (issued|skipped)|503 unknown)$/);
	expect(await deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'skipped' } });
	const additions = answers.flatMap(({ data }) => data.addition ?? []);
	expect(new Set(additions).size).toBe(1);
	await e2e.sandbox.admin.advanceClock({ days: 1 });
	const late = await deliver(ORDER);
	expect(late).toMatchObject({ status: 200, data: { order: '1001', outcome: 'skipped' } });
	expect(await issued()).toEqual([[ana._id, 49.9, 'BRL']]);
	// Another order of the same customer with the same amount is another top-up.
	expect(await deliver({ ...ORDER, id: 1002 })).toMatchObject({ data: { outcome: 'issued' } });
	expect(await issued()).toHaveLength(2);
});

test('an order whose answer was lost is delivered again until it is known, and paid once', async () => {
	const { admin } = e2e.sandbox;
	expect(await deliver({ ...ORDER, id: 1000 })).toMatchObject({ status: 200 });
	await admin.configure({ additions: { visibleAfterSeconds: 60 } });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	const lost = await deliver(ORDER);
	expect(lost).toMatchObject({ status: 503, data: { outcome: 'unknown' }, retryAfter: '900' });
	expect(await deliver(ORDER)).toMatchObject({ status: 503, data: { outcome: 'unknown' } });
	await admin.advanceClock({ minutes: 1 });
	expect(await deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'skipped' } });
	expect(await issued()).toHaveLength(2);
	const open = { order: '1001', outcome: 'unknown', reason: lost.data.reason };
	expect(await told()).toMatchObject([
		open,
		{ ...open, reason: expect.stringContaining('is not known') as string },
	]);
});

test('an order that GMC would take later is delivered again', async () => {
	const { admin } = e2e.sandbox;
	await admin.configure({ auth: { integrationOnly: false } });
	expect(await deliver(ORDER)).toMatchObject({ status: 503, data: { outcome: 'rejected' } });
	await admin.configure({ auth: { integrationOnly: true } });
	expect(await deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
	expect(await told()).toMatchObject([{ order: '1001', outcome: 'rejected' }]);
});

// What is known of the customers is known for minutes, so the send may be the first request that fails.
test('an order that a login kept from being sent is delivered again', async () => {
	const { admin } = e2e.sandbox;
	await deliver({ ...ORDER, id: 1000 });
	await admin.expireTokens();
	await admin.addFault({ route: LOGIN, action: { type: 'status', status: 503 } });
	const held = await deliver(ORDER);
	expect(held).toMatchObject({ status: 503, data: { outcome: 'rejected' }, retryAfter: '900' });
	await admin.clearFaults();
	expect(await deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
	expect(await told()).toMatchObject([{ order: '1001', outcome: 'rejected' }]);
});

test('an order that the network kept from being sent is delivered again', async () => {
	const gone = await startSandbox();
	const credential = await gone.admin.credential();
	const credentialId = await e2e.client.createCredential('gmcApi', 'Gone', credential);
	await e2e.client.deactivate(published);
	await publish(withOwnLedger(sample), credentialId);
	expect(await deliver({ ...ORDER, id: 1000 })).toMatchObject({ status: 200 });
	await gone.close();
	expect(await deliver(ORDER)).toMatchObject({ status: 503, data: { outcome: 'rejected' } });
	expect(await told()).toMatchObject([{ order: '1001', outcome: 'rejected' }]);
});

test('a shop is told when another delivery would not help', async () => {
	await deliver(ORDER);
	const refused = await Promise.all([
		deliver({ ...ORDER, total: '59.90' }),
		deliver({ ...ORDER, id: 1, customer_tax_id: '99999999999' }),
		deliver({ ...ORDER, id: 2, total: '1001' }),
		deliver({ ...ORDER, id: undefined }),
		deliver({ ...ORDER, id: '' }),
	]);
	expect(refused.map(({ status, data }) => [status, data.outcome])).toEqual(
		refused.map(() => [422, 'rejected']),
	);
	expect(refused[0].data.reason).toContain('was used for another top-up');
	const reasons = (await told()).map(({ reason }) => reason);
	expect(reasons.sort()).toEqual(refused.map(({ data }) => data.reason).sort());
	expect(await issued()).toEqual([[ana._id, 49.9, 'BRL']]);
});

test('what is not paid, or comes from somebody else, tops up nothing', async () => {
	const order = { ...ORDER, customer_tax_id: bruno.taxId };
	const pending = await deliver({ ...order, status: 'pending' });
	expect(pending).toMatchObject({ status: 200, data: { order: '1001', outcome: 'ignored' } });
	const unclear = await deliver({ ...order, status: undefined });
	expect(unclear).toMatchObject({ status: 422, data: { outcome: 'rejected' } });
	expect((await deliver(order, 'another value')).status).toBe(403);
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
	const shouted = await deliver({ ...order, status: 'PAID' });
	expect(shouted).toMatchObject({ status: 200, data: { outcome: 'issued' } });
});
