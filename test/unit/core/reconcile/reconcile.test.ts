import fc from 'fast-check';
import { atOnce } from '../../../../harness/system/atOnce';
import type { Addition } from '../../../../nodes/Gmc/core/service/record';
import { CustomerDirectory } from '../../../../nodes/Gmc/core/customers/directory';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import {
	batchSet,
	chargeRefOf,
	customerRef,
	executionSet,
	keySet,
} from '../../../../nodes/Gmc/core/ledger/refs';
import type { ReadEffect } from '../../../../nodes/Gmc/core/ledger/effects';
import { perform } from '../../../../nodes/Gmc/core/ledger/effects';
import type { SheetRow } from '../../../../nodes/Gmc/core/reconcile/sheetRow';
import { entriesFor, toSheetRow } from '../../../../nodes/Gmc/core/reconcile/sheetRow';
import { reconcile } from '../../../../nodes/Gmc/core/reconcile/reconcile';

// What test/n8n-core/balance/reconcile.test.ts does not see; a row that is said not to be listed is paid.

const TODAY = 1_000_000_000_000;

const directory = new CustomerDirectory(
	['ana', 'bruno'].map((_id) => ({ _id, taxId: `${_id} tax` })),
);

interface Wanted {
	key: string;
	batch: string;
	who: string;
}
const rowOf = (amount: number, { key, batch, who = 'ana' }: Partial<Wanted> = {}): SheetRow =>
	toSheetRow({
		charge: { identifiers: [who, `${who} tax`], amount, currency: 'BRL' },
		customerId: who,
		key,
		batch: batch === undefined ? undefined : { name: batch, label: batch },
	});

const additionOf = (_id: string, amount?: number, more: object = {}): Addition => ({
	_id,
	items: [{ customerIdentifier: 'ana', sourceAmount: amount, sourceCurrency: 'BRL', ...more }],
});

let ids = 0;
const keyed = (key: string, amount: number, more: Partial<Entry> = {}): Entry => ({
	id: ++ids,
	key,
	ref: keySet(key),
	set: keySet(key),
	execution: 'execution',
	chargeRef: chargeRefOf('ana', { amount, currency: 'BRL' }),
	outcome: 'issued',
	claim: 'run',
	askedAt: TODAY,
	charge: { identifiers: ['ana'], amount, currency: 'BRL' },
	...more,
});

interface World {
	additions?: Addition[];
	entries?: Entry[];
}

function look(rows: SheetRow[], { additions = [], entries = [] }: World) {
	const placeOf = () => 'within' as const;
	const time = { span: { since: TODAY }, at: TODAY + 1 };
	const list = { additions, placeOf, isWhole: true, ...time, directory };
	const found = atOnce(reconcile(rows, list, entries));
	return { findings: found.slice(0, rows.length), left: found.slice(rows.length) };
}
const foundOf = (rows: SheetRow[], world: World) =>
	look(rows, world).findings.map(({ found }) => found);

const a = rowOf(10, { key: 'a' });
const b = rowOf(10, { key: 'b' });

test('what failed is no row, and is left', () => {
	const world = { additions: [additionOf('a', 10, { status: 'FAILED' })] };
	const { findings, left } = look([rowOf(10)], world);
	expect([findings[0].found, left.length]).toEqual(['notListed', 1]);
});

test('what a person has set to issued without an addition may be any equal addition of that day', () => {
	const entries = [keyed('a', 10)];
	const additions = [additionOf('x', 10)];
	expect(foundOf([a, b, rowOf(10)], { entries, additions })).toEqual(Array(3).fill('uncertain'));
	const before = [keyed('a', 10, { askedAt: TODAY - 1 })];
	expect(foundOf([a], { entries: before, additions })).toEqual(['paidBefore']);
});

test('a name that has paid something else, or stands twice, is for people', () => {
	const paid = (key: string, amount: number) => [keyed(key, amount, { additionId: 'x' })];
	const other = look([a], { entries: paid('a', 11) });
	expect(other.findings).toEqual([{ found: 'uncertain', why: 'contradicted' }]);
	expect(foundOf([rowOf(10, { key: '7' })], { entries: paid('07', 10) })).toEqual(['uncertain']);
	const twice = { entries: paid('a', 10), additions: [additionOf('x', 10)] };
	expect(foundOf([a, rowOf(10, { key: 'a' })], twice)).toEqual(['listed', 'uncertain']);
});

test('where an equal entry of a name is open, from whatever day, no equal row is listed, nor not listed', () => {
	const additions = [additionOf('x', 10), additionOf('y', 10), additionOf('z', 11)];
	const open = { found: 'uncertain', why: 'open' };
	for (const askedAt of [TODAY, TODAY - 2]) {
		const entries = [keyed('other', 10, { outcome: 'sending', askedAt, heldUntil: askedAt + 1 })];
		const { findings, left } = look([a, b, rowOf(10), rowOf(11)], { entries, additions });
		expect(findings).toMatchObject([open, open, open, { found: 'listed' }]);
		expect(left).toEqual([]);
	}
});

test('an open row without a name is over once it is not held', () => {
	const set = executionSet('token', 'node', 0);
	const own = { key: undefined, set, ref: customerRef(set, 'ana'), n: 1 };
	const openUntil = (heldUntil: number) => ({
		entries: [keyed('', 10, { ...own, outcome: 'unknown', heldUntil })],
	});
	expect(foundOf([rowOf(10)], openUntil(TODAY + 1))).toEqual(['notListed']);
	expect(foundOf([rowOf(10)], openUntil(TODAY + 2))).toEqual(['uncertain']);
});

test('the order of the sheet makes no row with a key not listed while an equal addition may be its own', () => {
	const entries = [keyed('z', 10, { additionId: 'x' })];
	const additions = [additionOf('x', 10), additionOf('y', 10)];
	expect(foundOf([a, rowOf(10)], { entries, additions })).toEqual(['listed', 'uncertain']);
	expect(foundOf([rowOf(10), a], { entries, additions })).toEqual(['uncertain', 'listed']);
});

test('what a crash left open under a name that has paid since is no obstacle', () => {
	const entries = [keyed('z', 10, { outcome: 'sending' }), keyed('z', 10, { additionId: 'x' })];
	const additions = [additionOf('x', 10), additionOf('y', 10)];
	expect(foundOf([a, b], { entries, additions })).toEqual(['listed', 'notListed']);
});

test('a row of a batch that has paid another amount is for people', () => {
	const set = batchSet('november');
	const ref = customerRef(set, 'ana');
	const entries = [1, 2].map((n) =>
		keyed('', 10, { key: undefined, ref, set, n, additionId: `x${n}` }),
	);
	const rows = [10, 12].map((amount) => rowOf(amount, { batch: 'november' }));
	const additions = [additionOf('x1', 10), additionOf('x2', 10)];
	expect(foundOf(rows, { additions, entries })).toEqual(['listed', 'uncertain']);
});

test('a tax ID that GMC has corrected since may be any equal row; another `_id` is none', () => {
	const old = additionOf('x', 10, { customerIdentifier: '01234567890' });
	const rows = [rowOf(10), rowOf(10, { who: 'bruno' }), rowOf(11)];
	expect(foundOf(rows, { additions: [old] })).toEqual(['uncertain', 'uncertain', 'notListed']);
	const gone = additionOf('x', 10, { customerIdentifier: 'ea8e4c4fb6ebd158576fb5a4' });
	expect(foundOf(rows, { additions: [gone] })).toEqual(rows.map(() => 'notListed'));
});

const key = fc.constantFrom(undefined, 'a', 'b', 'c');
const amount = fc.constantFrom(10, 20);
const row = fc.record({ amount, key, batch: fc.constantFrom(undefined, 'n') });
const status = fc.constantFrom('COMPLETED', 'FAILED');
const addition = fc.record({ amount: fc.option(amount, { nil: undefined, freq: 9 }), status });
const entry = fc.record({
	amount,
	key: fc.constantFrom('a', 'b', 'z'),
	outcome: fc.constantFrom('issued' as const, 'unknown' as const, 'rejected' as const),
	of: fc.option(fc.nat(5), { nil: undefined }),
});
const world = fc.record({
	rows: fc.array(row, { maxLength: 6 }),
	additions: fc.array(addition, { maxLength: 6 }),
	entries: fc.uniqueArray(entry, { maxLength: 3, selector: (one) => one.key }),
});
type Made = typeof world extends fc.Arbitrary<infer One> ? One : never;
const sheetOf = ({ rows }: Made) => rows.map(({ amount: value, ...names }) => rowOf(value, names));
const worldOf = ({ additions, entries }: Made): World => ({
	additions: additions.map((one, at) => additionOf(`x${at}`, one.amount, { status: one.status })),
	entries: entries.map(({ of, outcome, ...one }, at) => {
		const paid = of !== undefined && outcome === 'issued' && { additionId: `x${of}` };
		return keyed(one.key, one.amount, { id: at + 1, outcome, ...paid });
	}),
});

test("whatever the sheet and the list, each addition is at most one row's, and every other one is left", () => {
	fc.assert(
		fc.property(world, (made) => {
			const seen = worldOf(made);
			const { findings, left } = look(sheetOf(made), seen);
			const taken = findings.flatMap(({ item }) => (item ? [item.addition._id] : []));
			const all = [...taken, ...left.map(({ item }) => item?.addition._id)];
			expect(all.sort()).toEqual(seen.additions!.map(({ _id }) => _id).sort());
		}),
	);
});

// Such a search looks for each id in every row of the ledger.
test('only for additions that no paid entry of the period owns, the ledger is searched', async () => {
	const ofPeriod = [
		keyed('a', 1, { additionId: 'x1' }),
		keyed('b', 2, { additionId: 'x2', outcome: 'unknown' }),
	];
	const asked: ReadEffect[] = [];
	await perform(entriesFor([], { since: TODAY }, ['x1', 'x2', 'x3']), async (effect) => {
		asked.push(effect as ReadEffect);
		return effect.do === 'readSince' ? ofPeriod : [];
	});
	expect(asked).toContainEqual({ do: 'readOwners', additionIds: ['x2', 'x3'] });
});
