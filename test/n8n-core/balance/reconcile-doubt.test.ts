import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import { LIST_ADDITIONS, Service, outcomes } from '../../../harness/engine/service';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import { endPassedTime, passTime } from '../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { answerWith, found, payWith, reconcileWith, sheetRow, told } from './reconcile-support';

// What is not listed is paid anew, and what is listed or paid before is not: whatever proves neither is uncertain.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const HOUR = { seconds: 3_600 };

let tables: DataTables;
beforeEach(() => {
	tables = new DataTables();
});
afterEach(endPassedTime);

const pay = async (rows: IDataObject[], options: IDataObject = {}) =>
	outcomes(await payWith(service, tables, rows, options));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const reconcile = async (rows: IDataObject[], options: IDataObject = {}) =>
	await reconcileWith(service, tables, rows, { since: minutesAgo(24 * 60), ...options });
const listed = async (amount: number, more: object = {}) =>
	await service.admin.createAddition({ customerIdentifier: ana._id, amount, ...more });
const lose = async (type: 'commitThenReset' | 'resetBefore') => await service.fault({ type }, 1);
const a = (amount = 10) => sheetRow(amount, { key: 'a' });

describe('an open row', () => {
	test('without a name is no obstacle once the whole list would show what it had made', async () => {
		await lose('resetBefore');
		expect(await pay([sheetRow(10)])).toEqual(['unknown']);
		expect(found(await reconcile([sheetRow(10)]))).toEqual(['uncertain']);
		passTime(HOUR);
		expect(found(await reconcile([sheetRow(10)]))).toEqual(['notListed']);
		await listed(30);
		await listed(40);
		await service.admin.configure({ list: { cutAt: 1 } });
		expect(found(await reconcile([sheetRow(10)]))[0]).toBe('uncertain');
	});
});

test('a row that may have been paid under the former address of GMC is uncertain', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 600 } });
	await lose('commitThenReset');
	expect(await pay([sheetRow(10)])).toEqual(['unknown']);
	await service.useOtherAddress();
	expect(found(await reconcile([sheetRow(10)]))).toEqual(['uncertain']);
});

describe('what has paid, and is not listed yet', () => {
	test('under another name: rows without one are uncertain', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 3_600 } });
		expect(await pay([a()])).toEqual(['issued']);
		const run = await reconcile([sheetRow(10), sheetRow(10), sheetRow(10, { key: 'b' })]);
		expect(found(run)).toEqual(['uncertain', 'uncertain', 'notListed']);
		expect(told(run)[0]).toMatchObject({ additionId: expect.any(String), idempotencyKey: 'a' });
	});
});

describe('what was paid before', () => {
	async function paidThreeDaysAgo(count = 1) {
		const rows = Array.from({ length: count }, (_, at) => sheetRow(10, { key: `a${at}` }));
		await pay(rows);
		const additionIds = told(await reconcile(rows)).map(({ additionId }) => String(additionId));
		passTime({ seconds: 3 * 86_400 });
		return { rows, additionIds };
	}

	test('and has failed since is not paid', async () => {
		const { rows, additionIds } = await paidThreeDaysAgo(2);
		await service.admin.settle(additionIds[0], 'FAILED');
		const run = await reconcile(rows);
		expect(found(run)).toEqual(['notListed', 'paidBefore']);
		expect(run.hints).toHaveLength(1);
		expect(await pay(rows)).toEqual(['issued', 'skipped']);
	});

	test('is asked for by id, and of more than 20 it is said that they were not', async () => {
		const { rows } = await paidThreeDaysAgo(22);
		await service.admin.clearJournal();
		const run = await reconcile(rows);
		expect(new Set(found(run))).toEqual(new Set(['paidBefore']));
		expect(told(run).filter(({ reason }) => reason)).toHaveLength(2);
		const asked = (await service.admin.journal()).filter(({ path }) =>
			/add-balance\/(?!all)/.test(path),
		);
		expect(asked).toHaveLength(20);
		const early = await reconcile(rows, { since: minutesAgo(4 * 24 * 60) });
		expect(new Set(found(early))).toEqual(new Set(['listed']));
		expect(early.hints).toHaveLength(1);
	});

	test('with another ledger is not known, which is said', async () => {
		const { rows } = await paidThreeDaysAgo();
		const run = await reconcile(rows, { ledgerTable: 'GMC topups' });
		expect(run.hints.join()).toContain('This project has no ledger (Data Table "GMC topups")');
	});
});

describe('what GMC shows as something else than its name has paid', () => {
	const own = { customerIdentifier: ana._id, sourceAmount: 10, sourceCurrency: 'BRL' };

	async function payAndShow(row: IDataObject, other: object, where = LIST_ADDITIONS) {
		await pay([row]);
		const [{ additionId }] = told(await reconcile([row]));
		await answerWith(service, where, { _id: additionId, items: [{ ...own, ...other }] });
		return additionId;
	}

	test.each([
		['amount', { sourceAmount: 1000 }, { amount: 1000 }],
		['customer', { customerIdentifier: bruno._id }, { customerName: bruno.name }],
	])('with another %s: uncertain, and the addition in no row', async (_, item, shown) => {
		const additionId = await payAndShow(a(), item);
		const run = await reconcile([a()]);
		expect(found(run)).toEqual(['uncertain', 'onlyListed']);
		expect(told(run)[0]).toMatchObject({ additionId, amount: 10, idempotencyKey: 'a' });
		const charge = { customerName: ana.name, amount: 10, currency: 'BRL' };
		expect(told(run)[1]).toMatchObject({ ...charge, ...shown, additionId, idempotencyKey: 'a' });
		expect(told(run)[0].reason).toContain('has paid another customer, amount or currency');
	});

	test('on another day, by its ID', async () => {
		await payAndShow(a(), { sourceAmount: 1000 }, LOOK_UP_ADDITION);
		passTime({ seconds: 3 * 86_400 });
		expect(found(await reconcile([a()]))).toEqual(['uncertain']);
	});
});
