import { DEMO_CUSTOMERS, OUTSIDER_CUSTOMER } from '../../../sandbox/seeds';
import { ana, bruno, Customers, elisa, LIST } from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();

/** A customer as the service lists it (service.md 4.6). */
async function listed(id: string) {
	const { _id, taxId, name, email, deleted, walletAddress } = (await customers.stored(id))!;
	return { _id, taxId, name, email, deleted, wallet: { address: walletAddress } };
}
const locator = (mode: string) => ({
	customer: { __rl: true, mode, value: '={{ $json.value }}' },
});

describe('customer: get', () => {
	test.each([
		['id', ana._id, ana],
		['list', bruno._id, bruno],
		['taxId', '012.345.678-90', ana],
		['taxId', 123456797, bruno],
		['taxId', '52998224725', elisa],
	])('finds a customer by %s %p', async (mode, value, { _id }) => {
		const { items } = await customers.run('get', [{ value }], locator(mode));
		expect(items).toEqual([{ json: await listed(_id), pairedItem: { item: 0 } }]);
	});

	test('asks for one list, however many rows', async () => {
		const rows = Array.from({ length: 100 }, (_, i) => ({
			value: DEMO_CUSTOMERS[i % DEMO_CUSTOMERS.length]._id,
		}));
		const { items } = await customers.run('get', rows, locator('id'));
		expect(items.map(({ json }) => json._id)).toEqual(rows.map(({ value }) => value));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});

	test.each([
		['id', 'nobody'],
		['id', OUTSIDER_CUSTOMER._id],
		['taxId', OUTSIDER_CUSTOMER.taxId],
	])('does not find the %s %p, and says so for the row', async (mode, value) => {
		const rows = [{ value: mode === 'id' ? ana._id : ana.taxId }, { value }];
		const { items, error } = await customers.run('get', rows, locator(mode));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 2: The customer was not found: none of the 12 active/);
		expect(error?.context.itemIndex).toBeUndefined();
	});
});

describe('customer: getAll', () => {
	test('gives out one item per customer, as the service has them, all paired with the row', async () => {
		const { items } = await customers.run('getAll', [{}]);
		expect(items.map(({ json }) => json._id)).toEqual(DEMO_CUSTOMERS.map(({ _id }) => _id));
		expect(items[4]).toEqual({ json: await listed(elisa._id), pairedItem: { item: 0 } });
	});

	test('keeps to the limit, which is 50 by itself', async () => {
		await customers.plant(60);
		const limited = await customers.run('getAll', [{}], { returnAll: false, limit: 3 });
		expect(limited.items).toHaveLength(3);
		expect((await customers.run('getAll', [{}], { returnAll: false })).items).toHaveLength(50);
		expect((await customers.run('getAll', [{}])).items).toHaveLength(60);
	});

	test.each([
		['conceição', ['Gabriela Conceição']],
		['CONCEICAO', ['Gabriela Conceição']],
		['padaria@', ['Padaria Exemplo Ltda']],
		['529982', ['Elisa Prado']],
		['33000167000101', ['Oficina Amostra ME']],
		['nobody at all', []],
	])('searches for %p in name, e-mail and tax ID', async (search, names) => {
		const { items } = await customers.run('getAll', [{}], { filters: { search } });
		expect(items.map(({ json }) => json.name)).toEqual(names);
	});

	test('searches for each row, with one list for all', async () => {
		const { items } = await customers.run('getAll', [{ q: 'ana souza' }, { q: '' }], {
			filters: { search: '={{ $json.q }}' },
		});
		const rowsOfItems = items.map(({ pairedItem }) => pairedItem);
		expect(rowsOfItems).toEqual([{ item: 0 }, ...DEMO_CUSTOMERS.map(() => ({ item: 1 }))]);
		expect(items[0].json.name).toBe('Ana Souza');
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});
