import { withoutDataTables } from '../../../../../harness/engine/parts';
import type { IDataObject } from 'n8n-workflow';
import { runAgent } from '../../../../../harness/engine/agent';
import { DataTables } from '../../../../../harness/engine/dataTables';
import { addParameters, ISSUE, outcomeOf, Service } from '../../../../../harness/engine/service';
import type { GmcNodeSetup } from '../../../../../harness/engine/engine';
import { AFTER_HOLD, endPassedTime, passTime } from '../../../../../harness/system/time';
import { DEMO_CUSTOMERS } from '../../../../../sandbox/seeds';

// A sheet with a name, in each step of its life: a dry run says what the run then does.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };
let tables: DataTables;

beforeEach(() => {
	tables = new DataTables();
});
afterEach(endPassedTime);

const row = (amount: number, customer = ana.taxId, currency = 'BRL') => ({
	customer,
	amount,
	currency,
});
const sheet = [row(10), row(10), row(20), row(10, bruno.taxId)];
const run = async (
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
) =>
	await service.add(
		rows,
		{ ...BATCH, ...options },
		{ onError: 'continueRegularOutput', executeWorkflow: tables.executeWorkflow, ...setup },
	);
/** The outcomes, after a dry run has foretold them. */
const add = async (rows: IDataObject[], options: IDataObject = {}) => {
	const before = structuredClone(tables.tables.map((table) => table.rows));
	const plan = (await run(rows, { ...options, dryRun: true })).items.map(outcomeOf);
	expect(tables.tables.map((table) => table.rows)).toEqual(before);
	const { items } = await run(rows, options);
	const outcomes = items.map(outcomeOf);
	expect(plan).toEqual(outcomes.map((one) => (one === 'issued' ? 'planned' : one)));
	return { items, outcomes };
};
const codes = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.code);
const charged = async () => [await service.charged(ana._id), await service.charged(bruno._id)];
const fault = async (type: 'resetBefore' | 'commitThenReset' | 'refuse', nth: number) =>
	await service.admin.addFault({
		route: ISSUE,
		nth,
		action:
			type === 'refuse'
				? { type: 'status', status: 400, body: { statusCode: 400, message: 'no' } }
				: { type },
	});

test('each row is paid once, in whatever order the sheet comes again', async () => {
	expect((await add(sheet)).outcomes).toEqual(sheet.map(() => 'issued'));
	const again = await add([...sheet].reverse(), { batchName: ' 2026-11 ' });
	expect(again.outcomes).toEqual(sheet.map(() => 'skipped'));
	expect(new Set(again.items.map(({ json }) => json._id)).size).toBe(4);
	expect(again.items[0].json._gmc).toMatchObject({ batchName: '2026-11', amount: 10 });
	expect(await charged()).toEqual([3, 1]);
});

test('a sheet that has grown pays what is new', async () => {
	await add([row(10)]);
	const grown = await add([row(5), row(10), row(10), row(10, bruno.taxId)]);
	expect(grown.outcomes).toEqual(['issued', 'skipped', 'issued', 'issued']);
});

describe('a row that was changed after it was paid', () => {
	test('is refused with what was paid, and what to do; the others are not concerned', async () => {
		await add([row(10), row(7, bruno.taxId)]);
		const changed = await add([row(15), row(7, bruno.taxId), row(8, bruno.taxId)]);
		expect(changed.outcomes).toEqual(['rejected', 'skipped', 'issued']);
		expect(codes(changed.items)[0]).toBe('BATCH_ROW_CHANGED');
		expect(changed.items[0].json.error).toMatch(
			/has paid 10 BRL to Ana Souza, which no longer matches any row/,
		);
		expect(await service.charged(ana._id)).toBe(1);
		const mended = await add([row(10), row(5), row(7, bruno.taxId), row(8, bruno.taxId)]);
		expect(mended.outcomes).toEqual(['skipped', 'issued', 'skipped', 'skipped']);
	});

	test('to another currency is so, too', async () => {
		await add([row(10)]);
		expect((await add([row(10, ana.taxId, 'USD')])).outcomes).toEqual(['rejected']);
	});

	test('and was refused by GMC is a new row', async () => {
		await fault('refuse', 1);
		expect((await run([row(10)])).items.map(outcomeOf)).toEqual(['rejected']);
		expect((await add([row(11)])).outcomes).toEqual(['issued']);
	});

	test('while it is not known whether it was paid, is refused, too', async () => {
		await fault('resetBefore', 1);
		await run([row(10)]);
		const { outcomes, items } = await add([row(11)]);
		expect([outcomes, codes(items)]).toEqual([['rejected'], ['BATCH_ROW_CHANGED']]);
	});
});

describe('a row whose answer was lost', () => {
	test('and that was paid is found, and the rest is sent', async () => {
		await fault('commitThenReset', 2);
		const { items } = await run(sheet, { concurrency: 1 });
		expect(items.map(outcomeOf)).toEqual(sheet.map(() => 'issued'));
		expect(await charged()).toEqual([3, 1]);
	});

	test('and that was not paid is held, says so, and is sent after the hold', async () => {
		await fault('resetBefore', 2);
		await run(sheet, { concurrency: 1 });
		const held = await add(sheet, { concurrency: 1 });
		expect(held.outcomes).toEqual(['skipped', 'unknown', 'issued', 'issued']);
		expect(codes(held.items)[1]).toBe('BATCH_ROW_IN_USE');
		passTime(AFTER_HOLD);
		expect((await add(sheet)).outcomes).toEqual(['skipped', 'issued', 'skipped', 'skipped']);
		expect(await charged()).toEqual([3, 1]);
	});
});

test('Retry On Fail and "Retry" of the execution send nothing again', async () => {
	const action = { type: 'status', status: 400, body: { code: 'NO', message: 'no' } } as const;
	await service.admin.addFault({ route: ISSUE, nth: [5, 6, 7, 8], action });
	const setup = { onError: 'stopWorkflow', retryOnFail: true, maxTries: 3 } as const;
	const failed = await run([...sheet, row(99)], { concurrency: 1 }, setup);
	expect(failed.error).toBeDefined();
	await service.retry(failed, BATCH, { executeWorkflow: tables.executeWorkflow });
	expect(await charged()).toEqual([3, 1]);
});

test('no tool pays a batch', async () => {
	const parameters = { ...addParameters({ ...BATCH, maxAmount: 100 }), amount: 5 };
	const customer = { __rl: true, mode: 'taxId', value: ana.taxId };
	const setup = { parameters: { ...parameters, customer, currency: 'BRL' } } as never;
	await runAgent(service.credential, setup, async (tool) => {
		expect((await tool({})).error).toMatch(/A batch is a sheet that is paid in one run/);
	});
	expect(await service.asked(ISSUE)).toBe(0);
});

test('where n8n has no Data Tables nothing is sent', async () => {
	for (const dryRun of [true, false]) {
		const { items } = await run([row(10)], { dryRun }, { executeWorkflow: withoutDataTables });
		expect(items.map(outcomeOf)).toEqual(['notAttempted']);
	}
	expect(await service.asked(ISSUE)).toBe(0);
});
