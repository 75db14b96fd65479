import {
	type CalledSample,
	type Change,
	DEMO_CUSTOMERS,
	inTurn,
	messageOf,
	Samples,
	withChosenCredential,
	withNodeOff,
	withParameters,
} from '../../../harness/samples/for-tests';
import { CREATE_CUSTOMER } from '../../../harness/sandbox/routes';
import { Tables } from '../../../harness/n8n/tables';
import { mailboxForThisFile } from '../../../harness/stand-ins/mailbox';
import {
	type Delivery,
	kiwify,
	SECRET,
	shopify,
	wooCommerce,
	yampi,
} from '../../../harness/stand-ins/shops';

// The sample "Top up when an order is paid" with shops that sign what they send: as it is imported, with nothing mapped.

jest.setTimeout(90_000);

const [, , , diego] = DEMO_CUSTOMERS;
const ORDER_IS_PAID = 'top-up-when-an-order-is-paid';

const samples = Samples.forThisFile();
let shop: CalledSample;
const { mailbox, withMailbox } = mailboxForThisFile(samples.e2e);
let tables: Tables;

beforeAll(async () => void (tables = await Tables.of(samples.e2e.client)));

async function publish(hmacSecret = SECRET, more: Change = inTurn()) {
	const { client } = samples.e2e;
	const crypto = await client.createCredential('crypto', 'Crypto', { hmacSecret });
	const change = inTurn(
		withChosenCredential('n8n-nodes-base.crypto', 'crypto', crypto),
		withMailbox,
		more,
	);
	return await samples.publish(ORDER_IS_PAID, { change });
}

beforeEach(async () => {
	shop = await publish();
});
afterEach(async () => {
	await shop.close();
	const made = await tables.named('Orders to look at');
	if (made !== undefined) await tables.delete(made.id);
});

const send = async ({ body, headers }: Delivery, to = shop) => await to.post(body, headers);
const order = (id: number, more: object = {}) =>
	wooCommerce.deliver(wooCommerce.order(id, diego, more as Record<string, unknown>));
const answer = (status: number, outcome: string) => ({ status, data: { outcome } });
/** What stands in the table, without what all rows have. */
async function noted() {
	await shop.executions();
	const made = await tables.named('Orders to look at');
	const rows = made === undefined ? [] : await tables.rows(made.id);
	return rows.map(({ order, state, reason }) => ({ order, state, reason: String(reason) }));
}

test.each([
	['WooCommerce', wooCommerce.deliver(wooCommerce.order(7301, diego))],
	['Shopify', shopify.deliver(shopify.order(5_501_234_567_890, diego))],
	['Yampi', yampi.deliver(yampi.order(1_000_001, diego))],
])('%s is connected as it is, and its order is paid once', async (_, delivery) => {
	expect(await send(wooCommerce.ping)).toMatchObject({ status: 200 });
	expect(await send(delivery)).toMatchObject(answer(200, 'issued'));
	expect(await send(delivery)).toMatchObject(answer(200, 'skipped'));
	expect(await samples.charged()).toEqual([[diego._id, 49.9, 'BRL']]);
	expect(await noted()).toEqual([]);
});

describe('a call that is not from the shop is refused, and nothing of it is read', () => {
	const good = order(7301);
	const text = { 'content-type': 'application/json' };
	const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
	/** The signed bytes as a file, beside an order that nobody has signed. */
	const form = [
		['name="data"; filename="a.json"\r\nContent-Type: application/json', good.body],
		['name="id"', '9'],
		['name="status"', 'processing'],
	].map(([field, value]) => `--x\r\nContent-Disposition: form-data; ${field}\r\n\r\n${value}\r\n`);

	test.each<[string, Delivery]>([
		['not signed', { body: good.body, headers: text }],
		['an empty signature', { body: good.body, headers: { ...text, 'X-WC-Webhook-Signature': '' } }],
		[
			'the text of nothing',
			{ body: good.body, headers: { ...text, 'X-WC-Webhook-Signature': 'undefined' } },
		],
		['another secret', wooCommerce.deliver(wooCommerce.order(7301, diego), 'another')],
		['an empty secret', wooCommerce.deliver(wooCommerce.order(7301, diego), '')],
		['a changed body', { ...good, body: good.body.replace('49.90', '99.90') }],
		['a ping with more in it', { ...wooCommerce.ping, body: 'webhook_id=7&status=processing' }],
		['a form', { body: `${form.join('')}--x--`, headers: { ...good.headers, ...boundary } }],
	])('%s', async (_, delivery) => {
		expect(await send(delivery)).toMatchObject(answer(401, 'refused'));
		expect(await samples.asked()).toBe(0);
		expect((await samples.admin.journal({})).filter(({ path }) => /customers/.test(path))).toEqual(
			[],
		);
		const [execution] = await shop.executions();
		expect(messageOf(execution)).toMatch(/signature or its key is not that of your shop/);
		expect(await noted()).toEqual([]);
	});

	test.each<[string, { hmacSecret?: string; change?: Change }]>([
		['with an empty secret', { hmacSecret: '' }],
		['with Signature switched off', { change: withNodeOff('Signature') }],
	])('%s, everything is refused', async (_, { hmacSecret, change }) => {
		const open = await publish(hmacSecret, change);
		for (const secret of ['', 'undefined', SECRET]) {
			const signed = wooCommerce.deliver(wooCommerce.order(7301, diego), secret);
			expect(await send(signed, open)).toMatchObject(answer(401, 'refused'));
		}
		expect(await send({ body: good.body, headers: text }, open)).toMatchObject({ status: 401 });
		await open.close();
	});
});

test('an order that nobody can pay, updated seven times, costs the shop no other order', async () => {
	const wrong = {
		billing: { ...(wooCommerce.order(1, diego).billing as object), cpf: '111.444.777-00' },
	};
	for (let time = 0; time < 7; time++) {
		expect(await send(order(7303, wrong))).toMatchObject(answer(200, 'rejected'));
	}
	for (const id of [7304, 7305, 7306]) expect(await send(order(id))).toMatchObject({ status: 200 });
	expect(await samples.charged()).toHaveLength(3);
	const reason: unknown = expect.stringMatching(/^The buyer could not be created: .*…7700/);
	expect(await noted()).toEqual([{ order: '7303', state: 'open', reason }]);
	expect(mailbox.mails[0].subject).toBe('Order 7303 needs a look');
	expect(mailbox.mails[0].text).toMatch(/…7700[^]*stands in the Data Table "Orders to look at"/);
	// It is corrected in the shop, which delivers it again: one step.
	expect(await send(order(7303))).toMatchObject(answer(200, 'issued'));
	const paid: unknown = expect.stringMatching(/^Top-up \w+/);
	expect(await noted()).toEqual([{ order: '7303', state: 'issued', reason: paid }]);
	expect(await send(order(7303))).toMatchObject(answer(200, 'skipped'));
	expect(await samples.charged()).toHaveLength(4);
});

test('an order that was taken back after it was paid stands in the table, and others do not', async () => {
	for (const id of [1, 2]) await send(order(id));
	expect(await send(order(1, { status: 'refunded' }))).toMatchObject(answer(200, 'takenBack'));
	expect(await send(order(2, { status: 'cancelled' }))).toMatchObject(answer(200, 'takenBack'));
	expect(await send(order(3, { status: 'cancelled' }))).toMatchObject(answer(200, 'ignored'));
	for (const status of ['pending', 'on-hold', 'failed']) {
		expect(await send(order(4, { status }))).toMatchObject(answer(200, 'ignored'));
	}
	expect(await send(order(5, { total: '0.00' }))).toMatchObject(answer(200, 'ignored'));
	const reason = (status: string): unknown =>
		expect.stringMatching(
			`^The order is ${status} in the shop, and its top-up is issued: 49.9 BRL for ${diego.name}`,
		);
	expect(await noted()).toEqual([
		{ order: '1', state: 'takenBack', reason: reason('refunded') },
		{ order: '2', state: 'takenBack', reason: reason('cancelled') },
	]);
	expect(mailbox.mails).toHaveLength(2);
	expect(await samples.charged()).toHaveLength(2);
});

test('a part that was refunded after it was paid stands in the table', async () => {
	await send(order(1, { status: 'completed' }));
	const refunds = [{ id: 2, total: '-10.00' }];
	const back = await send(order(1, { status: 'completed', refunds }));
	expect(back).toMatchObject(answer(200, 'takenBack'));
	const reason: unknown = expect.stringMatching(/^The order is partially_refunded in the shop/);
	expect(await noted()).toEqual([{ order: '1', state: 'takenBack', reason }]);
	expect(await send(order(2, { status: 'refunded' }))).toMatchObject(answer(200, 'takenBack'));
	expect((await noted())[1].reason).toBe(
		'The order is refunded in the shop, and the ledger shows no top-up of it',
	);
});

test('what came is told as what it is', async () => {
	await send(order(1));
	const { id, ...unnumbered } = wooCommerce.order(2, diego);
	const cases: Array<[unknown, string, RegExp]> = [
		[{ ...wooCommerce.order(1, diego), total: '59.90' }, 'rejected', /^the key was used|used/i],
		[
			{ ...wooCommerce.order(2, diego), status: 'liquidado' },
			'unclear',
			/^The status liquidado is not known/,
		],
		[{ ...wooCommerce.order(3, diego), status: undefined }, 'unclear', /^The order has no status/],
		[[wooCommerce.order(4, diego)], 'unclear', /^A list of 1 came, not one order/],
		[{ order: wooCommerce.order(5, diego) }, 'unclear', /^The order stands inside of "order"/],
		[unnumbered, 'rejected', /Idempotency Key/],
	];
	for (const [sent, outcome] of cases) {
		expect(await send(wooCommerce.deliver(sent))).toMatchObject(answer(200, outcome));
	}
	const reasons = (await noted()).map(({ reason }) => reason);
	expect(reasons).toEqual(cases.map(([, , reason]) => expect.stringMatching(reason) as unknown));
	expect(await samples.charged()).toHaveLength(1);
	expect(id).toBe(2);
});

describe('while GMC cannot be reached', () => {
	const later = async (delivery: Delivery) => {
		await samples.refuse({ route: CREATE_CUSTOMER, nth: 1 }, 503);
		return await send(delivery);
	};
	const nova = { name: 'Nova Compradora', taxId: '098.765.432-29' };

	test('a shop that delivers again is asked to, and the order is settled then', async () => {
		const delivery = shopify.deliver(shopify.order(5, nova));
		expect(await later(delivery)).toMatchObject({ status: 503, retryAfter: '900' });
		expect(await noted()).toMatchObject([{ order: '5', state: 'open' }]);
		expect(mailbox.mails).toEqual([]);
		expect((await shop.executions()).map(messageOf)).toEqual([
			expect.stringMatching(/^Order 5 is not settled, the shop should deliver it again: /),
		]);
		expect(await send(delivery)).toMatchObject(answer(200, 'issued'));
		expect(await noted()).toMatchObject([{ order: '5', state: 'issued' }]);
	});

	test('WooCommerce, which never does, keeps its webhook, and a person is told', async () => {
		await samples.listLate(60);
		await samples.lose('done');
		expect(await send(order(1))).toMatchObject(answer(200, 'unknown'));
		expect(await noted()).toMatchObject([{ order: '1', state: 'open' }]);
		expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Order 1 needs a look']);
		// The order is saved once more in the shop.
		await samples.admin.advanceClock({ minutes: 1 });
		expect(await send(order(1))).toMatchObject(answer(200, 'skipped'));
		expect(await noted()).toMatchObject([{ order: '1', state: 'skipped' }]);
		expect(await samples.charged()).toHaveLength(1);
	});
});

test('an order that cannot be written down is not taken', async () => {
	// A table of this name that somebody has made for something else.
	await tables.create('Orders to look at', [{ name: 'other', type: 'string' }]);
	expect(await send(order(1, { status: 'liquidado' }))).toMatchObject(answer(503, 'unclear'));
	await shop.executions();
	expect(mailbox.mails[0].text).toMatch(/could NOT be written/);
});

test("Shopify's test orders, cancelled orders and rounded numbers are not paid", async () => {
	const deliver = async (id: number, more: object) =>
		await send(shopify.deliver(shopify.order(id, diego, more as Record<string, unknown>)));
	await deliver(9, {});
	expect(await deliver(1, { test: true })).toMatchObject(answer(200, 'ignored'));
	expect(await deliver(2, { cancelled_at: '2026-11-20T10:02:11-03:00' })).toMatchObject(
		answer(200, 'ignored'),
	);
	expect(await deliver(3, { financial_status: 'authorized' })).toMatchObject(
		answer(200, 'ignored'),
	);
	expect(await deliver(Number('820982911946154508'), {})).toMatchObject(answer(200, 'rejected'));
	await deliver(4, {});
	const back = { financial_status: 'refunded', current_total_price: '0.00' };
	expect(await deliver(4, back)).toMatchObject(answer(200, 'takenBack'));
	expect(await samples.charged()).toHaveLength(2);
});

test('a company pays by its CNPJ and its name', async () => {
	const [company] = DEMO_CUSTOMERS.filter(({ taxId }) => taxId.length === 14);
	const billing = { persontype: 'J', cnpj: company.taxId, company: company.name, cpf: diego.taxId };
	expect(await send(order(1, { billing }))).toMatchObject(answer(200, 'issued'));
	// The plugin of another version.
	expect(await send(order(2, { billing: { ...billing, persontype: '2' } }))).toMatchObject(
		answer(200, 'issued'),
	);
	const paid = [company._id, 49.9, 'BRL'];
	expect(await samples.charged()).toEqual([paid, paid]);
});

test('a shop that signs in another way: its signature stands in the address', async () => {
	const mapped = `={{ { order: $json.body.order_id, status: $json.body.order_status, tax_id: $json.body.Customer.CPF, name: $json.body.Customer.full_name, email: $json.body.Customer.email, total: 9.9, currency: 'BRL', delivers_again: true } }}`;
	const change = inTurn(
		withParameters('Signature', () => ({ type: 'SHA1', encoding: 'hex' })),
		withParameters('Another shop', () => ({ jsonOutput: mapped })),
	);
	const other = await publish(SECRET, change);
	const body = JSON.stringify(kiwify.order('a1b2', diego));
	const headers = { 'content-type': 'application/json' };
	expect(await other.post(body, headers)).toMatchObject({ status: 401 });
	expect(await other.post(body, headers, kiwify.query(`${body} `))).toMatchObject({ status: 401 });
	expect(await other.post(body, headers, kiwify.query(body))).toMatchObject(answer(200, 'issued'));
	await other.close();
});

describe('an order that was taken back is not paid by an earlier call that comes later', () => {
	const paid = { financial_status: 'paid' };
	const refunded = { financial_status: 'refunded', current_total_price: '0.00' };
	const cancelled = { financial_status: 'voided', cancelled_at: '2026-11-20T10:02:11-03:00' };
	const deliver = async (id: number, more: Record<string, unknown>) =>
		await send(shopify.deliver(shopify.order(id, diego, more)));

	test.each([
		['refunded', refunded, 'takenBack'],
		['cancelled', cancelled, 'ignored'],
	])('%s while it waited for GMC', async (status, back, outcome) => {
		await deliver(1, paid);
		await samples.fault({ type: 'commitAsFailed' }, 1);
		expect(await deliver(7, paid)).toMatchObject({ status: 503 });
		expect(await deliver(7, back)).toMatchObject(answer(200, outcome));
		await shop.executions();
		mailbox.mails.length = 0;
		expect(await deliver(7, paid)).toMatchObject(answer(200, 'takenBack'));
		const reason: unknown = expect.stringMatching(
			`^The order is ${status} in the shop[^.]*\\. A call that came later says paid: it is not paid here\\. .*delete its row[^.]*$`,
		);
		expect(await noted()).toEqual([{ order: '7', state: 'takenBack', reason }]);
		expect(mailbox.mails).toHaveLength(1);
		expect(await samples.charged()).toHaveLength(1);
	});

	test('refunded after it was paid: the row stays for the person who decides', async () => {
		await deliver(1, paid);
		await deliver(1, refunded);
		await shop.executions();
		expect(mailbox.mails[0].text).toMatch(/Decide whether GMC[^]*It stands in the Data Table/);
		expect(mailbox.mails[0].text).not.toContain('To pay it');
		const kept: unknown = expect.stringMatching(
			/^The order is refunded in the shop, and its top-up is issued: [^:]*\. Decide whether GMC has to take it back\. A call that came later says paid: [^:]*$/,
		);
		for (let time = 0; time < 2; time++) {
			expect(await deliver(1, paid)).toMatchObject(answer(200, 'takenBack'));
			expect(await noted()).toEqual([{ order: '1', state: 'takenBack', reason: kept }]);
		}
		// The person has decided that it is to be paid.
		const { id } = (await tables.named('Orders to look at'))!;
		for (const row of await tables.rows(id)) await tables.deleteRow(id, Number(row.id));
		expect(await deliver(1, paid)).toMatchObject(answer(200, 'skipped'));
	});
});

test('cash on delivery is paid when it was delivered', async () => {
	const cash = { payment_method: 'cod', date_paid: null };
	expect(await send(order(1, cash))).toMatchObject(answer(200, 'ignored'));
	const delivered = { ...cash, status: 'completed', date_paid: '2026-11-20T10:02:11' };
	expect(await send(order(1, delivered))).toMatchObject(answer(200, 'issued'));
	expect(await samples.charged()).toHaveLength(1);
});

test('orders that cannot be paid and come at once are all written down, also the first ones', async () => {
	const ids = [11, 12, 13, 14, 15, 16, 17, 18];
	const sent = ids.map(async (id) => await send(order(id, { status: 'liquidado' })));
	expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(ids.map(() => 200));
	expect((await noted()).map((row) => row.order).sort()).toEqual(ids.map(String));
});

test('what cannot be read as an order is taken, and told', async () => {
	const odd = { ...wooCommerce.order(1, diego), meta_data: [null] };
	const cases: Array<[unknown, RegExp]> = [
		[null, /^What came cannot be read as an order/],
		['text', /^The order has no status: a text came/],
		[{ data: odd, event: 'x' }, /^The order has no status: data, event came/],
	];
	for (const [body] of cases) {
		expect(await send(wooCommerce.deliver(body))).toMatchObject(answer(200, 'unclear'));
	}
	const mapped = `={{ { order: $json.body.order_id, status: 'paid', tax_id: $json.body.Customer.CPF } }}`;
	const change = withParameters('WooCommerce', () => ({ jsonOutput: mapped }));
	const other = await publish(SECRET, change);
	const delivery = wooCommerce.deliver({ order_id: 'a1' });
	expect(await send(delivery, other)).toMatchObject(answer(200, 'unclear'));
	await other.executions();
	await other.close();
	expect((await noted()).map(({ reason }) => reason)).toEqual(
		[...cases.map(([, reason]) => reason), cases[0][1]].map(
			(reason) => expect.stringMatching(reason) as unknown,
		),
	);
	expect(mailbox.mails).toHaveLength(4);
});

test('orders without a number that can be used have a row each', async () => {
	const ids = [
		'',
		'  ',
		null,
		{ a: 1 },
		Number('820982911946154508'),
		Number('820982911946154511'),
	];
	for (const id of ids) {
		const delivery = wooCommerce.deliver({ ...wooCommerce.order(1, diego), id });
		expect(await send(delivery)).toMatchObject(answer(200, 'rejected'));
	}
	const numbers = (await noted()).map((row) => String(row.order));
	expect(new Set(numbers).size).toBe(ids.length);
	for (const number of numbers) expect(number).toMatch(/^without a number, execution \d+$/);
});

test('an order that was cancelled before anything was paid is nothing to look at', async () => {
	expect(await send(order(1, { status: 'cancelled' }))).toMatchObject(answer(200, 'ignored'));
	await send(order(2));
	const voided = shopify.order(3, diego, { financial_status: 'voided' });
	expect(await send(shopify.deliver(voided))).toMatchObject(answer(200, 'ignored'));
	expect([await noted(), mailbox.mails]).toEqual([[], []]);
});

describe('the tax ID and the name where a shop has them', () => {
	const [company] = DEMO_CUSTOMERS.filter(({ taxId }) => taxId.length === 14);
	const billing = (more: object) => ({
		billing: { ...(wooCommerce.order(1, diego).billing as object), ...more },
	});
	const meta = (values: Record<string, string>) => ({
		meta_data: Object.entries(values).map(([key, value]) => ({ key, value })),
	});
	const attributes = (values: Record<string, string>) => ({
		note_attributes: Object.entries(values).map(([name, value]) => ({ name, value })),
	});
	const asCompany = { name: company.name, company: 'x' };

	test.each<[string, Delivery]>([
		[
			'a CNPJ in the meta data',
			order(1, {
				...billing({ cpf: '', persontype: '', company: company.name }),
				...meta({ _billing_persontype: '2', _billing_cpf: '', _billing_cnpj: company.taxId }),
			}),
		],
		[
			'a company whose CNPJ is in the meta data only',
			order(1, {
				...billing({ cpf: '', persontype: 'J', cnpj: ' ', company: company.name }),
				...meta({ _billing_cnpj: company.taxId }),
			}),
		],
		[
			'a CNPJ beside an empty CPF',
			shopify.deliver(
				shopify.order(1, diego, {
					...attributes({ CPF: '', CNPJ: company.taxId }),
					billing_address: asCompany,
				}),
			),
		],
	])('%s', async (_, delivery) => {
		expect(await send(delivery)).toMatchObject(answer(200, 'issued'));
		expect(await samples.charged()).toEqual([[company._id, 49.9, 'BRL']]);
	});

	test.each<[string, Delivery]>([
		[
			'an attribute that another app names',
			shopify.deliver(shopify.order(1, diego, attributes({ billing_cpf: diego.taxId }))),
		],
		['no billing address', shopify.deliver(shopify.order(1, diego, { billing_address: null }))],
		[
			'a blank CNPJ and company',
			yampi.deliver(
				yampi.order(1, diego, {
					customer: {
						data: {
							name: diego.name,
							cpf: diego.taxId,
							cnpj: ' ',
							razao_social: ' ',
							email: 'd@x.example',
						},
					},
				}),
			),
		],
	])('%s', async (_, delivery) => {
		expect(await send(delivery)).toMatchObject(answer(200, 'issued'));
		expect(await samples.charged()).toEqual([[diego._id, 49.9, 'BRL']]);
	});

	test('a guest without one: the reason says so', async () => {
		const guest = { ...billing({ cpf: '' }), ...meta({}) };
		expect(await send(order(1, guest))).toMatchObject(answer(200, 'rejected'));
		const reason: unknown = expect.stringMatching(
			/^The buyer could not be created: .*tax ID is empty/,
		);
		expect(await noted()).toEqual([{ order: '1', state: 'open', reason }]);
	});
});
