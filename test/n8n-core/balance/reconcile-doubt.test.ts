import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import { outcomes } from '../../../harness/engine/keyedService';
import { ISSUE, Service } from '../../../harness/engine/service';
import { endPassedTime, passTime } from '../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { found, payWith, reconcileWith, sheetRow, told } from './reconcile-support';

// What is not listed is paid anew, and what is listed or paid before is not: whatever proves neither is uncertain.

const service = Service.forThisFile();
const [ana] = DEMO_CUSTOMERS;
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
const lose = async (type: 'commitThenReset' | 'resetBefore') =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });
const a = (amount = 10) => sheetRow(amount, { key: 'a' });

describe('an open name', () => {
	test.each([0, 60])(
		'takes nothing that was made before it was asked for (%d minutes later)',
		async (minutes) => {
			await listed(10, { createdAt: minutesAgo(60) });
			await lose('resetBefore');
			expect(await pay([a()])).toEqual(['unknown']);
			passTime({ seconds: minutes * 60 });
			expect(found(await reconcile([a()]))).toEqual(['uncertain', 'onlyListed']);
		},
	);

	test('leaves to other rows what it cannot have made', async () => {
		expect(await pay([sheetRow(10)])).toEqual(['issued']);
		passTime(HOUR);
		await lose('resetBefore');
		expect(await pay([a()])).toEqual(['unknown']);
		expect(found(await reconcile([a(), sheetRow(10)]))).toEqual(['uncertain', 'listed']);
	});

	test('of no row is no obstacle once the whole list would show what it had made', async () => {
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

	test('of no row may have made what equals a row', async () => {
		await lose('commitThenReset');
		await service.restart({ additions: { visibleAfterSeconds: 600 } });
		await lose('commitThenReset');
		expect(await pay([a()])).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 601 });
		const run = await reconcile([sheetRow(10)]);
		expect(told(run)).toEqual([
			expect.objectContaining({ found: 'uncertain', idempotencyKey: 'a', workflow: 'test' }),
		]);
	});

	test("is compared by GMC's clock", async () => {
		await service.restart({
			additions: { visibleAfterSeconds: 60 },
			timestamps: { dateHeader: 'ofSandboxClock' },
		});
		await service.admin.freezeClock(minutesAgo(40));
		await lose('commitThenReset');
		expect(await pay([sheetRow(10, { key: 'other' })])).toEqual(['unknown']);
		await service.admin.advanceClock({ seconds: 61 });
		expect(found(await reconcile([a()]))).toEqual(['uncertain']);
	});
});

describe('what has paid, and is not listed yet', () => {
	test('under another name: as many rows without one are uncertain', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 3_600 } });
		expect(await pay([a()])).toEqual(['issued']);
		const run = await reconcile([sheetRow(10), sheetRow(10), sheetRow(10, { key: 'b' })]);
		expect(found(run)).toEqual(['uncertain', 'notListed', 'notListed']);
		expect(told(run)[0]).toMatchObject({ additionId: expect.any(String), idempotencyKey: 'a' });
	});

	test('under Recent with Maximum per Day', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 600 } });
		expect(await pay([sheetRow(10)], { maxPerDay: 100 })).toEqual(['issued']);
		expect(found(await reconcile([sheetRow(10)]))).toEqual(['uncertain']);
		await service.admin.advanceClock({ seconds: 601 });
		expect(found(await reconcile([sheetRow(10)]))).toEqual(['listed']);
	});
});

describe('names', () => {
	test('what another one has paid may be a row that has none', async () => {
		expect(await pay([sheetRow(10, { key: 'order-77' })])).toEqual(['issued']);
		const run = await reconcile([sheetRow(10)]);
		expect(told(run)).toEqual([
			expect.objectContaining({
				found: 'uncertain',
				additionId: expect.any(String),
				idempotencyKey: 'order-77',
				workflow: 'test',
			}),
		]);
		expect(run.hints.join()).toContain('1 row without a name equals what another');
		await listed(10);
		expect(found(await reconcile([sheetRow(10)]))).toEqual(['listed', 'onlyListed']);
	});

	test('one that stands at two rows, or has paid something else, takes nothing by content', async () => {
		expect(await pay([a()])).toEqual(['issued']);
		await listed(10);
		await listed(12);
		const twice = await reconcile([a(), a()]);
		expect(found(twice).slice(0, 2)).toEqual(['listed', 'uncertain']);
		const other = await reconcile([a(12)]);
		expect(found(other)[0]).toBe('uncertain');
		expect(other.hints.join()).toContain('The names of 1 row (Idempotency Key or batch)');
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
		expect(run.hints.join()).toContain('GMC was not asked about 2 rows paid before');
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
		tables = new DataTables();
		expect((await reconcile([sheetRow(10)])).hints).toHaveLength(1);
		expect((await reconcile([sheetRow(10)], { ledgerTable: 'x' })).hints).toHaveLength(2);
		expect((await reconcile([sheetRow(10, { batch: 'x' })])).hints).toHaveLength(2);
	});
});
