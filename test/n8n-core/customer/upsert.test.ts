import type { IDataObject } from 'n8n-workflow';
import { actionsOf, Customers } from '../../../harness/engine/customerOperations';
import { ana, bruno, CREATE, elisa, LIST, maria, UPDATE } from './given';

// Before a creation, GMC's list: who is there is changed, left or refused, and a retry finds what was created.

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };
const renamed = { ...ana, name: 'Someone Else', email: 'else@example.com' };

const upsert = async (rows: IDataObject[], options: IDataObject = {}) =>
	await customers.run('upsert', rows, { options: options as never });

test('who is new is created, who differs is changed, and nobody else is written to', async () => {
	const { items } = await upsert([maria, { ...ana, name: 'Ana Nova' }, bruno]);
	expect(actionsOf(items)).toEqual(['created', 'updated', 'unchanged']);
	expect(items[0].json).toMatchObject({ ...maria, deleted: false, balance: { currency: 'BRL' } });
	const { _id, taxId, email } = ana;
	const wallet = { address: (await customers.stored(_id))!.walletAddress };
	expect(items[1].json).toMatchObject({ _id, taxId, email, wallet, name: 'Ana Nova' });
	expect(items[2].json).toMatchObject({ _id: bruno._id, name: bruno.name, deleted: false });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	const [entry] = await customers.admin.journal({ route: UPDATE });
	expect(entry).toMatchObject({ path: `/api/customers/${_id}`, body: { name: 'Ana Nova' } });
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1, [UPDATE]: 1 });
});

test.each([
	['012.345.678-90', ana],
	['52998224725', elisa],
	[1234567890, ana],
])('%p is the customer with that tax ID, punctuation and lost zeros aside', async (taxId, one) => {
	const { items } = await upsert([
		{ taxId, name: ` ${one.name} `, email: one.email.toUpperCase() },
	]);
	expect(items[0].json).toMatchObject({ _id: one._id, _gmc: { action: 'unchanged' } });
	expect(await customers.asked()).toEqual({ [LIST]: 1 });
});

test('equal rows of one tax ID are one customer', async () => {
	const same = {
		...maria,
		taxId: '12345678909',
		name: ' Maria  Teste',
		email: 'MARIA@example.com',
	};
	const { items } = await upsert([maria, same, ana]);
	expect(actionsOf(items)).toEqual(['created', 'unchanged', 'unchanged']);
	expect(items[1].json._id).toBe(items[0].json._id);
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
});

test('If Exists: Leave writes to nobody who is there, also since an earlier row', async () => {
	const { items } = await upsert([renamed, maria, maria], { ifExists: 'leave' });
	expect(actionsOf(items)).toEqual(['unchanged', 'created', 'unchanged']);
	expect(items[0].json).toMatchObject({ _id: ana._id, name: ana.name, email: ana.email });
	expect(items[2].json).toMatchObject({ _id: items[1].json._id, name: maria.name });
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
});

test('a change that GMC has not made is not said to be made, in any run', async () => {
	await customers.fault(UPDATE, { type: 'json', status: 200, body: { ...ana } });
	await customers.fault(LIST, { type: 'json', status: 200, body: [ana, bruno] });
	for (let run = 0; run < 2; run++) {
		const rows = [bruno, { ...ana, email: 'new@example.com' }];
		const { items } = await upsert(rows);
		expect(actionsOf(items)).toEqual(['unchanged', 'unchanged']);
		expect(items[1].json).toMatchObject({ email: ana.email });
	}
	expect((await customers.asked())[UPDATE]).toBe(2);
});

test('create of a customer that is there refuses another name, and points to Create or Update', async () => {
	const { error } = await customers.run('create', [{ ...ana, name: 'Outra' }]);
	expect(error?.description).toMatch(/Create or Update/);
	expect(error?.context.details).toMatchObject({ code: 'CUSTOMER_EXISTS' });
	expect(await customers.asked()).toEqual({ [LIST]: 1 });
});

// At a service that takes a second customer with a tax ID, each repetition shows.
describe.each(['create', 'upsert'] as const)('%s, again', (operation) => {
	beforeEach(async () => {
		await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
	});

	test('by Retry On Fail, which knows no more than a Retry after a crash, creates no customer twice', async () => {
		await customers.service.refuse({ route: CREATE, nth: 3 });
		const rows = [maria, joao, { ...maria, taxId: '987.654.321-00' }];
		const retry = { retryOnFail: true, maxTries: 3 };
		const { items, error } = await customers.run(operation, rows, {}, retry);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.taxId)).toEqual(rows.map(({ taxId }) => taxId));
		for (const { taxId } of rows) expect(await customers.activeWith(taxId)).toHaveLength(1);
	});

	test('chooses nobody among customers that share the tax ID', async () => {
		const twins = [await customers.admin.createCustomer({ taxId: maria.taxId })];
		twins.push(await customers.admin.createCustomer({ ...maria }));
		const { error } = await customers.run(operation, [maria]);
		const ids = twins.map(({ _id }) => _id).join(', ');
		expect(error?.message).toBe(`2 customers have this tax ID (${ids})`);
		expect(error?.context.details).toMatchObject({ code: 'CUSTOMER_AMBIGUOUS' });
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});
