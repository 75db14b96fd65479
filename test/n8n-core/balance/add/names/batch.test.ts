import type { IDataObject } from 'n8n-workflow';
import type { GmcNodeSetup, GmcRun } from '../../../../../harness/engine';
import { DEMO_CUSTOMERS, ISSUE, Service, outcomeOf, passTime } from '../../../../../harness/engine';

// A sheet with a name: each of its rows is paid once.

const service = Service.forThisFile();
const [ana, bruno] = DEMO_CUSTOMERS;
const BATCH = { duplicateProtection: 'batch', batchName: '2026-11' };

const rowOf = (amount: number, { taxId } = ana): IDataObject => ({ customer: taxId, amount });

async function pay(
	rows: IDataObject[],
	options: IDataObject = {},
	setup: Partial<GmcNodeSetup> = {},
): Promise<GmcRun> {
	const goOn = { onError: 'continueRegularOutput' } as const;
	return await service.add(rows, { ...BATCH, ...options }, { ...goOn, ...setup });
}
const told = ({ items }: GmcRun) => items.map(outcomeOf);
/** Pays, after a dry run that has written nothing, and says what the run then does. */
async function foretold(rows: IDataObject[], options: IDataObject = {}): Promise<GmcRun> {
	const before = JSON.stringify(service.tables.tables);
	const plan = told(await pay(rows, { ...options, dryRun: true }));
	expect(JSON.stringify(service.tables.tables)).toBe(before);
	const run = await pay(rows, options);
	expect(plan).toEqual(told(run).map((one) => (one === 'issued' ? 'planned' : one)));
	return run;
}
const detailsOf = ({ items }: GmcRun, row = 0) => items[row].json.details as IDataObject;
const ledger = () => service.ledger;
const paid = async () => await service.paid();
const lose = async (type: 'commitThenReset' | 'resetBefore') =>
	await service.admin.addFault({ route: ISSUE, nth: 1, action: { type } });

describe('the same sheet again', () => {
	const sheet = [rowOf(5), rowOf(7), rowOf(5), rowOf(5, bruno)];

	test('is skipped, equal rows counted', async () => {
		expect(told(await foretold(sheet))).toEqual(Array(4).fill('issued'));
		expect(told(await foretold(sheet))).toEqual(Array(4).fill('skipped'));
		expect(ledger().map(({ batch }) => batch)).toEqual(Array(4).fill('2026-11'));
	});

	test('is skipped sorted, days later, under its name in other letters', async () => {
		await pay(sheet);
		passTime({ seconds: 180_000 });
		const sorted = [...sheet].reverse();
		expect(told(await foretold(sorted, { batchName: '  2026-11 ' }))).toEqual(
			Array(4).fill('skipped'),
		);
		await pay(sheet, { batchName: 'Folha  Novembro' });
		const again = await foretold(sheet, { batchName: 'folha novembro' });
		expect(told(again)).toEqual(Array(4).fill('skipped'));
	});

	test('with one row more pays that one, also an equal one', async () => {
		await pay(sheet);
		const grown = [rowOf(3), ...sheet, rowOf(5)];
		const expected = ['issued', ...Array<string>(4).fill('skipped'), 'issued'];
		expect(told(await foretold(grown))).toEqual(expected);
		expect(await paid()).toBe(6);
	});

	test('under another name is another batch', async () => {
		await pay([rowOf(5)]);
		expect(told(await foretold([rowOf(5)], { batchName: '2026-12' }))).toEqual(['issued']);
	});

	test('at the same moment is paid once', async () => {
		await service.slow(30);
		await Promise.all([pay(sheet), pay([...sheet].reverse())]);
		expect(await paid()).toBe(4);
	});

	test('goes on after a run that was stopped by a bad row', async () => {
		await service.refuse({ match: { amount: 7 } });
		await pay(sheet, {}, { onError: 'stopWorkflow' });
		await service.admin.clearFaults();
		await pay(sheet);
		expect(await paid()).toBe(4);
	});
});

describe('a corrected amount', () => {
	test('is not paid on top', async () => {
		await pay([rowOf(5), rowOf(6, bruno)]);
		const run = await foretold([rowOf(8), rowOf(6, bruno)]);
		expect(told(run)).toEqual(['rejected', 'skipped']);
		expect(detailsOf(run).code).toBe('BATCH_ROW_CHANGED');
		expect(run.items[0].json.error).toMatch(/the batch "2026-11" has paid 5 BRL to Ana Souza/);
		expect(detailsOf(run).description).toMatch(/Restore that row, and add one of 3 BRL/);
		expect(await paid()).toBe(2);
	});

	test('is paid as a row of its own', async () => {
		await pay([rowOf(5)]);
		expect(told(await foretold([rowOf(5), rowOf(3)]))).toEqual(['skipped', 'issued']);
	});

	test('of a row whose addition has failed since is sent, and that is written down', async () => {
		await service.restart({ additions: { initialStatus: 'PENDING', settleAfterSeconds: null } });
		const [{ json }] = (await pay([rowOf(5)])).items;
		await service.admin.settle(String(json._id), 'FAILED');
		expect(told(await foretold([rowOf(8)]))).toEqual(['issued']);
		const entries = ledger().map(({ amount, outcome }) => [amount, outcome]);
		expect(entries).toEqual([
			[5, 'rejected'],
			[8, 'issued'],
		]);
	});

	test('of a row that may be paid is not sent, either', async () => {
		await lose('resetBefore');
		expect(told(await pay([rowOf(5)]))).toEqual(['unknown']);
		expect(detailsOf(await foretold([rowOf(5)])).code).toBe('BATCH_ROW_IN_USE');
		const run = await pay([rowOf(8)]);
		expect(told(run)).toEqual(['rejected']);
		expect(run.items[0].json.error).toMatch(/know whether it was paid/);
	});

	test('in two sheets at the same moment is paid in one of them', async () => {
		await service.slow(30);
		const runs = await Promise.all([pay([rowOf(5)]), pay([rowOf(10)])]);
		expect(runs.flatMap(told).filter((one) => one === 'issued')).toHaveLength(1);
		expect(await paid()).toBe(1);
	});

	test('of a sheet and one that has grown at the same moment: no row is paid twice', async () => {
		await service.slow(30);
		await Promise.all([pay([rowOf(7)]), pay([rowOf(5), rowOf(7)])]);
		expect((await service.admin.charges({ amount: 7 })).count).toBeLessThanOrEqual(1);
		await pay([rowOf(5), rowOf(7)]);
		expect((await service.admin.charges({ amount: 7 })).count).toBe(1);
		expect((await service.admin.charges({ amount: 5 })).count).toBe(1);
	});
});

describe('a row whose answer was lost', () => {
	test('is found by the next run, and skipped', async () => {
		await service.listLate(60);
		await lose('commitThenReset');
		const first = await pay([rowOf(5), rowOf(6)]);
		expect(told(first)).toEqual(['unknown', 'notAttempted']);
		passTime({ seconds: 90 });
		expect(told(await foretold([rowOf(5), rowOf(6)]))).toEqual(['skipped', 'issued']);
		expect(await paid()).toBe(2);
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

test('a whole number names a batch', async () => {
	await pay([rowOf(5)], { batchName: 202611 });
	expect(told(await foretold([rowOf(5)], { batchName: '202611' }))).toEqual(['skipped']);
});

test('a dry run of the first batch of all makes no table', async () => {
	service.tables.drop('GMC top-ups');
	expect(told(await pay([rowOf(5)], { dryRun: true }))).toEqual(['planned']);
	expect(service.tables.tables).toEqual([]);
});
