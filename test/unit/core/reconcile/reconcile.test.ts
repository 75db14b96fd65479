import fc from 'fast-check';
import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { batchRefOf, batchRowRef, ownRef, refOf } from '../../../../nodes/Gmc/core/ledger/key';
import type { Known } from '../../../../nodes/Gmc/core/reconcile/known';
import { NOTHING_KNOWN } from '../../../../nodes/Gmc/core/reconcile/known';
import { reconcile } from '../../../../nodes/Gmc/core/reconcile/reconcile';
import type { SheetRow } from '../../../../nodes/Gmc/core/reconcile/standing';

const TODAY = 1_000_000_000_000;

const rowOf = (amount: number, { key, batch, who = 'ana' }: Partial<Wanted> = {}): SheetRow => ({
	charge: { identifiers: [who, `${who} tax`], amount, currency: 'BRL' },
	customerId: who,
	taxId: `${who} tax`,
	...(key && { key: { key, ref: refOf('me', key) } }),
	...(batch && { batchRef: batchRefOf('me', batch) }),
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
const entryOf = (amount: number, more: Partial<Entry> = {}): Entry => ({
	id: ++ids,
	ref: ownRef(String(ids)),
	outcome: 'issued',
	claim: 'run',
	askedAt: TODAY,
	charge: { identifiers: ['ana'], amount, currency: 'BRL' },
	...more,
});
const keyed = (key: string, amount: number, more: Partial<Entry> = {}) =>
	entryOf(amount, { key, ref: refOf('me', key), ...more });

interface World {
	additions?: ListedAddition[];
	near?: ListedAddition[];
	around?: ListedAddition[];
	entries?: Entry[];
	isWhole?: boolean;
	isLedgerRead?: boolean;
	clockOffset?: number;
}

/** The ledger gives what is asked of it: `known.ts`. */
function look(rows: SheetRow[], world: World) {
	const { additions = [], near = [], around = [], entries = [] } = world;
	const { isWhole = true, isLedgerRead = true } = world;
	const known: Known = {
		ofKeys: entries.filter(({ ref }) => rows.some(({ key }) => key?.ref === ref)),
		ofBatches: entries.filter(({ batchRef }) => batchRef !== undefined),
		open: entries.filter(({ outcome }) => outcome === 'unknown' || outcome === 'sending'),
		paid: entries.filter(({ outcome, askedAt }) => outcome === 'issued' && askedAt >= TODAY),
		owners: new Map(
			entries.flatMap((entry) => (entry.additionId ? [[entry.additionId, entry]] : [])),
		),
	};
	const isOfPeriod = (millis: number) => millis >= TODAY;
	const lists = { additions, near, around, isWhole, isLedgerRead };
	const madeAt = ({ createdAt = TODAY }: ListedAddition) => createdAt as number;
	const clocks = { clockOffset: 'clockOffset' in world ? world.clockOffset : 0, at: TODAY + 1 };
	return reconcile(
		rows,
		{ ...lists, ...clocks, isOfPeriod, madeAt },
		entries.length > 0 ? known : NOTHING_KNOWN,
	);
}
const foundOf = (rows: SheetRow[], world: World) =>
	look(rows, world).findings.map(({ found }) => found);

describe('by content', () => {
	test('two equal rows and one addition leave one row over', () => {
		const world = { additions: [additionOf('a', 10)] };
		expect(foundOf([rowOf(10), rowOf(10)], world)).toEqual(['listed', 'notListed']);
	});

	test('what failed is no row, and is left', () => {
		const world = { additions: [additionOf('a', 10, { status: 'FAILED' })] };
		const { findings, left } = look([rowOf(10)], world);
		expect([findings[0].found, left.length]).toEqual(['notListed', 1]);
	});

	test('each item of an addition is one row, and what is over of it is left', () => {
		const [item] = additionOf('a', 10).items as object[];
		const addition = { _id: 'a', items: [item, item, item] };
		const { findings, left } = look([rowOf(10), rowOf(10)], { additions: [addition] });
		expect(findings.map(({ found }) => found)).toEqual(['listed', 'listed']);
		expect(left.map(({ claim }) => claim)).toEqual(['a#2']);
	});

	test('what cannot be read may be any row that it does not contradict', () => {
		const world = { additions: [additionOf('a')] };
		const rows = [rowOf(10), rowOf(20), rowOf(10, { who: 'bruno' })];
		expect(foundOf(rows, world)).toEqual(['uncertain', 'uncertain', 'notListed']);
	});

	test("what cannot be read and is a name's own is no other row", () => {
		const entries = [keyed('b', 10, { additionId: 'a' })];
		const rows = [rowOf(10, { key: 'a' }), rowOf(10, { key: 'b' })];
		expect(foundOf(rows, { additions: [additionOf('a')], entries })).toEqual([
			'notListed',
			'listed',
		]);
	});

	test('a cut list, or a ledger that was not read, proves nothing', () => {
		expect(foundOf([rowOf(10)], { isWhole: false })).toEqual(['uncertain']);
		const world = { isLedgerRead: false, additions: [additionOf('a', 10), additionOf('b', 10)] };
		const rows = [rowOf(10, { key: 'a' }), rowOf(10), rowOf(11)];
		expect(foundOf(rows, world)).toEqual(['uncertain', 'uncertain', 'uncertain']);
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
		expect(foundOf([a], { entries: [now], around: [additionOf('x', 10)] })).toEqual(['paidBefore']);
		const failed = additionOf('x', 10, { status: 'FAILED' });
		expect(foundOf([a], { entries: [now], additions: [failed] })).toEqual(['notListed']);
	});

	test('what people call issued is the equal addition of that day', () => {
		const entries = [keyed('a', 10)];
		expect(foundOf([a], { entries, additions: [additionOf('x', 10)] })).toEqual(['listed']);
		expect(foundOf([a], { entries })).toEqual(['uncertain']);
		const before = [keyed('a', 10, { askedAt: TODAY - 1 })];
		expect(foundOf([a], { entries: before, additions: [additionOf('x', 10)] })).toEqual([
			'paidBefore',
		]);
	});

	test('a name that has paid something else, or stands twice, is for people', () => {
		const other = look([a], { entries: [keyed('a', 11, { additionId: 'x' })] });
		expect(other.findings).toEqual([{ found: 'uncertain', isContradicted: true }]);
		const zeros = { entries: [keyed('07', 10, { additionId: 'x' })] };
		expect(foundOf([rowOf(10, { key: '7' })], zeros)).toEqual(['uncertain']);
		const twice = {
			entries: [keyed('a', 10, { additionId: 'x' })],
			additions: [additionOf('x', 10)],
		};
		expect(foundOf([a, rowOf(10, { key: 'a' })], twice)).toEqual(['listed', 'uncertain']);
	});

	test("an open entry is its own row's, and else every equal row's", () => {
		const entries = [keyed('a', 10, { outcome: 'unknown' })];
		expect(foundOf([a, b], { entries })).toEqual(['uncertain', 'notListed']);
		expect(foundOf([b, rowOf(10), rowOf(11)], { entries })).toEqual([
			'uncertain',
			'uncertain',
			'notListed',
		]);
	});

	test("what an open name that stands in no row may have made is not certainly a row's", () => {
		const additions = [additionOf('x', 10), additionOf('y', 10)];
		const entries = [keyed('other', 10, { outcome: 'sending' })];
		expect(foundOf([a, b], { entries, additions })).toEqual(['uncertain', 'listed']);
		const old = { askedAt: TODAY - 9e9, heldUntil: TODAY - 8e9 };
		const long = [keyed('other', 10, { outcome: 'sending', ...old })];
		expect(foundOf([a, b], { entries: long, additions })).toEqual(['listed', 'listed']);
	});

	test("where nobody knows GMC's clock, an open name may have made anything", () => {
		const old = { askedAt: TODAY - 9e9, heldUntil: TODAY - 8e9 };
		const world = {
			entries: [keyed('other', 10, { outcome: 'unknown', ...old })],
			additions: [additionOf('x', 10)],
		};
		expect(foundOf([a], world)).toEqual(['listed']);
		expect(foundOf([a], { ...world, clockOffset: undefined })).toEqual(['uncertain']);
	});

	test('an open name is over once it is not held, and was asked for in the period', () => {
		const openAt = (askedAt: number, heldUntil?: number) => ({
			entries: [entryOf(10, { outcome: 'unknown', askedAt, heldUntil })],
		});
		expect(foundOf([rowOf(10)], openAt(TODAY, TODAY + 1))).toEqual(['notListed']);
		expect(foundOf([rowOf(10)], openAt(TODAY, TODAY + 2))).toEqual(['uncertain']);
		expect(foundOf([rowOf(10)], openAt(TODAY))).toEqual(['uncertain']);
		expect(foundOf([rowOf(10)], openAt(TODAY - 1, TODAY))).toEqual(['uncertain']);
	});

	test('what people call issued of another name may be any equal addition', () => {
		const world = { additions: [additionOf('x', 10)], entries: [keyed('other', 10)] };
		expect(foundOf([rowOf(10), rowOf(10)], world)).toEqual(['uncertain', 'uncertain']);
		expect(foundOf([rowOf(10), rowOf(10)], { entries: [keyed('other', 10)] })).toEqual([
			'uncertain',
			'notListed',
		]);
	});

	test('what is beside the period is a row of that name, or may be one without', () => {
		const near = [additionOf('x', 10)];
		expect(foundOf([a, b], { near })).toEqual(['uncertain', 'notListed']);
		const entries = [keyed('a', 10, { additionId: 'x', askedAt: TODAY - 1 })];
		expect(foundOf([a, b], { near, entries })).toEqual(['paidBefore', 'notListed']);
		expect(foundOf([a, rowOf(10)], { near, entries })).toEqual(['paidBefore', 'notListed']);
		expect(foundOf([b, rowOf(10)], { near, entries })).toEqual(['notListed', 'uncertain']);
	});

	test('what is farther away is only said, unless a name has paid it', () => {
		const around = [additionOf('x', 10)];
		const notListed = { found: 'notListed' };
		expect(look([a], { around }).findings).toEqual([{ ...notListed, isEqualOutside: true }]);
		const entries = [keyed('z', 10, { additionId: 'x', askedAt: TODAY - 1 })];
		expect(look([a], { around, entries }).findings).toEqual([notListed]);
	});

	test('rows of a batch take its entries, and are new beside them', () => {
		const batchRef = batchRefOf('me', 'november');
		const ref = batchRowRef(batchRef, 'ana');
		const paid = (n: number, amount: number) =>
			entryOf(amount, { ref, batchRef, n, additionId: `x${n}` });
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
		order: fc.infiniteStream(fc.nat()),
	});
	const sheetOf = (rows: Array<{ amount: number; key?: string; batch?: string }>) =>
		rows.map(({ amount: value, ...names }) => rowOf(value, names));
	const worldOf = ({ additions, entries }: { additions: object[]; entries: object[] }): World => ({
		additions: (additions as Array<{ amount?: number; status: string }>).map((one, index) =>
			additionOf(`x${index}`, one.amount, { status: one.status }),
		),
		entries: (
			entries as Array<{ amount: number; key: string; outcome: Entry['outcome']; of?: number }>
		).map(({ of, outcome, ...one }, index) =>
			keyed(one.key, one.amount, {
				id: index + 1,
				outcome,
				...(of !== undefined && outcome === 'issued' && { additionId: `x${of}` }),
			}),
		),
	});

	test("each addition is at most one row's, and every other one is left", () => {
		fc.assert(
			fc.property(world, ({ rows, ...rest }) => {
				const seen = worldOf(rest);
				const { findings, left } = look(sheetOf(rows), seen);
				const taken = findings.flatMap(({ item }) => (item ? [item.addition._id] : []));
				const all = [...taken, ...left.map(({ addition: one }) => one._id)];
				expect(all.sort()).toEqual(seen.additions!.map(({ _id }) => _id).sort());
			}),
		);
	});

	test('the order of rows and additions changes no counts', () => {
		fc.assert(
			fc.property(world, ({ rows, order, ...rest }) => {
				const seen = worldOf(rest);
				const shuffled = <T>(all: T[]) =>
					all
						.map((one) => ({ one, by: order.next().value as number }))
						.sort((one, other) => one.by - other.by)
						.map(({ one }) => one);
				const again = { ...seen, additions: shuffled(seen.additions!) };
				const counts = (given: World, sheet: SheetRow[]) => foundOf(sheet, given).sort();
				const sheet = sheetOf(rows);
				expect(counts(again, shuffled(sheet))).toEqual(counts(seen, sheet));
			}),
			{ numRuns: 500 },
		);
	});
});
