import type { FaultAction } from '../../../sandbox/state/faults';
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import {
	actionsOf,
	ana,
	CREATE,
	Customers,
	DELETE,
	diegoRenamed,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

// A creation whose answer was lost is looked for in GMC's list, which may be behind. Nothing is sent again.

const customers = Customers.forThisFile();
const onError = 'continueRegularOutput' as const;
/** Looks after a lost answer, in tests. */
const LOOKS = 3;

const WRITES: Array<[CustomerOperation, string]> = [
	['create', CREATE],
	['upsert', CREATE],
	['upsert', UPDATE],
	['update', UPDATE],
	['delete', DELETE],
];

const rowOf = (route: string) => (route === CREATE ? maria : diegoRenamed);

/** A change can be made again, so it is not looked for; given by ID, it needs no list at all. */
const listsOf = (operation: CustomerOperation, route: string) => {
	if (route === CREATE) return { [LIST]: 1 + LOOKS };
	return operation === 'upsert' ? { [LIST]: 1 } : {};
};

const NOT_DONE: Array<[string, FaultAction]> = [
	['a 500', { type: 'status', status: 500, body: {} }],
	['a 503', { type: 'status', status: 503, body: {}, headers: { 'retry-after': '0' } }],
	['a 429 with Retry-After', { type: 'rateLimit', retryAfter: 0 }],
	['a 502 in HTML', { type: 'html', status: 502 }],
	['a reset', { type: 'resetBefore' }],
];

const DONE: Array<[string, FaultAction]> = [
	['a reset', { type: 'commitThenReset' }],
	['a 500', { type: 'commitThenStatus', status: 500, body: {} }],
];

describe.each(WRITES)('customer: %s (%s)', (operation, route) => {
	const row = rowOf(route);

	test.each(NOT_DONE)('that the list does not show is in doubt: %s', async (_what, action) => {
		await customers.fault(route, action, 1);
		const { items, error } = await customers.run(operation, [row]);
		expect(items).toEqual([]);
		expect(`${error?.message} ${error?.description}`).toMatch(/not known.*Customer → Get/);
		expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
		expect(await customers.asked()).toEqual({ ...listsOf(operation, route), [route]: 1 });
	});

	test('does not hold up the next row under Continue', async () => {
		await customers.fault(route, { type: 'resetBefore' }, 1);
		const other = { ...ana, id: ana._id, name: 'Ana Nova' };
		const next = route === CREATE ? { ...other, taxId: '28534167044' } : other;
		const [one, two] = await customers.runOn(operation, [row, next]);
		expect(one.error).toMatch(/^Row 1: .*not known/);
		expect(two).not.toHaveProperty('error');
	});
});

describe.each(['create', 'upsert'] as const)(
	'customer: %s, of whom the answer was lost',
	(operation) => {
		test.each(DONE)('finds who was created, after %s', async (_what, action) => {
			await customers.fault(CREATE, action, 1);
			const { items } = await customers.run(operation, [maria]);
			expect(items[0].json).toMatchObject({ name: maria.name, taxId: maria.taxId });
			const stored = await customers.stored(items[0].json._id as string);
			expect(stored).toMatchObject({ name: maria.name, deleted: false });
			expect(await customers.asked()).toEqual({ [LIST]: 2, [CREATE]: 1 });
		});

		test('finds them once the list shows them', async () => {
			await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
			await customers.fault(LIST, { type: 'json', status: 200, body: [ana] }, LOOKS);
			const { error } = await customers.run(operation, [maria]);
			expect(error).toBeUndefined();
			expect(await customers.asked()).toEqual({ [LIST]: 1 + LOOKS, [CREATE]: 1 });
		});
	},
);

describe('customer: create', () => {
	test.each<[string, FaultAction]>([
		['nobody', { type: 'emptyBody', status: 201 }],
		['another record', { type: 'json', status: 201, body: { title: 'ok' } }],
		['HTML', { type: 'html', status: 200 }],
	])('an answer that names %s is as good as lost', async (_what, action) => {
		await customers.fault(LIST, { type: 'json', status: 200, body: [ana] });
		await customers.fault(CREATE, action, 1);
		const { error } = await customers.run('create', [maria]);
		expect(error?.message).toMatch(/something else than the new customer.*not known/);
		expect((await customers.asked())[CREATE]).toBe(1);
	});

	test('takes nobody who is called otherwise, and nobody where there are two', async () => {
		for (const others of [1, 2]) {
			await customers.service.restart();
			await customers.fault(CREATE, { type: 'resetBefore' }, 1);
			const listed = { ...maria, _id: 'x', name: others === 1 ? 'Outra' : maria.name };
			const body = [listed, { ...listed, _id: 'y' }].slice(0, others);
			await customers.fault(LIST, { type: 'json', status: 200, body: [ana] }, 1);
			await customers.fault(LIST, { type: 'json', status: 200, body });
			const { error } = await customers.run('create', [maria]);
			expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
		}
	});
});

test('customer: upsert changes whom the list shows with another name', async () => {
	const { _id } = await customers.admin.createCustomer({ ...maria, name: 'Maria Antes' });
	await customers.fault(LIST, { type: 'json', status: 200, body: [ana] }, 1);
	await customers.fault(CREATE, { type: 'resetBefore' }, 1);
	const { items } = await customers.run('upsert', [maria]);
	expect(actionsOf(items)).toEqual(['updated']);
	expect(await customers.stored(_id)).toMatchObject({ name: maria.name });
});

test.each(['create', 'upsert'] as const)(
	'customer: %s sends no second row of a tax ID that is in doubt',
	async (operation) => {
		await customers.fault(CREATE, { type: 'resetBefore' });
		const rows = [maria, { ...maria, taxId: '12345678909' }];
		const [first, second] = await customers.runOn(operation, rows);
		expect(first.error).toMatch(/not known/);
		expect(second.error).toMatch(/^Row 2: not attempted, because the outcome of an earlier row/);
		expect((await customers.asked())[CREATE]).toBe(1);
	},
);

test('the list is not asked for ever for what it does not show', async () => {
	await customers.fault(CREATE, { type: 'resetBefore' });
	const rows = Array.from({ length: 6 }, (_, at) => ({ ...maria, taxId: `N${at}` }));
	const options = { taxIdFormat: 'asIs' };
	const { items } = await customers.run('create', rows, { options }, { onError });
	for (const { json } of items) expect(json.error).toMatch(/not known/);
	expect((await customers.asked())[LIST]).toBeLessThan(rows.length * LOOKS);
});

test('a list that cannot be had leaves the row in doubt, after one look', async () => {
	await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
	await customers.fault(LIST, { type: 'json', status: 200, body: [ana] }, 1);
	await customers.fault(LIST, { type: 'status', status: 403, body: {} });
	const { error } = await customers.run('create', [maria]);
	expect(error?.context.details).toMatchObject({ code: 'CHANGE_IN_DOUBT' });
	expect(await customers.asked()).toEqual({ [LIST]: 2, [CREATE]: 1 });
});
