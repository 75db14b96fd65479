import type { IDataObject } from 'n8n-workflow';
import {
	ana,
	bruno,
	CREATE,
	Customers,
	elisa,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const upsert = async (rows: IDataObject[], options: IDataObject = {}) =>
	await customers.run('upsert', rows, { options: options as never });
const actionsOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json._gmc as IDataObject | undefined)?.action);

test('a new customer is created and comes out as the service answered', async () => {
	const { items } = await upsert([maria]);
	const { _gmc, ...record } = items[0].json;
	expect(_gmc).toEqual({ action: 'created' });
	expect(record).toMatchObject({ ...maria, deleted: false, balance: { currency: 'BRL' } });
	expect(items[0].pairedItem).toEqual({ item: 0 });
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
});

test('an existing customer is updated with what differs, and comes out whole', async () => {
	const { items } = await upsert([{ ...ana, name: 'Ana Nova' }]);
	expect(items[0].json).toMatchObject({
		_id: ana._id,
		taxId: ana.taxId,
		name: 'Ana Nova',
		email: ana.email,
		deleted: false,
		wallet: { address: (await customers.stored(ana._id))!.walletAddress },
		_gmc: { action: 'updated' },
	});
	const [entry] = await customers.admin.journal({ route: UPDATE });
	expect(entry).toMatchObject({ path: `/api/customers/${ana._id}`, body: { name: 'Ana Nova' } });
});

test('a customer that does not differ is not written to', async () => {
	const { items } = await upsert([ana, bruno]);
	expect(actionsOf(items)).toEqual(['unchanged', 'unchanged']);
	expect(items[1].json).toMatchObject({ _id: bruno._id, name: bruno.name, deleted: false });
	expect(await customers.asked()).toEqual({ [LIST]: 1 });
});

test.each([
	['012.345.678-90', ana],
	[' 01234567890 ', ana],
	['52998224725', elisa],
	[1234567890, ana],
])('%p is the customer with that tax ID, punctuation and lost zeros aside', async (taxId, one) => {
	const { items } = await upsert([{ taxId, name: one.name, email: one.email }]);
	expect(items[0].json).toMatchObject({ _id: one._id, _gmc: { action: 'unchanged' } });
	expect(await customers.asked()).toEqual({ [LIST]: 1 });
});

test('200 rows are one list and requests for the changes only', async () => {
	await customers.plant(180);
	const existing = (await customers.admin.customers()).map(({ taxId, name, email }) => ({
		taxId,
		name,
		email,
	}));
	const rows = [
		...existing.map((row, i) => (i % 10 === 0 ? { ...row, name: `Novo ${i}` } : row)),
		...Array.from({ length: 20 }, (_, i) => ({ ...maria, taxId: `N${i}` })),
	];
	const asIs = { taxIdFormat: 'asIs' };
	const { items } = await upsert(rows, asIs);
	expect(await customers.asked()).toEqual({ [LIST]: 1, [UPDATE]: 18, [CREATE]: 20 });
	expect(items.map(({ json }) => json.taxId)).toEqual(rows.map(({ taxId }) => taxId));
	expect(items.map(({ json }) => json.name)).toEqual(rows.map(({ name }) => name));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
	await customers.admin.clearJournal();
	expect(new Set(actionsOf((await upsert(rows, asIs)).items))).toEqual(new Set(['unchanged']));
	expect(await customers.asked()).toEqual({ [LIST]: 1 });
});

test('rows of one tax ID are one customer: the later ones update what the first created', async () => {
	const { items } = await upsert([
		maria,
		{ ...maria, taxId: '12345678909', name: 'Maria Segunda' },
		ana,
		{ ...maria, name: 'Maria Segunda' },
	]);
	expect(actionsOf(items)).toEqual(['created', 'updated', 'unchanged', 'unchanged']);
	expect(new Set([0, 1, 3].map((i) => items[i].json._id)).size).toBe(1);
	expect(await customers.stored(items[0].json._id as string)).toMatchObject({
		name: 'Maria Segunda',
	});
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1, [UPDATE]: 1 });
});

test('a deleted customer does not count: it is created again', async () => {
	await customers.run('delete', [{ id: ana._id }]);
	const { items } = await upsert([ana]);
	expect(actionsOf(items)).toEqual(['created']);
	expect(items[0].json._id).not.toBe(ana._id);
});
