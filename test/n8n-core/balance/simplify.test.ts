import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup } from '../../../harness/engine';
import { ana, bruno, carla, DEMO_CUSTOMERS, Service } from '../../../harness/engine';
import { LIST_CUSTOMERS } from '../../../harness/sandbox/routes';

// Simplify: flat records, with the same fields whatever became of the row (reference.md "Simplify").

const service = Service.forThisFile();
const SIMPLIFY = { simplify: true };
const whole = ({ _id, name }: (typeof DEMO_CUSTOMERS)[number]) => ({
	customerId: _id,
	customerName: name,
});
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

const add = async (
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
) =>
	await service.add(rows, options, { ...setup, parameters: { ...SIMPLIFY, ...setup.parameters } });

/** Issued; refused by GMC; an answer that is lost; and one that it keeps back. */
const sheet = [
	{ customer: ana.taxId, amount: '10,50', key: 'k1' },
	{ customer: bruno.taxId, amount: 2, key: 'k2' },
	{ customer: carla.taxId, amount: 3, key: 'k3' },
	{ customer: ana._id, amount: 4, key: 'k4' },
	{ customer: ana.taxId, amount: '1.234', key: 'k5' },
];
const BY_KEY = { parameters: { idempotencyKey: '={{ $json.key }}' } };

async function mixed(onError: GmcNodeSetup['onError']) {
	await service.refuse({ match: { amount: 2 } });
	await service.lose('never', { match: { amount: 3 } });
	return await add(sheet, { concurrency: 1 }, { ...BY_KEY, onError });
}

const TEXT = expect.any(String) as string;
const asked = (who: (typeof DEMO_CUSTOMERS)[number], amount: number, idempotencyKey: string) => ({
	...whole(who),
	amount,
	currency: 'BRL',
	idempotencyKey,
});
const NOT_READ = { taxId: ana.taxId, amount: '1.234', currency: 'BRL', idempotencyKey: 'k5' };

const EXPECTED = [
	{
		outcome: 'issued',
		...asked(ana, 10.5, 'k1'),
		additionId: TEXT,
		status: 'COMPLETED',
	},
	{
		outcome: 'rejected',
		reason: expect.stringMatching(
			/^GMC refused the top-up \(400\): the data is not valid\. \w.*\.$/,
		) as string,
		code: 'REFUSED',
		...asked(bruno, 2, 'k2'),
	},
	{
		outcome: 'unknown',
		reason: expect.stringMatching(
			/^The connection to GMC broke.*\. Run it again at any time/,
		) as string,
		code: 'ROW_IN_DOUBT',
		...asked(carla, 3, 'k3'),
	},
	{
		outcome: 'notAttempted',
		reason: 'Not attempted, because of row 3. Follow the advice of that row.',
		code: 'NOT_ATTEMPTED',
		...asked(ana, 4, 'k4'),
	},
	{
		outcome: 'rejected',
		reason: expect.stringMatching(/^The amount "1\.234" .*\. \w.*\.$/) as string,
		code: 'AMOUNT_INVALID',
		...NOT_READ,
	},
];

describe('balance: add', () => {
	test('Continue: one record per row, a failed one with `error` as well', async () => {
		const { items } = await mixed('continueRegularOutput');
		expect(items.map(({ json }) => json)).toEqual(
			EXPECTED.map((record, index) => ({
				...record,
				...('reason' in record && { error: (items[index].json as IDataObject).reason }),
			})),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(sheet.map((_, item) => ({ item })));
	});

	test('Continue (using error output): the record is in `details`, over the fields of the input', async () => {
		const { items, errors } = await mixed('continueErrorOutput');
		expect(items.map(({ json }) => json)).toEqual(EXPECTED.slice(0, 1));
		expect(errors.map(({ json }) => json)).toEqual(
			EXPECTED.slice(1).map((details, index) => ({
				...sheet[index + 1],
				error: (errors[index].json.details as IDataObject).reason,
				details,
			})),
		);
	});

	test('a dry run is `planned`, and says what the run would say', async () => {
		const rows = [sheet[0], sheet[0], { ...sheet[1], key: '' }];
		const options = { dryRun: true, expectedName: 'Ana Souza' };
		const { items } = await add(rows, options, { ...BY_KEY, onError: 'continueRegularOutput' });
		const plan = { ...asked(ana, 10.5, 'k1'), taxId: ana.taxId };
		expect(items.map(({ json }) => json)).toEqual([
			{ outcome: 'planned', ...plan, nameMatch: 'match' },
			{ outcome: 'skipped', ...plan, nameMatch: 'match' },
			expect.objectContaining({ outcome: 'rejected', code: 'IDEMPOTENCY_KEY_INVALID', amount: 2 }),
		]);
	});

	test('a retry shows again what was issued, and what the list shows is reconciled', async () => {
		await service.lose('done', 2);
		await service.lose('never', 3);
		const failed = await add(sheet.slice(0, 3), { concurrency: 1 });
		const setup = { parameters: SIMPLIFY, onError: 'continueRegularOutput' } as const;
		const { items } = await service.retry(failed, { concurrency: 1 }, setup);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ outcome: 'issued', ...whole(ana) },
			{ outcome: 'issued', ...whole(bruno) },
			{ outcome: 'unknown', ...whole(carla), code: 'ROW_IN_DOUBT' },
		]);
		await service.restart();
		await service.lose('done');
		const [found] = (await add(sheet.slice(0, 1))).items;
		expect(found.json).toMatchObject({ outcome: 'issued', reconciled: true });
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: a record has at most ten fields, those that matter most',
		async (onError) => {
			await service.lose('never', {});
			const setup = { ...BY_KEY, onError };
			const options = { note: 'Invoice 1001', expectedName: 'Ana Souza' };
			await add([sheet[0]], options, setup);
			const charge = { customerIdentifier: ana.taxId, amount: 10.5 };
			await service.admin.createAddition(charge);
			await service.admin.createAddition(charge);
			const { items, errors } = await add([sheet[0]], options, setup);
			const record = (errors[0]?.json.details ?? items[0].json) as IDataObject;
			expect(Object.keys(record)).toHaveLength(10);
			expect(record).toMatchObject({
				outcome: 'unknown',
				idempotencyKey: 'k1',
				customerId: ana._id,
			});
		},
	);

	test('candidates are named where several additions may be the row', async () => {
		const [row] = sheet;
		const charge = { customerIdentifier: ana.taxId, amount: 10.5 };
		await service.lose('never', {});
		const setup = { ...BY_KEY, onError: 'continueRegularOutput' } as const;
		await add([row], {}, setup);
		const make = async () => (await service.admin.createAddition(charge))._id;
		const ids = [await make(), await make()];
		const { items } = await add([row], {}, setup);
		const { outcome, candidates } = items[0].json;
		expect(outcome).toBe('unknown');
		expect([...(candidates as string[])].sort()).toEqual(ids.sort());
	});

	test('a run that could not begin gives the same fields', async () => {
		const { items } = await add(sheet, { timeout: 0 }, { onError: 'continueRegularOutput' });
		expect(items[0].json).toEqual({
			outcome: 'notAttempted',
			reason: expect.stringMatching(
				/^'Timeout \(Seconds\)' is 0.* Correct it under 'Options'\.$/,
			) as string,
			error: items[0].json.reason,
			code: 'OPTION_INVALID',
			taxId: ana.taxId,
			amount: '10,50',
			currency: 'BRL',
		});
	});
});

describe('balance: get and getAll', () => {
	const inOne = async () =>
		(
			await service.admin.createAddition({
				customerIdentifier: ana.taxId,
				amount: 10.5,
				items: [{ customerIdentifier: bruno._id, amount: 2, status: 'FAILED' }],
			})
		)._id;
	const getAll = async (parameters: object = {}) =>
		await service.getAdditions({ ...SIMPLIFY, ...parameters });
	const get = async (id: string) =>
		await service.run({
			parameters: { resource: 'balance', operation: 'get', additionId: id, ...SIMPLIFY },
		});
	const records = (id: string) => [
		expect.objectContaining({ id, ...whole(ana), amount: 10.5, currency: 'BRL', createdAt: at }),
		expect.objectContaining({ id, ...whole(bruno), amount: 2, status: 'FAILED' }),
	];

	test('one record for each item, paired with its input', async () => {
		const id = await inOne();
		for (const { items } of [await get(id), await getAll()]) {
			expect(items.map(({ json }) => json)).toEqual(records(id));
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
		}
	});

	test('Limit and the filters count and choose records', async () => {
		const id = await inOne();
		await service.admin.createAddition({ customerIdentifier: carla._id });
		const find = async (parameters: object) =>
			(await getAll(parameters)).items.map(({ json }) => json.customerName);
		expect(await find({ returnAll: false, limit: 2 })).toHaveLength(2);
		expect(await find({ filters: { status: 'failed' } })).toEqual([bruno.name]);
		const customer = { __rl: true, mode: 'id', value: ana._id };
		expect(await find({ filters: { customer } })).toEqual([ana.name]);
		expect((await get(id)).items).toHaveLength(2);
	});

	test('without the list of customers there are no names, and no error', async () => {
		const id = await inOne();
		await service.refuse({ route: LIST_CUSTOMERS });
		for (const { items } of [await get(id), await getAll()]) {
			const names = [{ taxId: ana.taxId }, { customerId: bruno._id }];
			expect(items).toMatchObject(names.map((json) => ({ json })));
			for (const { json } of items) expect(json).not.toHaveProperty('customerName');
		}
	});
});
