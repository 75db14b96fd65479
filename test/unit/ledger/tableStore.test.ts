import { sleep } from 'n8n-workflow';
import { DataTables } from '../../../harness/engine/dataTables';
import { claimOf } from '../../../harness/key-probe/probe';
import { claimKeys } from '../../../nodes/Gmc/core/ledger/claim';
import { perform } from '../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../nodes/Gmc/core/ledger/entry';
import { settleClaims } from '../../../nodes/Gmc/core/ledger/settle';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { TableStore } from '../../../nodes/Gmc/ledger/tableStore';
import { LedgerError } from '../../../nodes/Gmc/ledger/ledgerError';

const table = 'GMC top-ups';
const list = async () => undefined;
let tables: DataTables;
/** The id of a table is held by workflow. */
let workflows = 0;

const ledgerOf = (account = 'a', signal?: AbortSignal) =>
	new TableStore(tables.context(`w${workflows}`, signal), { table, account, list });

beforeEach(() => {
	tables = new DataTables();
	workflows++;
});

const rulesOf = (claim: string) => ({ claim, holdMs: 900_000, timeoutMs: 60_000 });

const wishes = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ ...claimOf(`ref${at}`), claim: undefined }));

test('claims keys in one call once the table is known', async () => {
	const ledger = ledgerOf();
	await ledger.handle({ do: 'read', refs: ['x'] });
	tables.operations.length = 0;
	const verdicts = await perform(claimKeys(wishes(3), rulesOf('run')), ledger.handle);
	expect([...verdicts.values()].map(({ is }) => is)).toEqual(['mine', 'mine', 'mine']);
	expect(tables.operations).toEqual(['row get', 'row insert', 'row get']);
	expect(tables.named(table).rows[0]).toMatchObject({ key: 'key of ref0', customerName: 'Ana' });
});

test('of two runs at the same moment one gets each key', async () => {
	delays.keyPauseMs = 8;
	tables.before = async () => await sleep(Math.random() * 3);
	for (let round = 0; round < 20; round++) {
		const some = wishes(5).map((wish) => ({ ...wish, ref: `${round} ${wish.ref}` }));
		const runs = ['one', 'other'].map((claim) =>
			perform(claimKeys(some, rulesOf(claim)), ledgerOf().handle),
		);
		const [one, other] = await Promise.all(runs);
		for (const { ref } of some) {
			const mine = [one.get(ref), other.get(ref)].filter((verdict) => verdict?.is === 'mine');
			expect(mine).toHaveLength(1);
		}
	}
});

test('what was read behind the insert is used for the next read only', async () => {
	const ledger = ledgerOf();
	await ledger.handle({ do: 'insert', rows: [claimOf('a')] });
	await ledgerOf().handle({ do: 'insert', rows: [claimOf('a')] });
	expect(await ledger.handle({ do: 'read', refs: ['a'] })).toHaveLength(1);
	expect(await ledger.handle({ do: 'read', refs: ['a'] })).toHaveLength(2);
});

test('more rows of a key than fit into one look are all read', async () => {
	const ledger = ledgerOf();
	const rows = Array.from({ length: 2_500 }, () => claimOf('a'));
	await ledger.handle({ do: 'insert', rows: [...rows, claimOf('b')] });
	const read = (await ledger.handle({ do: 'read', refs: ['a', 'b'] })) as Entry[];
	expect(new Set(read.map(({ id }) => id)).size).toBe(2_501);
});

test('old settled rows go, those in doubt stay', async () => {
	const ledger = ledgerOf();
	await ledger.handle({
		do: 'insert',
		rows: [
			claimOf('doubt'),
			claimOf('paid', { outcome: 'issued' }),
			claimOf('paid by hand'),
			claimOf('unreadable'),
		],
	});
	// As people write them.
	tables.named(table).rows[2].outcome = 'Issued';
	tables.named(table).rows[3].outcome = 'not issued';
	tables.named(table).nextId = 60_999;
	await ledger.handle({ do: 'insert', rows: [claimOf('new'), claimOf('newer')] });
	expect(tables.named(table).rows.map(({ keyRef }) => keyRef)).toEqual([
		'doubt',
		'unreadable',
		'new',
		'newer',
	]);
});

test('that old rows cannot be deleted stops nobody', async () => {
	const ledger = ledgerOf();
	await ledger.handle({ do: 'read', refs: ['x'] });
	tables.named(table).nextId = 61_000;
	tables.before = (operation) => {
		if (operation === 'row deleteRows') throw new Error('locked');
	};
	await ledger.handle({ do: 'insert', rows: [claimOf('a')] });
	expect(await ledger.handle({ do: 'read', refs: ['a'] })).toHaveLength(1);
});

test('a row without a key is written and found in doubt', async () => {
	const ledger = ledgerOf();
	await ledger.handle({ do: 'insert', rows: [claimOf('', { outcome: 'unknown', label: {} })] });
	expect(await ledger.handle({ do: 'readInDoubt' })).toMatchObject([
		{ ref: '', outcome: 'unknown' },
	]);
	expect(await ledgerOf('b').handle({ do: 'readInDoubt' })).toEqual([]);
});

test('whoever owns an addition is asked of no table that is not there', async () => {
	expect(await ledgerOf().handle({ do: 'readOwners', additionIds: ['x'] })).toEqual([]);
	expect(tables.tables).toEqual([]);
});

test('all rows in doubt are read, however many and however people have written it', async () => {
	const ledger = ledgerOf();
	const rows = Array.from({ length: 2_500 }, () => claimOf('a'));
	await ledger.handle({ do: 'insert', rows: [...rows, claimOf('b', { outcome: 'issued' })] });
	const written = ['Sending', ' UNKNOWN ', 'perhaps', null, 'ISSUED', 'Rejected '];
	for (const [at, outcome] of written.entries()) tables.named(table).rows[at].outcome = outcome;
	const read = (await ledger.handle({ do: 'readInDoubt' })) as Entry[];
	expect(new Set(read.map(({ id }) => id)).size).toBe(2_498);
	expect(read.slice(0, 4).map(({ outcome }) => outcome)).toEqual([
		'sending',
		'unknown',
		'unknown',
		'unknown',
	]);
});

describe('claims that are settled in bulk while inserting fails', () => {
	const settled = async (commits: boolean) => {
		const ledger = ledgerOf();
		const claims = ['a', 'b'].map((ref) => claimOf(ref));
		await ledger.handle({ do: 'insert', rows: claims });
		const rows = (await ledger.handle({ do: 'read', refs: ['a', 'b'] })) as Entry[];
		// An insert that reads behind itself may fail once it is committed.
		const failing = commits ? 'row get' : 'row insert';
		let isFull = true;
		tables.before = (operation) => {
			if (operation !== failing || !isFull) return;
			isFull = false;
			throw new Error('Data table size limit exceeded');
		};
		const settlements = rows.map((row) => ({
			row,
			outcome: 'issued' as const,
			additionId: `addition of ${row.ref}`,
		}));
		expect(await perform(settleClaims(settlements, rulesOf('run'), 2), ledger.handle)).toEqual(
			new Set(),
		);
		return tables.named(table).rows;
	};

	test.each([false, true])(
		'are settled one by one (inserted all the same: %s)',
		async (commits) => {
			expect(await settled(commits)).toMatchObject([
				{ keyRef: 'a', outcome: 'issued', additionId: 'addition of a' },
				{ keyRef: 'b', outcome: 'issued', additionId: 'addition of b' },
			]);
			expect(tables.named(table).rows).toHaveLength(2);
		},
	);
});

test("in bulk, a claim whose addition is another key's is unknown, and nothing names it any more", async () => {
	const ledger = ledgerOf();
	const owner = claimOf('owner', { outcome: 'issued', additionId: 'taken' });
	await ledger.handle({ do: 'insert', rows: [owner] });
	await ledger.handle({ do: 'insert', rows: [claimOf('a')] });
	const [row] = (await ledger.handle({ do: 'read', refs: ['a'] })) as Entry[];
	const settlements = [{ row, outcome: 'issued' as const, additionId: 'taken' }];
	expect(await perform(settleClaims(settlements, rulesOf('run'), 1), ledger.handle)).toEqual(
		new Set(['a']),
	);
	expect(tables.named(table).rows).toMatchObject([
		{ keyRef: 'owner', outcome: 'issued', additionId: 'taken' },
		{ keyRef: 'a', outcome: 'unknown', additionId: '' },
	]);
});

test('two runs that make the table at the same moment use one', async () => {
	const lists: Array<() => void> = [];
	tables.before = async (operation) => {
		if (operation !== 'table list' || lists.length >= 2) return;
		await new Promise<void>((resolve) => {
			lists.push(resolve);
			if (lists.length === 2) for (const go of lists) go();
		});
	};
	const insert = { do: 'insert' as const, rows: [claimOf('a')] };
	await Promise.all([ledgerOf().handle(insert), ledgerOf().handle(insert)]);
	expect(tables.tables).toHaveLength(1);
	expect(tables.named(table).rows).toHaveLength(2);
});

test('a table that was deleted is made anew, and asked for again once', async () => {
	const ledger = ledgerOf();
	await ledger.handle({ do: 'insert', rows: [claimOf('a')] });
	tables.drop(table);
	await ledger.handle({ do: 'insert', rows: [claimOf('b')] });
	expect(tables.named(table).rows).toMatchObject([{ keyRef: 'b' }]);
});

test('a pause grows, and ends when the execution is cancelled', async () => {
	delays.keyPauseMs = 20;
	const timed = async (attempt: number, signal?: AbortSignal) => {
		const start = performance.now();
		await ledgerOf('a', signal).handle({ do: 'pause', attempt });
		return performance.now() - start;
	};
	expect(await timed(1)).toBeGreaterThanOrEqual(18);
	expect(await timed(5)).toBeGreaterThanOrEqual(95);
	expect(await timed(500, AbortSignal.timeout(30))).toBeLessThan(1_000);
});

const errorOf = async (asked: Promise<unknown>): Promise<LedgerError> => {
	const error = await asked.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(LedgerError);
	return error as LedgerError;
};

describe('an error says what to do', () => {
	test.each([
		['Attempted to use Data table node but the module is disabled', /N8N_DISABLED_MODULES/],
		['Unrecognized node type: n8n-nodes-base.dataTable', /NODES_EXCLUDE/],
		['Data table size limit exceeded: 50MB used, limit is 50MB', /N8N_DATA_TABLES_MAX_SIZE_BYTES/],
		["unknown column name 'keyRef'", /keyRef \(string\)/],
		['SQLITE_BUSY: database is locked', /log of n8n/],
	])('%s', async (reason, advice) => {
		tables.before = () => {
			throw new Error(reason);
		};
		const error = await errorOf(ledgerOf().handle({ do: 'read', refs: ['a'] }));
		expect(error).toMatchObject({
			name: 'LedgerError',
			message: `The ledger (Data Table "${table}") cannot be used. n8n says: ${reason}`,
		});
		expect(error.advice).toMatch(advice);
	});

	test('a code of Node.js stands in the description, where n8n leaves it', async () => {
		tables.before = () => {
			throw new Error('connect ECONNREFUSED 127.0.0.1:5432');
		};
		const changes = [{ id: 1, outcome: 'unknown' as const }];
		const error = await errorOf(ledgerOf().handle({ do: 'update', changes }));
		expect(error).toMatchObject({
			message: `The ledger (Data Table "${table}") cannot be used`,
		});
		expect(error.advice).toContain('ECONNREFUSED');
	});
});
