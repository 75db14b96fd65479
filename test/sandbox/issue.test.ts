import type { User } from '../../sandbox/model';
import { COMMON_USER, DEMO_CUSTOMERS, OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { ANA, BRUNO, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const issue = async (body: unknown, user?: User) =>
	await bench.api.post(ISSUE, body, { headers: await bench.session(user) });
interface Issued {
	_id: string;
	summary: object;
	items: Array<{ customerIdentifier: string; fees: object }>;
}
const issued = async (fields: object = {}) => {
	const { status, data } = await issue(charge(fields));
	expect(status).toBe(201);
	return (data as { balanceTransaction: Issued }).balanceTransaction;
};
const created = async () =>
	(await bench.sandbox.admin.additions()).filter(({ source }) => source === 'api');

describe('201', () => {
	it.each([
		['BRL', 100, 100, '79.20000000'],
		['GMC', 100, 125, '99.00000000'],
		['USDT', 10.55, 56.97, '45.12024000'],
		['USD', 0.01, 0.054, '0.04276800'],
	])('converts %s %d through BRL and takes the fee off', async (currency, amount, brl, gmc) => {
		const { items, summary } = await issued({ amount, currency });
		expect(items[0]).toMatchObject({
			sourceAmount: amount,
			sourceCurrency: currency,
			targetGmcAmount: gmc,
			conversion: { brlPerGmc: 1.25, usdtBrlRate: 5.4, sourceAmountBrl: brl },
		});
		expect(summary).toEqual({
			totalItems: 1,
			completedItems: 1,
			failedItems: 0,
			totalTargetGmc: Number(gmc),
		});
	});

	it.each([
		['_id', ANA._id, ANA],
		['tax ID', BRUNO.taxId, BRUNO],
		['tax ID with punctuation', '001.234.567-97', BRUNO],
		['alphanumeric CNPJ', '12.abc.345/01de-35', DEMO_CUSTOMERS[11]],
	])('finds the customer by %s', async (_name, customerIdentifier, { _id: customerId }) => {
		const { items } = await issued({ customerIdentifier });
		expect(items[0].customerIdentifier).toBe(customerIdentifier);
		expect(await created()).toMatchObject([{ customerId, customerIdentifier, amount: 10 }]);
	});

	it.each([
		['asSent', '529.982.24725'],
		['_id', DEMO_CUSTOMERS[4]._id],
		['taxId', '529.982.247-25'],
	] as const)('echoes the identifier %s', async (echoCustomerIdentifier, expected) => {
		await bench.sandbox.admin.configure({ additions: { echoCustomerIdentifier } });
		const { items } = await issued({ customerIdentifier: '529.982.24725' });
		expect(items[0].customerIdentifier).toBe(expected);
	});

	it('adds fields of its own when told to', async () => {
		expect(await issued()).not.toHaveProperty('txid');
		await bench.sandbox.admin.configure({ additions: { extraFields: true } });
		expect(await issued()).toMatchObject({ txid: expect.any(String), meta: { sandbox: true } });
	});
});

describe('400', () => {
	it.each([
		[{ customerIdentifier: undefined }, /customerIdentifier/],
		[{ amount: 0 }, /amount/],
		[{ amount: '10' }, /amount/],
		[{ currency: 'EUR' }, /currency/],
		[{ note: 'x' }, /note/],
	])('refuses %j', async (fields, message) => {
		const { status, data } = await issue(charge(fields));
		expect(status).toBe(400);
		expect(data).toEqual({
			statusCode: 400,
			path: `/api${ISSUE}`,
			code: 'INVALID_BODY',
			message: expect.stringMatching(message),
		});
		expect(await created()).toEqual([]);
	});

	it('refuses a body that is not JSON, or not called so', async () => {
		const headers = await bench.session();
		for (const type of ['application/json', 'text/plain']) {
			const body = type === 'text/plain' ? JSON.stringify(charge()) : '{"amount":';
			const options = { headers: { ...headers, 'Content-Type': type } };
			expect((await bench.api.post(ISSUE, body, options)).status).toBe(400);
		}
	});

	it('refuses an unknown customer and a deleted one', async () => {
		const { admin } = bench.sandbox;
		const { _id } = await admin.createCustomer({ deleted: true });
		const codes = [];
		for (const customerIdentifier of ['nobody', OUTSIDER_CUSTOMER.taxId, _id]) {
			const { status, data } = await issue(charge({ customerIdentifier }));
			codes.push([status, (data as { code: string }).code]);
		}
		expect(codes).toEqual([
			[400, 'CUSTOMER_INVALID'],
			[400, 'CUSTOMER_INVALID'],
			[400, 'CUSTOMER_DELETED'],
		]);
	});

	it('matches tax IDs to the letter when told to', async () => {
		await bench.sandbox.admin.configure({ customers: { matchWithoutPunctuation: false } });
		const statusOf = async (customerIdentifier: string) =>
			(await issue(charge({ customerIdentifier }))).status;
		expect([await statusOf('012.345.678-90'), await statusOf('01234567890')]).toEqual([400, 201]);
	});
});

describe('403, and the wallet', () => {
	it('refuses an access that is no integration, and everyone while INTEGRATION_ONLY is off', async () => {
		const refusal = { status: 403, data: { code: 'INTEGRATION_REQUIRED' } };
		expect(await issue(charge(), COMMON_USER)).toMatchObject(refusal);
		await bench.sandbox.admin.configure({ auth: { integrationOnly: false } });
		expect(await issue(charge())).toMatchObject(refusal);
	});

	it("refuses another user's customer", async () => {
		const { status, data } = await issue(charge({ customerIdentifier: OUTSIDER_CUSTOMER._id }));
		expect([status, (data as { code: string }).code]).toEqual([403, 'CUSTOMER_FORBIDDEN']);
	});

	it.each([400, 403, 503] as const)('answers %i without an approved wallet', async (status) => {
		const wallet = { approved: false, refusalStatus: status };
		await bench.sandbox.admin.configure({ wallet });
		const answer = await issue(charge());
		expect(answer).toMatchObject({ status, data: { code: 'WALLET_NOT_APPROVED' } });
		expect(await created()).toEqual([]);
	});
});
