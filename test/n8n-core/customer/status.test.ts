import { OUTSIDER_CUSTOMER } from '../../../sandbox/seeds';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import {
	ana,
	answer,
	bruno,
	CREATE,
	Customers,
	DELETE,
	diegoRenamed,
	errorBody,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

/** Every status of service.md 7.4 that is no success, and what it has to be called. */
const REFUSALS: Array<[CustomerOperation, string, number, RegExp]> = [
	['create', CREATE, 400, /refused the new customer \(400\)/],
	['create', CREATE, 401, /does not accept this integration \(401\)/],
	['upsert', LIST, 401, /does not accept this integration \(401\)/],
	['upsert', UPDATE, 400, /refused the change \(400\)/],
	['upsert', UPDATE, 401, /does not accept this integration \(401\)/],
	['upsert', UPDATE, 403, /belongs to another GMC user \(403\)/],
	['upsert', UPDATE, 404, /no such customer \(404\)/],
	['get', LIST, 401, /does not accept this integration \(401\)/],
	['getAll', LIST, 401, /does not accept this integration \(401\)/],
	['update', UPDATE, 400, /refused the change \(400\)/],
	['update', UPDATE, 401, /does not accept this integration \(401\)/],
	['update', UPDATE, 403, /belongs to another GMC user \(403\)/],
	['update', UPDATE, 404, /no such customer \(404\)/],
	['delete', DELETE, 401, /does not accept this integration \(401\)/],
	['delete', DELETE, 403, /belongs to another GMC user \(403\)/],
	['delete', DELETE, 404, /no such customer \(404\)/],
];

describe.each(REFUSALS)('customer: %s, where %s answers %p', (operation, route, status, words) => {
	const { code, message } = errorBody(status);
	const row = operation === 'create' ? maria : diegoRenamed;

	test('stops with plain words, the status, and what the service said', async () => {
		await customers.fault(route, answer(status));
		const { items, error } = await customers.run(operation, [row]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 1: /);
		expect(error?.message).toMatch(words);
		expect(error?.description).toContain(`GMC says: ${message}`);
		expect(error?.httpCode).toBe(String(status));
		expect(error?.context.itemIndex).toBeUndefined();
		expect(error?.context.details).toMatchObject({ statusCode: status, cause: code, message });
	});
});

describe("the service's own refusals", () => {
	test('of a tax ID in use that the list does not show (400)', async () => {
		await customers.fault(LIST, { type: 'json', status: 200, body: [bruno] });
		const { error } = await customers.run('create', [maria, ana]);
		expect(error?.message).toMatch(/^Row 2: GMC refused the new customer \(400\)/);
		expect(error?.context.itemIndex).toBeUndefined();
		expect(error?.context.details).toMatchObject({ statusCode: 400, cause: 'TAX_ID_IN_USE' });
	});

	test.each<[CustomerOperation]>([['update'], ['delete']])(
		"%s of another user's customer (403)",
		async (operation) => {
			const rows = [{ id: OUTSIDER_CUSTOMER._id, name: 'X' }];
			const { error } = await customers.run(operation, rows);
			expect(error?.context.details).toMatchObject({
				statusCode: 403,
				cause: 'CUSTOMER_FORBIDDEN',
			});
			expect(await customers.stored(OUTSIDER_CUSTOMER._id)).toMatchObject({ deleted: false });
		},
	);

	test.each<[CustomerOperation]>([['update'], ['delete']])(
		'%s of a customer that is gone (404)',
		async (operation) => {
			await customers.run('delete', [{ id: ana._id }]);
			const { error } = await customers.run(operation, [{ id: ana._id, name: 'X' }]);
			expect(error?.message).toMatch(/^Row 1: GMC knows no such customer \(404\)/);
			expect(error?.context.details).toMatchObject({ code: 'CUSTOMER_NOT_FOUND' });
		},
	);

	test('of a tax ID that another customer has, in an update (400)', async () => {
		const updateFields = { taxId: bruno.taxId };
		const { error } = await customers.run('update', [{ id: ana._id }], { updateFields });
		expect(error?.message).toMatch(/refused the change \(400\)/);
		expect(error?.description).toMatch(/GMC says: Another customer has this taxId/);
	});
});
