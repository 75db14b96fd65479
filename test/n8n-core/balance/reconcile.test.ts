import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../harness/engine';
import {
	addParameters,
	LIST_ADDITIONS,
	outcomes,
	passTime,
	Service,
	withoutDataTables,
} from '../../../harness/engine';
import { LOOK_UP_ADDITION } from '../../../harness/sandbox/routes';
import { ana, bruno, carla, customer, elsewhere, OTHER_TAX_ID } from './add/people';

// A sheet against GMC's list of a period and the ledger. Nothing is changed. What is not listed is paid anew, and what is
// listed or paid before is not: whatever proves neither is uncertain.

const service = Service.forThisFile();
const goOn: Partial<GmcNodeSetup> = { onError: 'continueRegularOutput' };

const sheetRow = (amount: unknown, more: IDataObject = {}): IDataObject =>
	({ customer: ana.taxId, amount, ...more }) as IDataObject;
const a = (amount = 10) => sheetRow(amount, { key: 'a' });
const told = ({ items }: GmcRun): IDataObject[] => items.map(({ json }) => json);
const found = (run: GmcRun): unknown[] => told(run).map((record) => record.found);

/** With the columns `customer`, `amount`, `currency`, `key` and `batch` of the rows. */
async function reconcile(
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
	parameters: GmcNodeSetup['parameters'] = {},
): Promise<GmcRun> {
	const fields = { ...addParameters(options), duplicateProtection: undefined };
	const names = { idempotencyKey: '={{ $json.key }}', batchName: '={{ $json.batch }}' };
	const operation = { ...fields, ...names, operation: 'reconcile', simplify: true, ...parameters };
	return await service.run({ rows, ...setup, parameters: operation });
}

/** Pays rows under what the first one has in `key` or `batch`, else under Recent. */
async function pay(rows: IDataObject[]): Promise<unknown[]> {
	const [{ key, batch }] = rows;
	const protection = key
		? { duplicateProtection: 'key' }
		: batch && { duplicateProtection: 'batch', batchName: batch };
	return outcomes(await service.addOn(rows, { ...(protection as IDataObject) }));
}
const listed = async (amount: number, more: object = {}) =>
	await service.admin.createAddition({ customerIdentifier: ana._id, amount, ...more });

/** Has GMC answer with this addition alone: to a list, or where it is asked for one by its ID. */
async function answerWith(route: string, given: object): Promise<void> {
	const addition = { status: 'COMPLETED', createdAt: Date.now(), ...given };
	const isList = route === LIST_ADDITIONS;
	const counts = isList ? { recordsFiltered: 1, recordsTotal: 1 } : {};
	const body = { balanceTransaction: isList ? [addition] : addition, ...counts };
	await service.fault({ type: 'json', status: 200, body }, { route });
}

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

	test('what is in no row comes after the rows', async () => {
		const { _id } = await listed(30);
		const { _id: additionId } = await listed(10);
		const run = await reconcile([sheetRow(10)]);
		expect(found(run)).toEqual(['listed', 'onlyListed']);
		expect(run.items[1].pairedItem).toEqual([]);
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
	test('a batch: its rows by customer, equal ones counted, in any order', async () => {
		const sheet = [5, 7, 5].map((amount) => sheetRow(amount, { batch: '2026-11' }));
		await pay(sheet);
		await pay([sheetRow(7, { key: 'order' })]);
		const run = await reconcile([...sheet].reverse());
		expect(found(run)).toEqual(['listed', 'listed', 'listed', 'onlyListed']);
		expect(told(run)[3]).toMatchObject({ idempotencyKey: 'order', amount: 7 });
		const ids = told(run).map(({ additionId }) => additionId);
		expect(new Set(ids).size).toBe(4);
		const { items } = await reconcile(sheet, {}, {}, { simplify: false });
		const known = { found: 'onlyListed', idempotencyKey: 'order', workflow: 'test' };
		expect(items[3].json._gmc).toMatchObject(known);
	});

	test.each([
		['its batch', { batch: '2026-11' }, { key: 'order-1', batch: '2026-11' }, 'listed'],
		['its key', { key: 'order-1' }, { key: 'order-1', batch: '2026-11' }, 'listed'],
		['its key, which is not mapped', { key: 'order-1' }, { batch: '2026-11' }, 'uncertain'],
		['its batch, which is not mapped', { batch: '2026-11' }, { key: 'order-1' }, 'uncertain'],
		['another key', { key: 'order-2' }, { key: 'order-1' }, 'notListed'],
	])('a row that %s has paid', async (_, paidAs, mapped, state) => {
		await pay([sheetRow(10, paidAs)]);
		expect(found(await reconcile([sheetRow(10, mapped)]))[0]).toBe(state);
	});

	test('without Data Tables the list alone counts', async () => {
		await listed(10);
		const setup = { executeWorkflow: withoutDataTables };
		const run = await reconcile([orders[0], sheetRow(20, { key: 'c' })], {}, setup);
		expect(found(run)).toEqual(['listed', 'notListed']);
		expect(run.hints).toHaveLength(1);
	});

	test('a ledger that cannot be read is an error: another name may have paid what GMC lists', async () => {
		await pay([orders[0]]);
		service.tables.before = () => {
			throw new Error('database is locked');
		};
		const { error } = await reconcile([orders[0], sheetRow(30)]);
		expect(error?.message).toContain('database is locked');
	});
});

test('reads only: no table is made or changed, and GMC is only asked', async () => {
	service.tables.drop('GMC top-ups');
	await reconcile([sheetRow(10, { key: 'a' }), sheetRow(10, { batch: 'x' })]);
	expect(service.tables.tables).toEqual([]);
	await pay([sheetRow(10, { key: 'a' })]);
	const before = structuredClone(service.tables.tables);
	await service.admin.clearJournal();
	const { length } = service.tables.operations;
	await reconcile([sheetRow(10, { key: 'a' }), sheetRow(11, { key: 'b', batch: 'x' })]);
	expect(service.tables.tables).toEqual(before);
	expect(new Set(service.tables.operations.slice(length))).toEqual(new Set(['row get']));
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
	await answerWith(LIST_ADDITIONS, { _id: additionId, items: [item] });
	expect(found(await reconcile([{ ...row, key: 'a' }]))).toEqual(['listed']);
	const withoutName = await reconcile([row]);
	expect(told(withoutName)).toMatchObject([{ found: 'uncertain', idempotencyKey: 'a' }]);
});

describe.each(['asSent', '_id', 'taxId'] as const)('where a list calls customers by %s', (echo) => {
	beforeEach(async () => await service.restart({ additions: { echoCustomerIdentifier: echo } }));

	const { _id, taxId, name, email } = ana;
	const moves = async () => {
		await elsewhere(service, 'PATCH', `/${_id}`, { taxId: OTHER_TAX_ID });
		await elsewhere(service, 'PATCH', `/${bruno._id}`, { taxId });
	};
	const isMadeAgain = async () => {
		await elsewhere(service, 'DELETE', `/${_id}`);
		await elsewhere(service, 'POST', '', { taxId, name, email });
	};
	const NAMES = [{ batch: 'b' }, { key: 'k' }, {}];

	test.each([
		...NAMES.map((named) => ['of somebody else by now', named, moves] as const),
		...NAMES.map((named) => ['of a customer who was made again', named, isMadeAgain] as const),
	])('a row paid under a tax ID that is %s is not to be paid: %j', async (_, named, happens) => {
		const row = sheetRow(20, named);
		await pay([row]);
		await happens();
		passTime({ seconds: 600 });
		const others = [sheetRow(21), sheetRow(20, { customer: carla._id })];
		const told = found(await reconcile([row, ...others]));
		expect(told.slice(0, 3)).toEqual(['uncertain', 'notListed', 'notListed']);
	});
});

test('a tax ID that has lost its zeros is of who has it with them, as in Balance: Add', async () => {
	await listed(10);
	const run = await reconcile([{ ...sheetRow(10), customer: '1234567890' }]);
	expect(found(run)).toEqual(['listed']);
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
		const errorsOf = run.items.map(({ json }) => String(json.error ?? '').slice(0, 5));
		expect(errorsOf).toEqual(['Row 1', '', 'Row 3']);
		expect(found(run)).toEqual([undefined, 'listed', undefined]);
		const errors = await reconcile(rows, {}, { onError: 'continueErrorOutput' });
		expect([errors.items.length, errors.errors.length]).toEqual([1, 2]);
	});
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const reconcileDay = async (rows: IDataObject[], options: IDataObject = {}) =>
	await reconcile(rows, { since: minutesAgo(24 * 60), ...options });

describe('an open row', () => {
	test('whose addition reads otherwise stays unclear, and is no other row', async () => {
		await service.restart({ additions: { sourceAmountAs: 'net' } });
		expect(await pay([sheetRow(10)])).toEqual(['unknown']);
		passTime({ seconds: 3_600 });
		const told = found(await reconcileDay([sheetRow(10), sheetRow(9.9)]));
		expect(told).toEqual(['uncertain', 'uncertain']);
	});

	test('whose answer named a top-up that has failed is uncertain', async () => {
		await service.listLate(300);
		await service.admin.settle((await listed(3))._id, 'FAILED');
		await service.fault({ type: 'wrongAnswer', differs: 'earlierAddition' }, 1);
		expect(await pay([a()])).toEqual(['unknown']);
		expect(found(await reconcile([a()]))[0]).toBe('uncertain');
	});

	test('whose top-up is listed since then makes an equal row uncertain, in ten fields at most', async () => {
		await service.listLate(300);
		await service.lose('done');
		expect(await pay([sheetRow(10)])).toEqual(['unknown']);
		passTime({ seconds: 400 });
		const [record] = told(await reconcileDay([sheetRow(10, { key: 'own', batch: '2026-11' })]));
		expect(record).toMatchObject({ found: 'uncertain', reason: expect.any(String) });
		expect(record).toMatchObject({ status: 'COMPLETED', at: expect.any(String) });
		expect(record).toMatchObject({ idempotencyKey: 'own', batchName: '2026-11' });
		expect(Object.keys(record).length).toBeLessThanOrEqual(10);
	});

	test('that was sent to the former address of GMC is uncertain', async () => {
		await service.listLate(300);
		await service.lose('done');
		expect(await pay([sheetRow(10)])).toEqual(['unknown']);
		await service.useOtherAddress();
		expect(found(await reconcileDay([sheetRow(10)]))).toEqual(['uncertain']);
	});
});

test('what another name has paid, and is not listed yet: rows without one are uncertain', async () => {
	await service.restart({ additions: { visibleAfterSeconds: 3_600 } });
	expect(await pay([a()])).toEqual(['issued']);
	const run = await reconcileDay([sheetRow(10), sheetRow(10), sheetRow(10, { key: 'b' })]);
	expect(found(run)).toEqual(['uncertain', 'uncertain', 'notListed']);
	expect(told(run)[0]).toMatchObject({ additionId: expect.any(String), idempotencyKey: 'a' });
});

describe('what was paid before', () => {
	async function paidThreeDaysAgo(count = 1) {
		const rows = Array.from({ length: count }, (_, at) => sheetRow(10, { key: `a${at}` }));
		await pay(rows);
		const additionIds = told(await reconcileDay(rows)).map(({ additionId }) => String(additionId));
		passTime({ seconds: 3 * 86_400 });
		return { rows, additionIds };
	}

	test('and has failed since is not paid', async () => {
		const { rows, additionIds } = await paidThreeDaysAgo(2);
		await service.admin.settle(additionIds[0], 'FAILED');
		const run = await reconcileDay(rows);
		expect(found(run)).toEqual(['notListed', 'paidBefore']);
		expect(run.hints).toHaveLength(1);
		expect(await pay(rows)).toEqual(['issued', 'skipped']);
	});

	test('is asked for by id, or of more than 20 in one list', async () => {
		const { rows, additionIds } = await paidThreeDaysAgo(22);
		await service.admin.settle(additionIds[21], 'FAILED');
		await service.admin.clearJournal();
		const run = await reconcileDay(rows);
		const paid = Array.from({ length: 21 }, () => 'paidBefore');
		expect(found(run)).toEqual([...paid, 'notListed']);
		expect(await service.asked(LIST_ADDITIONS)).toBe(2);
		const early = await reconcileDay(rows, { since: minutesAgo(4 * 24 * 60) });
		expect(new Set(found(early))).toEqual(new Set(['listed', 'notListed', 'onlyListed']));
	});
});

describe('what GMC shows as something else than its name has paid', () => {
	const own = { customerIdentifier: ana._id, sourceAmount: 10, sourceCurrency: 'BRL' };

	async function payAndShow(row: IDataObject, other: object, where = LIST_ADDITIONS) {
		await pay([row]);
		const [{ additionId }] = told(await reconcileDay([row]));
		await answerWith(where, { _id: additionId, items: [{ ...own, ...other }] });
		return additionId;
	}

	test.each([
		['amount', { sourceAmount: 1000 }, { amount: 1000 }],
		['customer', { customerIdentifier: bruno._id }, { customerName: bruno.name }],
	])('with another %s: uncertain, and the addition in no row', async (_, item, shown) => {
		const additionId = await payAndShow(a(), item);
		const run = await reconcileDay([a()]);
		expect(found(run)).toEqual(['uncertain', 'onlyListed']);
		expect(told(run)[0]).toMatchObject({ additionId, amount: 10, idempotencyKey: 'a' });
		const charge = { customerName: ana.name, amount: 10, currency: 'BRL' };
		expect(told(run)[1]).toMatchObject({ ...charge, ...shown, additionId, idempotencyKey: 'a' });
		expect(told(run)[0].reason).toContain('has paid another customer, amount or currency');
	});

	test('on another day, by its ID', async () => {
		await payAndShow(a(), { sourceAmount: 1000 }, LOOK_UP_ADDITION);
		passTime({ seconds: 3 * 86_400 });
		expect(found(await reconcileDay([a()]))).toEqual(['uncertain']);
	});
});

describe('the period, in a workflow whose zone is three hours behind UTC', () => {
	const madeAt = async (createdAt: string, amount = 10) => await listed(amount, { createdAt });

	const DAY = { since: '2026-03-10', until: '2026-03-10' };
	const sheet = [sheetRow(1), sheetRow(2), sheetRow(3), sheetRow(4)];

	/** One just before and one just after each end of 10 March in the workflow's zone. */
	async function aroundTheDay() {
		await madeAt('2026-03-10T02:59:50Z', 1);
		await madeAt('2026-03-10T03:00:00Z', 2);
		await madeAt('2026-03-11T02:59:59Z', 3);
		await madeAt('2026-03-11T03:00:10Z', 4);
	}

	const OF_DAY = ['notListed', 'listed', 'listed', 'notListed'];

	const MIDNIGHT = '2026-03-11T00:00:00-03:00';
	const TO_SECOND_58 = ['notListed', 'listed', 'uncertain', 'notListed'];

	// A day is a whole one, as n8n's date picker writes it, too; an instant with a zone is one.
	test.each([
		['2026-03-10T00:00:00', '2026-03-11T02:59:58Z', TO_SECOND_58],
		['2026-03-10T00:00', '2026-03-10T00:00', OF_DAY],
		['2026-03-10T00:00:00.000', '2026-03-10T00:00:00.000', OF_DAY],
		['2026-03-10 00:00:00', '2026-03-10 00:00:00', OF_DAY],
		['2026-03-10', MIDNIGHT, OF_DAY],
	])('from %s to %s', async (since, until, expected) => {
		await aroundTheDay();
		expect(found(await reconcile(sheet, { since, until }))).toEqual(expected);
	});

	test('without since and until it is today, up to now', async () => {
		await madeAt(new Date(Date.now() - 25 * 3_600_000).toISOString(), 1);
		// GMC's clock may be ahead.
		await service.admin.advanceClock({ seconds: 30 });
		await listed(2);
		expect(found(await reconcile(sheet.slice(0, 2)))).toEqual(['notListed', 'listed']);
	});

	test('what has no readable time proves nothing, and is shown', async () => {
		await service.restart({ timestamps: { createdAtFormat: 'epochMicroseconds' } });
		await madeAt('2026-03-10T15:00:00Z', 1);
		await madeAt('2026-03-10T15:00:00Z', 5);
		const run = await reconcile(sheet.slice(0, 2), DAY);
		expect(found(run)).toEqual(['uncertain', 'notListed', 'onlyListed']);
	});

	describe('what equals a row, and may be of the period', () => {
		test("was made while GMC's clock was behind", async () => {
			await service.restart({ timestamps: { dateHeader: 'ofSandboxClock' } });
			await service.admin.freezeClock(new Date(Date.now() - 20 * 60_000).toISOString());
			const start = new Date().toISOString();
			const { _id } = await listed(1);
			const run = await reconcile([sheetRow(1)], { since: start });
			expect(told(run)[0]).toMatchObject({ found: 'uncertain', additionId: _id });
		});

		test('has a time that names no zone', async () => {
			await service.restart({
				list: { timeZone: 'America/Sao_Paulo' },
				timestamps: { createdAtFormat: 'yyyyMMddHHmmss' },
			});
			// 00:30 on the 11th by the workflow, 21:30 on the 10th by GMC.
			await madeAt('2026-03-11T00:30:00Z', 1);
			const day = { since: '2026-03-11', until: '2026-03-11' };
			expect(found(await reconcile([sheetRow(1)], day, { timezone: 'UTC' }))).toEqual([
				'uncertain',
			]);
		});

		test('is one row only', async () => {
			await madeAt('2026-03-11T03:00:02Z', 1);
			const twice = await reconcile([sheetRow(1), sheetRow(1)], DAY);
			expect(found(twice)).toEqual(['uncertain', 'notListed']);
			await madeAt('2026-03-11T02:59:20Z', 1);
			expect(found(await reconcile([sheetRow(1)], DAY))).toEqual(['listed', 'onlyListed']);
		});
	});

	test('covers the dates of all rows; their ledger is one', async () => {
		await aroundTheDay();
		const rows = sheet.map((one, at) => ({ ...one, day: `2026-03-${at < 3 ? 10 : 11}` }));
		const day = '={{ $json.day }}';
		const run = await reconcile([...rows].reverse(), { since: day, until: day });
		expect(found(run)).toEqual(['listed', 'listed', 'listed', 'notListed']);
		const { error } = await reconcile(rows, { ledgerTable: day });
		expect(error?.message).toMatch(/^'Ledger Table' applies to the whole run/);
	});

	test.each([
		[{ since: 'yesterday' }, "'Start Date' is not a date"],
		[{ since: '2026-03-11', until: '2026-03-10' }, "'Start Date' is not before 'End Date'"],
		[{ since: MIDNIGHT, until: MIDNIGHT }, "'Start Date' is not before 'End Date'"],
	])('%j is refused before anything is asked', async (options, message) => {
		const { error } = await reconcile(sheet, options);
		expect(error?.message).toBe(message);
		const run = await reconcile(sheet, options, { onError: 'continueRegularOutput' });
		expect(run.items).toHaveLength(4);
		expect(run.items[0].json.error).toBe(`Row 1: ${message}`);
		expect(await service.admin.journal()).toEqual([]);
	});
});
