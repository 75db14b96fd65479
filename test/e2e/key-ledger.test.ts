import { claimOf, KeyProbe, readBack } from '../../harness/key-probe/probe';
import { Tables } from '../../harness/n8n/tables';
import { visitShared } from '../../harness/n8n/shared';
import { START_TIMEOUT_MS, type Guest } from '../../harness/n8n/test-bed';
import type { Entry } from '../../nodes/Gmc/core/ledger/entry';
import { COLUMNS } from '../../nodes/Gmc/ledger/columns';

jest.setTimeout(120_000);

let e2e: Guest;
let probe: KeyProbe;
let tables: Tables;

const account = 'https://gmc.example ana@gmc.example';
const errorsOf = (steps: Array<{ error?: unknown }>) => steps.map(({ error }) => error);

describe('the ledger of keys in a Data Table of n8n', () => {
	beforeAll(async () => {
		e2e = await visitShared();
		probe = new KeyProbe(e2e.client, e2e.n8n.url);
		tables = await Tables.of(e2e.client);
	}, START_TIMEOUT_MS);
	afterAll(async () => await e2e.stop());

	test.each(['by hand', 'by a webhook'])('is made when it is first written: %s', async (how) => {
		const input = {
			table: `Made ${how}`,
			account,
			effects: [
				{ do: 'read' as const, refs: ['a'] },
				{ do: 'insert' as const, entries: [claimOf('a')] },
			],
		};
		const steps = await (how === 'by hand' ? probe.ask(input) : probe.askByWebhook(input));
		expect(steps[0].answer).toEqual([]);
		expect(errorsOf(steps)).toEqual([undefined, undefined]);
		const made = await tables.named(`Made ${how}`);
		const columns = made!.columns.sort((one, other) => one.index - other.index);
		expect(columns.map(({ name, type }) => ({ name, type }))).toEqual(COLUMNS);
	});

	test('is the table of exactly that name', async () => {
		const columns = COLUMNS.map((column) => ({ ...column }));
		const others = [];
		for (const name of ['top-ups', 'GMC top-ups 2026', 'gmc TOP-UPS']) {
			others.push(await tables.create(name, columns));
		}
		const effects = [{ do: 'insert' as const, entries: [claimOf('a')] }];
		const first = await probe.ask({ table: 'GMC top-ups', account, effects });
		const second = await probe.ask({ table: 'GMC top-ups', account, effects });
		expect(errorsOf([...first, ...second])).toEqual([undefined, undefined]);
		const { id } = (await tables.named('GMC top-ups'))!;
		expect(await tables.rows(id)).toHaveLength(2);
		for (const other of others) expect(await tables.rows(other)).toEqual([]);
	});

	test('an id is given out again', async () => {
		const [, , , read] = await probe.ask({
			table: 'Ids',
			account,
			effects: [
				{ do: 'insert', entries: [claimOf('a')] },
				{ do: 'delete', ids: [1] },
				{ do: 'insert', entries: [claimOf('b')] },
				{ do: 'read', refs: ['b'] },
			],
		});
		expect(read.answer).toMatchObject([{ id: 1, ref: 'b' }]);
	});

	test('whoever owns an addition is found, also where people have pasted its id with blanks', async () => {
		const rows = [' 64f0a ', '64f0a\n', '64F0B'].map((additionId, n) =>
			claimOf(`ref ${n}`, { outcome: 'issued', additionId }),
		);
		const [, found, other] = await probe.ask({
			table: 'Pasted',
			account,
			effects: [
				{ do: 'insert', entries: rows },
				{ do: 'readOwners', additionIds: ['64f0a'] },
				{ do: 'readUnnamed' },
			],
		});
		expect(found.answer).toMatchObject([{ additionId: '64f0a' }, { additionId: '64f0a' }]);
		expect(other.answer).toEqual([]);
	});

	test('a text stays a text, whatever it begins with', async () => {
		const label = {
			key: '={{ 1 + 1 }}',
			customer: '=1',
			customerName: '{{ $json }}',
			executionId: '8',
		};
		const charge = { identifiers: ['={{ 7 * 7 }}'], amount: 0.07, currency: '=BRL' };
		const row = claimOf('a', { label, charge, additionId: '={{ "x" }}\'"\\é' });
		const table = '={{ "Evil" }} "GMC"';
		const [, read, owners, others] = await probe.ask({
			table,
			account,
			effects: [
				{ do: 'insert', entries: [row] },
				{ do: 'read', refs: ['a'] },
				{ do: 'readOwners', additionIds: [row.additionId!], isExact: true },
				{ do: 'readOwners', additionIds: ['x'], isExact: true },
			],
		});
		const expected = { ...readBack(1, row), account, workflow: 'probe' };
		expect(read.answer).toEqual([expected]);
		expect(owners.answer).toEqual([expected]);
		expect(others.answer).toEqual([]);
		const [shown] = await tables.rows((await tables.named(table))!.id);
		expect(shown).toMatchObject({ ...label, amount: 0.07, additionId: row.additionId });
		expect(shown.askedAt).toBe('2026-05-06T07:08:09.123Z');
	});

	test('reads as many keys and rows as there are', async () => {
		const rows = [claimOf('many ')];
		const refs = Array.from({ length: 2_300 }, (_, at) => `many ${at}`);
		const steps = await probe.ask({
			table: 'Many',
			account,
			effects: [
				{ do: 'insert', entries: rows, fill: 2_300 },
				{ do: 'now' },
				{ do: 'read', refs },
				{ do: 'readOpen' },
				{ do: 'insert', entries: Array.from({ length: 1_100 }, () => claimOf('same')) },
				{ do: 'now' },
				{ do: 'read', refs: ['many 7', 'same'] },
			],
		});
		expect(errorsOf(steps)).toEqual(steps.map(() => undefined));
		const [, , read, inDoubt, , , same] = steps.map(({ answer }) => answer as Entry[]);
		expect(read.map(({ ref }) => ref).sort()).toEqual([...refs].sort());
		expect(new Set(inDoubt.map(({ id }) => id)).size).toBe(2_300);
		expect(new Set(same.map(({ id }) => id)).size).toBe(1_101);
	});

	test('rows are settled, given up and deleted, and people may edit them', async () => {
		const table = 'Settled';
		const rows = ['a', 'b', 'c', 'd', 'e'].map((ref) => claimOf(ref));
		const [, read] = await probe.ask({
			table,
			account,
			effects: [
				{ do: 'insert', entries: rows },
				{ do: 'read', refs: ['a', 'b', 'c', 'd', 'e'] },
			],
		});
		const [a, b, c, d] = read.answer as Entry[];
		const [, , afterwards, inDoubt] = await probe.ask({
			table,
			account,
			effects: [
				{
					do: 'update',
					changes: [
						{ id: a.id, outcome: 'issued', additionId: 'one' },
						{ id: b.id, outcome: 'unknown' },
						{ id: c.id, outcome: 'unknown' },
					],
				},
				{ do: 'delete', ids: [d.id] },
				{ do: 'read', refs: ['a', 'b', 'c', 'd'] },
				{ do: 'readOpen' },
			],
		});
		expect(afterwards.answer).toEqual([
			{ ...a, outcome: 'issued', additionId: 'one' },
			{ ...b, outcome: 'unknown' },
			{ ...c, outcome: 'unknown' },
		]);
		expect((inDoubt.answer as Entry[]).map(({ ref }) => ref)).toEqual(['b', 'c', 'e']);

		const { id } = (await tables.named(table))!;
		await tables.edit(id, a.id, { outcome: ' Unknown' });
		await tables.edit(id, b.id, { outcome: ' Rejected' });
		await tables.edit(id, c.id, { outcome: 'paid by hand' });
		const effects = [
			{ do: 'read' as const, refs: ['b'] },
			{ do: 'read' as const, refs: ['c'] },
			{ do: 'readOpen' as const },
		];
		const [free, unreadable, edited] = await probe.ask({ table, account, effects });
		expect(free.answer).toMatchObject([{ outcome: 'rejected' }]);
		expect(unreadable.answer).toMatchObject([{ unreadable: ['outcome'] }]);
		expect((edited.answer as Entry[]).map(({ ref }) => ref)).toEqual(['a', 'c', 'e']);
	});

	test('claims that have become nothing are taken back together', async () => {
		const rows = [
			claimOf('a', { claim: 'one' }),
			claimOf('b', { claim: 'one', additionId: '64f0' }),
			claimOf('c', { claim: 'one', outcome: 'unknown' }),
			claimOf('d', { claim: 'other' }),
		];
		const [, , left] = await probe.ask({
			table: 'Withdrawn',
			account,
			effects: [
				{ do: 'insert', entries: rows },
				{ do: 'withdraw', claim: 'one' },
				{ do: 'read', refs: ['a', 'b', 'c', 'd'] },
			],
		});
		expect((left.answer as Entry[]).map(({ ref }) => ref)).toEqual(['b', 'c', 'd']);
	});

	test('accounts do not see each other in doubt', async () => {
		const effects = [
			{ do: 'insert' as const, entries: [claimOf('a')] },
			{ do: 'readOpen' as const },
		];
		const [, mine] = await probe.ask({ table: 'Accounts', account, effects });
		const [theirs] = await probe.ask({
			table: 'Accounts',
			account: 'other',
			effects: [{ do: 'readOpen' }],
		});
		expect([mine.answer, theirs.answer]).toEqual([[expect.anything()], []]);
	});

	test('a table that was deleted is made anew', async () => {
		const effects = [
			{ do: 'insert' as const, entries: [claimOf('a')] },
			{ do: 'read' as const, refs: ['a'] },
		];
		await probe.ask({ table: 'Gone', account, effects });
		const { id } = (await tables.named('Gone'))!;
		await tables.delete(id);
		const [inserted, read] = await probe.askAgain(probe.workflowIds.at(-1)!);
		expect(inserted.error).toBeUndefined();
		expect(read.answer).toMatchObject([{ id: 1, ref: 'a' }]);
		expect((await tables.named('Gone'))!.id).not.toBe(id);
	});

	test('a table with other columns is said to be one', async () => {
		await tables.create('Other', [{ name: 'order', type: 'string' }]);
		const effects = [{ do: 'insert' as const, entries: [claimOf('a')] }];
		const [{ error }] = await probe.ask({ table: 'Other', account, effects });
		expect(error!.message).toMatch(
			/^The ledger \(Data Table "Other"\) cannot be used\. n8n says: .*unknown column/,
		);
		expect(error!.description).toContain('rowRef (string)');
	});

	test('lists no executions of its own', async () => {
		for (const workflowId of probe.workflowIds) {
			const executions = await e2e.client.allExecutions({ workflowId });
			const runs = executions.filter(({ mode }) => mode === 'manual' || mode === 'webhook');
			expect(executions.length).toBe(runs.length);
			expect(runs.length).toBeGreaterThan(0);
		}
	});
});
