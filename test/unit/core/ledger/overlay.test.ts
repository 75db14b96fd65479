import type { Effect, Handle, ReadEffect } from '../../../../nodes/Gmc/core/ledger/effects';
import { matcherOf } from '../../../../nodes/Gmc/core/ledger/effects';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { Overlay } from '../../../../nodes/Gmc/core/ledger/overlay';
import { claimed, stored } from './entries-support';

// promises.md P38

const WRITES = ['insert', 'update', 'delete', 'withdraw'];
let table: Entry[];
let asked: Effect[];
let overlay: Overlay;

beforeEach(() => {
	table = [stored(1, 'paid', { additionId: 'x' }), stored(2, 'open', { outcome: 'unknown' })];
	asked = [];
	const store: Handle = async (effect) => {
		asked.push(effect);
		return structuredClone(table.filter(matcherOf(effect as ReadEffect)));
	};
	overlay = new Overlay(store);
});

const does = async (effect: Effect) => await overlay.handle(effect);
const reads = async (effect: Effect) => (await does(effect)) as Entry[];
const read = async (...refs: string[]) => await reads({ do: 'read', by: 'ref', values: refs });
const ownersOf = async (...additionIds: string[]) =>
	(await reads({ do: 'readOwners', additionIds })).map(({ ref }) => ref);

afterEach(() => {
	// Whatever was tried, nothing was written.
	expect(asked.filter((effect) => WRITES.includes(effect.do))).toEqual([]);
	expect(table).toHaveLength(2);
});

test('what it has written it sees itself, in every way to ask, under ids of its own', async () => {
	const row = claimed('new', { set: 'batch', n: 1, label: { key: 'k', customer: 'Ana' } });
	await does({ do: 'insert', entries: [row, claimed('new', { outcome: 'issued' })] });
	const [own, other] = await read('new');
	expect(own).toEqual({ ...row, label: undefined, id: own.id, key: 'k' });
	expect([own.id > 2 ** 32, own.id === other.id]).toEqual([true, false]);
	expect(await reads({ do: 'read', by: 'set', values: ['batch'] })).toEqual([own]);
	expect(await reads({ do: 'readOpen' })).toEqual([table[1], own]);
	expect(await reads({ do: 'read', by: 'chargeRef', values: [row.chargeRef] })).toHaveLength(4);
	expect(await reads({ do: 'readUnnamed' })).toEqual([other]);
});

test('an addition is whose it is by now', async () => {
	await read('open', 'paid');
	await does({ do: 'update', ids: [2], change: { outcome: 'issued', additionId: 'y' } });
	expect(await ownersOf('x', 'y')).toEqual(['paid', 'open']);
	await does({ do: 'update', ids: [1], change: { outcome: 'issued', additionId: 'z' } });
	expect([await ownersOf('x'), await ownersOf('z')]).toEqual([[], ['paid']]);
	await does({ do: 'update', ids: [2], change: { outcome: 'unknown', additionId: '' } });
	expect(await ownersOf('y')).toEqual([]);
	expect((await read('open'))[0].additionId).toBeUndefined();
});

test('what it has removed is gone, its own as well as the table’s', async () => {
	await does({ do: 'insert', entries: [claimed('new')] });
	const [{ id }] = await read('new');
	await does({ do: 'delete', ids: [id, 2] });
	expect([await read('new', 'open'), await reads({ do: 'readOpen' })]).toEqual([[], []]);
});
