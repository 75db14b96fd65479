import { randomUUID } from 'crypto';
import type { Effect, Handle } from '../../../nodes/Gmc/core/ledger/effects';
import { perform } from '../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../nodes/Gmc/core/ledger/entry';
import { claimKeys } from '../../../nodes/Gmc/core/ledger/claim';
import { ExecutionMemory } from '../../../nodes/Gmc/core/ledger/memory';
import { Store } from '../../../nodes/Gmc/ledger/store';
import { LedgerError, toLedgerError } from '../../../nodes/Gmc/ledger/ledgerError';
import { charge, claimed, stored } from '../core/ledger/entries-support';

const absent = toLedgerError('t', new Error('Unrecognized node type: n8n-nodes-base.dataTable'));
const locked = toLedgerError('t', new Error('SQLITE_BUSY: database is locked'));

let memory: ExecutionMemory;
let asked: Effect[];
let answer: (effect: Effect) => unknown;
/** Names of rows of this execution, of which no table knows. */
let own: string;
let open: string;

const storeOf = (isAllInTable = false) => {
	const table: Handle = async (effect) => {
		asked.push(effect);
		return answer(effect);
	};
	return new Store(memory, table, isAllInTable);
};
const does = async (effect: Effect, isAllInTable?: boolean) =>
	await storeOf(isAllInTable).handle(effect);
const refsOf = async (effect: Effect) => ((await does(effect)) as Entry[]).map(({ ref }) => ref);

beforeEach(() => {
	memory = new ExecutionMemory({}, 'account', 0, randomUUID);
	asked = [];
	answer = ({ do: what }) => (what.startsWith('read') ? [] : undefined);
	[own, open] = [memory.giveName(charge()).ref, memory.giveName(charge()).ref];
	memory.addLook(['y'], true);
	memory.insert([claimed(open, { outcome: 'unknown', additionId: 'x' })]);
});

describe('a row of the execution', () => {
	test('is claimed without the table', async () => {
		const rules = { claim: 'run', holdMs: 0, timeoutMs: 0 };
		answer = ({ do: what }) => (what === 'now' ? 1_000 : undefined);
		const verdicts = await perform(
			claimKeys([{ ref: own, charge: charge() }], rules),
			storeOf().handle,
		);
		expect(verdicts.get(own)).toMatchObject({ is: 'mine', row: { ref: own, claim: 'run' } });
		expect(asked).toEqual([{ do: 'now' }]);
	});

	test('is changed and removed without it', async () => {
		const [{ id }] = memory.read({ do: 'read', refs: [open] });
		await does({ do: 'update', changes: [{ id, outcome: 'rejected' }] });
		expect(memory.find({ ref: open })?.outcome).toBe('rejected');
		await does({ do: 'delete', ids: [id] });
		expect([memory.find({ ref: open }), asked]).toEqual([undefined, []]);
	});

	test('stands in the table where all do, as under a limit of the day', async () => {
		const rows = [claimed(own)];
		await does({ do: 'insert', rows }, true);
		await does({ do: 'read', refs: [own] }, true);
		expect(asked).toEqual([
			{ do: 'insert', rows },
			{ do: 'read', refs: [own] },
		]);
	});

	test('that stands here already is found here, although all stand in the table from now on', async () => {
		const [found] = (await does({ do: 'read', refs: [open] }, true)) as Entry[];
		expect(found).toMatchObject({ ref: open, additionId: 'x' });
	});

	test('stands in the table once it was moved there, and what was there before goes with it', async () => {
		memory.entries.moveToTable([{ ref: open }]);
		answer = () => [stored(7, open)];
		expect(await does({ do: 'read', refs: [open] })).toEqual([
			stored(7, open, { before: new Set(['y']) }),
		]);
	});
});

test('names are sorted out: each store is asked for, and given, its own', async () => {
	const rows = [claimed(own), claimed('key')];
	await does({ do: 'insert', rows });
	answer = () => [stored(7, 'key')];
	expect(await refsOf({ do: 'read', refs: [open, 'key', own] })).toEqual([open, own, 'key']);
	const [{ id }] = memory.read({ do: 'read', refs: [own] });
	const changes = [id, 7].map((one) => ({ id: one, outcome: 'unknown' as const }));
	await does({ do: 'update', changes, remove: [-99, 8] });
	await does({ do: 'delete', ids: [id, 9] });
	expect(asked).toEqual([
		{ do: 'insert', rows: [rows[1]] },
		{ do: 'read', refs: ['key'] },
		{ do: 'update', changes: [changes[1]], remove: [8] },
		{ do: 'delete', ids: [9] },
	]);
	expect(memory.find({ ref: own })).toBeUndefined();
});

describe('what is open', () => {
	test.each<Effect>([{ do: 'readInDoubt' }, { do: 'readOwners', additionIds: ['x'] }])(
		'is looked for in both: $do',
		async (effect) => {
			answer = () => [stored(7, 'key', { outcome: 'unknown', additionId: 'x' })];
			expect(await refsOf(effect)).toEqual([open, 'key']);
		},
	);

	test('and stands in the table goes with what was there before', async () => {
		memory.entries.moveToTable([{ ref: open }]);
		answer = () => [stored(7, open), stored(8, 'key')];
		const before = new Set(['y']);
		const expected = [stored(7, open, { before }), stored(8, 'key')];
		expect(await does({ do: 'readInDoubt' })).toEqual(expected);
	});

	test.each<Effect>([
		{ do: 'readInDoubt' },
		{ do: 'readUnnamed' },
		{ do: 'readOwners', additionIds: ['x'] },
	])('is what the execution knows where n8n has no Data Tables: $do', async (effect) => {
		answer = () => {
			throw absent;
		};
		expect(await refsOf(effect)).toEqual(effect.do === 'readUnnamed' ? [] : [open]);
	});

	test.each<Effect>([
		{ do: 'readInDoubt' },
		{ do: 'readUnnamed' },
		{ do: 'readOwners', additionIds: ['x'] },
	])('is not known where the table fails, and that is said: $do', async (effect) => {
		answer = () => {
			throw locked;
		};
		await expect(does(effect)).rejects.toThrow(LedgerError);
	});
});

describe('who else names the addition of an answer', () => {
	test('is asked of the memory alone for rows of the execution', async () => {
		expect(await refsOf({ do: 'readOwners', additionIds: ['x'], by: [own] })).toEqual([open]);
		expect(asked).toEqual([]);
	});

	test('is asked of both as soon as one row has a key', async () => {
		const effect: Effect = { do: 'readOwners', additionIds: ['x'], by: [own, 'key'] };
		answer = () => [stored(7, 'key', { additionId: 'x' })];
		expect(await refsOf(effect)).toEqual([open, 'key']);
		expect(asked).toEqual([effect]);
	});
});

test.each<Effect>([
	{ do: 'read', refs: ['key'] },
	{ do: 'readBatch', batchRef: 'batch' },
	{ do: 'readSince', since: 0 },
	{ do: 'insert', rows: [claimed('key')] },
	{ do: 'update', changes: [{ id: 7, outcome: 'issued' }] },
	{ do: 'delete', ids: [7] },
])('without Data Tables nothing is known of keys and batches: $do', async (effect) => {
	answer = () => {
		throw absent;
	};
	await expect(does(effect)).rejects.toThrow(LedgerError);
});

test('what a table is not needed for asks none', async () => {
	await does({ do: 'insert', rows: [claimed(own)] });
	await does({ do: 'update', changes: [] });
	await does({ do: 'delete', ids: [] });
	await does({ do: 'read', refs: [own, open] });
	expect(asked).toEqual([]);
});
