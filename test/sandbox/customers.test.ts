import { OUTSIDER_CUSTOMER } from '../../sandbox/seeds';
import { ANA, BRUNO, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const nova = { taxId: '98765432100', name: 'Nova Cliente', email: 'nova@example.com' };
const path = `/customers/${ANA._id}`;
const listed = async () => (await tests.ask('GET', '/customers/all')).data;

it.each([
	['POST', '/customers', { ...nova, taxId: 98765432100 }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, email: 'no address' }, 400, 'INVALID_BODY'],
	['POST', '/customers', { ...nova, taxId: '012.345.678-90' }, 400, 'TAX_ID_IN_USE'],
	['PATCH', path, { deleted: true }, 400, 'INVALID_BODY'],
	['PATCH', path, { taxId: BRUNO.taxId }, 400, 'TAX_ID_IN_USE'],
])('%s %s %j is refused', async (method, url, body, statusCode, code) => {
	const before = await tests.sandbox.admin.customers();
	const { status, data } = await tests.ask(method, url, body);
	expect(status).toBe(statusCode);
	expect(data).toMatchObject({ statusCode, code, path: `/api${url}` });
	expect(await tests.sandbox.admin.customers()).toEqual(before);
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
