import { DataTables } from '../../../harness/engine/dataTables';
import { claimOf } from '../../../harness/engine/claims';
import { endPassedTime, passTime } from '../../../harness/system/time';
import { TableStore } from '../../../nodes/Gmc/ledger/tableStore';
import type { LedgerError } from '../../../nodes/Gmc/ledger/ledgerError';

// A name can change: whose memory a table is, its rows say.

const MAIN = 'GMC top-ups';
let tables: DataTables;
/** The ids of tables are held by workflow. */
let workflows = 0;

beforeEach(() => (tables = new DataTables()));
afterEach(endPassedTime);

/** A workflow that has not looked the table up yet. */
const newWorkflow = () => `find ${++workflows}`;
const ledgerOf = (table: string, workflow = newWorkflow()) =>
	new TableStore(tables.context(workflow), { table, account: 'a', list: async () => undefined });
const insert = async (table: string, workflow?: string) =>
	await ledgerOf(table, workflow).handle({ do: 'insert', entries: [claimOf('a')] });
const errorOf = async (asking: Promise<unknown>) =>
	await asking.then(
		() => undefined,
		(error: LedgerError) => [error.name, error.message, error.advice],
	);
const isNew = (table: string) =>
	`A new ledger was created (Data Table "${table}"). It knows nothing of earlier top-ups`;
const OTHERS = `: what was paid with another ledger is paid again. Other ledgers in this project: "${MAIN}"`;

describe('a ledger that was renamed', () => {
	const renamed = (table: string, to: string) => [
		'LedgerError',
		`the ledger (Data Table "${table}") was renamed to "${to}", as the rows in it show`,
		`Rename it back to "${table}", under Data tables. Do not change Ledger Table instead: a new ledger does not know what was paid, and everything would be paid again.`,
	];

	test('is found out with a look at each other one, and none is made', async () => {
		for (const name of ['Second', MAIN, 'Third']) await insert(name);
		tables.rename(MAIN, '=Paid');
		tables.operations.length = 0;
		let calls = 0;
		tables.beforeCall = () => void calls++;
		const asked = [
			errorOf(insert(MAIN)),
			errorOf(ledgerOf(MAIN).handle({ do: 'read', by: 'ref', values: ['a'] })),
			errorOf(ledgerOf(MAIN).handle({ do: 'readOpen' })),
		];
		expect(await Promise.all(asked)).toEqual(asked.map(() => renamed(MAIN, '=Paid')));
		expect([calls, tables.tables.length]).toEqual([4 * asked.length, 3]);
		expect(tables.operations).not.toContain('row insert');
	});

	test('goes on renamed back, by its new name, or in a process that knows it', async () => {
		const knowing = newWorkflow();
		await insert(MAIN, knowing);
		tables.rename(MAIN, 'Paid');
		await insert('Paid');
		await insert(MAIN, knowing);
		expect(await errorOf(insert(MAIN))).toEqual(renamed(MAIN, 'Paid'));
		tables.rename('Paid', MAIN);
		await insert(MAIN);
		expect(await errorOf(insert('Paid'))).toEqual(renamed('Paid', MAIN));
		expect(tables.named(MAIN).rows.map(({ ledger }) => ledger)).toEqual([MAIN, 'Paid', MAIN, MAIN]);
	});

	test('is noticed after five minutes by a process that knows it', async () => {
		const knowing = newWorkflow();
		await insert(MAIN, knowing);
		tables.rename(MAIN, 'Paid');
		passTime({ seconds: 301 });
		expect(await errorOf(insert(MAIN, knowing))).toEqual(renamed(MAIN, 'Paid'));
	});
});

test('a second ledger on purpose is made, which is said, and both go on', async () => {
	for (const name of [MAIN, 'Second', MAIN, 'Second']) await insert(name);
	expect(tables.tables.map(({ rows }) => rows.length)).toEqual([2, 2]);
	expect(tables.hints).toEqual([isNew(MAIN), isNew('Second') + OTHERS]);
});

test('a run that only reads says once that there is no ledger, and which others there are', async () => {
	const read = async (ledger: TableStore) =>
		await ledger.handle({ do: 'read', by: 'ref', values: ['a'] });
	await read(ledgerOf(MAIN));
	await insert(MAIN);
	const dryRun = ledgerOf('Second');
	for (let look = 0; look < 2; look++) await read(dryRun);
	await dryRun.handle({ do: 'insert', entries: [claimOf('a')] });
	expect(tables.hints).toEqual([
		isNew(MAIN),
		`There is no ledger "Second" yet, and a new one knows nothing of earlier top-ups${OTHERS}`,
		isNew('Second'),
	]);
});

test('a ledger that was deleted is made again, which is said', async () => {
	const workflow = newWorkflow();
	await insert(MAIN, workflow);
	tables.drop(MAIN);
	await insert(MAIN, workflow);
	expect(tables.hints).toEqual([isNew(MAIN), isNew(MAIN)]);
	expect(tables.named(MAIN).rows).toHaveLength(1);
});

test('tables that are no ledgers are not asked', async () => {
	tables.make('Other', [{ name: 'ledger', type: 'string' }]);
	tables.operations.length = 0;
	await insert(MAIN);
	expect(tables.operations).toEqual(['table list', 'table create', 'row insert']);
});
