import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../../harness/engine/dataTables';
import type { GmcNodeSetup, GmcRun } from '../../../../../harness/engine/engine';
import { ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';
import { AFTER_HOLD, passTime } from '../../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// A sheet with a name: each of its rows is paid once.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };

let tables: DataTables;
let seeded: number;
beforeEach(async () => {
	tables = new DataTables();
	seeded = (await service.admin.charges({})).count;
});

const rowOf = (amount: number, { taxId } = ana): IDataObject => ({ customer: taxId, amount });

async function pay(
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	const { executeWorkflow } = tables;
	const goOn = { onError: 'continueRegularOutput', executeWorkflow } as const;
	return await service.add(rows, { ...BATCH, ...options }, { ...goOn, ...setup });
}
const told = ({ items }: GmcRun) => items.map(outcomeOf);
const detailsOf = ({ items }: GmcRun, row = 0) => items[row].json.details as IDataObject;
const ledger = () => tables.named('GMC top-ups').rows;
const paid = async () => (await service.admin.charges({})).count - seeded;
const lose = async (type: 'commitThenReset' | 'resetBefore') =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });

describe('the same sheet again', () => {
	const sheet = [rowOf(5), rowOf(7), rowOf(5), rowOf(5, bruno)];

	test('is skipped, equal rows counted', async () => {
		expect(told(await pay(sheet))).toEqual(Array(4).fill('issued'));
		expect(told(await pay(sheet))).toEqual(Array(4).fill('skipped'));
		expect(ledger().map(({ batch }) => batch)).toEqual(Array(4).fill('2026-11'));
	});

	test('is skipped sorted, days later, under its name in other letters', async () => {
		await pay(sheet);
		passTime({ seconds: 180_000 });
		const sorted = [...sheet].reverse();
		expect(told(await pay(sorted, { batchName: '  2026-11 ' }))).toEqual(Array(4).fill('skipped'));
		await pay(sheet, { batchName: 'Folha  Novembro' });
		const again = await pay(sheet, { batchName: 'folha novembro' });
		expect(told(again)).toEqual(Array(4).fill('skipped'));
	});

	test('with one row more pays that one, also an equal one', async () => {
		await pay(sheet);
		const grown = [rowOf(3), ...sheet, rowOf(5)];
		const expected = ['issued', ...Array<string>(4).fill('skipped'), 'issued'];
		expect(told(await pay(grown))).toEqual(expected);
		expect(await paid()).toBe(6);
	});

	test('under another name is another batch', async () => {
		await pay([rowOf(5)]);
		expect(told(await pay([rowOf(5)], { batchName: '2026-12' }))).toEqual(['issued']);
	});

	test('at the same moment is paid once', async () => {
		await service.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 30 } });
		await Promise.all([pay(sheet), pay([...sheet].reverse())]);
		expect(await paid()).toBe(4);
	});

	test('goes on after a run that was stopped by a bad row', async () => {
		const body = { statusCode: 400, message: 'no' };
		await service.admin.addFault({
			route: ISSUE,
			match: { amount: 7 },
			action: { type: 'status', status: 400, body },
		});
		await pay(sheet, {}, { onError: 'stopWorkflow' });
		await service.admin.clearFaults();
		await pay(sheet);
		expect(await paid()).toBe(4);
	});
});

describe('a corrected amount', () => {
	test('is not paid on top', async () => {
		await pay([rowOf(5), rowOf(6, bruno)]);
		const run = await pay([rowOf(8), rowOf(6, bruno)]);
		expect(told(run)).toEqual(['rejected', 'skipped']);
		expect(detailsOf(run).code).toBe('BATCH_ROW_CHANGED');
		expect(run.items[0].json.error).toMatch(/the batch "2026-11" has paid 5 BRL to Ana Souza/);
		expect(detailsOf(run).description).toMatch(/Restore that row, and add one of 3 BRL/);
		expect(await paid()).toBe(2);
	});

	test('is paid as a row of its own', async () => {
		await pay([rowOf(5)]);
		expect(told(await pay([rowOf(5), rowOf(3)]))).toEqual(['skipped', 'issued']);
	});

	test('of a row that was refused is sent', async () => {
		const body = { statusCode: 400, message: 'no' };
		await service.admin.addFault({
			route: ISSUE,
			nth: 1,
			action: { type: 'status', status: 400, body },
		});
		expect(told(await pay([rowOf(5)]))).toEqual(['rejected']);
		expect(told(await pay([rowOf(8)]))).toEqual(['issued']);
	});

	test('of a row that may be paid is not sent, either', async () => {
		await lose('resetBefore');
		expect(told(await pay([rowOf(5)]))).toEqual(['unknown']);
		const run = await pay([rowOf(8)]);
		expect(told(run)).toEqual(['rejected']);
		expect(run.items[0].json.error).toMatch(/know whether it was paid/);
	});

	test('in two sheets at the same moment is paid in one of them', async () => {
		await service.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 30 } });
		const runs = await Promise.all([pay([rowOf(5)]), pay([rowOf(10)])]);
		expect(runs.flatMap(told).filter((one) => one === 'issued')).toHaveLength(1);
		expect(await paid()).toBe(1);
	});

	test('of a sheet and one that has grown at the same moment: no row is paid twice', async () => {
		await service.admin.addFault({ route: ISSUE, action: { type: 'latency', ms: 30 } });
		await Promise.all([pay([rowOf(7)]), pay([rowOf(5), rowOf(7)])]);
		expect((await service.admin.charges({ amount: 7 })).count).toBeLessThanOrEqual(1);
		await pay([rowOf(5), rowOf(7)]);
		expect((await service.admin.charges({ amount: 7 })).count).toBe(1);
		expect((await service.admin.charges({ amount: 5 })).count).toBe(1);
	});
});

describe('a row whose answer was lost', () => {
	test('is found by the next run, and skipped', async () => {
		await service.restart({ additions: { visibleAfterSeconds: 60 } });
		await lose('commitThenReset');
		const first = await pay([rowOf(5), rowOf(6)]);
		expect(told(first)).toEqual(['unknown', 'notAttempted']);
		passTime({ seconds: 90 });
		expect(told(await pay([rowOf(5), rowOf(6)]))).toEqual(['skipped', 'issued']);
		expect(await paid()).toBe(2);
	});

	test('is held, and sent after the hold', async () => {
		await lose('resetBefore');
		await pay([rowOf(5)]);
		const held = await pay([rowOf(5), rowOf(6)]);
		expect(told(held)).toEqual(['unknown', 'issued']);
		expect(detailsOf(held).code).toBe('BATCH_ROW_IN_USE');
		passTime(AFTER_HOLD);
		expect(told(await pay([rowOf(5), rowOf(6)]))).toEqual(['issued', 'skipped']);
	});
});

test('a customer that GMC has made anew under the tax ID is not paid again', async () => {
	await pay([rowOf(5)]);
	const { taxId, name, email } = ana;
	const other = { parameters: { resource: 'customer', operation: 'delete', customer: ana._id } };
	await service.run(other);
	const made = { resource: 'customer', operation: 'create', taxId, name, email, options: {} };
	await service.run({ parameters: made });
	const run = await pay([rowOf(5)]);
	expect(told(run)).toEqual(['rejected']);
	expect(detailsOf(run).code).toBe('BATCH_ROW_CHANGED');
	expect(await service.asked(ISSUE)).toBe(1);
});

test.each([
	['empty', ' '],
	['a fraction', 1.5],
	['a list', ['a']],
])('a name that is %s is refused before anything is sent', async (_, batchName) => {
	const run = await pay([rowOf(5)], { batchName });
	expect(told(run)).toEqual(['notAttempted']);
	expect(run.items[0].json.error).toMatch(/Batch Name/);
	expect(await service.asked(ISSUE)).toBe(0);
});

test('a whole number names a batch', async () => {
	await pay([rowOf(5)], { batchName: 202611 });
	expect(told(await pay([rowOf(5)], { batchName: '202611' }))).toEqual(['skipped']);
});

test('a dry run says what the run does, and writes nothing', async () => {
	await pay([rowOf(5), rowOf(6)]);
	const before = JSON.stringify(tables.tables);
	const sheet = [rowOf(5), rowOf(9), rowOf(4, bruno)];
	expect(told(await pay(sheet, { dryRun: true }))).toEqual(['skipped', 'rejected', 'planned']);
	expect(JSON.stringify(tables.tables)).toBe(before);
	expect(told(await pay(sheet))).toEqual(['skipped', 'rejected', 'issued']);
});

test('a dry run of the first batch of all makes no table', async () => {
	expect(told(await pay([rowOf(5)], { dryRun: true }))).toEqual(['planned']);
	expect(tables.tables).toEqual([]);
});
