import { DEMO_CUSTOMERS, DEMO_USER, OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { ANA, BRUNO, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const nova = { taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' };
const call = async (method: string, url: string, data?: unknown) =>
	await bench.api.request({ method, url, data, headers: await bench.session() });
const listed = async () => (await call('GET', '/customers/all')).data as Array<{ _id: string }>;
const refusal = (status: number, code: string) => ({
	status,
	data: { statusCode: status, code, path: expect.stringMatching(/^\/api/) },
});

describe('POST /customers', () => {
	it('creates a customer that can be listed and charged', async () => {
		const { status, data } = await call('POST', '/customers', nova);
		expect(status).toBe(201);
		expect(data).toEqual({
			...nova,
			_id: expect.stringMatching(/^[0-9a-f]{24}$/),
			userId: DEMO_USER._id,
			deleted: false,
			balance: { currency: 'BRL', amount: 0 },
			wallet: { address: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
		});
		expect((await listed()).at(-1)).toMatchObject(nova);
		const body = charge({ customerIdentifier: '987.654.321-00' });
		expect((await call('POST', ISSUE, body)).status).toBe(201);
	});

	it.each([
		[{ taxId: 98765432100 }, /taxId/],
		[{ taxId: '---' }, /taxId/],
		[{ name: ' ' }, /name/],
		[{ email: 'no address' }, /email/],
	])('refuses %j', async (fields, message) => {
		const { status, data } = await call('POST', '/customers', { ...nova, ...fields });
		expect(status).toBe(400);
		expect(data).toMatchObject({
			code: 'INVALID_BODY',
			message: expect.stringMatching(message),
		});
	});

	it('refuses a tax ID in use, unless that is allowed', async () => {
		const twin = { ...nova, taxId: '012.345.678-90' };
		expect(await call('POST', '/customers', twin)).toMatchObject(refusal(400, 'TAX_ID_IN_USE'));
		await bench.sandbox.admin.configure({ customers: { duplicateTaxId: 'allow' } });
		expect((await call('POST', '/customers', twin)).status).toBe(201);
		expect(await call('POST', ISSUE, charge({ customerIdentifier: ANA.taxId }))).toMatchObject({
			status: 201,
		});
		const { additions } = await bench.sandbox.admin.charges({ amount: 10 });
		expect(additions).toMatchObject([{ customerId: ANA._id }]);
	});

	it('takes a tax ID again once its customer is deleted, or of another user', async () => {
		await call('DELETE', `/customers/${ANA._id}`);
		for (const { taxId } of [ANA, OUTSIDER_CUSTOMER]) {
			expect((await call('POST', '/customers', { ...nova, taxId })).status).toBe(201);
		}
	});
});

describe('GET /customers/all', () => {
	it('lists the active customers of the user, in order of creation', async () => {
		const expected = DEMO_CUSTOMERS.map(({ _id, taxId, name, email }) => ({
			_id,
			taxId,
			name,
			email,
			deleted: false,
			wallet: { address: expect.stringMatching(/^0x/) },
		}));
		expect(await listed()).toEqual(expected);
	});

	it('wraps them when told to', async () => {
		await bench.sandbox.admin.configure({ list: { customersShape: 'data' } });
		expect(Object.keys(await listed())).toEqual(['data']);
	});
});

describe('PATCH /customers/{customerId}', () => {
	it.each([
		[{ email: 'ana.maria@example.com' }],
		[{ taxId: '98765432100', name: 'Ana Maria', email: 'ana.maria@example.com' }],
	])('changes %j', async (changes: object) => {
		const { status, data } = await call('PATCH', `/customers/${ANA._id}`, changes);
		const { _id, taxId, name, email } = ANA;
		expect([status, data]).toEqual([200, { _id, taxId, name, email, ...changes }]);
		expect(await listed()).toContainEqual(expect.objectContaining(data as object));
	});

	it('finds a customer by its new tax ID, no more by the old one', async () => {
		await call('PATCH', `/customers/${ANA._id}`, { taxId: '98765432100' });
		const statusOf = async (customerIdentifier: string) =>
			(await call('POST', ISSUE, charge({ customerIdentifier }))).status;
		expect([await statusOf('98765432100'), await statusOf(ANA.taxId)]).toEqual([201, 400]);
	});

	it.each([[{}], [{ email: 'x' }], [{ deleted: true }], [undefined]])(
		'refuses the body %j',
		async (changes) => {
			const answer = await call('PATCH', `/customers/${ANA._id}`, changes);
			expect(answer).toMatchObject(refusal(400, 'INVALID_BODY'));
		},
	);

	it("refuses another customer's tax ID, but takes its own", async () => {
		const patch = async (taxId: string) => await call('PATCH', `/customers/${ANA._id}`, { taxId });
		expect(await patch(BRUNO.taxId)).toMatchObject(refusal(400, 'TAX_ID_IN_USE'));
		expect((await patch('012.345.678-90')).status).toBe(200);
	});
});

describe('DELETE /customers/{customerId}', () => {
	it('removes logically: out of the list, still on record', async () => {
		const { status, data } = await call('DELETE', `/customers/${ANA._id}`);
		expect([status, data]).toEqual([200, { _id: ANA._id, deleted: true }]);
		expect((await listed()).map(({ _id }) => _id)).not.toContain(ANA._id);
		const kept = (await bench.sandbox.admin.customers()).find(({ _id }) => _id === ANA._id);
		expect(kept).toMatchObject({ deleted: true, name: ANA.name, balanceGmc: '100' });
	});
});

describe.each([
	['PATCH', { name: 'Outra' }],
	['DELETE', undefined],
])('%s of a customer that is not there', (method, body) => {
	it('answers 404 for an unknown and for a deleted one', async () => {
		await call('DELETE', `/customers/${BRUNO._id}`);
		for (const id of ['nobody', BRUNO._id]) {
			const answer = await call(method, `/customers/${id}`, body);
			expect(answer).toMatchObject(refusal(404, 'CUSTOMER_NOT_FOUND'));
		}
	});

	it("answers 403 for another user's, and changes nothing", async () => {
		const answer = await call(method, `/customers/${OUTSIDER_CUSTOMER._id}`, body);
		expect(answer).toMatchObject(refusal(403, 'CUSTOMER_FORBIDDEN'));
		const kept = (await bench.sandbox.admin.customers()).find(
			({ _id }) => _id === OUTSIDER_CUSTOMER._id,
		);
		expect(kept).toMatchObject({ name: OUTSIDER_CUSTOMER.name, deleted: false });
	});
});
