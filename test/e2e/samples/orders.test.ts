import {
	type CalledSample,
	type Change,
	DEMO_CUSTOMERS,
	inTurn,
	Samples,
	withDryRun,
	withNodeOff,
	withParameters,
} from '../../../harness/samples/for-tests';
import { CREATE_CUSTOMER } from '../../../harness/sandbox/routes';

// The sample "Top up when an order is paid" with a shop that has a key of its own: it delivers its call more than once.

jest.setTimeout(90_000);

const [ana] = DEMO_CUSTOMERS;
const ORDER_IS_PAID = 'top-up-when-an-order-is-paid';
const ORDER = {
	id: 1001,
	status: 'paid',
	// A number has lost its zero.
	customer_tax_id: Number(ana.taxId),
	customer_name: ana.name,
	customer_email: 'other@example.com',
	total: '49.90',
	currency: 'BRL',
};
const NEW_BUYER = {
	...ORDER,
	customer_tax_id: 9876543229,
	customer_name: 'Nova Compradora',
	customer_email: 'nova@example.com',
};

const samples = Samples.forThisFile();
let shop: CalledSample;

const withKey: Change = inTurn(
	withParameters('Order', () => ({ authentication: 'headerAuth' })),
	withNodeOff('Signature'),
);
const publish = async (more: Change = inTurn()) =>
	await samples.publish(ORDER_IS_PAID, { change: inTurn(withKey, more) });

beforeEach(async () => void (shop = await publish()));
afterEach(async () => await shop.close());

const deliver = async (order: object, key?: string) => await shop.call(order, key);
const answer = (status: number, outcome: string) => ({ status, data: { outcome } });
const buyers = async () => await samples.admin.customers();
const statuses = async () => (await shop.executions()).map(({ status }) => status);

test('an order that is delivered three times at once, and the day after, pays once', async () => {
	const answers = await Promise.all([1, 2, 3].map(async () => await deliver(NEW_BUYER)));
	for (const { status, data } of answers) {
		// While another delivery is running, the answer may be that the result is unclear.
		expect(`${status} ${String(data.outcome)}`).toMatch(/^(200 (issued|skipped)|503 \w+)$/);
	}
	await samples.admin.advanceClock({ days: 1 });
	expect(await deliver(NEW_BUYER)).toMatchObject(answer(200, 'skipped'));
	const created = (await buyers()).filter(({ name }) => name === 'Nova Compradora');
	expect(created).toMatchObject([{ email: 'nova@example.com', taxId: '09876543229' }]);
	expect(await samples.charged()).toEqual([[created[0]._id, 49.9, 'BRL']]);
	// Another order of the same customer with the same amount is another top-up.
	expect(await deliver({ ...NEW_BUYER, id: 1002 })).toMatchObject(answer(200, 'issued'));
});

test('an order whose answer was lost is delivered again until it is clear, and paid once', async () => {
	const { admin } = samples;
	expect(await deliver({ ...ORDER, id: 1000 })).toMatchObject(answer(200, 'issued'));
	await samples.listLate(60);
	await samples.lose('done');
	expect(await deliver(ORDER)).toMatchObject({ ...answer(503, 'unknown'), retryAfter: '900' });
	expect(await deliver(ORDER)).toMatchObject(answer(503, 'unknown'));
	await admin.advanceClock({ minutes: 1 });
	expect(await deliver(ORDER)).toMatchObject(answer(200, 'skipped'));
	expect(await samples.charged()).toHaveLength(2);
	expect(await statuses()).toEqual(['success', 'error', 'error', 'success']);
});

test('an order that GMC refuses for now is delivered again, and then paid', async () => {
	await deliver({ ...ORDER, id: 1000 });
	await samples.fault({ type: 'commitAsFailed' }, 1);
	expect(await deliver(ORDER)).toMatchObject(answer(503, 'rejected'));
	expect(await deliver(ORDER)).toMatchObject(answer(200, 'issued'));
});

test('an order is delivered again if GMC could not create its buyer, or if the day is full', async () => {
	const { admin } = samples;
	await samples.refuse({ route: CREATE_CUSTOMER, nth: 1 }, 503);
	expect(await deliver(NEW_BUYER)).toMatchObject({ status: 503 });
	expect(await deliver(NEW_BUYER)).toMatchObject(answer(200, 'issued'));
	await admin.createAddition({ amount: 19_990, currency: 'BRL', customerIdentifier: ana._id });
	// It would be full for the whole day: a person decides.
	expect(await deliver({ ...ORDER, id: 1002 })).toMatchObject(answer(200, 'rejected'));
});

test('an order that another delivery would not cure is taken, and told to a person', async () => {
	await deliver(ORDER);
	const refused = await Promise.all([
		deliver({ ...ORDER, total: '59.90' }),
		deliver({ ...ORDER, id: 1, customer_tax_id: '99999999999' }),
		deliver({ ...ORDER, id: 2, total: '1001' }),
		deliver({ ...ORDER, id: undefined }),
		deliver({ ...ORDER, id: 3, customer_name: 'Ana' }),
		deliver({ ...ORDER, id: 4, customer_name: undefined }),
		// They come rounded, both as the same number.
		deliver({ ...ORDER, id: Number('576461413038785752') }),
		deliver({ ...ORDER, id: Number('576461413038785760'), total: '10' }),
	]);
	expect(refused.map(({ status, data }) => [status, data.outcome])).toEqual(
		refused.map(() => [200, 'rejected']),
	);
	expect(refused[4].data.reason).toContain(`"${ana.name}"`);
	expect(await samples.charged()).toEqual([[ana._id, 49.9, 'BRL']]);
	// There is no mailbox here.
	expect(new Set((await statuses()).slice(1))).toEqual(new Set(['error']));
});

test('the status of the shop decides: paid, nothing to pay, or unknown', async () => {
	for (const [index, status] of [' Pago ', 'APROVADO', 'captured'].entries()) {
		expect(await deliver({ ...ORDER, id: index + 1, status })).toMatchObject(answer(200, 'issued'));
	}
	for (const status of ['Pendente', 'failed']) {
		expect(await deliver({ ...ORDER, status })).toMatchObject(answer(200, 'ignored'));
	}
	for (const status of ['liquidado', '', undefined]) {
		expect(await deliver({ ...ORDER, status })).toMatchObject(answer(200, 'unclear'));
	}
	expect((await deliver(ORDER, 'another key')).status).toBe(403);
	expect(await samples.charged()).toHaveLength(3);
	// Who is a customer already is not changed.
	expect(await buyers()).toContainEqual(
		expect.objectContaining({ _id: ana._id, email: ana.email }),
	);
	expect((await statuses()).slice(-3)).toEqual(['error', 'error', 'error']);
});

test.each([
	['with Dry Run', withDryRun, 'planned', /^Not paid: Dry Run is on in "Add top-up"/],
	[
		'switched off',
		withNodeOff('Add top-up'),
		'notAttempted',
		/^Not paid: "Add top-up" did not run/,
	],
])('the order is not lost when Add top-up was left %s', async (...row) => {
	const [, change, outcome, reason] = row;
	const tried = await publish(change);
	const { status, data } = await tried.call(ORDER);
	expect([status, data.outcome]).toEqual([200, outcome]);
	expect(data.reason).toMatch(reason);
	await tried.close();
});
