import {
	AFTER_HOLD,
	LIST_ADDITIONS,
	OUTSIDER_ADDITION_ID,
	passTime,
	Service,
} from '../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import { ana, bruno, customer, DEMO_CUSTOMERS, OTHER_TAX_ID, row } from './add/people';

const service = Service.forThisFile();

const by = (mode: string, value: string) => ({ __rl: true, mode, value });

const getAll = async (parameters: object = {}) => await service.getAdditions(parameters);

test('sifts by status, and by customer under any of its names', async () => {
	await service.admin.createAddition({ customerIdentifier: ana._id, status: 'PENDING' });
	await service.admin.createAddition({ customerIdentifier: ana._id });
	await service.admin.createAddition({ customerIdentifier: bruno._id });
	expect((await getAll({ filters: { status: 'completed' } })).items).toHaveLength(2);
	for (const name of [ana._id, ana.taxId, '012.345.678-90']) {
		for (const filters of [{ customer: by('id', name) }, { customer: by('taxId', name) }]) {
			expect((await getAll({ filters })).items).toHaveLength(2);
		}
	}
	const filters = { status: 'PENDING', customer: by('list', ana._id) };
	const { items, hints } = await getAll({ filters });
	expect([items.length, hints]).toEqual([1, ['GMC lists: 1 PENDING (10.00 BRL)']]);
});

test('a customer whom nobody knows is an error, not an empty list', async () => {
	await service.admin.createAddition({ customerIdentifier: ana._id });
	for (const customer of ['98765432100', 'ana', '665f1c2e9b1d8a0012ab34cd']) {
		const { error } = await getAll({ filters: { customer } });
		expect(error?.message).toMatch(/^The customer was not found: none of the 12 active/);
	}
});

test('a filter that is there and names nobody is refused, and does not list all', async () => {
	for (const customer of [by('list', ''), by('taxId', '={{ $json.missing }}'), '={{ $json.no }}']) {
		const { error } = await getAll({ filters: { customer } });
		expect(error?.message).toBe('The customer is empty');
	}
	expect(await service.admin.journal()).toEqual([]);
});

test('additions of a deleted customer are found by the name that they bear', async () => {
	await service.admin.createAddition({ customerIdentifier: ana._id });
	const customer = by('id', ana._id);
	await service.run({ parameters: { resource: 'customer', operation: 'delete', customer } });
	expect((await getAll({ filters: { customer } })).items).toHaveLength(1);
	const filters = { customer, initialDate: '2040-01-01' };
	expect((await getAll({ filters })).error?.message).toMatch(/The customer was not found/);
});

test.each(['done', 'late'])('sifts by a corrected tax ID, a lost answer too (%s)', async (when) => {
	if (when === 'late') await service.listLate(300);
	await service.lose('done');
	await service.addOn([row(10)]);
	// Another program pays by tax ID.
	await service.admin.createAddition({ customerIdentifier: ana.taxId });
	const updateFields = { taxId: OTHER_TAX_ID };
	await customer(service, 'update', { customer: by('id', ana._id), updateFields });
	await service.admin.createAddition({ customerIdentifier: bruno._id });
	passTime(AFTER_HOLD);
	const { items, hints } = await getAll({ filters: { customer: by('id', ana._id) } });
	expect(hints).toEqual(['GMC lists: 2 COMPLETED (20.00 BRL)']);
	expect(JSON.stringify(items)).toContain(ana.taxId);
	expect(items).toHaveLength(2);
});

test.each(['noItems', 'noCustomer'] as const)('says how many name nobody (%s)', async (as) => {
	await service.admin.createAddition({ customerIdentifier: ana._id });
	await service.admin.createAddition({ customerIdentifier: bruno._id });
	await service.fault({ type: 'garble', every: 2, as }, { route: LIST_ADDITIONS });
	for (const [{ _id }, found] of [
		[ana, 0],
		[bruno, 1],
	] as const) {
		const { items, hints } = await getAll({ filters: { customer: by('id', _id) } });
		expect([items.length, hints]).toEqual([
			found,
			expect.arrayContaining([
				"GMC names no customer in 1 top-up of this list, and the filter 'Customer' does not show such top-ups. Remove it to see all",
			]),
		]);
	}
	expect(await getAll()).toMatchObject({ items: { length: 2 }, hints: { length: 1 } });
});

test('says once for how many rows there is nothing', async () => {
	const rows = [...DEMO_CUSTOMERS, ana].map(({ _id }) => ({ _id }));
	const filters = { customer: by('id', '={{ $json._id }}') };
	const parameters = { resource: 'balance', operation: 'getMany', returnAll: true, filters };
	const { hints } = await service.run({ parameters, rows });
	expect(hints).toEqual([
		`For ${rows.length} rows, GMC lists no top-ups of the customer with these filters`,
	]);
});

test('says how many top-ups Limit leaves out', async () => {
	for (let count = 0; count < 3; count++) await service.admin.createAddition();
	const { items, hints } = await getAll({ returnAll: false, limit: 2 });
	expect([items.length, hints]).toEqual([
		2,
		[
			'GMC lists: 3 COMPLETED (30.00 BRL)',
			"'Limit' leaves out 1 more top-up. 'Return All' shows them",
		],
	]);
});

test.each([true, false])('says what the list adds up to (Simplify: %s)', async (simplify) => {
	const list = [
		{ amount: 0.1 },
		{ amount: 0.2 },
		{ amount: 5, currency: 'USDT' as const },
		{ amount: 7, status: 'FAILED' },
	];
	for (const one of list)
		await service.admin.createAddition({ customerIdentifier: ana._id, ...one });
	const customer = by('id', ana._id);
	const said = async (filters: object) => (await getAll({ simplify, filters })).hints;
	const completed = '3 COMPLETED (5.00 USDT and 0.30 BRL)';
	expect(await said({ customer })).toEqual([`GMC lists: 1 FAILED (7.00 BRL), ${completed}`]);
	expect(await said({ customer, status: 'completed' })).toEqual([`GMC lists: ${completed}`]);
	await service.fault({ type: 'garble', every: 1, as: 'noItems' }, { route: LIST_ADDITIONS });
	expect(await said({})).toEqual([
		'GMC lists: 1 FAILED (1 without a clear amount), 3 COMPLETED (3 without a clear amount)',
	]);
});

test('says when the service has cut the list', async () => {
	await service.restart({ list: { cutAt: 2 } });
	for (let count = 0; count < 3; count++) await service.admin.createAddition();
	const { items, hints } = await getAll({ returnAll: false });
	expect(items).toHaveLength(2);
	expect(hints).toEqual([
		expect.stringMatching(/list: 1 top-ups are missing. Set 'Start Date'/) as string,
		'GMC lists: 2 COMPLETED (20.00 BRL)',
	]);
});

test('Return All of a list that the service cuts is whole where the period has a beginning', async () => {
	await service.restart({ list: { cutAt: 2 } });
	for (const day of [1, 2, 3, 4, 5])
		await service.admin.createAddition({ createdAt: `2026-03-0${day}T12:00:00.000Z` });
	const march = { initialDate: '2026-03-01', finalDate: '2026-03-31' };
	expect(await getAll({ filters: march })).toMatchObject({
		items: { length: 5 },
		hints: ['GMC lists: 5 COMPLETED (50.00 BRL)'],
	});
	const sinceMarch = { initialDate: '2026-03-01' };
	expect(await getAll({ filters: sinceMarch })).toMatchObject({ items: { length: 5 } });
	const { error } = await getAll();
	expect(error?.message).toBe('GMC returned an incomplete list: 3 top-ups are missing');
	expect(error?.context.details).toMatchObject({ code: 'LIST_INCOMPLETE' });
});

describe('Get', () => {
	const get = async (additionId: unknown) => await service.getAddition(additionId);

	test('returns the addition out of its envelope, with ISO siblings', async () => {
		const at = '2026-03-01T12:00:00.000Z';
		const { _id } = await service.admin.createAddition({ createdAt: at });
		const { items } = await get(_id);
		expect(items[0].json).toMatchObject({ _id, status: 'COMPLETED', createdAtIso: at });
		expect(items[0].pairedItem).toEqual({ item: 0 });
	});

	test.each([
		['unknown', 'ffffffffffffffffffffffff'],
		['of another user', OUTSIDER_ADDITION_ID],
		['hostile', '../all?x=1#'],
	])('an id that is %s gives 417 in plain words', async (_, id) => {
		const { error } = await get(id);
		expect(error?.message).toBe('You have no such top-up at GMC (417)');
		expect(error?.httpCode).toBe('417');
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(1);
	});

	test.each([
		['', "'Top-Up ID' is empty"],
		['..', '".." is not an ID of GMC'],
	])('the id "%s" is refused before any request', async (id, reason) => {
		const { error } = await get(id);
		expect(error?.message).toBe(`${reason}`);
		expect(await service.admin.journal()).toEqual([]);
	});

	test('is repeated after transient faults, within bounds', async () => {
		const { _id } = await service.admin.createAddition();
		await service.fault({ type: 'resetBefore' }, { route: LOOK_UP_ADDITION, nth: 1 });
		await service.fault({ type: 'status', status: 408 }, { route: LOOK_UP_ADDITION, nth: 2 });
		await service.fault(
			{ type: 'status', status: 429, headers: { 'retry-after': '1' } },
			{ route: LOOK_UP_ADDITION, nth: 3 },
		);
		const before = Date.now();
		expect((await get(_id)).items[0].json._id).toBe(_id);
		expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(4);
		await service.fault({ type: 'status', status: 500 }, { route: LOOK_UP_ADDITION });
		expect((await get(_id)).error?.description).toMatch(/tried several times/);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(8);
	});
});
