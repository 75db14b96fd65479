import { DEMO_CUSTOMERS, DEMO_USER, OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { ANA, BRUNO, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const nova = { taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' };
const path = `/customers/${ANA._id}`;
const listed = async () => (await tests.ask('GET', '/customers/all')).data;
const statusOfCharge = async (customerIdentifier: string) =>
	(await tests.ask('POST', ISSUE, charge({ customerIdentifier }))).status;

it('creates a customer that can be listed and charged', async () => {
	const { status, data } = await tests.ask('POST', '/customers', nova);
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
	expect(await statusOfCharge('987.654.321-00')).toBe(201);
});

it.each([
	['POST', '/customers', { ...nova, taxId: 98765432100 }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, taxId: '---' }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, name: ' ' }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, email: 'no address' }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, taxId: '012.345.678-90' }, 400, 'TAX_ID_IN_USE'],
	['PATCH', path, {}, 400, 'INVALID_BODY'],
	['PATCH', path, { email: 'x' }, 400, 'INVALID_BODY'],
	['PATCH', path, { deleted: true }, 400, 'INVALID_BODY'],
	['PATCH', path, undefined, 400, 'INVALID_BODY'],
	['PATCH', path, { taxId: BRUNO.taxId }, 400, 'TAX_ID_IN_USE'],
	['PATCH', '/customers/nobody', { name: 'Outra' }, 404, 'CUSTOMER_NOT_FOUND'],
	['DELETE', '/customers/nobody', undefined, 404, 'CUSTOMER_NOT_FOUND'],
	['PATCH', `/customers/${OUTSIDER_CUSTOMER._id}`, { name: 'O' }, 403, 'CUSTOMER_FORBIDDEN'],
	['DELETE', `/customers/${OUTSIDER_CUSTOMER._id}`, undefined, 403, 'CUSTOMER_FORBIDDEN'],
])('%s %s %j is refused', async (method, url, body, statusCode, code) => {
	const before = await tests.sandbox.admin.customers();
	const { status, data } = await tests.ask(method, url, body);
	expect(status).toBe(statusCode);
	expect(data).toMatchObject({ statusCode, code, path: `/api${url}` });
	expect(await tests.sandbox.admin.customers()).toEqual(before);
});

it.each([
	[{ email: 'ana.maria@example.com' }],
	[{ taxId: '98765432100', name: 'Ana Maria', email: 'ana.maria@example.com' }],
	[{ taxId: '012.345.678-90' }],
])('changes %j', async (changes: object) => {
	const { _id, taxId, name, email } = ANA;
	const { status, data } = await tests.ask('PATCH', path, changes);
	expect([status, data]).toEqual([200, { _id, taxId, name, email, ...changes }]);
	expect(await listed()).toContainEqual(expect.objectContaining(data));
});

it('finds a customer by its new tax ID only', async () => {
	await tests.ask('PATCH', path, { taxId: '98765432100' });
	expect(await statusOfCharge('98765432100')).toBe(201);
	expect(await statusOfCharge(ANA.taxId)).toBe(400);
});

it('deletes logically: the customer leaves the list and stays on record', async () => {
	const { status, data } = await tests.ask('DELETE', path);
	expect([status, data]).toEqual([200, { _id: ANA._id, deleted: true }]);
	expect((await listed()).map(({ _id }: { _id: string }) => _id)).not.toContain(ANA._id);
	const kept = (await tests.sandbox.admin.customers()).find(({ _id }) => _id === ANA._id);
	expect(kept).toMatchObject({ deleted: true, name: ANA.name });
	for (const method of ['PATCH', 'DELETE']) {
		expect((await tests.ask(method, path, { name: 'Ana' })).status).toBe(404);
	}
	// The tax ID is free, also if a customer of another user has it.
	for (const { taxId } of [ANA, OUTSIDER_CUSTOMER]) {
		expect((await tests.ask('POST', '/customers', { ...nova, taxId })).status).toBe(201);
	}
});

it('lists the active customers of the user, in order of creation', async () => {
	const wallet = { address: expect.stringMatching(/^0x/) };
	expect(await listed()).toEqual(
		DEMO_CUSTOMERS.map((customer) => ({ ...customer, deleted: false, wallet })),
	);
	await tests.sandbox.admin.configure({ list: { customersShape: 'data' } });
	expect(Object.keys(await listed())).toEqual(['data']);
});

it('allows a tax ID twice if the setting says so, and charges the older customer', async () => {
	await tests.sandbox.admin.configure({ customers: { duplicateTaxId: 'allow' } });
	const twin = { ...nova, taxId: '012.345.678-90' };
	expect((await tests.ask('POST', '/customers', twin)).status).toBe(201);
	expect(await statusOfCharge(ANA.taxId)).toBe(201);
	const { additions } = await tests.sandbox.admin.charges({ amount: 10 });
	expect(additions).toMatchObject([{ customerId: ANA._id }]);
});
