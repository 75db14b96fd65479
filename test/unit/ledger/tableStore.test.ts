import { DataTables, entriesIn } from '../../../harness/engine/dataTables';
import { claimOf } from '../../../harness/engine/claims';
import { until } from '../../../harness/system/until';
import type { ClaimRules } from '../../../nodes/Gmc/core/ledger/claim';
import { equalSince } from '../../../nodes/Gmc/core/ledger/neighbours';
import { claimNames } from '../../../nodes/Gmc/core/ledger/claim';
import type { Effect, NewEntry, ReadEffect } from '../../../nodes/Gmc/core/ledger/effects';
import { perform } from '../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../nodes/Gmc/core/ledger/entry';
import type { Settlement } from '../../../nodes/Gmc/core/ledger/settle';
import { settleClaims } from '../../../nodes/Gmc/core/ledger/settle';
import { delays } from '../../../nodes/Gmc/core/pace/delays';
import { QUEUE } from '../../../nodes/Gmc/ledger/nameQueue';
import { KEPT } from '../../../nodes/Gmc/ledger/oldRows';
import { TableStore } from '../../../nodes/Gmc/ledger/tableStore';

// promises.md P30

const table = 'GMC top-ups';
const list = async () => undefined;
let tables: DataTables;
/** The id of a table is held by workflow. */
let workflows = 0;

const ledgerOf = (account = 'a', signal?: AbortSignal) =>
	new TableStore(tables.context(`w${workflows}`, signal), { table, use: 'pay', account, list });
/** What is written, without the row of the workflow. */
const inTable = () => entriesIn(tables.named(table).rows);

beforeEach(() => {
	tables = new DataTables();
	workflows++;
	// No run of these tests ends.
	QUEUE.waitMs = 0;
});

const rulesOf = (claim: string): ClaimRules => ({
	claim,
	isOurs: (one) => one.startsWith(claim),
	execution: claim,
	holdMs: 900_000,
	timeoutMs: 60_000,
});

const wishes = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ ...claimOf(`ref${at}`), claim: undefined }));

test.each<[string, ClaimRules['neighbours']]>([
	['names', undefined],
	['equal rows, under Recent', equalSince(900_000, ({ execution }) => execution === 'run')],
])('claims and reads %s behind that in one call', async (_, neighbours) => {
	const ledger = ledgerOf();
	// The first insert makes the table.
	await ledger.handle({ do: 'insert', entries: [{ ...claimOf('other'), outcome: 'rejected' }] });
	tables.operations.length = 0;
	const rules = { ...rulesOf('run'), neighbours };
	const verdicts = await perform(claimNames(wishes(3), rules), ledger.handle);
	expect([...verdicts.values()].map(({ is }) => is)).toEqual(['claimed', 'claimed', 'claimed']);
	expect(tables.operations).toEqual(['row get', 'row insert', 'row get']);
	expect(inTable()[1]).toMatchObject({ key: 'key of ref0', customerName: 'Ana' });
});

test('what is read in the call of an insert is what a call of its own would read', async () => {
	const ledger = ledgerOf();
	const next: ReadEffect = { do: 'read', by: 'ref', values: ['a'] };
	const insert = { do: 'insert' as const, entries: [claimOf('a'), claimOf('b')], next };
	expect(await ledger.handle(insert)).toEqual(await ledger.handle(next));
	// A step reads no more than a page.
	const many = Array.from({ length: 1_000 }, () => claimOf('a'));
	expect(await ledger.handle({ ...insert, entries: many })).toBeUndefined();
});

test.each(['', null])(
	'what a person has set to issued is read, its addition being %j',
	async (addition) => {
		const ledger = ledgerOf();
		await ledger.handle({ do: 'insert', entries: [claimOf('a')] });
		Object.assign(inTable()[0], { outcome: 'issued', additionId: addition });
		expect(await ledger.handle({ do: 'readUnnamed' })).toHaveLength(1);
	},
);

test('more rows of a key than fit into one look are all read', async () => {
	const ledger = ledgerOf();
	const rows = Array.from({ length: 2_500 }, () => claimOf('a'));
	await ledger.handle({ do: 'insert', entries: [...rows, claimOf('b')] });
	const read = (await ledger.handle({ do: 'read', by: 'ref', values: ['a', 'b'] })) as Entry[];
	expect(new Set(read.map(({ id }) => id)).size).toBe(2_501);
});

describe('calls of several runs', () => {
	const READ: ReadEffect = { do: 'read', by: 'ref', values: ['a'] };
	/** So many runs at the same moment. @returns how many calls they took */
	const callsOf = async (...asking: Array<() => Promise<unknown>>) => {
		let calls = 0;
		tables.beforeCall = () => void calls++;
		const asked = asking.map(async (ask) => await ask());
		await Promise.all(asked);
		return calls;
	};
	const insertOf = (ledger: TableStore, ref: string) => async () =>
		await ledger.handle({
			do: 'insert',
			entries: [claimOf(ref)],
			next: { ...READ, values: [ref] },
		});

	test('of one workflow become one, also with reads; each gets only what it asked for', async () => {
		const runs = [ledgerOf(), ledgerOf(), ledgerOf(), ledgerOf()];
		await insertOf(runs[0], 'first')();
		const got: Record<string, unknown> = {};
		const keep = (ref: string, ask: () => Promise<unknown>) => async () =>
			void (got[ref] = await ask());
		const read = keep('first', async () => await runs[3].handle({ ...READ, values: ['first'] }));
		const inserts = ['a', 'b', 'c'].map((ref, at) => keep(ref, insertOf(runs[at], ref)));
		expect(await callsOf(...inserts, read)).toBe(2);
		const only = (ref: string) => [expect.objectContaining({ ref })];
		expect(got).toEqual({ a: only('a'), b: only('b'), c: only('c'), first: only('first') });
	});

	test('of two workflows are not shared: each runs in the project of its workflow', async () => {
		const other = () =>
			new TableStore(tables.context(`other of w${workflows}`), {
				table,
				use: 'pay',
				account: 'a',
				list,
			});
		await insertOf(ledgerOf(), 'first')();
		await insertOf(other(), 'second')();
		const runs = [ledgerOf(), other(), ledgerOf(), other()];
		expect(await callsOf(...runs.map((run, at) => insertOf(run, String(at))))).toBe(4);
	});

	test('which are more than a call can read are read by each', async () => {
		const ledger = ledgerOf();
		const many = Array.from({ length: 1_000 }, () => claimOf('many'));
		await ledger.handle({ do: 'insert', entries: many });
		const read = (ref: string) => async () =>
			expect(await ledgerOf().handle({ ...READ, values: [ref] })).toHaveLength(
				ref === 'many' ? 1_000 : 0,
			);
		await callsOf(read('none'), read('many'), read('nothing'));
	});

	test.each(['row insert', 'row get'])('that fail at %s leave each row there once', async (at) => {
		await insertOf(ledgerOf(), 'first')();
		const asking = ['a', 'b', 'c'].map((ref) => insertOf(ledgerOf(), ref));
		let calls = 0;
		tables.before = (operation) => {
			if (operation === 'row insert') calls++;
			// The first call is of one run, the second one of two.
			if (calls === 2 && operation === at) {
				calls++;
				throw new Error('database is locked');
			}
		};
		const found = (await Promise.all(asking.map(async (ask) => await ask()))) as Entry[][];
		expect(calls).toBeGreaterThan(2);
		expect(found.map((rows) => rows.map(({ ref }) => ref))).toEqual([['a'], ['b'], ['c']]);
		const refs = inTable().map(({ rowRef }) => rowRef);
		expect(refs.sort()).toEqual(['a', 'b', 'c', 'first']);
	});

	test('settle rows at once, at the later moment, and leave other claims', async () => {
		const refs = ['a', 'b', 'c', 'd'];
		const entries = refs.map((ref) => claimOf(ref, { claim: `run ${ref}` }));
		await ledgerOf().handle({ do: 'insert', entries });
		const results = ['b', 'c', 'd'].map((ref) => claimOf(ref, { additionId: ref }));
		await ledgerOf().handle({ do: 'insert', entries: results });
		const idOf = (ref: string) => inTable().findLast(({ rowRef }) => rowRef === ref)!.id;
		const settle = (ref: string, settledAt: number) => async () =>
			await ledgerOf().handle({
				do: 'update',
				ids: [idOf(ref)],
				change: { outcome: 'issued', settledAt },
				withdraw: [`run ${ref}`],
			});
		expect(await callsOf(settle('b', 1_000), settle('c', 3_000), settle('d', 2_000))).toBe(2);
		expect(inTable().map(({ rowRef, outcome, settledAt }) => [rowRef, outcome, settledAt])).toEqual(
			[
				['a', 'sending', ''],
				['b', 'issued', '1970-01-01T00:00:01.000Z'],
				['c', 'issued', '1970-01-01T00:00:03.000Z'],
				['d', 'issued', '1970-01-01T00:00:03.000Z'],
			],
		);
	});
});

describe('old rows', () => {
	const DAY = 86_400_000;
	/** Written so many days ago. */
	const old = (ref: string, days: number, outcome: NewEntry['outcome'] = 'issued') =>
		claimOf(ref, { outcome, chargeRef: ref, askedAt: Date.now() - days * DAY });
	const write = async (...rows: NewEntry[]) =>
		await ledgerOf().handle({ do: 'insert', entries: rows });
	/** What is left once so many ids are given out. */
	const leftAt = async (newest: number) => {
		tables.named(table).nextId = newest;
		const next: ReadEffect = { do: 'read', by: 'ref', values: ['new'] };
		await ledgerOf().handle({ do: 'insert', entries: [claimOf('new')], next });
		return inTable().map(({ rowRef }) => rowRef);
	};
	const others = () =>
		write(old('own old', 15), old('own young', 13), old('own open', 15, 'sending'));

	const named = (ref: string, days: number, outcome?: NewEntry['outcome']) => ({
		...old(ref, days, outcome),
		label: { key: ref },
	});

	test('of keys and batches go after 40 days, if enough are newer', async () => {
		KEPT.rows = 3;
		const keys = [named('first', 43), named('second', 42), named('open', 41, 'unknown')];
		await write(...keys, named('younger', 39), named('youngest', 1));
		expect(await leftAt(15_000)).toContain('first');
		expect(await leftAt(20_000)).toEqual(
			expect.not.arrayContaining(['first', 'second']) as unknown,
		);
		expect(await leftAt(30_000)).toEqual(expect.arrayContaining(['open', 'younger', 'youngest']));
	});

	test('of keys stay where most rows are of executions', async () => {
		KEPT.rows = 3;
		await write(named('paid', 400), named('also paid', 100));
		await write(...['a', 'b', 'c', 'd'].map((ref) => ({ ...old(`own ${ref}`, 1), label: {} })));
		expect(await leftAt(500_000)).toEqual(expect.arrayContaining(['paid', 'also paid']));
	});

	test('of executions go after 14 days, however few there are', async () => {
		await others();
		expect(await leftAt(5_000)).toEqual(['own young', 'own open', 'new']);
	});

	test('go also where more have come than one call reads', async () => {
		await write(...Array.from({ length: 2_100 }, (_, n) => old(`own ${n}`, 15)));
		expect(await leftAt(5_000)).toEqual(['new']);
	});

	test('that equal an open one stay', async () => {
		await others();
		inTable()[0].chargeRef = 'own open';
		expect(await leftAt(5_000)).toEqual(['own old', 'own young', 'own open', 'new']);
	});

	test('whose time people have broken stay', async () => {
		await others();
		inTable()[1].askedAt = '27/11/2026 08:00';
		expect(await leftAt(5_000)).toEqual(['own young', 'own open', 'new']);
	});

	test('are known by what people have written, too: what is not settled stays', async () => {
		await write(...['own Issued', 'own not issued'].map((ref) => old(ref, 41)));
		for (const row of inTable()) row.outcome = String(row.rowRef).slice(4);
		expect(await leftAt(5_000)).toEqual(['own not issued', 'new']);
	});

	test('that cannot be deleted stop nobody', async () => {
		await others();
		tables.before = (operation) => {
			if (operation === 'row deleteRows') throw new Error('locked');
		};
		expect(await leftAt(5_000)).toEqual(['own old', 'own young', 'own open', 'new']);
	});
});

test('entries of another account are found by their names, and are foreign', async () => {
	const rows = [claimOf('a', { outcome: 'unknown', additionId: 'x' })];
	await ledgerOf('theirs').handle({ do: 'insert', entries: rows });
	const asked: Effect[] = [
		{ do: 'read', by: 'ref', values: ['a'] },
		{ do: 'read', by: 'set', values: ['a'] },
		{ do: 'read', by: 'chargeRef', values: [rows[0].chargeRef] },
		{ do: 'read', by: 'execution', values: [rows[0].execution] },
	];
	for (const effect of asked) {
		expect(await ledgerOf().handle(effect)).toMatchObject([{ account: 'theirs', isForeign: true }]);
	}
	expect(await ledgerOf().handle({ do: 'readOpen' })).toEqual([]);
	// An addition has one owner, whichever account it was paid with.
	expect(await ledgerOf().handle({ do: 'readOwners', additionIds: ['x'] })).toHaveLength(1);
	const joined = new TableStore(tables.context(`w${workflows}`), {
		table,
		use: 'pay',
		list,
		account: 'a',
		accounts: new Set(['a', 'theirs']),
	});
	expect(await joined.handle({ do: 'readOpen' })).toHaveLength(1);
});

test('the entries of a customer are found by the _id, whole and as it is written', async () => {
	const of = (...identifiers: string[]) =>
		claimOf(identifiers.join(), { charge: { identifiers, amount: 1, currency: 'BRL' } });
	const rows = [of('1', 'a"_b'), of('a"_b'), of('A"_B'), of('a"_b2'), of('a"xb'), of('a')];
	await ledgerOf().handle({ do: 'insert', entries: rows });
	const found = await ledgerOf().handle({ do: 'readCustomer', customerId: 'a"_b' });
	expect((found as Entry[]).map(({ ref }) => ref)).toEqual(['1,a"_b', 'a"_b']);
});

test('what is withdrawn are the claims of that name that have become nothing', async () => {
	const ledger = ledgerOf();
	const claim = 'run.1';
	const rows = [
		claimOf('a', { claim }),
		claimOf('other', { claim: 'run.2' }),
		claimOf('named', { claim, additionId: 'x' }),
		claimOf('lost', { claim, outcome: 'unknown' }),
	];
	await ledger.handle({ do: 'insert', entries: rows });
	await ledger.handle({ do: 'withdraw', claims: [claim] });
	expect(inTable().map(({ rowRef }) => rowRef)).toEqual(['other', 'named', 'lost']);
});

test('what is given back are claims that have become nothing, also once n8n refuses everything else', async () => {
	const ledger = ledgerOf();
	const claim = 'run.1';
	const rows = [
		claimOf('a', { claim }),
		claimOf('kept', { claim }),
		claimOf('again', { claim: 'run.2' }),
		claimOf('named', { claim, additionId: 'x' }),
		claimOf('lost', { claim, outcome: 'unknown' }),
		claimOf('b', { claim: '=run' }),
		claimOf('c', { claim: '=run' }),
	];
	await ledger.handle({ do: 'insert', entries: rows });
	tables.isTimedOut = true;
	await expect(ledger.handle({ do: 'withdraw', claims: [claim] })).rejects.toThrow('timed out');
	const ids = inTable().map(({ id }) => id);
	const unsent = [ids[0], ids[2], ids[3], ids[4]].map((id) => ({ id, claim }));
	await ledger.handle({ do: 'giveBack', claims: unsent });
	await ledger.handle({ do: 'giveBack', claims: [{ claim: '=run' }] });
	await until('the claims to be gone', async () => inTable().length === 4);
	expect(inTable().map(({ rowRef }) => rowRef)).toEqual(['kept', 'again', 'named', 'lost']);
});

test('all rows in doubt are read, however many and however people have written it', async () => {
	const ledger = ledgerOf();
	const rows = Array.from({ length: 2_500 }, () => claimOf('a'));
	await ledger.handle({ do: 'insert', entries: [...rows, claimOf('b', { outcome: 'issued' })] });
	const written = ['Sending', ' UNKNOWN ', 'perhaps', null, 'ISSUED', 'Rejected '];
	for (const [at, outcome] of written.entries()) inTable()[at].outcome = outcome;
	const read = (await ledger.handle({ do: 'readOpen' })) as Entry[];
	expect(new Set(read.map(({ id }) => id)).size).toBe(2_498);
	const [first, ...others] = read.slice(0, 4).map(({ outcome }) => outcome);
	expect([first, new Set(others)]).toEqual(['sending', new Set(['unknown'])]);
});

// A call may fail after some of its steps.
test.each(['row insert', 'row get', 'row deleteRows', 'row update'])(
	'results whose %s fails are written by the next attempt, each once',
	async (failing) => {
		const ledger = ledgerOf();
		const refs = ['a', 'b', 'c'];
		await ledger.handle({ do: 'insert', entries: refs.map((ref) => claimOf(ref)) });
		const rows = (await ledger.handle({ do: 'read', by: 'ref', values: refs })) as Entry[];
		const [a, b, c] = rows.map((entry) => ({ entry, additionId: `addition of ${entry.ref}` }));
		const settlements: Settlement[] = [
			{ ...a, outcome: 'issued' },
			{ ...b, outcome: 'issued' },
			{ ...c, outcome: 'rejected' },
		];
		const settle = (isRetry: boolean) =>
			perform(settleClaims(settlements, rulesOf('run'), isRetry), ledger.handle);
		let isFailing = true;
		tables.before = (operation) => {
			if (operation === failing && isFailing) throw new Error('database is locked');
		};
		await expect(settle(false)).rejects.toThrow('locked');
		isFailing = false;
		expect(await settle(true)).toEqual(new Set());
		const written = inTable().map(({ rowRef, outcome }) => `${rowRef} ${outcome}`);
		expect(written.sort()).toEqual(['a issued', 'b issued', 'c rejected']);
	},
);

test('two runs that make the table at the same moment use one', async () => {
	const lists: Array<() => void> = [];
	tables.before = async (operation) => {
		if (operation !== 'table list' || lists.length >= 2) return;
		await new Promise<void>((resolve) => {
			lists.push(resolve);
			if (lists.length === 2) for (const go of lists) go();
		});
	};
	const insert = { do: 'insert' as const, entries: [claimOf('a')] };
	await Promise.all([ledgerOf().handle(insert), ledgerOf().handle(insert)]);
	expect(tables.tables).toHaveLength(1);
	expect(inTable()).toHaveLength(2);
});

test('a pause grows, and ends when the execution is cancelled', async () => {
	delays.claimPauseMs = 20;
	const timed = async (attempt: number, signal?: AbortSignal) => {
		const start = performance.now();
		await ledgerOf('a', signal).handle({ do: 'pause', attempt });
		return performance.now() - start;
	};
	expect(await timed(1)).toBeGreaterThanOrEqual(18);
	expect(await timed(5)).toBeGreaterThanOrEqual(95);
	expect(await timed(500, AbortSignal.timeout(30))).toBeLessThan(1_000);
});

// A code of Node.js stands in the advice, where n8n leaves it.
test.each([
	['Attempted to use Data table node but the module is disabled', /N8N_DISABLED_MODULES/],
	['Unrecognized node type: n8n-nodes-base.dataTable', /NODES_EXCLUDE/],
	['Data table size limit exceeded: 50MB used, limit is 50MB', /N8N_DATA_TABLES_MAX_SIZE_BYTES/],
	["unknown column name 'rowRef'", /rowRef \(string\)/],
	['SQLITE_BUSY: database is locked', /n8n log/],
	['connect ECONNREFUSED 127.0.0.1:5432', /ECONNREFUSED/],
])('the error "%s" says what to do', async (reason, advice) => {
	tables.before = () => {
		throw new Error(reason);
	};
	const says = reason.includes('ECONN') ? '' : `. n8n says: ${reason}`;
	await expect(ledgerOf().handle({ do: 'read', by: 'ref', values: ['a'] })).rejects.toMatchObject({
		name: 'LedgerError',
		message: `The ledger (Data Table "${table}") cannot be used${says}`,
		advice: expect.stringMatching(advice) as string,
	});
});
