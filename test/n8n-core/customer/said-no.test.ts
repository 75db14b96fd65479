import { ana, Service } from '../../../harness/engine';

// GMC may say in a 200 that it has done nothing (service.md 2.9): then nothing is told as done.

const service = Service.forThisFile();
const byId = { customer: { __rl: true, mode: 'id', value: ana._id } };
const fields = { taxId: ana.taxId, name: 'Ana Nova', email: ana.email };
const refused = { statusCode: 403, code: 'FORBIDDEN', message: 'Customer is locked' };

test.each([
	['update', 'PATCH', { ...byId, updateFields: { name: 'Ana Nova' } }, refused],
	['upsert', 'PATCH', fields, refused],
	['delete', 'DELETE', byId, refused],
	['delete', 'DELETE', byId, { _id: ana._id, deleted: false }],
])('customer: %s is an error', async (operation, method, more, body) => {
	const route = `${method} /customers/{customerId}`;
	await service.fault({ type: 'status', status: 200, body }, { route });
	const parameters = { resource: 'customer', operation, options: {}, ...more } as never;
	const { error } = await service.run({ parameters });
	expect(error?.message).toMatch(/GMC answered that it did not (change|delete) the customer/);
	const now = (await service.admin.customers()).find(({ _id }) => _id === ana._id);
	expect(now).toMatchObject({ name: ana.name, deleted: false });
});
