import { DEMO_CUSTOMERS, OUTSIDER_ADDITION_ID } from '../../../sandbox/seeds';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

const by = (mode: string, value: string) => ({ __rl: true, mode, value });

const get = async (additionId: unknown) => await service.getAddition(additionId);
const getAll = async (parameters: object = {}) => await service.getAdditions(parameters);

describe('balance: get', () => {
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
		expect(error?.message).toBe('Row 1: GMC knows no such addition of yours (417)');
		expect(error?.httpCode).toBe('417');
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(1);
	});

	test.each([
		['', 'The addition ID is empty'],
		['..', '".." is not an ID of GMC'],
	])('the id "%s" is refused before any request', async (id, reason) => {
		const { error } = await get(id);
		expect(error?.message).toBe(`Row 1: ${reason}`);
		expect(await service.admin.journal()).toEqual([]);
	});

	test('is repeated after transient faults, within bounds', async () => {
		const { _id } = await service.admin.createAddition();
		await service.admin.addFault({
			route: LOOK_UP_ADDITION,
			nth: 1,
			action: { type: 'resetBefore' },
		});
		await service.admin.addFault({
			route: LOOK_UP_ADDITION,
			nth: 2,
			action: { type: 'status', status: 503 },
		});
		await service.admin.addFault({
			route: LOOK_UP_ADDITION,
			nth: 3,
			action: { type: 'rateLimit', retryAfter: 1 },
		});
		const before = Date.now();
		expect((await get(_id)).items[0].json._id).toBe(_id);
		expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(4);
		await service.admin.addFault({
			route: LOOK_UP_ADDITION,
			action: { type: 'status', status: 500 },
		});
		expect((await get(_id)).error?.description).toMatch(/tried several times/);
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(8);
	});

	test('does not wait for a service that asks for too much delays', async () => {
		await service.admin.addFault({
			route: LOOK_UP_ADDITION,
			action: { type: 'rateLimit', retryAfter: 3600 },
		});
		expect((await get('x')).error?.httpCode).toBe('429');
		expect(await service.asked(LOOK_UP_ADDITION)).toBe(1);
	});
});

describe('balance: getAll', () => {
	test('gives one item per addition, within the limit', async () => {
		for (let count = 0; count < 3; count++) await service.admin.createAddition();
		expect((await getAll()).items).toHaveLength(3);
		expect((await getAll({ returnAll: false, limit: 2 })).items).toHaveLength(2);
	});

	test("sends days as they are and turns times into the workflow's day", async () => {
		const filters = { initialDate: '2026-03-01', finalDate: '2026-03-11T01:30:00Z' };
		await getAll({ filters });
		const [{ query }] = await service.admin.journal({ route: LIST_ADDITIONS });
		// 01:30 UTC is still the day before in America/Sao_Paulo.
		expect(query).toEqual({ initialDate: '2026-03-01', finalDate: '2026-03-10' });
	});

	test('sends no dates when none are given', async () => {
		await getAll({ filters: { initialDate: '' } });
		const [{ query }] = await service.admin.journal({ route: LIST_ADDITIONS });
		expect(query).toEqual({});
	});

	test('refuses what is no date before any request', async () => {
		const { error } = await getAll({ filters: { initialDate: 'yesterday' } });
		expect(error?.message).toBe('Row 1: Initial Date is not a date');
		expect(await service.admin.journal()).toEqual([]);
	});

	test('sifts by status, and by customer under any of its names', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id, status: 'PENDING' });
		await service.admin.createAddition({ customerIdentifier: ana._id });
		await service.admin.createAddition({ customerIdentifier: bruno._id });
		expect((await getAll({ filters: { status: 'completed' } })).items).toHaveLength(2);
		for (const name of [ana._id, ana.taxId, '012.345.678-90']) {
			for (const filters of [{ customer: by('id', name) }, { customer: by('taxId', name) }]) {
				expect((await getAll({ filters })).items).toHaveLength(2);
			}
			// As earlier workflows have it.
			expect((await getAll({ filters: { customerIdentifier: name } })).items).toHaveLength(2);
		}
		const filters = { status: 'PENDING', customer: by('list', ana._id) };
		const { items, hints } = await getAll({ filters });
		expect([items.length, hints]).toEqual([1, []]);
	});

	test.each(['customer', 'customerIdentifier'])(
		'a customer of %s whom nobody knows is an error, not an empty list',
		async (name) => {
			await service.admin.createAddition({ customerIdentifier: ana._id });
			for (const value of ['98765432100', 'ana', '665f1c2e9b1d8a0012ab34cd']) {
				const { error } = await getAll({ filters: { [name]: value } });
				expect(error?.message).toMatch(/^Row 1: The customer was not found: none of the 12 active/);
			}
		},
	);

	test('a filter that is there and names nobody is refused, and does not list all', async () => {
		for (const customer of [
			by('list', ''),
			by('taxId', '={{ $json.missing }}'),
			'={{ $json.no }}',
		]) {
			const { error } = await getAll({ filters: { customer } });
			expect(error?.message).toBe(
				'Row 1: The filter Customer cannot be read: the customer is empty',
			);
		}
		expect(await service.admin.journal()).toEqual([]);
	});

	test('a tax ID that several customers have is refused, and an ID is not', async () => {
		const twin = await service.admin.createCustomer({ taxId: ana.taxId });
		await service.admin.createAddition({ customerIdentifier: twin._id });
		const { error } = await getAll({ filters: { customer: by('taxId', ana.taxId) } });
		expect(error?.message).toMatch(/not found: 2 customers share this tax ID/);
		expect((await getAll({ filters: { customer: by('id', twin._id) } })).items).toHaveLength(1);
	});

	test('additions of a deleted customer are found by the name that they bear', async () => {
		await service.admin.createAddition({ customerIdentifier: ana._id });
		const customer = by('id', ana._id);
		await service.run({ parameters: { resource: 'customer', operation: 'delete', customer } });
		expect((await getAll({ filters: { customer } })).items).toHaveLength(1);
		const filters = { customer, initialDate: '2040-01-01' };
		expect((await getAll({ filters })).error?.message).toMatch(/The customer was not found/);
	});

	test('says of whom there is nothing, and since when', async () => {
		await service.admin.createAddition({ customerIdentifier: bruno._id });
		const period = { initialDate: '2026-01-01', finalDate: '2040-12-31' };
		const cases: Array<[object, string]> = [
			[{}, 'GMC lists 0 additions of Ana Souza'],
			[period, 'GMC lists 0 additions of Ana Souza since 2026-01-01 until 2040-12-31'],
			[{ status: 'Failed' }, 'GMC lists 0 additions of Ana Souza with the status Failed'],
		];
		for (const [others, hint] of cases) {
			const { items, hints } = await getAll({
				filters: { customer: by('id', ana._id), ...others },
			});
			expect([items, hints]).toEqual([[], [hint]]);
		}
	});

	test('says it once each for many rows, and not of too many', async () => {
		const rows = [...DEMO_CUSTOMERS, ana].map(({ _id }) => ({ _id }));
		const filters = { customer: by('id', '={{ $json._id }}') };
		const parameters = { resource: 'balance', operation: 'getAll', returnAll: true, filters };
		const { hints } = await service.run({ parameters, rows });
		expect(hints).toHaveLength(6);
		expect(hints[0]).toBe('GMC lists 0 additions of Ana Souza');
		expect(hints[5]).toBe('… and 0 of 7 more customers');
	});

	test('says when the service has cut the list', async () => {
		await service.restart({ list: { cutAt: 2 } });
		for (let count = 0; count < 3; count++) await service.admin.createAddition();
		const { items, hints } = await getAll();
		expect(items).toHaveLength(2);
		expect(hints).toEqual([expect.stringMatching(/counts 3 .* but sent 2/) as string]);
	});

	test('an invalid token is told so (service.md 7.2)', async () => {
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			action: { type: 'status', status: 401 },
		});
		const { error } = await getAll();
		expect(error?.message).toBe('Row 1: GMC does not accept this integration (401)');
	});

	test('an answer that cannot be read is an error, not an empty list', async () => {
		for (const body of [{ title: 'ok' }, 'hello', [{ id: 1 }]]) {
			await service.admin.clearFaults();
			const action = { type: 'json' as const, status: 200, body };
			await service.admin.addFault({ route: LIST_ADDITIONS, action });
			expect((await getAll()).error?.message).toMatch(/could not be read/);
		}
	});
});
