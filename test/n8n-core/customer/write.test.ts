import {
	ana,
	bruno,
	CREATE,
	Customers,
	DELETE,
	diego,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

const byTaxId = { customer: { __rl: true, mode: 'taxId', value: '={{ $json.taxId }}' } };

describe('customer: create', () => {
	test("gives out the service's record, paired with its row", async () => {
		const { items, error } = await customers.run('create', [
			maria,
			{ ...bruno, taxId: '28534167044' },
		]);
		expect(error).toBeUndefined();
		const [stored] = (await customers.admin.customers()).filter(({ name }) => name === maria.name);
		expect(items[0]).toEqual({
			json: {
				_id: stored._id,
				userId: stored.userId,
				deleted: false,
				...maria,
				balance: { currency: 'BRL', amount: 0 },
				wallet: { address: stored.walletAddress },
			},
			pairedItem: { item: 0 },
		});
		expect(items[1]).toMatchObject({ json: { taxId: '28534167044' }, pairedItem: { item: 1 } });
		expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 2 });
	});

	test('sends the three fields and nothing else', async () => {
		await customers.run('create', [{ ...maria, other: 'x' }]);
		const [entry] = await customers.admin.journal({ route: CREATE });
		expect(entry.body).toEqual(maria);
	});

	test('creates nobody without the list, for it could be a second customer', async () => {
		await customers.fault(LIST, { type: 'status', status: 403, body: {} });
		const { error } = await customers.run('create', [maria]);
		expect(error?.httpCode).toBe('403');
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

describe('customer: update', () => {
	const rows = [
		{ id: ana._id, name: 'Ana Nova' },
		{ id: bruno._id, name: 'Bruno Novo' },
	];

	test('changes what is given and gives out what the service answers', async () => {
		const { items } = await customers.run('update', rows);
		const { _id, taxId, email } = ana;
		expect(items[0]).toEqual({
			json: { _id, taxId, email, name: 'Ana Nova' },
			pairedItem: { item: 0 },
		});
		expect(items[1]).toMatchObject({ json: { _id: bruno._id }, pairedItem: { item: 1 } });
		expect(await customers.stored(ana._id)).toMatchObject({ name: 'Ana Nova', email });
		expect(await customers.asked()).toEqual({ [UPDATE]: 2 });
		const [entry] = await customers.admin.journal({ route: UPDATE });
		expect(entry.body).toEqual({ name: 'Ana Nova' });
	});

	test('takes another customer for no answer', async () => {
		const { taxId } = maria;
		const body = { _id: bruno._id, taxId: bruno.taxId, name: bruno.name, email: bruno.email };
		await customers.fault(UPDATE, { type: 'json', status: 200, body });
		const changed = { id: ana._id, taxId };
		const { items } = await customers.run('update', [changed], { updateFields: { taxId } });
		expect(items[0].json).toEqual({ _id: ana._id, taxId });
	});

	test('finds the customer by tax ID, punctuation aside, with one list for all rows', async () => {
		const taxed = [
			{ taxId: '012.345.678-90', name: 'Ana Nova' },
			{ taxId: 123456797, name: 'Bruno Novo' },
		];
		const { items } = await customers.run('update', taxed, byTaxId);
		expect(items.map(({ json }) => json._id)).toEqual([ana._id, bruno._id]);
		expect(await customers.asked()).toEqual({ [LIST]: 1, [UPDATE]: 2 });
	});

	test('without anything to change is refused before any request', async () => {
		const { error } = await customers.run('update', [{ id: ana._id }], { updateFields: {} });
		expect(error?.message).toMatch(/^Row 1: There is nothing to change/);
		expect(error?.description).toMatch(/Update Fields/);
		expect(await customers.admin.journal()).toEqual([]);
	});
});

describe('customer: delete', () => {
	test('gives out the id and that it is deleted', async () => {
		const { items } = await customers.run('delete', [{ id: ana._id }, { id: diego._id }]);
		expect(items).toEqual([
			{ json: { _id: ana._id, deleted: true }, pairedItem: { item: 0 } },
			{ json: { _id: diego._id, deleted: true }, pairedItem: { item: 1 } },
		]);
		expect(await customers.stored(ana._id)).toMatchObject({ deleted: true });
		expect(await customers.stored(bruno._id)).toMatchObject({ deleted: false });
		expect(await customers.asked()).toEqual({ [DELETE]: 2 });
	});

	test('deletes nobody when two customers share the tax ID, and names both', async () => {
		const twin = await customers.admin.createCustomer({ taxId: ana.taxId });
		const { error } = await customers.run('delete', [{ taxId: ana.taxId }], byTaxId);
		expect(error?.message).toContain(ana._id);
		expect(error?.message).toContain(twin._id);
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});
