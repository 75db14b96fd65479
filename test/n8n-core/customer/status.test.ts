import type { FaultAction } from '../../../sandbox/state/faults';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { LIST_ADDITIONS, LOGIN } from '../../../harness/engine/service';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import { actionsOf, Customers, errorBody } from '../../../harness/engine/customerOperations';
import { ana, answer, bruno, CREATE, DELETE, diegoRenamed, LIST, maria, UPDATE } from './given';

// Operation × status: what is said of each answer, what is sent, and what the next rows do. A write is sent once; a
// creation whose answer was lost is looked for in GMC's list, which may be behind.

const customers = Customers.forThisFile();
const REQUESTS: Array<[CustomerOperation, string]> = [
	['create', LIST],
	['create', CREATE],
	['upsert', CREATE],
	['upsert', UPDATE],
	['get', LIST],
	['getAll', LIST],
	['update', UPDATE],
	['delete', DELETE],
];
const WRITES = REQUESTS.filter(([, route]) => route !== LIST);

/** Statuses of service.md 7.3 that are no success, and what they have to be called. */
const SAID: Record<string, Record<number, RegExp>> = {
	[LIST]: { 401: /does not accept this integration \(401\)/ },
	[CREATE]: { 400: /refused the new customer/, 401: /does not accept this integration/ },
	[UPDATE]: { 400: /refused the change/, 403: /belongs to another GMC user/ },
	[DELETE]: { 401: /does not accept this integration/, 404: /no such customer/ },
};
const REFUSALS = REQUESTS.flatMap(([operation, route]) =>
	Object.entries(SAID[route]).map(
		([status, words]) => [operation, route, Number(status), words] as const,
	),
);

const rowFor = (operation: CustomerOperation, route: string) =>
	operation === 'create' || route === CREATE ? maria : diegoRenamed;

/** How often the list is read for a creation whose answer was lost, if it never shows the customer. */
const looks = () => delays.reconcileDelaysMs.length;

/** How often a write lists the customers, unless it has to look for what it has lost: given by ID, it does not. */
const listsBefore = (operation: CustomerOperation) =>
	operation === 'create' || operation === 'upsert' ? { [LIST]: 1 } : {};

test.each(REFUSALS)('%s, where %s answers %i, says so', async (operation, route, status, words) => {
	await customers.fault(route, answer(status));
	const { items, error } = await customers.run(operation, [rowFor(operation, route)]);
	const { code, message } = errorBody(status);
	expect(items).toEqual([]);
	expect(error?.context.itemIndex).toBe(0);
	expect(error?.message).toMatch(words);
	expect(error?.description).toContain(`GMC says: ${message}`);
	expect(error?.httpCode).toBe(String(status));
	expect(error?.context.details).toMatchObject({ statusCode: status, cause: code, message });
	if (route !== LIST && status !== 401) {
		// A 403 may be about the token, which a read tries.
		const trial = status === 403 ? { [LIST_ADDITIONS]: 1 } : {};
		expect(await customers.asked()).toEqual({ ...listsBefore(operation), ...trial, [route]: 1 });
	}
});

describe.each(WRITES)('%s, where the answer of %s is lost', (operation, route) => {
	test.each<[string, FaultAction]>([
		['a 503', { type: 'status', status: 503, body: {}, headers: { 'retry-after': '0' } }],
		['a reset', { type: 'resetBefore' }],
	])('is in doubt, and sends nothing again: %s', async (_what, action) => {
		await customers.fault(route, action, 1);
		const { items, error } = await customers.run(operation, [rowFor(operation, route)]);
		expect(items).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toMatch(/know whether.*Customer: Get/);
		expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
		const lists = route === CREATE ? { [LIST]: 1 + looks() } : listsBefore(operation);
		expect(await customers.asked()).toEqual({ ...lists, [route]: 1 });
	});
});

describe.each(['create', 'upsert'] as const)('%s, whose answer was lost', (operation) => {
	const created = async () => {
		const { items, error } = await customers.run(operation, [maria]);
		expect(error).toBeUndefined();
		const [stored] = await customers.activeWith(maria.taxId);
		expect(items[0].json).toMatchObject({ ...maria, _id: stored._id });
		if (operation === 'upsert') expect(actionsOf(items)).toEqual(['created']);
	};
	const listed = async (body: unknown, times?: number) =>
		await customers.fault(LIST, { type: 'json', status: 200, body }, times);

	test.each<[string, FaultAction]>([
		['a reset', { type: 'commitThenReset' }],
		['an answer that names nobody', { type: 'json', status: 201, body: { title: 'ok' } }],
		['an answer that names another customer', { type: 'json', status: 201, body: { ...bruno } }],
	])('finds who was created, after %s', async (_what, action) => {
		await customers.fault(CREATE, action, 1);
		await created();
		expect(await customers.asked()).toEqual({ [LIST]: 2, [CREATE]: 1 });
	});

	test('finds them while the list is behind, and creates nobody twice', async () => {
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		await listed([ana], looks());
		await created();
		expect(await customers.asked()).toEqual({ [LIST]: 1 + looks(), [CREATE]: 1 });
	});

	test('takes nobody who is called otherwise, and nobody where there are two', async () => {
		const twin = { ...maria, _id: 'x' };
		for (const body of [[{ ...twin, name: 'Outra' }], [twin, { ...twin, _id: 'y' }]]) {
			await customers.service.restart();
			await customers.fault(CREATE, { type: 'resetBefore' }, 1);
			await listed([ana], 1);
			await listed(body);
			const { error } = await customers.run(operation, [maria]);
			expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
			expect((await customers.asked())[CREATE]).toBe(1);
		}
	});

	test('sends no second row of that tax ID', async () => {
		await customers.fault(CREATE, { type: 'resetBefore' });
		const rows = await customers.runOn(operation, [maria, { ...maria, taxId: '12345678909' }]);
		rows.forEach(({ error }, at) => {
			expect(error).toMatch(new RegExp(`^Row ${at + 1}: .*whether the customer was created`));
		});
		expect((await customers.asked())[CREATE]).toBe(1);
	});

	test('does not ask for the list for every row of an outage', async () => {
		await customers.fault(CREATE, { type: 'resetBefore' });
		const rows = Array.from({ length: 20 }, (_, at) => ({ ...maria, taxId: `N${at}` }));
		const options = { taxIdFormat: 'asIs' };
		const setup = { onError: 'continueRegularOutput' } as const;
		const { items } = await customers.run(operation, rows, { options }, setup);
		for (const { json } of items) expect(json.error).toMatch(/know whether/);
		expect((await customers.asked())[LIST]).toBeLessThan(rows.length);
	});

	test('where another run was quicker is refused, and a second run finds who is there', async () => {
		await customers.admin.createCustomer(maria);
		await listed([ana], 1);
		const { error } = await customers.run(operation, [maria]);
		expect(error?.context.details).toMatchObject({ statusCode: 400, cause: 'TAX_ID_IN_USE' });
		expect(error?.description).toMatch(/run this row again/);
		const { items } = await customers.run(operation, [maria]);
		expect(items[0].json).toMatchObject(maria);
	});

	test('is not sent without the list, for it could be a second customer', async () => {
		await customers.fault(LIST, { type: 'status', status: 403, body: {} });
		const { error } = await customers.run(operation, [maria]);
		expect(error?.httpCode).toBe('403');
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

test.each(REQUESTS)('%s, Continue: a 401 of %s ends the asking', async (operation, route) => {
	await customers.fault(route, answer(401));
	const sheet = Array.from({ length: 6 }, () => rowFor(operation, route));
	const items = await customers.runOn(operation, sheet);
	items.forEach(({ error }, at) =>
		expect(error).toMatch(new RegExp(`^Row ${at + 1}: .*\\(401\\)`)),
	);
	expect(items).toHaveLength(sheet.length);
	// Once, and after a new login.
	expect((await customers.asked())[route]).toBeLessThanOrEqual(2);
	expect(await customers.admin.count({ route: LOGIN })).toBeLessThanOrEqual(2);
});

// GMC may say in a 200 that it has done nothing (service.md 2.9): then nothing is told as done.
const LOCKED = { statusCode: 403, code: 'FORBIDDEN', message: 'Customer is locked' };
test.each<[CustomerOperation, string, object]>([
	['update', UPDATE, LOCKED],
	['upsert', UPDATE, LOCKED],
	['delete', DELETE, LOCKED],
	['delete', DELETE, { _id: diegoRenamed._id, deleted: false }],
])('%s is an error where %s answers 200 with %j', async (operation, route, body) => {
	await customers.fault(route, { type: 'status', status: 200, body });
	const before = await customers.stored(diegoRenamed._id);
	const { error } = await customers.run(operation, [diegoRenamed]);
	expect(error?.message).toMatch(/GMC answered that it did not (change|delete) the customer/);
	expect(before).toMatchObject({ deleted: false });
	expect(await customers.stored(diegoRenamed._id)).toEqual(before);
});
