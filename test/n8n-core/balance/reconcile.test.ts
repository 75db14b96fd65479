import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import type { GmcNodeSetup } from '../../../harness/engine/engine';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { customer } from './add/support';
import { answerWith, found, payWith, reconcileWith, sheetRow, told } from './reconcile-support';

// A sheet against GMC's list of a day and the ledger. Nothing is changed.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const goOn: Partial<GmcNodeSetup> = { onError: 'continueRegularOutput' };

let tables: DataTables;
beforeEach(async () => {
	tables = new DataTables();
	await service.admin.clearJournal();
});

const reconcile = async (
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
	parameters: GmcNodeSetup['parameters'] = {},
) => await reconcileWith(service, tables, rows, options, setup, parameters);

const pay = async (rows: IDataObject[]) => await payWith(service, tables, rows);
const listed = async (amount: number, more: object = {}) =>
	await service.admin.createAddition({ customerIdentifier: ana._id, amount, ...more });

describe('by customer, amount and currency', () => {
	test('each addition is one row, under whichever name of its customer', async () => {
		const { _id } = await listed(10);
		const run = await reconcile([
			sheetRow('10,00'),
			sheetRow(10, { customer: '012.345.678-90' }),
			sheetRow(10, { currency: 'USDT' }),
			sheetRow(10, { customer: bruno.taxId }),
		]);
		expect(found(run)).toEqual(['listed', 'notListed', 'notListed', 'notListed']);
		expect(told(run)[0]).toEqual({
			found: 'listed',
			customerId: ana._id,
			customerName: ana.name,
			amount: 10,
			currency: 'BRL',
			additionId: _id,
			status: 'COMPLETED',
			at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(run.hints).toContain(
			'Of 4 rows: 1 listed, 3 not listed. 0 top-ups of the period in no row',
		);
	});

	test('a list that is an error with status 200 is none, and no row is said not to be listed', async () => {
		await listed(10);
		await service.failAs200(LIST_ADDITIONS);
		const run = await reconcile([sheetRow(10)], {}, goOn);
		expect(run.error?.message ?? run.items[0].json.error).toMatch(/could not be read/);
	});

	test('what is in no row comes after the rows', async () => {
		const { _id } = await listed(30);
		const { _id: additionId } = await listed(10);
		const run = await reconcile([sheetRow(10)]);
		expect(found(run)).toEqual(['listed', 'onlyListed']);
		const shown = { found: 'onlyListed', customerName: ana.name, amount: 30, currency: 'BRL' };
		expect(run.items[1].json).toEqual({
			...shown,
			customerId: ana._id,
			additionId: _id,
			status: 'COMPLETED',
			at: expect.any(String),
		});
		const raw = await reconcile([sheetRow(10)], {}, {}, { simplify: false });
		expect(raw.items[0].json).toEqual({
			_gmc: { ...shown, found: 'listed', amount: 10, additionId, at: expect.any(String) },
		});
		expect(raw.items[1].json).toMatchObject({ _id, status: 'COMPLETED', _gmc: shown });
	});
});

const orders = [sheetRow(10, { key: 'a' }), sheetRow(10, { key: 'b' })];

describe('by the names of the ledger', () => {
	test('a key that has paid another amount is for people to look at', async () => {
		await pay([orders[0]]);
		const run = await reconcile([sheetRow(12, { key: 'a' })]);
		expect(found(run)).toEqual(['uncertain', 'onlyListed']);
		expect(told(run)[1]).toMatchObject({ amount: 10, idempotencyKey: 'a' });
		expect(told(run)[0].reason).toContain('batch has paid another customer, amount or currency');
		const raw = await reconcile([{ ...orders[1], amount: 1 }], {}, {}, { simplify: false });
		expect(raw.items[1].json._gmc).toMatchObject({ idempotencyKey: 'a', workflow: 'test' });
	});

	test('a batch: its rows by customer, equal ones counted, in any order', async () => {
		const sheet = [5, 7, 5].map((amount) => sheetRow(amount, { batch: '2026-11' }));
		await pay(sheet);
		await pay([sheetRow(7, { key: 'order' })]);
		const run = await reconcile([...sheet].reverse());
		expect(found(run)).toEqual(['listed', 'listed', 'listed', 'onlyListed']);
		expect(told(run)[3]).toMatchObject({ idempotencyKey: 'order', amount: 7 });
		const ids = told(run).map(({ additionId }) => additionId);
		expect(new Set(ids).size).toBe(4);
		const more = await reconcile([...sheet, sheetRow(7, { batch: '2026-11' })]);
		expect(found(more).slice(3)).toEqual(['notListed', 'onlyListed']);
	});

	test('without Data Tables the list alone counts', async () => {
		await listed(10);
		const setup = { executeWorkflow: undefined };
		const run = await reconcile([orders[0], sheetRow(20, { key: 'c' })], {}, setup);
		expect(found(run)).toEqual(['listed', 'notListed']);
		expect(run.hints).toHaveLength(1);
	});

	test('a ledger that cannot be read is an error: another name may have paid what GMC lists', async () => {
		await pay([orders[0]]);
		tables.before = () => {
			throw new Error('database is locked');
		};
		const { error } = await reconcile([orders[0], sheetRow(30)]);
		expect(error?.message).toContain('database is locked');
	});
});

test('reads only: no table is made or changed, and GMC is only asked', async () => {
	await reconcile([sheetRow(10, { key: 'a' }), sheetRow(10, { batch: 'x' })]);
	expect(tables.tables).toEqual([]);
	await pay([sheetRow(10, { key: 'a' })]);
	const before = structuredClone(tables.tables);
	await service.admin.clearJournal();
	const { length } = tables.operations;
	await reconcile([sheetRow(10, { key: 'a' }), sheetRow(11, { key: 'b', batch: 'x' })]);
	expect(tables.tables).toEqual(before);
	expect(new Set(tables.operations.slice(length))).toEqual(new Set(['row get']));
	const methods = (await service.admin.journal()).map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
});

test('a tax ID that was corrected keeps what it has paid: by the ledger', async () => {
	const taxId = '987.654.321-00';
	const row = sheetRow(10, { customer: taxId });
	await pay([orders[0]]);
	const [{ additionId }] = told(await reconcile([orders[0]]));
	const byId = { customer: { __rl: true, mode: 'id', value: ana._id } };
	await customer(service, 'update', { ...byId, updateFields: { taxId } });
	const item = { customerIdentifier: ana.taxId, sourceAmount: 10, sourceCurrency: 'BRL' };
	await answerWith(service, LIST_ADDITIONS, { _id: additionId, items: [item] });
	expect(found(await reconcile([{ ...row, key: 'a' }]))).toEqual(['listed']);
	const withoutName = await reconcile([row]);
	expect(told(withoutName)).toMatchObject([{ found: 'uncertain', idempotencyKey: 'a' }]);
});

describe('rows that cannot be read', () => {
	const rows = [sheetRow('1.234'), sheetRow(10), sheetRow(10, { customer: '98765432100' })];

	test('under Stop are refused together, those of an unknown customer, too', async () => {
		const { error } = await reconcile(rows);
		expect(error?.message).toBe('2 of 3 rows are refused');
		expect(error?.description).toMatch(/Row 1: .*1\.234.*\nRow 3: The customer was not found/);
		expect(await service.asked(LIST_ADDITIONS)).toBe(0);
	});

	test('under Continue are errors of their own, and the others are compared', async () => {
		await listed(10);
		const run = await reconcile(rows, {}, goOn);
		expect(run.items.map(({ json }) => String(json.error ?? '').slice(0, 5))).toEqual([
			'Row 1',
			'',
			'Row 3',
		]);
		expect(found(run)).toEqual([undefined, 'listed', undefined]);
		const errors = await reconcile(rows, {}, { onError: 'continueErrorOutput' });
		expect([errors.items.length, errors.errors.length]).toEqual([1, 2]);
	});
});
