import {
	actionsOf,
	ana,
	CREATE,
	Customers,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

// Before a creation, GMC's list: a retry finds there what was created. At a service that takes a second customer with a
// tax ID, each repetition shows.

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };
const retry = { retryOnFail: true, maxTries: 3 };

beforeEach(async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
});

describe.each(['create', 'upsert'] as const)('customer: %s', (operation) => {
	test('Retry On Fail creates no customer twice', async () => {
		await customers.refuse(CREATE, 3);
		const rows = [maria, joao, { ...maria, taxId: '987.654.321-00' }];
		const { items, error } = await customers.run(operation, rows, {}, retry);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.taxId)).toEqual(rows.map(({ taxId }) => taxId));
		for (const { taxId } of rows) expect(await customers.activeWith(taxId)).toHaveLength(1);
	});

	test('nor does "Retry" after a crash, which has taken all that n8n knew', async () => {
		await customers.refuse(CREATE, 2);
		const failed = await customers.run(operation, [maria, joao]);
		failed.run.data.executionData!.contextData = {};
		const { items } = await customers.retry(operation, failed);
		expect(items.map(({ json }) => json.name)).toEqual([maria.name, joao.name]);
		expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
	});

	test('rows of one tax ID are one customer', async () => {
		const { items } = await customers.run(operation, [maria, { ...maria, taxId: '12345678909' }]);
		expect(new Set(items.map(({ json }) => json._id)).size).toBe(1);
		expect((await customers.asked())[CREATE]).toBe(1);
	});

	test('chooses nobody among customers that share the tax ID', async () => {
		const twins = [await customers.admin.createCustomer({ taxId: maria.taxId })];
		twins.push(await customers.admin.createCustomer({ ...maria }));
		const { error } = await customers.run(operation, [maria]);
		const ids = twins.map(({ _id }) => _id).join(', ');
		expect(error?.message).toBe(`Row 1: 2 customers have this tax ID (${ids})`);
		expect(error?.context.details).toMatchObject({ code: 'CUSTOMER_AMBIGUOUS' });
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

describe('customer: create, of a customer that is there', () => {
	test('gives out one that is as the row has it', async () => {
		const { items } = await customers.run('create', [{ ...ana, taxId: '012.345.678-90' }]);
		expect(items[0].json).toMatchObject({ _id: ana._id, name: ana.name });
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});

	test('refuses another name, and points to Create or Update', async () => {
		const { error } = await customers.run('create', [{ ...ana, name: 'Outra' }]);
		expect(error?.message).toMatch(/^Row 1: GMC has a customer with this tax ID already/);
		expect(error?.description).toMatch(/Create or Update/);
		expect(error?.context.details).toMatchObject({ code: 'CUSTOMER_EXISTS' });
		expect(await customers.asked()).toEqual({ [LIST]: 1 });
	});
});

test('customer: upsert changes what it has created, where the row was corrected', async () => {
	await customers.refuse(CREATE, 2);
	const failed = await customers.run('upsert', [maria, joao]);
	const parameters = { name: '={{ $json.name }} Nova' };
	const { items } = await customers.retry('upsert', failed, parameters);
	expect(actionsOf(items)).toEqual(['updated', 'created']);
	expect(await customers.activeWith(maria.taxId)).toMatchObject([{ name: 'Maria Teste Nova' }]);
	expect((await customers.asked())[UPDATE]).toBe(1);
});
