import fc from 'fast-check';
import type { BatchName } from '../../../../nodes/Gmc/core/ledger/batch';
import { movedCustomers, nameBatchRows } from '../../../../nodes/Gmc/core/ledger/batch';
import { claimIdOf } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';

const charge = (amount: number, currency = 'BRL') => ({ identifiers: ['ana'], amount, currency });
const entry = (n: number | undefined, amount: number, more: Partial<Entry> = {}): Entry => ({
	id: n ?? 99,
	ref: 'ana',
	n,
	batchRef: 'batch',
	outcome: 'issued',
	claim: 'run',
	askedAt: 0,
	charge: charge(amount),
	...more,
});
const nOf = (name: BatchName) => ('n' in name ? name.n : Object.keys(name)[0]);
const ns = (amounts: number[], entries: Entry[] = []) =>
	nameBatchRows(
		amounts.map((amount) => charge(amount)),
		entries,
	).map(nOf);

describe('a first sheet', () => {
	test('numbers equal rows apart', () => expect(ns([10, 10, 10])).toEqual([1, 2, 3]));

	test('is numbered by content, so that two runs that have it in another order agree', () => {
		expect(ns([30, 10, 20])).toEqual([3, 1, 2]);
		expect(ns([10, 20, 30])).toEqual([1, 2, 3]);
		const mixed = [charge(5, 'USD'), charge(9, 'BRL'), charge(5, 'BRL')];
		expect(nameBatchRows(mixed, []).map(nOf)).toEqual([3, 2, 1]);
	});
});

describe('what is paid', () => {
	test('leaves nothing of a claim that a crash has left behind under its name', () => {
		const left = entry(1, 12, { id: 50, outcome: 'sending' });
		expect(ns([10, 30], [entry(1, 10), left])).toEqual([1, 2]);
		expect(ns([10, 30], [{ ...left, n: 2 }, entry(1, 10)])).toEqual([1, 'changed']);
	});

	test('is found by content, wherever its row stands now', () => {
		expect(ns([20, 10], [entry(1, 10), entry(2, 20)])).toEqual([2, 1]);
	});

	test('is found once: of two equal rows, one is new', () => {
		expect(ns([10, 10], [entry(1, 10)])).toEqual([1, 2]);
	});

	test('of another currency is something else', () => {
		const usd = entry(1, 10, { charge: charge(10, 'USD') });
		expect(ns([10], [usd])).toEqual(['changed']);
	});

	test('is equal as far as amounts are compared', () => {
		expect(ns([0.3], [entry(1, 0.1 + 0.2)])).toEqual([1]);
	});

	test('is taken before what may be, so that the open one is looked up for the other row', () => {
		const entries = [entry(1, 10, { outcome: 'unknown' }), entry(2, 10)];
		expect(ns([10], entries)).toEqual([2]);
		expect(ns([10, 10], entries)).toEqual([2, 1]);
	});

	test('and was being settled in bulk stands twice under one name, and is one', () => {
		const claim = entry(1, 10, { id: 1, outcome: 'sending' });
		const named = { ...claim, id: 2, additionId: 'a' };
		expect(ns([10, 10], [claim, named])).toEqual([1, 2]);
	});
});

describe('a sheet that grows', () => {
	test('gives its new rows the next numbers', () => {
		expect(ns([20, 10, 5], [entry(1, 10), entry(2, 20)])).toEqual([2, 1, 3]);
	});

	test('fills a gap, which is a row that was deleted from the ledger', () => {
		expect(ns([10, 20, 30], [entry(1, 10), entry(3, 30)])).toEqual([1, 2, 3]);
	});
});

describe('a row that is gone from the sheet', () => {
	test.each(['issued', 'unknown', 'sending'] as const)(
		'and is %s holds back every row that may be its correction',
		(outcome) => {
			const gone = entry(1, 10, { outcome });
			expect(nameBatchRows([charge(15)], [gone])).toEqual([{ changed: [gone] }]);
			expect(ns([15, 20], [gone, entry(2, 20)])).toEqual(['changed', 2]);
		},
	);

	test('and is proven not done holds back none, and frees its number', () => {
		expect(ns([15], [entry(1, 10, { outcome: 'rejected' })])).toEqual([1]);
	});

	test('with no row in its place holds back nobody', () => {
		expect(ns([20], [entry(1, 10), entry(2, 20)])).toEqual([2]);
	});

	test('is told whole: all that is paid and stands nowhere', () => {
		const gone = [entry(1, 10), entry(2, 20)];
		expect(nameBatchRows([charge(30)], gone)).toEqual([{ changed: gone }]);
	});
});

describe('an entry that cannot be read', () => {
	const garbled = entry(1, NaN, { unreadable: ['amount'], outcome: 'unknown' });

	test('holds back what it may have paid, and not what is surely another', () => {
		expect(nameBatchRows([charge(10), charge(20)], [garbled, entry(2, 20)])).toEqual([
			{ unreadable: garbled },
			{ n: 2, beside: new Set([garbled, entry(2, 20)].map(claimIdOf)) },
		]);
	});

	test('that people have rejected is none', () => {
		expect(ns([10], [{ ...garbled, outcome: 'rejected' }])).toEqual([1]);
	});

	test('because it has lost its number gives no row a number that is none', () => {
		const [n] = ns([10], [entry(undefined, 10)]);
		expect(n).not.toBe(0);
	});
});

test('a name tells what the customer had when it was given', () => {
	const standing = [entry(1, 10)];
	const entries = [...standing, entry(2, 20, { outcome: 'rejected' })];
	expect(nameBatchRows([charge(10), charge(5)], entries)).toEqual([
		{ n: 1, beside: new Set(standing.map(claimIdOf)) },
		{ n: 2, beside: new Set(standing.map(claimIdOf)) },
	]);
});

const amounts = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 });
const shuffled = amounts.chain((all) =>
	fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);

test('any sheet, paid in part and run again in any order with more rows, pays each row once', () => {
	const isPaid = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
	fc.assert(
		fc.property(shuffled, isPaid, amounts, ([first, again], paid, more) => {
			const names = ns(first) as number[];
			expect(new Set(names).size).toBe(first.length);
			const entries = first.flatMap((amount, at) => (paid[at] ? [entry(names[at], amount)] : []));
			const sheet = [...again, ...more];
			const second = ns(sheet, entries) as number[];
			expect(new Set(second).size).toBe(sheet.length);
			const taken = entries.map(({ n }) => sheet[second.indexOf(n!)]);
			expect(taken).toEqual(entries.map((one) => one.charge.amount));
		}),
	);
});

describe('a customer that has got another _id', () => {
	const paid = entry(1, 10, {
		ref: 'old',
		charge: { ...charge(10), identifiers: ['id1', '12345678909'] },
	});

	test.each([
		['under the same tax ID has moved', paid, 'new', '12345678909', true],
		['under it without the zeros has moved', paid, 'new', '012345678909', true],
		[
			'under it as GMC spells it by now has moved',
			{ ...paid, charge: { ...paid.charge, identifiers: ['id1', '123.456.789-09'] } },
			...(['new', '12345678909', true] as const),
		],
		['and is the same one has not', paid, 'old', '12345678909', false],
		['under another tax ID has not', paid, 'new', '52998224725', false],
		['was never paid', { ...paid, outcome: 'rejected' as const }, 'new', '12345678909', false],
	] as Array<[string, Entry, string, string, boolean]>)('%s', (_, one, ref, taxId, expected) =>
		expect(movedCustomers([one])(ref, taxId)).toBe(expected),
	);
});
