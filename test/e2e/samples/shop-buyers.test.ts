import { withParameters } from '../../../harness/samples/choices';
import { nodeOutput } from '../../../harness/n8n/executions';
import type { Guest } from '../../../harness/n8n/test-bed';
import { visitShared } from '../../../harness/n8n/shared';
import type { WorkflowJson } from '../../../harness/n8n/types';
import { charged } from '../../../harness/sandbox/books';
import { CREATE_CUSTOMER, ISSUE } from '../../../harness/sandbox/routes';
import { Shop } from '../../../harness/stand-ins/shop';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';

// The sample "Top up when an order is paid": by which words an order is paid, and who the buyer is.

jest.setTimeout(90_000);

const [ana] = DEMO_CUSTOMERS;
const ORDER = {
	id: 1001,
	status: 'paid',
	customer_tax_id: ana.taxId,
	total: '49.90',
	currency: 'BRL',
};
const NEW_BUYER = {
	...ORDER,
	customer_tax_id: '987.654.321-00',
	customer_name: 'Nova Compradora',
	customer_email: 'nova@example.com',
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

const outcome = (status: number, name: string) => ({ status, data: { outcome: name } });
const buyers = async () => await e2e.sandbox.admin.customers();

test('each word for paid pays, in capitals and with blanks around', async () => {
	const words = ['paid', ' Pago ', 'APROVADO', 'approved', 'Captured'];
	for (const [index, status] of words.entries()) {
		const answer = await shop.deliver({ ...ORDER, id: 2000 + index, status });
		expect(answer).toMatchObject(outcome(200, 'issued'));
	}
	for (const status of ['Pendente', 'cancelled', 'refunded']) {
		expect(await shop.deliver({ ...ORDER, status })).toMatchObject(outcome(200, 'ignored'));
	}
	expect(await charged(e2e)).toHaveLength(words.length);
	expect(await shop.told()).toEqual([]);
});

test('a status that is not known is told, delivered again, and pays once it is known', async () => {
	const order = { ...ORDER, status: 'liquidado' };
	const unclear = await shop.deliver(order);
	expect(unclear).toMatchObject({ ...outcome(503, 'notAttempted'), retryAfter: '900' });
	for (const status of [undefined, '', null]) {
		const without = await shop.deliver({ ...order, status });
		expect(without).toMatchObject(outcome(503, 'notAttempted'));
	}
	expect((await shop.told()).map(({ reason }) => reason)).toEqual([
		'The status liquidado is not among the words of the shop',
		...Array.from({ length: 3 }, () => 'The order has no status'),
	]);
	expect((await shop.executions()).map(({ status }) => status)).toEqual(Array(4).fill('error'));
	expect(await e2e.sandbox.admin.count({ route: ISSUE })).toBe(0);
	await shop.publish((sample) => withWord(sample, 'liquidado'));
	expect(await shop.deliver(order)).toMatchObject(outcome(200, 'issued'));
});

function withWord(sample: WorkflowJson, word: string): WorkflowJson {
	return withParameters(sample, 'Words of the shop', ({ assignments }) => {
		const text = JSON.stringify(assignments).replace('captured', `captured, ${word},`);
		return { assignments: JSON.parse(text) as object };
	});
}

test('a new buyer is created and paid, once, were it delivered three times at once', async () => {
	const answers = await Promise.all([1, 2, 3].map(async () => await shop.deliver(NEW_BUYER)));
	for (const { status, data } of answers) {
		expect(`${status} ${String(data.outcome)}`).toMatch(/^(200 (issued|skipped)|503 \w+)$/);
	}
	expect(await shop.deliver(NEW_BUYER)).toMatchObject(outcome(200, 'skipped'));
	const created = (await buyers()).filter(({ name }) => name === 'Nova Compradora');
	expect(created).toMatchObject([{ email: 'nova@example.com' }]);
	expect(await charged(e2e)).toEqual([[created[0]._id, 49.9, 'BRL']]);
});

test('a tax ID that comes as a number gets its zeros back: who is known and who is new is paid', async () => {
	const known = { ...ORDER, customer_tax_id: Number(ana.taxId), customer_name: ana.name };
	const fresh = { ...NEW_BUYER, id: 1002, customer_tax_id: 9876543229 };
	for (const order of [known, { ...known, id: 1003, customer_email: ana.email }, fresh]) {
		expect(await shop.deliver(order)).toMatchObject(outcome(200, 'issued'));
	}
	const created = (await buyers()).filter(({ name }) => name === 'Nova Compradora');
	expect(created).toMatchObject([{ taxId: '09876543229' }]);
	const charges = [ana._id, ana._id, created[0]._id].map((id) => [id, 49.9, 'BRL']);
	expect(await charged(e2e)).toEqual(charges);
});

test('a text without its zeros creates nobody, and says what may be missing', async () => {
	const before = (await buyers()).length;
	const refused = await shop.deliver({ ...NEW_BUYER, customer_tax_id: '191' });
	expect(refused.data.reason).toMatch(/was not found.*neither a CPF nor a CNPJ/);
	expect((await buyers()).length).toBe(before);
});

test('whom GMC knows is paid and stays as he is, whatever the order calls him', async () => {
	const named = { ...ORDER, customer_name: 'Ana S. Souza', customer_email: 'other@example.com' };
	expect(await shop.deliver(named)).toMatchObject(outcome(200, 'issued'));
	expect(await shop.deliver({ ...named, id: 1, customer_email: 'none' })).toMatchObject(
		outcome(200, 'issued'),
	);
	const { name, email } = (await buyers()).find(({ _id }) => _id === ana._id)!;
	expect([name, email]).toEqual([ana.name, ana.email]);
	const [{ json }] = nodeOutput((await shop.executions())[0], 'Issued')[0];
	expect(json.customerName).toBe(ana.name);
});

test('one word is not the name of a buyer: both names are told, in red', async () => {
	const short = { ...ORDER, customer_name: 'Ana', customer_email: ana.email };
	const refused = await shop.deliver(short);
	expect(refused).toMatchObject(outcome(422, 'rejected'));
	// GMC knows her, so her _id comes along: it is no addition.
	expect(refused.data).not.toHaveProperty('addition');
	expect(refused.data.reason).toContain(`"Ana" is expected, but the customer is "${ana.name}"`);
	expect(await shop.told()).toMatchObject([{ name: 'Ana', customerName: ana.name }]);
	expect((await shop.executions()).map(({ status }) => status)).toEqual(['error']);
	await shop.publish((sample) =>
		withParameters(sample, 'Add balance', () => ({ options: { maxAmount: 1000 } })),
	);
	expect(await shop.deliver(short)).toMatchObject(outcome(200, 'issued'));
});

test('a new buyer who cannot be created is told with both reasons, and delivered again', async () => {
	const { admin } = e2e.sandbox;
	await admin.addFault({
		route: CREATE_CUSTOMER,
		action: { type: 'status', status: 400, body: { message: 'Not now' } },
	});
	const refused = await shop.deliver(NEW_BUYER);
	expect(refused).toMatchObject(outcome(503, 'rejected'));
	expect(refused.data.reason).toMatch(/was not found.*GMC refused the new customer/);
	await admin.clearFaults();
	expect(await shop.deliver(NEW_BUYER)).toMatchObject(outcome(200, 'issued'));
});
