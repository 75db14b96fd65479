import {
	actionsOf,
	ana,
	bruno,
	CREATE,
	Customers,
	LIST,
	maria,
	UPDATE,
} from '../../../harness/engine/customerOperations';

// What becomes of a customer that is there already: from the beginning, or since a moment ago, by another run.

const customers = Customers.forThisFile();
const leave = { options: { ifExists: 'leave' } };
const renamed = { ...ana, name: 'Someone Else', email: 'else@example.com' };

/** Requests that change something. */
const writes = async () =>
	(await customers.admin.journal()).filter(
		({ method, route }) => method !== 'GET' && !/login/.test(route),
	);

describe('If Exists: Leave', () => {
	test('does not write to who is there, and gives them out as GMC has them', async () => {
		const { items, error } = await customers.run('upsert', [renamed], leave);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			_id: ana._id,
			taxId: ana.taxId,
			name: ana.name,
			email: ana.email,
			_gmc: { action: 'unchanged' },
		});
		expect(await writes()).toEqual([]);
		expect(await customers.stored(ana._id)).toMatchObject({ name: ana.name, email: ana.email });
	});

	test('creates who is not there, once, and leaves them for the later rows of the sheet', async () => {
		const rows = [maria, { ...maria, taxId: '12345678909', name: 'Maria Segunda' }, renamed];
		const { items } = await customers.run('upsert', rows, leave);
		expect(actionsOf(items)).toEqual(['created', 'unchanged', 'unchanged']);
		expect(items[1].json).toMatchObject({ _id: items[0].json._id, name: maria.name });
		expect(await customers.asked()).toEqual({ [LIST]: 1, [CREATE]: 1 });
	});

	test('is read for each row', async () => {
		const rows = [
			{ ...renamed, ifExists: 'leave' },
			{ ...bruno, name: 'Bruno Novo', ifExists: 'update' },
		];
		const options = { ifExists: '={{ $json.ifExists }}' };
		const { items } = await customers.run('upsert', rows, { options });
		expect(actionsOf(items)).toEqual(['unchanged', 'updated']);
		expect((await writes()).map(({ path }) => path)).toEqual([`/api/customers/${bruno._id}`]);
	});
});

describe('a customer that another run has created since the list was had', () => {
	test.each(['leave', 'update'])('is taken for the one that is there (%s)', async (ifExists) => {
		const { _id } = await customers.admin.createCustomer({ ...maria, name: 'Maria Antes' });
		await customers.fault(LIST, { type: 'json', status: 200, body: [ana] }, 1);
		const { items, error } = await customers.run('upsert', [maria], { options: { ifExists } });
		expect(error).toBeUndefined();
		const isLeft = ifExists === 'leave';
		expect(actionsOf(items)).toEqual([isLeft ? 'unchanged' : 'updated']);
		const name = isLeft ? 'Maria Antes' : maria.name;
		expect(items[0].json).toMatchObject({ _id, name });
		expect(await customers.stored(_id)).toMatchObject({ name });
		expect((await customers.asked())[UPDATE]).toBe(isLeft ? undefined : 1);
	});
});

test('a creation that is refused for another reason says so, and the list is not asked for each such row', async () => {
	const body = { statusCode: 400, message: 'No such street' };
	await customers.fault(CREATE, { type: 'status', status: 400, body });
	const rows = Array.from({ length: 10 }, (_, i) => ({ ...maria, taxId: `N${i}` }));
	const options = { ifExists: 'leave', taxIdFormat: 'asIs' };
	const setup = { onError: 'continueRegularOutput' } as const;
	const { items } = await customers.run('upsert', rows, { options }, setup);
	for (const { json } of items) expect(json.error).toMatch(/refused the new customer \(400\)/);
	expect((await customers.asked())[LIST]).toBeLessThan(rows.length);
	expect((await customers.asked())[CREATE]).toBe(rows.length);
});
