import type { IDataObject } from 'n8n-workflow';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { type CustomerOperation, Customers } from '../../../harness/engine/customerOperations';
import { ana, bruno, CREATE, DELETE, elisa, LIST, maria, UPDATE } from './given';

// What each operation sends and gives out where all goes well, and where it goes which items go.

const customers = Customers.forThisFile();

test('create sends the three fields, and gives out the record of the service', async () => {
	const { items } = await customers.run('create', [{ ...maria, other: 'x' }]);
	const [stored] = await customers.activeWith(maria.taxId);
	const { _id, userId, walletAddress } = stored;
	const money = { balance: { currency: 'BRL', amount: 0 }, wallet: { address: walletAddress } };
	expect(items).toEqual([
		{ json: { _id, userId, deleted: false, ...maria, ...money }, pairedItem: { item: 0 } },
	]);
	const [entry] = await customers.admin.journal({ route: CREATE });
	expect(entry.body).toEqual(maria);
	expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
});

describe('getAll', () => {
	test('gives out one item per customer, as the service has them, paired with the row', async () => {
		const { items } = await customers.run('getAll', [{}]);
		expect(items.map(({ json }) => json._id)).toEqual(DEMO_CUSTOMERS.map(({ _id }) => _id));
		// service.md 4.6
		const { _id, taxId, name, email, deleted, walletAddress } = (await customers.stored(
			elisa._id,
		))!;
		const json = { _id, taxId, name, email, deleted, wallet: { address: walletAddress } };
		expect(items[4]).toEqual({ json, pairedItem: { item: 0 } });
	});

	test('keeps to the limit, which is 50 by itself', async () => {
		await customers.plant(60);
		const limited = await customers.run('getAll', [{}], { returnAll: false, limit: 3 });
		expect(limited.items).toHaveLength(3);
		expect((await customers.run('getAll', [{}], { returnAll: false })).items).toHaveLength(50);
		expect((await customers.run('getAll', [{}])).items).toHaveLength(60);
	});

	test('searches for each row, with one list for all', async () => {
		const { items } = await customers.run('getAll', [{ q: 'CONCEICAO' }, { q: '' }], {
			filters: { search: '={{ $json.q }}' },
		});
		const rowsOfItems = items.map(({ pairedItem }) => pairedItem);
		expect(rowsOfItems).toEqual([{ item: 0 }, ...DEMO_CUSTOMERS.map(() => ({ item: 1 }))]);
		expect(items[0].json.name).toBe('Gabriela Conceição');
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

test('update changes what is given and gives out what the service answers', async () => {
	const rows = [
		{ id: ana._id, name: 'Ana Nova' },
		{ id: bruno._id, name: 'Bruno Novo' },
	];
	const { items } = await customers.run('update', rows);
	const { _id, taxId, email } = ana;
	const json = { _id, taxId, email, name: 'Ana Nova' };
	expect(items[0]).toEqual({ json, pairedItem: { item: 0 } });
	expect(items[1]).toMatchObject({ json: { _id: bruno._id }, pairedItem: { item: 1 } });
	expect(await customers.stored(ana._id)).toMatchObject({ name: 'Ana Nova', email });
	expect(await customers.asked()).toEqual({ [UPDATE]: 2 });
	const [entry] = await customers.admin.journal({ route: UPDATE });
	expect(entry.body).toEqual({ name: 'Ana Nova' });
});

test('update by tax ID finds the customer as earlier rows have left it', async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
	const rows = [
		{ who: ana.taxId, taxId: '12345678909', name: 'Ana Nova' },
		{ who: bruno._id, taxId: ana.taxId, name: 'Bruno' },
		{ who: ana.taxId, taxId: ana.taxId, name: 'Bruno Novo' },
	];
	const customer = { __rl: true, mode: 'taxId', value: '={{ $json.who }}' };
	const updateFields = { taxId: '={{ $json.taxId }}', name: '={{ $json.name }}' };
	const { items } = await customers.run('update', rows, { customer, updateFields });
	expect(items.map(({ json }) => json._id)).toEqual([ana._id, bruno._id, bruno._id]);
	expect(await customers.stored(ana._id)).toMatchObject({ name: 'Ana Nova' });
});

describe('delete', () => {
	test('gives out the id and that it is deleted', async () => {
		const { items } = await customers.run('delete', [{ id: ana._id }]);
		expect(items).toEqual([{ json: { _id: ana._id, deleted: true }, pairedItem: { item: 0 } }]);
		expect(await customers.stored(ana._id)).toMatchObject({ deleted: true });
		expect(await customers.asked()).toEqual({ [DELETE]: 1 });
	});

	test('deletes nobody when two customers share the tax ID, and names both', async () => {
		const twin = await customers.admin.createCustomer({ taxId: ana.taxId });
		const customer = { __rl: true, mode: 'taxId', value: ana.taxId };
		const { error } = await customers.run('delete', [{}], { customer });
		expect(error?.message).toContain(ana._id);
		expect(error?.message).toContain(twin._id);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

describe('when the second of three rows fails', () => {
	const NOBODY = { id: 'nobody', taxId: '7', name: 'Nobody', email: 'not an address' };
	const row = ({ _id, ...fields }: typeof ana, name: string) => ({ id: _id, ...fields, name });
	const known = [row(ana, 'Ana Nova'), NOBODY, row(bruno, 'Bruno Novo')];
	const unknown = [maria, { ...ana, name: 'Outra' }, { ...maria, taxId: '28534167044' }];

	test.each<[CustomerOperation, IDataObject[]]>([
		['create', unknown],
		['upsert', known],
		['get', known],
		['update', known],
		['delete', known],
	])('%s: it goes to the error output with its input, others do not', async (operation, rows) => {
		const setup = { onError: 'continueErrorOutput' } as const;
		const { items, errors } = await customers.run(operation, rows, {}, setup);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(items.every(({ json }) => !('error' in json))).toBe(true);
		expect(errors).toHaveLength(1);
		const { error, details, ...input } = errors[0].json;
		expect(input).toEqual(rows[1]);
		expect(error).toMatch(/^Row 2: /);
		expect(details).toEqual(expect.any(Object));
		expect(errors[0].pairedItem).toEqual({ item: 1 });
	});
});
