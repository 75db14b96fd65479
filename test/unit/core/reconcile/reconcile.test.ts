import fc from 'fast-check';
import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { CustomerDirectory } from '../../../../nodes/Gmc/core/customers/directory';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import {
	batchSet,
	chargeRefOf,
	customerRef,
	executionSet,
	keySet,
} from '../../../../nodes/Gmc/core/ledger/key';
import type { Place, SheetRow } from '../../../../nodes/Gmc/core/reconcile/sheet';
import { reconcile } from '../../../../nodes/Gmc/core/reconcile/reconcile';

const TODAY = 1_000_000_000_000;
const NOVEMBER = batchSet('november');

const directory = new CustomerDirectory(
	['ana', 'bruno'].map((_id) => ({ _id, taxId: `${_id} tax` })),
);

const rowOf = (amount: number, { key, batch, who = 'ana' }: Partial<Wanted> = {}): SheetRow => ({
	charge: { identifiers: [who, `${who} tax`], amount, currency: 'BRL' },
	customerId: who,
	key,
	batch: batch === undefined ? undefined : { name: batch, label: batch },
});
interface Wanted {
	key: string;
	batch: string;
	who: string;
}

const additionOf = (_id: string, amount?: number, more: object = {}): ListedAddition => ({
	_id,
	items: [{ customerIdentifier: 'ana', sourceAmount: amount, sourceCurrency: 'BRL', ...more }],
});

let ids = 0;
const OWN = executionSet('token', 'node', 0);
const entryOf = (amount: number, more: Partial<Entry> = {}): Entry => ({
	id: ++ids,
	ref: customerRef(OWN, 'ana'),
	set: OWN,
	n: ids,
	execution: 'execution',
	chargeRef: chargeRefOf('ana', { amount, currency: 'BRL' }),
	outcome: 'issued',
	claim: 'run',
	askedAt: TODAY,
	charge: { identifiers: ['ana'], amount, currency: 'BRL' },
	...more,
});
const keyed = (key: string, amount: number, more: Partial<Entry> = {}) =>
	entryOf(amount, { key, ref: keySet(key), set: keySet(key), n: undefined, ...more });

interface World {
	additions?: ListedAddition[];
	/** Those of the days around, and those that may be of them. */
	outside?: ListedAddition[];
	unclear?: ListedAddition[];
	entries?: Entry[];
	isWhole?: boolean;
}

function look(rows: SheetRow[], world: World) {
	const { additions = [], outside = [], unclear = [], entries = [], isWhole = true } = world;
	const placeOf = (one: ListedAddition): Place =>
		outside.includes(one) ? 'outside' : unclear.includes(one) ? 'unclear' : 'within';
	const list = {
		additions: [...outside, ...unclear, ...additions],
		placeOf,
		isWhole,
		span: { since: TODAY },
		at: TODAY + 1,
		directory,
	};
	const found = reconcile(rows, list, entries);
	return { findings: found.slice(0, rows.length), left: found.slice(rows.length) };
}
const foundOf = (rows: SheetRow[], world: World) =>
	look(rows, world).findings.map(({ found }) => found);

describe('by content', () => {
	test('what failed is no row, and is left', () => {
		const world = { additions: [additionOf('a', 10, { status: 'FAILED' })] };
		const { findings, left } = look([rowOf(10)], world);
		expect([findings[0].found, left.length]).toEqual(['notListed', 1]);
	});

	test('what cannot be read may be any row that it does not contradict', () => {
		const world = { additions: [additionOf('a')] };
		const rows = [rowOf(10), rowOf(20), rowOf(10, { who: 'bruno' })];
		expect(foundOf(rows, world)).toEqual(['uncertain', 'uncertain', 'notListed']);
	});
});

describe('by name', () => {
	const a = rowOf(10, { key: 'a' });
	const b = rowOf(10, { key: 'b' });

	test('comes before content', () => {
		const world = {
			additions: [additionOf('x', 10)],
			entries: [keyed('b', 10, { additionId: 'x' })],
		};
		expect(foundOf([a, b], world)).toEqual(['notListed', 'listed']);
		expect(foundOf([rowOf(10), b], world)).toEqual(['notListed', 'listed']);
		expect(foundOf([rowOf(10)], world)).toEqual(['uncertain']);
	});

	test('what was paid outside of the period is paid before; what the list lacks of it is uncertain', () => {
		const before = keyed('a', 10, { additionId: 'x', askedAt: TODAY - 1 });
		expect(foundOf([a], { entries: [before], isWhole: false })).toEqual(['paidBefore']);
		const now = keyed('a', 10, { additionId: 'x' });
		expect(foundOf([a], { entries: [now] })).toEqual(['uncertain']);
		const outside = [additionOf('x', 10)];
		expect(foundOf([a], { entries: [now], outside })).toEqual(['paidBefore']);
		const failed = additionOf('x', 10, { status: 'FAILED' });
		expect(foundOf([a], { entries: [now], additions: [failed] })).toEqual(['notListed']);
	});

	test('what a person has set to issued without an addition may be any equal addition of that day', () => {
		const entries = [keyed('a', 10)];
		const additions = [additionOf('x', 10)];
		expect(foundOf([a, b, rowOf(10)], { entries, additions })).toEqual(Array(3).fill('uncertain'));
		const before = [keyed('a', 10, { askedAt: TODAY - 1 })];
		expect(foundOf([a], { entries: before, additions })).toEqual(['paidBefore']);
	});

	test('a name that has paid something else, or stands twice, is for people', () => {
		const other = look([a], { entries: [keyed('a', 11, { additionId: 'x' })] });
		expect(other.findings).toEqual([{ found: 'uncertain', why: 'contradicted' }]);
		const zeros = { entries: [keyed('07', 10, { additionId: 'x' })] };
		expect(foundOf([rowOf(10, { key: '7' })], zeros)).toEqual(['uncertain']);
		const twice = {
			entries: [keyed('a', 10, { additionId: 'x' })],
			additions: [additionOf('x', 10)],
		};
		expect(foundOf([a, rowOf(10, { key: 'a' })], twice)).toEqual(['listed', 'uncertain']);
	});

	test('one of a name is open for every period, until its row runs again', () => {
		const additions = [additionOf('x', 10)];
		const openAt = (askedAt: number, heldUntil: number) => ({
			additions,
			entries: [keyed('other', 10, { outcome: 'unknown', askedAt, heldUntil })],
		});
		expect(foundOf([a], openAt(TODAY - 2, TODAY - 1))).toEqual(['uncertain']);
	});

	test('where an equal entry of a name is open, no equal row is listed, nor not listed', () => {
		const additions = [additionOf('x', 10), additionOf('y', 10), additionOf('z', 11)];
		const entries = [keyed('other', 10, { outcome: 'sending' })];
		const rows = [a, b, rowOf(10), rowOf(11)];
		const { findings, left } = look(rows, { entries, additions });
		const open = { found: 'uncertain', why: 'open' };
		expect(findings).toMatchObject([open, open, open, { found: 'listed' }]);
		expect(left).toEqual([]);
	});

	test('what a crash left open under a name that has paid since is no obstacle', () => {
		const paid = keyed('z', 10, { additionId: 'x', askedAt: TODAY });
		const entries = [keyed('z', 10, { outcome: 'sending' }), paid];
		const additions = [additionOf('x', 10), additionOf('y', 10)];
		expect(foundOf([a, b], { entries, additions })).toEqual(['listed', 'notListed']);
	});

	test('an open row without a name is over once it is not held', () => {
		const openAt = (askedAt: number, heldUntil?: number) => ({
			entries: [entryOf(10, { outcome: 'unknown', askedAt, heldUntil })],
		});
		expect(foundOf([rowOf(10)], openAt(TODAY, TODAY + 1))).toEqual(['notListed']);
		expect(foundOf([rowOf(10)], openAt(TODAY, TODAY + 2))).toEqual(['uncertain']);
		expect(foundOf([rowOf(10)], openAt(TODAY))).toEqual(['uncertain']);
		expect(foundOf([rowOf(10)], openAt(TODAY - 1, TODAY))).toEqual(['notListed']);
	});

	test('what was paid in the period and is not listed yet may be a row without a name', () => {
		const entries = [keyed('z', 10, { additionId: 'x' })];
		expect(foundOf([rowOf(10), b], { entries })).toEqual(['uncertain', 'notListed']);
		expect(foundOf([rowOf(10), b], { entries: [entryOf(10)] })).toEqual(['uncertain', 'uncertain']);
	});

	test('what may be of the period is a row of that name, and else no proof', () => {
		const unclear = [additionOf('x', 10)];
		expect(foundOf([a, b], { unclear })).toEqual(['uncertain', 'notListed']);
		const entries = [keyed('a', 10, { additionId: 'x', askedAt: TODAY - 1 })];
		expect(foundOf([a, b], { unclear, entries })).toEqual(['listed', 'notListed']);
		expect(foundOf([b, rowOf(10)], { unclear, entries })).toEqual(['notListed', 'uncertain']);
		expect(look([], { unclear }).left).toHaveLength(1);
	});

	test('rows of a batch take its entries, and are new beside them', () => {
		const set = NOVEMBER;
		const ref = customerRef(set, 'ana');
		const paid = (n: number, amount: number) =>
			entryOf(amount, { ref, set, n, additionId: `x${n}` });
		const world = {
			additions: [additionOf('x1', 10), additionOf('x2', 10)],
			entries: [paid(1, 10), paid(2, 10)],
		};
		const row = () => rowOf(10, { batch: 'november' });
		expect(foundOf([row(), row(), row()], world)).toEqual(['listed', 'listed', 'notListed']);
		const changed = [row(), rowOf(12, { batch: 'november' })];
		expect(foundOf(changed, world)).toEqual(['listed', 'uncertain']);
		expect(foundOf([rowOf(10, { batch: 'december' })], world)).toEqual(['notListed']);
	});
});

test('a tax ID that GMC has corrected since is whose the ledger says, else any equal row; another `_id` is none', () => {
	const OLD = '01234567890';
	const old = additionOf('x', 10, { customerIdentifier: OLD });
	const charge = { identifiers: ['ana', OLD], amount: 10, currency: 'BRL' };
	const byOwner = [entryOf(10, { charge, additionId: 'x' })];
	expect(foundOf([rowOf(10)], { additions: [old], entries: byOwner })).toEqual(['listed']);
	const rows = [rowOf(10), rowOf(10, { who: 'bruno' }), rowOf(11)];
	expect(foundOf(rows, { additions: [old] })).toEqual(['uncertain', 'uncertain', 'notListed']);
	const gone = additionOf('x', 10, { customerIdentifier: 'ea8e4c4fb6ebd158576fb5a4' });
	expect(foundOf(rows, { additions: [gone] })).toEqual(rows.map(() => 'notListed'));
});

describe('whatever the sheet and the list', () => {
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
	const sheetOf = ({ rows }: Made) =>
		rows.map(({ amount: value, ...names }) => rowOf(value, names));
	const worldOf = ({ additions, entries }: Made): World => ({
		additions: additions.map((one, at) => additionOf(`x${at}`, one.amount, { status: one.status })),
		entries: entries.map(({ of, outcome, ...one }, at) => {
			const paid = of !== undefined && outcome === 'issued' && { additionId: `x${of}` };
			return keyed(one.key, one.amount, { id: at + 1, outcome, ...paid });
		}),
	});

	test("each addition is at most one row's, and every other one is left", () => {
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

	test('the order of rows and additions changes no counts', () => {
		fc.assert(
			fc.property(world, fc.infiniteStream(fc.nat()), (made, order) => {
				const shuffled = <T>(all: T[]) =>
					all
						.map((one) => ({ one, by: order.next().value as number }))
						.sort((one, other) => one.by - other.by)
						.map(({ one }) => one);
				const [seen, sheet] = [worldOf(made), sheetOf(made)];
				const again = { ...seen, additions: shuffled(seen.additions!) };
				expect(foundOf(shuffled(sheet), again).sort()).toEqual(foundOf(sheet, seen).sort());
			}),
			{ numRuns: 500 },
		);
	});
});
