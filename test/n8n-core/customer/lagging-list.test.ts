import type { INodeParameters } from 'n8n-workflow';
import {
	ana,
	bruno,
	CREATE,
	Customers,
	DELETE,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

// A list of customers that is behind, or cut, or that shows somebody else under the tax ID. A service that takes a
// second customer with a tax ID shows each repetition.

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };
const retry = { retryOnFail: true, maxTries: 2 };

beforeEach(async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
});

/** What the list shows, whatever there is. */
const listing = async (shown: object[], times?: number) =>
	await customers.fault(LIST, { type: 'json', status: 200, body: shown }, times);

describe('customer: upsert, run again with a list that is behind', () => {
	test('does not create again what it has created', async () => {
		await customers.refuse(CREATE, 2);
		await listing([ana]);
		const { items, error } = await customers.run('upsert', [maria, joao], {}, retry);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.name)).toEqual([maria.name, joao.name]);
		expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
		expect(await customers.activeWith(joao.taxId)).toHaveLength(1);
	});

	test('changes what it has created, where the row was corrected', async () => {
		await customers.refuse(CREATE, 2);
		await customers.refuse(CREATE, 3);
		await listing([ana]);
		const failed = await customers.run('upsert', [maria, joao]);
		const parameters = { name: '={{ $json.name }} Nova' };
		const corrected = await customers.retry('upsert', failed, parameters);
		const { items } = await customers.retry('upsert', corrected, parameters);
		const [stored, ...others] = await customers.activeWith(maria.taxId);
		expect(others).toEqual([]);
		expect(stored.name).toBe('Maria Teste Nova');
		expect(items[0].json).toMatchObject({ _id: stored._id, _gmc: { action: 'unchanged' } });
		expect((await customers.asked())[UPDATE]).toBe(1);
	});

	test('says that it does not know, where the answer was lost', async () => {
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		await listing([ana]);
		const failed = await customers.run('upsert', [maria], {}, retry);
		expect(failed.error?.message).toMatch(/^Row 1: an earlier try .* is not known/);
		expect(failed.error?.context.details).toMatchObject({ outcome: 'unknown', candidates: [] });
		expect((await customers.asked())[CREATE]).toBe(1);
		await customers.admin.clearFaults();
		const { items } = await customers.retry('upsert', failed);
		expect(items[0].json).toMatchObject({ taxId: maria.taxId, _gmc: { action: 'unchanged' } });
		expect(await customers.activeWith(maria.taxId)).toHaveLength(1);
	});

	test('refuses a tax ID that it has given out and that the list shows somebody else under', async () => {
		await customers.refuse(CREATE, 2);
		await listing([ana], 1);
		await listing([{ ...maria, _id: 'late' }]);
		const { error } = await customers.run('upsert', [maria, joao], {}, retry);
		expect(error?.message).toMatch(/^Row 1: 2 customers have this tax ID/);
	});
});

describe('customer: create, whose answer was lost', () => {
	let old: { _id: string };
	beforeEach(async () => {
		old = await customers.admin.createCustomer({ taxId: maria.taxId, name: maria.name });
	});

	test('does not take an older customer of that tax ID for the new one', async () => {
		await customers.fault(CREATE, { type: 'resetBefore' }, 1);
		const { items, error } = await customers.run('create', [maria], {}, retry);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^Row 1: an earlier try .* is not known/);
		expect(error?.context.details).toMatchObject({ outcome: 'unknown', candidates: [] });
	});

	test('finds the new one beside it', async () => {
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		const { items } = await customers.run('create', [maria], {}, retry);
		expect(items[0].json).toMatchObject({ name: maria.name, email: maria.email });
		expect(items[0].json._id).not.toBe(old._id);
		expect((await customers.asked())[CREATE]).toBe(1);
	});

	test('takes nobody who is called otherwise, and names whom it may be', async () => {
		await customers.fault(CREATE, { type: 'resetBefore' }, 1);
		const failed = await customers.run('create', [maria]);
		const { _id } = await customers.admin.createCustomer({ taxId: maria.taxId, name: 'Outra' });
		const { error } = await customers.retry('create', failed);
		expect(error?.context.details).toMatchObject({ outcome: 'unknown', candidates: [_id] });
	});

	test('takes nobody where several are new', async () => {
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		const failed = await customers.run('create', [maria]);
		await customers.admin.createCustomer({ ...maria });
		const { error } = await customers.retry('create', failed);
		expect((error?.context.details?.candidates as string[]).length).toBe(2);
	});

	test('takes nobody without a list from before', async () => {
		await customers.fault(LIST, { type: 'status', status: 500, body: {} }, 4);
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		const { error } = await customers.run('create', [joao], {}, retry);
		expect(error?.message).toMatch(/^Row 1: an earlier try .* is not known/);
		expect(error?.context.details?.candidates).toHaveLength(1);
	});

	test('gives two lost rows one new customer once', async () => {
		const other = { ...maria, name: 'X', email: 'not-an-address' };
		await customers.admin.addFault({
			route: CREATE,
			nth: [1],
			action: { type: 'commitThenReset' },
		});
		await customers.admin.addFault({ route: CREATE, nth: [2], action: { type: 'resetBefore' } });
		const setup = { ...retry, onError: 'continueRegularOutput' } as const;
		const { items } = await customers.run('create', [maria, maria, other], {}, setup);
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true, true]);
		expect((await customers.asked())[CREATE]).toBe(2);
	});
});

describe.each([
	['delete', DELETE],
	['update', UPDATE],
] as const)('customer: %s by tax ID, run again', (operation, route) => {
	const shared = '987.654';
	const parameters = {
		customer: { __rl: true, mode: 'taxId', value: '={{ $json.taxId }}' },
		...(operation === 'update' && { updateFields: { taxId: '111' } }),
	} as INodeParameters;
	let one: { _id: string };
	let other: { _id: string };
	beforeEach(async () => {
		one = await customers.admin.createCustomer({ taxId: shared });
		other = await customers.admin.createCustomer({ taxId: shared });
	});
	const touched = async () =>
		(await customers.admin.journal({ route })).map(({ path }) => path.split('/').at(-1));

	test('is not about whoever has the tax ID by then', async () => {
		await customers.refuse(route, 2);
		await listing([{ _id: one._id, taxId: shared }, bruno], 1);
		const rows = [{ taxId: shared }, { taxId: bruno.taxId }];
		const { items, error } = await customers.run(operation, rows, parameters, retry);
		expect(error).toBeUndefined();
		expect(items[0].json._id).toBe(one._id);
		expect(await touched()).toEqual([one._id, bruno._id, bruno._id]);
	});

	test('goes to the same customer where the answer was lost', async () => {
		await customers.fault(route, { type: 'resetBefore' }, 1);
		await listing([{ _id: one._id, taxId: shared }], 1);
		await listing([{ _id: other._id, taxId: shared }]);
		const { error } = await customers.run(operation, [{ taxId: shared }], parameters, retry);
		expect(error).toBeUndefined();
		expect(await touched()).toEqual([one._id, one._id]);
	});
});
