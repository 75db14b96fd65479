import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import { charged } from '../../../harness/sandbox/books';
import { ISSUE, LOGIN } from '../../../harness/sandbox/routes';
import { Shop } from '../../../harness/stand-ins/shop';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The sample "Top up when an order is paid": a shop delivers its call more than once.

jest.setTimeout(90_000);

const [ana, bruno] = DEMO_CUSTOMERS;
const ORDER = {
	id: 1001,
	status: 'paid',
	customer_tax_id: ana.taxId,
	total: '49.90',
	currency: 'BRL',
};

let e2e: Guest;
let shop: Shop;

beforeAll(async () => {
	e2e = await visitShared();
	shop = await Shop.open(e2e);
});
beforeEach(async () => {
	await e2e.sandbox.admin.reset();
	await shop.publish();
});
afterEach(async () => {
	await shop.close();
	expect((await e2e.sandbox.admin.invariants()).violations).toEqual([]);
});
afterAll(async () => await e2e?.stop());

const issued = async () => await charged(e2e);

test('an order that is delivered three times at once, and the day after, tops up once', async () => {
	const answers = await Promise.all([1, 2, 3].map(async () => await shop.deliver(ORDER)));
	const told = answers.map(({ status, data }) => `${status} ${String(data.outcome)}`);
	expect(told.filter((one) => one === '200 issued')).toHaveLength(1);
	// While another delivery is at it, the answer may be that nobody knows yet: the shop delivers it again.
	for (const one of told) expect(one).toMatch(/^(200 (issued|skipped)|503 unknown)$/);
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'skipped' } });
	const additions = answers.flatMap(({ data }) => data.addition ?? []);
	expect(new Set(additions).size).toBe(1);
	await e2e.sandbox.admin.advanceClock({ days: 1 });
	const late = await shop.deliver(ORDER);
	expect(late).toMatchObject({ status: 200, data: { order: '1001', outcome: 'skipped' } });
	expect(await issued()).toEqual([[ana._id, 49.9, 'BRL']]);
	// Another order of the same customer with the same amount is another top-up.
	expect(await shop.deliver({ ...ORDER, id: 1002 })).toMatchObject({ data: { outcome: 'issued' } });
	expect(await issued()).toHaveLength(2);
});

test('an order whose answer was lost is delivered again until it is known, and paid once', async () => {
	const { admin } = e2e.sandbox;
	expect(await shop.deliver({ ...ORDER, id: 1000 })).toMatchObject({ status: 200 });
	await admin.configure({ additions: { visibleAfterSeconds: 60 } });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitThenReset' } });
	const lost = await shop.deliver(ORDER);
	expect(lost).toMatchObject({ status: 503, data: { outcome: 'unknown' }, retryAfter: '900' });
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 503, data: { outcome: 'unknown' } });
	await admin.advanceClock({ minutes: 1 });
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'skipped' } });
	expect(await issued()).toHaveLength(2);
	const open = { order: '1001', outcome: 'unknown', reason: lost.data.reason };
	expect(await shop.told()).toMatchObject([
		open,
		{ ...open, reason: expect.stringContaining('is not known') as string },
	]);
});

test('an order that GMC would take later is delivered again', async () => {
	const { admin } = e2e.sandbox;
	await admin.configure({ auth: { integrationOnly: false } });
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 503, data: { outcome: 'rejected' } });
	await admin.configure({ auth: { integrationOnly: true } });
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
	expect(await shop.told()).toMatchObject([{ order: '1001', outcome: 'rejected' }]);
});

test('an order whose addition GMC has failed is delivered again, and paid then', async () => {
	const { admin } = e2e.sandbox;
	// Logs in.
	await shop.deliver({ ...ORDER, id: 1000 });
	await admin.addFault({ route: ISSUE, nth: 1, action: { type: 'commitAsFailed' } });
	const failed = await shop.deliver(ORDER);
	expect(failed).toMatchObject({ status: 503, data: { outcome: 'rejected' } });
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
});

// What is known of the customers is kept for minutes, but for two accounts only, and other tests use the same n8n: the
// first request that fails may be the send, or the list of the customers.
const HELD = { outcome: expect.stringMatching(/^(rejected|notAttempted)$/) as string };

test('an order that a login kept from being sent is delivered again', async () => {
	const { admin } = e2e.sandbox;
	await shop.deliver({ ...ORDER, id: 1000 });
	await admin.expireTokens();
	await admin.addFault({ route: LOGIN, action: { type: 'status', status: 503 } });
	const held = await shop.deliver(ORDER);
	expect(held).toMatchObject({ status: 503, data: HELD, retryAfter: '900' });
	await admin.clearFaults();
	expect(await shop.deliver(ORDER)).toMatchObject({ status: 200, data: { outcome: 'issued' } });
	expect(await shop.told()).toMatchObject([{ order: '1001', ...HELD }]);
});

test('a shop is told when another delivery would not help', async () => {
	await shop.deliver(ORDER);
	const refused = await Promise.all([
		shop.deliver({ ...ORDER, total: '59.90' }),
		shop.deliver({ ...ORDER, id: 1, customer_tax_id: '99999999999' }),
		shop.deliver({ ...ORDER, id: 2, total: '1001' }),
		shop.deliver({ ...ORDER, id: undefined }),
		shop.deliver({ ...ORDER, id: '' }),
	]);
	expect(refused.map(({ status, data }) => [status, data.outcome])).toEqual(
		refused.map(() => [422, 'rejected']),
	);
	expect(refused[0].data.reason).toContain('was used for another top-up');
	const reasons = (await shop.told()).map(({ reason }) => reason);
	expect(reasons.sort()).toEqual(refused.map(({ data }) => data.reason).sort());
	expect(await issued()).toEqual([[ana._id, 49.9, 'BRL']]);
});

test('what is not paid, or comes from somebody else, tops up nothing', async () => {
	const order = { ...ORDER, customer_tax_id: bruno.taxId };
	const pending = await shop.deliver({ ...order, status: 'pending' });
	expect(pending).toMatchObject({ status: 200, data: { order: '1001', outcome: 'ignored' } });
	expect((await shop.deliver(order, 'another value')).status).toBe(403);
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
	const shouted = await shop.deliver({ ...order, status: 'PAID' });
	expect(shouted).toMatchObject({ status: 200, data: { outcome: 'issued' } });
});
