import { sleep } from 'n8n-workflow';
import { DataTables, entriesIn } from '../../../harness/engine/dataTables';
import { claimOf } from '../../../harness/engine/claims';
import { endPassedTime, passTime } from '../../../harness/system/time';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import type { Use } from '../../../nodes/Gmc/ledger/openTable';
import type { ReadEffect } from '../../../nodes/Gmc/core/ledger/effects';
import type { LedgerError } from '../../../nodes/Gmc/ledger/ledgerError';
import { COLUMNS } from '../../../nodes/Gmc/ledger/columns';
import { QUEUE } from '../../../nodes/Gmc/ledger/nameQueue';
import { TableStore } from '../../../nodes/Gmc/ledger/tableStore';
import { delays } from '../../../nodes/Gmc/core/pace/delays';

// A name can change: whose memory a table is, its rows say.
// promises.md P3

const MAIN = 'GMC top-ups';
let tables: DataTables;
/** The ids of tables are held by workflow. */
let workflows = 0;

beforeEach(() => {
	tables = new DataTables();
	// No run of these tests ends.
	QUEUE.waitMs = 0;
});
afterEach(endPassedTime);

/** A workflow that has not looked the table up yet. */
const newWorkflow = () => `find ${++workflows}`;
const ledgerOf = (table: string, workflow = newWorkflow(), use: Use = 'pay') =>
	new TableStore(tables.context(workflow), {
		table,
		use,
		account: 'a',
		list: async () => undefined,
	});
/** An entry of this workflow, written now. */
const entryOf = (workflow: string) =>
	claimOf('a', { execution: `${workflow} token node`, askedAt: Date.now() });
const insert = async (table: string, workflow = newWorkflow()) =>
	await ledgerOf(table, workflow).handle({ do: 'insert', entries: [entryOf(workflow)] });
const READ: ReadEffect = { do: 'read', by: 'ref', values: ['a'] };
const entries = (table: string) => entriesIn(tables.named(table).rows);
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
		`Rename it back to "${table}", under Data tables. Do not change 'Ledger Table' instead: a new ledger does not know what was paid, and everything would be paid again.`,
	];

	test('is found out with one look at the others, and none is made', async () => {
		for (const name of ['Second', MAIN, 'Third']) await insert(name);
		tables.rename(MAIN, '=Paid');
		tables.operations.length = 0;
		let calls = 0;
		tables.beforeCall = () => void calls++;
		const asked = [
			errorOf(insert(MAIN)),
			errorOf(ledgerOf(MAIN).handle(READ)),
			errorOf(ledgerOf(MAIN).handle({ do: 'readOpen' })),
		];
		expect(await Promise.all(asked)).toEqual(asked.map(() => renamed(MAIN, '=Paid')));
		expect([calls, tables.tables.length]).toEqual([2 * asked.length, 3]);
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
		expect(entries(MAIN).map(({ ledger }) => ledger)).toEqual([MAIN, 'Paid', MAIN, MAIN]);
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
	expect([entries(MAIN).length, entries('Second').length]).toEqual([2, 2]);
	expect(tables.hints).toEqual([isNew(MAIN), isNew('Second') + OTHERS]);
});

test('a run says once that there was no ledger, and which others there are', async () => {
	await ledgerOf(MAIN, newWorkflow(), 'read').handle(READ);
	await insert(MAIN);
	for (const use of ['plan', 'pay'] as const) {
		const run = ledgerOf('Second', newWorkflow(), use);
		for (let look = 0; look < 2; look++) await run.handle(READ);
	}
	expect(tables.hints).toEqual([
		isNew(MAIN),
		`There is no ledger "Second" yet, and a new one knows nothing of earlier top-ups${OTHERS}`,
		isNew('Second') + OTHERS,
	]);
});

test('tables that are no ledgers are not asked', async () => {
	tables.make('Other', [{ name: 'ledger', type: 'string' }]);
	tables.operations.length = 0;
	await insert(MAIN);
	expect(tables.operations).toEqual([
		'table list',
		'table create',
		'row get',
		'memory remember',
		'row insert',
		'row insert',
	]);
});

describe('a workflow stays with its ledger', () => {
	let workflow: string;
	const changed = (where: string, present = 'the present name of the table that has its rows') => [
		'LEDGER_CHANGED',
		`this workflow has paid with another ledger: the Data Table "${MAIN}" of this project ${where}`,
		`If the workflow was moved to another project, move it back. Or set 'Ledger Table' to ${present}, in every GMC node of the workflow. Or import the rows of that table into "${MAIN}".`,
	];
	const NO_ROWS = changed('has none of its rows');
	/** What becomes of a run, of its dry run before, and of what was written. */
	const refusals = async (table = MAIN) => {
		forgetProcess();
		const before = JSON.stringify(tables.tables.filter(({ rows }) => rows.length > 0));
		const refused: unknown[] = [];
		for (const use of ['plan', 'pay'] as const) {
			const store = ledgerOf(table, workflow, use);
			await store
				.handle(use === 'plan' ? READ : { do: 'insert', entries: [claimOf('a')] })
				.catch(({ code, message, advice }: LedgerError) => refused.push([code, message, advice]));
		}
		// An empty table may have been made.
		const filled = () => JSON.stringify(tables.tables.filter(({ rows }) => rows.length > 0));
		if (refused.length > 0) expect(filled()).toBe(before);
		return refused;
	};
	/** The workflow moves to another project. */
	const move = () => (tables = new DataTables(tables.processed));

	beforeEach(async () => {
		Object.assign(delays, { claimPauseMs: 0.5 });
		await insert(MAIN, (workflow = newWorkflow()));
	});

	test('and says so in a row of its own, which is no entry', () => {
		const [row] = tables.named(MAIN).rows;
		expect(row).toMatchObject({ outcome: '', rowRef: `workflow ${workflow}`, amount: null });
		expect(row.note).toMatch(/^Keep this row/);
		expect(entries(MAIN)).toHaveLength(1);
	});

	test.each([
		['moved to a project without one', () => {}],
		['moved to a project with one', () => insert(MAIN)],
	])('also when it is %s', async (_, prepare) => {
		move();
		await prepare();
		expect(await refusals()).toEqual([NO_ROWS, NO_ROWS]);
	});

	test('also when the table is deleted, and when all of its rows are', async () => {
		tables.named(MAIN).rows = [];
		expect(await refusals()).toEqual([NO_ROWS, NO_ROWS]);
		tables.drop(MAIN);
		expect(await refusals()).toEqual([NO_ROWS, NO_ROWS]);
	});

	test('also where a transfer gives its table another name, which is the cure', async () => {
		const mine = tables.named(MAIN);
		move();
		const theirs = newWorkflow();
		await insert(MAIN, theirs);
		tables.tables.push({ ...mine, name: `${MAIN} (Bia)` });
		const told = changed(`lacks rows that are in "${MAIN} (Bia)"`, `"${MAIN} (Bia)"`);
		expect(await refusals()).toEqual([told, told]);
		expect(await refusals(`${MAIN} (Bia)`)).toEqual([]);
		// Those who have not paid with it go on.
		forgetProcess();
		await insert(MAIN, theirs);
		await insert(MAIN);
	});

	test('also where an empty table, or an older copy, has taken the name', async () => {
		const older = structuredClone(tables.named(MAIN).rows);
		passTime({ seconds: 1 });
		await insert(MAIN, workflow);
		const { columns } = tables.named(MAIN);
		tables.rename(MAIN, 'Archive');
		tables.make(MAIN, columns);
		const told = changed('lacks rows that are in "Archive"', '"Archive"');
		expect(await refusals()).toEqual([told, told]);
		tables.named(MAIN).rows = older;
		expect(await refusals()).toEqual([told, told]);
		// The last cure.
		tables.named(MAIN).rows = structuredClone(tables.named('Archive').rows);
		expect(await refusals()).toEqual([]);
	});

	test('and goes on beside a backup', async () => {
		const { columns, rows } = tables.named(MAIN);
		tables.make('Backup', columns);
		tables.named('Backup').rows = structuredClone(rows);
		expect(await refusals()).toEqual([]);
	});

	test('moved back, it goes on', async () => {
		const first = tables;
		move();
		expect(await refusals()).toEqual([NO_ROWS, NO_ROWS]);
		tables = first;
		expect(await refusals()).toEqual([]);
	});

	test.each([
		['row insert', false],
		['row insert', true],
		['table create', false],
	])('its first use that fails at %s is no use (there is a table: %s)', async (at, hasTable) => {
		move();
		if (hasTable) tables.make(MAIN, COLUMNS);
		workflow = newWorkflow();
		tables.before = (operation: string) => {
			if (operation === at) throw new Error('database is locked');
		};
		await expect(insert(MAIN, workflow)).rejects.toThrow(/database is locked/);
		tables.before = () => {};
		expect(await refusals()).toEqual([]);
	});

	test('a run that was killed before it could write its row refuses, and never pays', async () => {
		move();
		workflow = newWorkflow();
		tables.make(MAIN, COLUMNS);
		tables.before = (operation) => {
			if (!['table list', 'row get', 'memory remember'].includes(operation))
				throw new Error('killed');
		};
		await insert(MAIN, workflow).catch(() => {});
		tables.before = () => {};
		expect(await refusals()).toEqual([NO_ROWS, NO_ROWS]);
	});

	test('a copy of the workflow and another ledger begin anew; a dry run remembers nothing', async () => {
		for (const [table, use] of [
			['Second', workflow],
			[MAIN, newWorkflow()],
		] as const) {
			const dryRun = ledgerOf(table, use, 'plan');
			await dryRun.handle(READ);
			expect(dryRun.isFirstUse).toBe(true);
			const run = ledgerOf(table, use);
			await run.handle(READ);
			await run.handle({ do: 'insert', entries: [claimOf('b')] });
			expect(run.isFirstUse).toBe(true);
			const again = ledgerOf(table, use);
			await again.handle(READ);
			expect(again.isFirstUse).toBe(false);
		}
	});

	test('eight first runs at once, in a process each or in one, all go on', async () => {
		for (const areSeveral of [true, false]) {
			move();
			workflow = newWorkflow();
			tables.before = async () => {
				if (areSeveral) forgetProcess();
				await sleep(2 * Math.random());
			};
			await Promise.all(Array.from({ length: 8 }, async () => await insert(MAIN, workflow)));
			tables.before = () => {};
			expect([tables.tables.length, entries(MAIN).length]).toEqual([1, 8]);
			const ownRows = tables
				.named(MAIN)
				.rows.filter(({ rowRef }) => String(rowRef).startsWith('work'));
			expect(ownRows).toHaveLength(1);
			expect(await refusals()).toEqual([]);
		}
	});

	test('one of a dry run at the same moment goes on', async () => {
		move();
		workflow = newWorkflow();
		const asking = tables.once(
			(operation) => operation === 'memory forget',
			async () => void insert(MAIN, workflow),
		);
		await ledgerOf(MAIN, workflow, 'plan').handle(READ);
		expect(asking.isDone).toBe(true);
		tables.before = () => {};
		await sleep(50);
		expect(entries(MAIN)).toHaveLength(1);
		expect(await refusals()).toEqual([]);
	});

	test('and where n8n lets only one of two remember it, both do', async () => {
		move();
		workflow = newWorkflow();
		tables.once(
			(operation) => operation === 'memory remember',
			async () => {
				await insert(MAIN, workflow);
				throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.context');
			},
		);
		await insert(MAIN, workflow);
		expect(entries(MAIN)).toHaveLength(2);
	});

	test('a look takes no call of its own', async () => {
		const callsOf = async (used: Use) => {
			let calls = 0;
			tables.beforeCall = () => void calls++;
			await ledgerOf(MAIN, workflow, used).handle(READ);
			tables.beforeCall = () => {};
			return calls;
		};
		for (const used of ['read', 'plan', 'pay'] as const) {
			forgetProcess();
			// The list of tables, and the read.
			expect(await callsOf(used)).toBe(2);
			expect(await callsOf(used)).toBe(1);
		}
	});

	test('where n8n cannot be asked, nothing is written, and the error says what to do', async () => {
		workflow = newWorkflow();
		tables.before = (operation) => {
			if (operation === 'memory remember')
				throw new Error('Unrecognized node type: n8n-nodes-base.removeDuplicates');
		};
		const [[code, , advice]] = (await refusals()) as [[string, string, string]];
		expect([code, advice]).toEqual([
			'LEDGER_UNUSABLE',
			expect.stringMatching(/NODES_EXCLUDE/) as unknown,
		]);
	});
});

describe('columns', () => {
	const without = (...names: string[]) => COLUMNS.filter(({ name }) => !names.includes(name));

	test('for people may be missing: what they say is left out, and told once', async () => {
		tables.make(MAIN, without('note', 'customerName', 'at'));
		const store = ledgerOf(MAIN);
		await store.handle(READ);
		await store.handle({ do: 'insert', entries: [claimOf('a')] });
		const [{ id }] = entries(MAIN);
		const change = { outcome: 'unknown', askedAt: 1, heldUntil: 2 } as const;
		await store.handle({ do: 'update', ids: [id], change });
		expect(entries(MAIN)).toMatchObject([{ rowRef: 'a', outcome: 'unknown' }]);
		expect(tables.hints).toEqual([
			`The ledger (Data Table "${MAIN}") lacks the columns at, customerName and note, so that is not recorded. Add it there, as a string, if you want it`,
		]);
	});

	test('that are needed may not, and the error names those that are missing', async () => {
		tables.make(MAIN, without('note', 'rowRef', 'amount'));
		const [, message, advice] = (await errorOf(insert(MAIN)))!;
		expect(message).toMatch(/lacks 2 columns: amount \(number\), rowRef \(string\)$/);
		expect(advice).toMatch(/^Add what is missing.*Balance: Reconcile/);
	});

	test('that are deleted while the table is known are noticed', async () => {
		const knowing = newWorkflow();
		await insert(MAIN, knowing);
		const table = tables.named(MAIN);
		table.columns = without('note');
		await insert(MAIN, knowing);
		expect(entries(MAIN)).toHaveLength(2);
		table.columns = without('note', 'claim');
		expect((await errorOf(insert(MAIN, knowing)))?.[1]).toMatch(
			/lacks 1 column: claim \(string\)$/,
		);
	});
});
