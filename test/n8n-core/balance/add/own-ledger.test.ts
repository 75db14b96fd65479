import type { IDataObject } from 'n8n-workflow';
import { DataTables } from '../../../../harness/engine/dataTables';
import { project } from '../../../../harness/engine';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import { COLUMNS } from '../../../../nodes/Gmc/ledger/columns';
import { BATCH, ISSUE, KEY, LIST_ADDITIONS, OFF, PROTECTIONS, RECENT } from './given';
import { ana, bruno, row } from './people';
import { detailsOf, passTime, Service, times } from './support';

// A workflow stays with the ledger that it has paid with. How it knows: unit/ledger/findLedger.test.ts.
// promises.md P3, P4

const service = Service.forThisFile();
const LEDGER = 'GMC top-ups';
const sheet = [row(10), row(11, { customer: bruno.taxId })];
const dry = (options: IDataObject) => ({ ...options, dryRun: true });

/** The workflow is in another project now, and five minutes are over. @param hasLedger whether that has one */
function move(hasLedger: boolean): void {
	project.tables = new DataTables(project.tables.processed);
	if (hasLedger) project.tables.make(LEDGER, COLUMNS);
	forgetProcess();
}

/** A workflow that nobody has run yet. */
beforeEach(() => void (service.tables.named(LEDGER).rows = []));

describe.each(PROTECTIONS)('what a workflow has paid with another ledger: %j', (protection) => {
	test.each([true, false])(
		'is not paid with that of another project (it has one: %s)',
		async (has) => {
			expect((await service.addOn(sheet, protection)).outcomes).toEqual(times(2, 'issued'));
			const first = service.tables;
			move(has);
			for (const options of [dry(protection), protection]) {
				const { error } = await service.add(sheet, options);
				expect(error?.message).toMatch(/has paid with another ledger.*Nothing was sent/);
				expect(error?.description).toMatch(/move it back.*Or set 'Ledger Table'.*Or import/);
				expect(error?.description).not.toMatch(/new name|another name/);
				const run = await service.addOn(sheet, options);
				expect([run.outcomes, run.codes]).toEqual([
					times(2, 'notAttempted'),
					times(2, 'LEDGER_CHANGED'),
				]);
			}
			expect(await service.asked(ISSUE)).toBe(2);
			expect(service.tables.tables.map(({ rows }) => rows)).toEqual([[]]);
			project.tables = first;
			forgetProcess();
			const { outcomes } = await service.addOn([...sheet, row(12)], protection);
			expect(outcomes.at(-1)).toBe('issued');
		},
	);
});

test('a table that was deleted while it was known is made again, and not used', async () => {
	await service.addOn(sheet, KEY);
	service.tables.drop(LEDGER);
	expect((await service.addOn(sheet, KEY)).codes).toEqual(times(2, 'LEDGER_CHANGED'));
	expect(service.tables.tables.map(({ rows }) => rows)).toEqual([[]]);
});

test('a database that fails once does not make n8n forget that the workflow has paid', async () => {
	await service.addOn(sheet, KEY);
	move(true);
	for (const at of ['memory remember', 'memory forget', 'row insert', 'row get'] as const) {
		service.tables.once(
			(operation) => operation === at,
			() => {
				throw new Error('SQLITE_BUSY: database is locked');
			},
		);
		await service.addOn(sheet, KEY);
		service.breakTables();
	}
	expect((await service.addOn(sheet, KEY)).codes).toEqual(times(2, 'LEDGER_CHANGED'));
	expect(await service.asked(ISSUE)).toBe(2);
});

test('an agent and a sub-workflow are refused, too', async () => {
	await service.addOn(sheet, KEY);
	move(true);
	const run = await service.addOn(sheet, KEY, { mode: 'integrated' });
	expect(run.codes).toEqual(times(2, 'LEDGER_CHANGED'));
});

test('Reconcile reads any ledger', async () => {
	await service.addOn(sheet, KEY);
	move(true);
	const parameters = {
		resource: 'balance',
		operation: 'reconcile',
		customer: { __rl: true, mode: 'taxId', value: '={{ $json.customer }}' },
		amount: '={{ $json.amount }}',
		currency: 'BRL',
	};
	const { items, error } = await service.run({ parameters, rows: sheet });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => (json._gmc as IDataObject).found)).toEqual(times(2, 'listed'));
});

describe('the first use of a ledger', () => {
	/** Another ledger has paid, which this one does not know. */
	beforeEach(async () => {
		const days = 86_400;
		await service.addOn([row(10)], OFF);
		passTime({ seconds: 30 * days });
		await service.addOn([row(11, { customer: bruno.taxId })], OFF);
		project.tables = new DataTables();
		project.tables.make(LEDGER, COLUMNS);
		forgetProcess();
	});

	test.each([KEY, BATCH, RECENT, OFF])(
		'names what equals earlier top-ups: %j',
		async (protection) => {
			for (const options of [dry(protection), protection]) {
				passTime({ seconds: 3_600 });
				const { hints, outcomes } = await service.addOn([...sheet, row(12)], options);
				expect(outcomes).toEqual(times(3, options === protection ? 'issued' : 'planned'));
				const told = hints.filter((hint) => /not paid with this ledger before/.test(hint));
				expect(told).toHaveLength(1);
				expect(told[0]).toMatch(
					/row 1 \(Ana Souza, 10\.00 BRL: \d{4}-\d\d-\d\d\) and row 2 \([^)]*11\.00 BRL: \d{4}-\d\d-\d\d\)/,
				);
				expect(told[0]).not.toMatch(/row 3/);
			}
			// Only the first one is.
			const before = await service.asked(LIST_ADDITIONS);
			const again = await service.addOn([row(13)], protection);
			expect(again.hints.join()).not.toMatch(/before/);
			if (protection === KEY) expect(await service.asked(LIST_ADDITIONS)).toBe(before);
		},
	);

	test('is not over with a run that sends nothing', async () => {
		const bad = row(20, { customer: '00000000000' });
		expect((await service.add([...sheet, bad], KEY)).error?.message).toMatch(/Nothing was sent/);
		const { hints } = await service.addOn(sheet, KEY);
		expect(hints.join()).toMatch(/not paid with this ledger before/);
	});

	test('says so where GMC does not give its list, and pays', async () => {
		await service.refuse({ route: LIST_ADDITIONS }, 500);
		const { hints, outcomes } = await service.addOn(sheet, KEY);
		expect(outcomes).toEqual(times(2, 'issued'));
		expect(hints.join()).toMatch(/were not compared with the top-ups that GMC made earlier/);
	});
});

test('a note stands in the ledger and in the output, and changes no charge', async () => {
	const noted = { ...row(10), note: 'Invoice 7' };
	const options = { ...KEY, note: '={{ $json.note }}' };
	const first = await service.addOn([noted], options);
	expect(first.items[0].json._gmc).toMatchObject({ outcome: 'issued', note: 'Invoice 7' });
	expect(service.ledger).toMatchObject([{ note: 'Invoice 7', customerName: ana.name }]);
	const again = await service.addOn([{ ...noted, note: 'Corrected' }], options);
	expect(again.items[0].json._gmc).toMatchObject({ outcome: 'skipped', note: 'Corrected' });
	const long = await service.addOn([{ ...noted, note: 'x'.repeat(501) }], options);
	expect(detailsOf(long)).toMatchObject({ outcome: 'rejected', code: 'OPTION_INVALID' });
	expect(await service.asked(ISSUE)).toBe(1);
});
