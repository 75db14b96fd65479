import type { Effect, Handle } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { Rehearsal } from '../../../../nodes/Gmc/core/ledger/rehearsal';
import { isWanted } from '../../../../nodes/Gmc/core/ledger/wanted';
import { claimed, stored } from './entries-support';

const WRITES = ['insert', 'update', 'delete'];
let table: Entry[];
let asked: Effect[];
let rehearsal: Rehearsal;

beforeEach(() => {
	table = [stored(1, 'paid', { additionId: 'x' }), stored(2, 'open', { outcome: 'unknown' })];
	asked = [];
	const store: Handle = async (effect) => {
		asked.push(effect);
		if (effect.do === 'now') return 7;
		if (effect.do === 'list') return 'the list';
		if (!effect.do.startsWith('read')) return undefined;
		return structuredClone(table.filter(isWanted(effect as never)));
	};
	rehearsal = new Rehearsal(store);
});

const does = async (effect: Effect) => await rehearsal.handle(effect);
const reads = async (effect: Effect) => (await does(effect)) as Entry[];
const read = async (...refs: string[]) => await reads({ do: 'read', refs });
const ownersOf = async (...additionIds: string[]) =>
	(await reads({ do: 'readOwners', additionIds })).map(({ ref }) => ref);

afterEach(() => {
	// Whatever was rehearsed, nothing was written.
	expect(asked.filter((effect) => WRITES.includes(effect.do))).toEqual([]);
	expect(table).toHaveLength(2);
});

test('it reads through', async () => {
	expect(await read('paid', 'open', 'nobody')).toEqual(table);
	expect(await reads({ do: 'readInDoubt' })).toEqual([table[1]]);
	expect(await does({ do: 'now' })).toBe(7);
	expect(await does({ do: 'list', since: 0 })).toBe('the list');
});

test('what it has written it sees itself, in every way to ask, and another rehearsal does not', async () => {
	const row = claimed('new', { batchRef: 'batch', n: 1, label: { key: 'k', customer: 'Ana' } });
	await does({ do: 'insert', rows: [row, claimed('newer', { outcome: 'issued' })] });
	const [own] = await read('new');
	expect(own).toEqual({ ...row, label: undefined, id: own.id, key: 'k' });
	expect(await reads({ do: 'readBatch', batchRef: 'batch' })).toEqual([own]);
	expect(await reads({ do: 'readInDoubt' })).toEqual([table[1], own]);
	expect(await reads({ do: 'readSince', since: 1_000 })).toHaveLength(4);
	expect((await reads({ do: 'readUnnamed' })).map(({ ref }) => ref)).toEqual(['newer']);
});

test('its ids are no table’s, and two are not the same', async () => {
	await does({ do: 'insert', rows: [claimed('a'), claimed('a')] });
	const ids = (await read('a')).map(({ id }) => id);
	expect(new Set(ids).size).toBe(2);
	for (const id of ids) expect(id).toBeGreaterThan(2 ** 32);
});

test('what it has changed stays changed, however it is asked for', async () => {
	await read('open');
	await does({ do: 'update', changes: [{ id: 2, outcome: 'rejected', heldUntil: 9 }] });
	expect(await read('open')).toEqual([{ ...table[1], outcome: 'rejected', heldUntil: 9 }]);
	expect(await reads({ do: 'readInDoubt' })).toEqual([]);
	expect(await read('paid', 'open')).toHaveLength(2);
});

test('an addition is whose it is by now', async () => {
	await read('open', 'paid');
	await does({ do: 'update', changes: [{ id: 2, outcome: 'issued', additionId: 'y' }] });
	expect([await ownersOf('y'), await ownersOf('x'), await ownersOf('x', 'y')]).toEqual([
		['open'],
		['paid'],
		['paid', 'open'],
	]);
	await does({ do: 'update', changes: [{ id: 1, outcome: 'issued', additionId: 'z' }] });
	expect([await ownersOf('x'), await ownersOf('z')]).toEqual([[], ['paid']]);
	await does({ do: 'update', changes: [{ id: 2, outcome: 'unknown', additionId: '' }] });
	expect(await ownersOf('y')).toEqual([]);
	expect((await read('open'))[0].additionId).toBeUndefined();
});

test('what it has removed is gone, its own as well as the table’s', async () => {
	await does({ do: 'insert', rows: [claimed('new')] });
	const [{ id }] = await read('new');
	await read('open');
	await does({ do: 'delete', ids: [id, 2] });
	expect([await read('new', 'open'), await reads({ do: 'readInDoubt' })]).toEqual([[], []]);
	await read('paid');
	await does({ do: 'update', changes: [], remove: [1] });
	expect([await read('paid'), await ownersOf('x')]).toEqual([[], []]);
});

test('a change of what is there no more, or was never seen, is none', async () => {
	await does({ do: 'update', changes: [{ id: 77, outcome: 'issued', additionId: 'x' }] });
	expect(await ownersOf('x')).toEqual(['paid']);
});

test('where the table cannot be used, the error is the one of the run', async () => {
	const failing = new Rehearsal(async () => await Promise.reject(new Error('locked')));
	await expect(failing.handle({ do: 'read', refs: ['a'] })).rejects.toThrow('locked');
});
