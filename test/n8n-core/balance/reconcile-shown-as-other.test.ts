import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import { endPassedTime, passTime } from '../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { found, payWith, reconcileWith, sheetRow, told } from './reconcile-support';

// The ledger says what a name has paid, GMC shows that very addition as something else: that is nobody's proof.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;

let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});
afterEach(endPassedTime);

const reconcile = async (rows: IDataObject[], options: IDataObject = {}) =>
	await reconcileWith(service, tables, rows, options);
const row = sheetRow(10, { key: 'k1' });

/** Pays a row, after which GMC shows its addition with another item: in lists, or when it is asked for by its ID. */
async function payAndShow(paid: IDataObject, item: object, where = LIST_ADDITIONS) {
	await payWith(service, tables, [paid]);
	const additionId = String(told(await reconcile([paid]))[0].additionId);
	const charge = { customerIdentifier: ana._id, sourceAmount: 10, sourceCurrency: 'BRL' };
	const addition = { _id: additionId, status: 'COMPLETED', createdAt: Date.now() };
	const shown = { ...addition, items: [{ ...charge, ...item }] };
	const isList = where === LIST_ADDITIONS;
	const counts = isList ? { recordsFiltered: 1, recordsTotal: 1 } : {};
	const body = { balanceTransaction: isList ? [shown] : shown, ...counts };
	await service.admin.addFault({ route: where, action: { type: 'json', status: 200, body } });
	return additionId;
}

test.each([
	['amount', { sourceAmount: 1000 }, { amount: 1000 }],
	['customer', { customerIdentifier: bruno._id }, { customerName: bruno.name }],
	['currency', { sourceCurrency: 'USDT' }, { currency: 'USDT' }],
])('with another %s the row is uncertain, and the addition in no row', async (_, item, shown) => {
	const additionId = await payAndShow(row, item);
	const run = await reconcile([row]);
	expect(found(run)).toEqual(['uncertain', 'onlyListed']);
	expect(told(run)[0]).toMatchObject({ additionId, amount: 10, idempotencyKey: 'k1' });
	const charge = { customerName: ana.name, amount: 10, currency: 'BRL' };
	expect(told(run)[1]).toMatchObject({ ...charge, ...shown, additionId, idempotencyKey: 'k1' });
	expect(run.hints.join()).toContain("by the ledger or by GMC's list");
});

test('a row of a batch is no other', async () => {
	const ofBatch = sheetRow(10, { batch: '2026-11' });
	await payAndShow(ofBatch, { sourceAmount: 1000 });
	expect(found(await reconcile([ofBatch]))).toEqual(['uncertain', 'onlyListed']);
});

describe('what was paid on another day', () => {
	test('is asked for, and not believed either', async () => {
		await payAndShow(row, { sourceAmount: 1000 }, LOOK_UP_ADDITION);
		passTime({ seconds: 3 * 86_400 });
		const run = await reconcile([row]);
		expect(found(run)).toEqual(['uncertain']);
		expect(run.hints.join()).toContain("by the ledger or by GMC's list");
	});

	test('and stands in the list of the days around is no other', async () => {
		await payAndShow(row, { sourceAmount: 1000 });
		passTime({ seconds: 86_400 });
		expect(found(await reconcile([row]))).toEqual(['uncertain']);
	});
});

test('a customer whose tax ID was corrected since is the same one', async () => {
	await payAndShow(row, { customerIdentifier: ana.taxId });
	await service.run({
		rows: [{}],
		parameters: {
			resource: 'customer',
			operation: 'update',
			customer: { __rl: true, mode: 'id', value: ana._id },
			updateFields: { taxId: '987.654.321-00' },
		},
	});
	expect(found(await reconcile([sheetRow(10, { key: 'k1', customer: ana._id })]))).toEqual([
		'listed',
	]);
});
