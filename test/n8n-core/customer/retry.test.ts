import { ana, CREATE, Customers, maria } from '../../../harness/engine/customerOperations';

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };

beforeEach(async () => {
	// A service that takes a second customer with the same tax ID shows a repetition.
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
});

const createdAs = async (taxId: string) =>
	(await customers.admin.customers()).filter((one) => one.taxId === taxId).length;
const retry = { retryOnFail: true, maxTries: 3 };

test('Retry On Fail creates no customer twice', async () => {
	await customers.admin.addFault({
		route: CREATE,
		nth: 3,
		action: { type: 'status', status: 400, body: { message: 'no' } },
	});
	const { items, error } = await customers.run('create', [maria, joao, ana], {}, retry);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.name)).toEqual([maria.name, joao.name, ana.name]);
	expect([await createdAs(maria.taxId), await createdAs(joao.taxId)]).toEqual([1, 1]);
});

test('a lost answer is looked for in the list by the next try', async () => {
	await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
	const { items } = await customers.run('create', [maria], {}, retry);
	expect(items[0].json).toMatchObject({ name: maria.name, email: maria.email });
	expect((await customers.asked())[CREATE]).toBe(1);
});

test('what cannot be found is not created again', async () => {
	await customers.fault(CREATE, { type: 'resetBefore' }, 1);
	const { error } = await customers.run('create', [maria], {}, retry);
	expect(error?.message).toMatch(/^Row 1: an earlier try sent this row and lost the answer/);
	expect((await customers.asked())[CREATE]).toBe(1);
});

test('two equal rows are two customers', async () => {
	await customers.admin.addFault({
		route: CREATE,
		nth: 3,
		action: { type: 'status', status: 400, body: { message: 'no' } },
	});
	await customers.run('create', [maria, maria, joao], {}, retry);
	expect([await createdAs(maria.taxId), await createdAs(joao.taxId)]).toEqual([2, 1]);
});
