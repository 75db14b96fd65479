import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
import type { CustomerOperation } from '../../../harness/engine/customerOperations';
import type { GmcRun } from '../../../harness/engine/engine';
import { retryGmc } from '../../../harness/engine/engine';

// A list of customers that is behind, or cut, or that shows somebody else under the tax ID; an execution whose
// memory a crash has taken. A service that takes a second customer with a tax ID shows each repetition.

const customers = Customers.forThisFile();
const joao = { ...maria, taxId: '935.411.347-80', name: 'João Teste' };
const retry = { retryOnFail: true, maxTries: 2 };

beforeEach(async () => {
	await customers.admin.configure({ customers: { duplicateTaxId: 'allow' } });
});

const createdAs = async (taxId: string) =>
	(await customers.admin.customers()).filter((one) => one.taxId === taxId && !one.deleted);

/** What the list shows, whatever there is. */
const listing = async (shown: object[], times?: number) =>
	await customers.fault(LIST, { type: 'json', status: 200, body: shown }, times);

/** The n-th request of a route is refused. */
const refuse = async (route: string, nth: number) =>
	await customers.admin.addFault({
		...{
			route,
			nth,
			action: { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } },
		},
	});

describe('customer: upsert, run again with a list that is behind', () => {
	test('does not create again what it has created', async () => {
		await refuse(CREATE, 2);
		await listing([ana]);
		const { items, error } = await customers.run('upsert', [maria, joao], {}, retry);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.name)).toEqual([maria.name, joao.name]);
		expect(await createdAs(maria.taxId)).toHaveLength(1);
		expect(await createdAs(joao.taxId)).toHaveLength(1);
	});

	test('changes what it has created, where the row was corrected', async () => {
		await refuse(CREATE, 2);
		await refuse(CREATE, 3);
		await listing([ana]);
		const failed = await customers.run('upsert', [maria, joao]);
		const parameters = { name: '={{ $json.name }} Nova' };
		const corrected = await again('upsert', failed, parameters);
		const { items } = await again('upsert', corrected, parameters);
		const [stored, ...others] = await createdAs(maria.taxId);
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
		expect(failed.error?.context.data).toMatchObject({ outcome: 'unknown', candidates: [] });
		expect((await customers.asked())[CREATE]).toBe(1);
		await customers.admin.clearFaults();
		const { items } = await again('upsert', failed);
		expect(items[0].json).toMatchObject({ taxId: maria.taxId, _gmc: { action: 'unchanged' } });
		expect(await createdAs(maria.taxId)).toHaveLength(1);
	});

	test('refuses a tax ID that it has given out and that the list shows somebody else under', async () => {
		await refuse(CREATE, 2);
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
		expect(error?.context.data).toMatchObject({ outcome: 'unknown', candidates: [] });
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
		const { error } = await again('create', failed);
		expect(error?.context.data).toMatchObject({ outcome: 'unknown', candidates: [_id] });
	});

	test('takes nobody where several are new', async () => {
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		const failed = await customers.run('create', [maria]);
		await customers.admin.createCustomer({ ...maria });
		const { error } = await again('create', failed);
		expect((error?.context.data?.candidates as string[]).length).toBe(2);
	});

	test('takes nobody without a list from before', async () => {
		await customers.fault(LIST, { type: 'status', status: 500, body: {} }, 4);
		await customers.fault(CREATE, { type: 'commitThenReset' }, 1);
		const { error } = await customers.run('create', [joao], {}, retry);
		expect(error?.message).toMatch(/^Row 1: an earlier try .* is not known/);
		expect(error?.context.data?.candidates).toHaveLength(1);
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
		await refuse(route, 2);
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

	test('is refused where a crash has taken the memory, unless it is by ID', async () => {
		const failed = await crashed(operation, [{ taxId: bruno.taxId }], parameters);
		const { error } = await again(operation, failed, parameters);
		expect(error?.message).toMatch(/^Row 1: This execution was cut off/);
		const byId = { ...parameters, customer: bruno._id };
		expect((await again(operation, failed, byId)).error).toBeUndefined();
	});
});

describe('customer: create, whose memory a crash has taken', () => {
	test('creates nothing when it is run again, and says what to do', async () => {
		let failed = await crashed('create', [maria, joao]);
		for (let i = 0; i < 2; i++) {
			failed = await again('create', failed);
			expect(failed.error?.message).toMatch(/cut off.*Nothing was created now/);
			expect(failed.error?.description).toMatch(/Create or Update/);
		}
		expect(await createdAs(maria.taxId)).toHaveLength(1);
	});

	test('says so in every row under Continue', async () => {
		const failed = await crashed('create', [maria, joao]);
		const { items } = await again('create', failed, {}, { onError: 'continueRegularOutput' });
		for (const { json } of items) expect(json.error).toMatch(/cut off/);
		expect(items).toHaveLength(2);
	});
});

/** "Retry" of the execution, with these rows. */
async function again(
	operation: CustomerOperation,
	failed: GmcRun,
	changes: INodeParameters = {},
	setup: object = {},
): Promise<GmcRun> {
	const fields = { taxId: '={{ $json.taxId }}', name: '={{ $json.name }}' };
	const whole = { ...fields, email: '={{ $json.email }}', ...changes };
	const parameters = { resource: 'customer', operation, ...whole };
	return await retryGmc(customers.service.credential, { ...setup, parameters }, failed);
}

/** The last row ends the run; then the memory goes the way of a crash (n8n.md E6). */
async function crashed(
	operation: CustomerOperation,
	rows: IDataObject[],
	parameters: INodeParameters = {},
): Promise<GmcRun> {
	const route = { create: CREATE, update: UPDATE, delete: DELETE }[operation as 'create'];
	await refuse(route, rows.length);
	const failed = await customers.run(operation, rows, parameters);
	await customers.admin.clearFaults();
	failed.run.data.executionData!.contextData = {};
	const { GMC: runs } = failed.run.data.resultData.runData;
	runs.push(runs[0]);
	return failed;
}
