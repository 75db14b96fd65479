import fc from 'fast-check';
import { atOnce } from '../../../../harness/system/atOnce';
import { type Entry, claimIdOf, FAILED_ADDITION } from '../../../../nodes/Gmc/core/ledger/entry';
import {
	type SetName,
	type Unnamed,
	checkKeys,
	nameRows,
} from '../../../../nodes/Gmc/core/ledger/name';
import { keySet } from '../../../../nodes/Gmc/core/ledger/refs';
import type { Charge } from '../../../../nodes/Gmc/core/additions/charge';
import { charge, stored } from './entries-support';

// promises.md P8

const ana = (amount: number, currency?: string) => charge('ana', amount, currency);
const entry = (n: number | undefined, amount: number, more: Partial<Entry> = {}): Entry =>
	stored(n ?? 99, 'ana', { n, charge: ana(amount), ...more });
const nOf = (name: SetName | Unnamed) => ('n' in name ? name.n : name.is);
const ns = (amounts: number[], entries: Entry[] = [], isBatch = true) =>
	nameRows(
		amounts.map((amount) => ana(amount)),
		entries,
		isBatch,
	).names.map(nOf);

test('a first sheet is numbered by content, so that runs that have it in another order agree', () => {
	expect(ns([30, 10, 20, 10])).toEqual([4, 1, 3, 2]);
	const mixed = [ana(5, 'USD'), ana(9), ana(5)];
	expect(nameRows(mixed, [], true).names.map(nOf)).toEqual([3, 2, 1]);
});

describe.each([
	['a batch', true],
	['an execution', false],
])('what %s has paid', (_, isBatch) => {
	const again = (amounts: number[], ...entries: Entry[]) => ns(amounts, entries, isBatch);

	test('is found by content, wherever its row stands now, and each once', () => {
		expect(again([20, 10], entry(1, 10), entry(2, 20))).toEqual([2, 1]);
		expect(again([10, 10], entry(1, 10))).toEqual([1, 2]);
		expect(again([0.3], entry(1, 0.1 + 0.2))).toEqual([1]);
	});

	test('is taken before what may be, so that the open one is looked up for the other row', () => {
		const entries = [entry(1, 10, { outcome: 'unknown' }), entry(2, 10)];
		expect(again([10], ...entries)).toEqual([2]);
		expect(again([10, 10], ...entries)).toEqual([2, 1]);
	});

	test('and was being settled in bulk stands twice under one name, and is one', () => {
		const claim = entry(1, 10, { id: 1, outcome: 'sending' });
		const named = { ...claim, id: 2, additionId: 'a' };
		expect(again([10, 10], claim, named)).toEqual([1, 2]);
	});

	test('leaves nothing of a claim that a crash has left behind under its name', () => {
		const left = entry(1, 12, { id: 50, outcome: 'sending' });
		expect(again([10, 30], entry(1, 10), left)).toEqual([1, 2]);
	});

	test('and is proven not done frees its number; a gap is filled', () => {
		expect(again([15], entry(1, 10, { outcome: 'rejected' }))).toEqual([1]);
		expect(again([10, 20, 30], entry(1, 10), entry(3, 30))).toEqual([1, 2, 3]);
	});
});

describe('an entry that no row takes', () => {
	test.each(['issued', 'unknown', 'sending'] as const)(
		'in a batch, and is %s, holds back every row that may be its correction',
		(outcome) => {
			const gone = entry(1, 10, { outcome });
			expect(nameRows([ana(15)], [gone], true).names).toEqual([{ is: 'changed', entries: [gone] }]);
			expect(ns([15, 20], [gone, entry(2, 20)])).toEqual(['changed', 2]);
			expect(ns([20], [gone, entry(2, 20)])).toEqual([2]);
		},
	);

	test('in an execution means nothing: the rows get the numbers that nobody has', () => {
		expect(ns([15, 20], [entry(1, 10), entry(2, 20)], false)).toEqual([3, 2]);
		expect(ns([15], [entry(1, 10, { outcome: 'unknown' })], false)).toEqual([2]);
	});

	test('is told whole; one of another currency is something else, too', () => {
		const gone = [entry(1, 10), entry(2, 20, { charge: ana(30, 'USD') })];
		expect(nameRows([ana(30)], gone, true).names).toEqual([{ is: 'changed', entries: gone }]);
	});
});

describe('an entry that cannot be read', () => {
	const garbled = entry(1, NaN, { unreadable: ['amount'], outcome: 'unknown' });

	test.each([true, false])('holds back what it may have paid, and nothing else', (isBatch) => {
		const entries = [garbled, entry(2, 20)];
		const knownClaims = isBatch ? new Set(entries.map(claimIdOf)) : undefined;
		expect(nameRows([ana(10), ana(20)], entries, isBatch).names).toEqual([
			{ is: 'unreadable', entry: garbled },
			{ n: 2, knownClaims },
		]);
	});

	test('that people have rejected is none', () => {
		expect(ns([10], [{ ...garbled, outcome: 'rejected' }])).toEqual([1]);
	});

	test('because it has lost its number holds back, too', () => {
		expect(ns([10], [entry(undefined, 10)])).toEqual(['unreadable']);
	});
});

test('a name in a batch tells what the customer had when it was given', () => {
	const standing = entry(1, 10);
	const knownClaims = new Set([claimIdOf(standing)]);
	const entries = [standing, entry(2, 20, { outcome: 'rejected' })];
	expect(nameRows([ana(10), ana(5)], entries, true).names).toEqual([
		{ n: 1, knownClaims },
		{ n: 2, knownClaims },
	]);
});

describe('the number of an addition that has failed', () => {
	const failed = entry(1, 10, { additionId: 'a', ...FAILED_ADDITION });

	test('stays that of its row, and of no other', () => {
		expect(ns([5, 10], [failed])).toEqual([2, 1]);
	});

	test('is given to nobody where another row has it by now', () => {
		expect(ns([10, 12], [failed, entry(1, 12, { id: 2 })])).toEqual([2, 1]);
	});
});

describe('of the rows of a customer', () => {
	const names = (
		rest: { refused?: number; held?: number[] },
		amounts: number[],
		...all: Entry[]
	) => {
		const { names, left } = nameRows(
			amounts.map((amount) => ana(amount)),
			all,
			true,
			rest,
		);
		return { names: names.map(nOf), left };
	};

	test('refused ones take what the others leave, and it is told as left', () => {
		const [one, two] = [entry(1, 10), entry(2, 11)];
		const all = names({ refused: 1 }, [10, 11], one, two);
		expect(all).toEqual({ names: [1, 2], left: [two] });
	});

	test('refused ones take nothing while another row has none: it may be the corrected one', () => {
		const gone = entry(1, 11);
		const all = names({ refused: 1 }, [10, 11], gone);
		expect(all).toEqual({ names: ['changed', 'changed'], left: [gone] });
	});

	test('those that are named already keep their entries', () => {
		expect(names({ held: [1] }, [10], entry(1, 10))).toEqual({ names: [2], left: [] });
	});
});

describe('keys of a sheet', () => {
	const TEN = ana(10);
	const check = (rows: Array<[key: string, charge?: Charge]>, ...entries: Entry[]) => {
		const keyed = rows.map(([key, paid]) => ({ key, charge: paid }));
		return atOnce(checkKeys(keyed, entries));
	};
	const known = (key: string, amount = 10) =>
		stored(1, keySet(key), { key, charge: ana(amount), chargeRef: '' });
	const spellings = (...keys: [string, string]) => ({ is: 'spellings', keys });
	const contradicted = { is: 'contradicted' };

	test.each<[string, Array<[string, Charge?]>, Entry[], unknown[]]>([
		[
			'different ones are fine',
			[
				['a', TEN],
				['b', TEN],
			],
			[],
			['fine', 'fine'],
		],
		[
			'the same row repeats the first one',
			[
				['a', TEN],
				['a', TEN],
			],
			[],
			['fine', { sameAs: 0 }],
		],
		[
			'another amount contradicts',
			[
				['a', TEN],
				['a', ana(11)],
			],
			[],
			[contradicted, contradicted],
		],
		['what cannot be read may differ', [['a', TEN], ['a']], [], [contradicted, contradicted]],
		[
			'the one that was sent before is fine',
			[
				['a', ana(11)],
				['a', TEN],
			],
			[known('a')],
			[contradicted, 'fine'],
		],
		[
			'two spellings of a number',
			[
				['7', TEN],
				['007', TEN],
			],
			[],
			[spellings('7', '007'), spellings('7', '007')],
		],
		[
			'a number that may be read in two ways',
			[
				['1.000', TEN],
				['1', TEN],
			],
			[],
			[spellings('1.000', '1'), spellings('1', '1.000')],
		],
		[
			'another spelling in the ledger',
			[['1.000', TEN]],
			[known('1')],
			[{ is: 'spelledAs', entry: known('1') }],
		],
	])('%s', (_, rows, entries, expected) => {
		expect(check(rows, ...entries)).toEqual(expected);
	});
});

const amounts = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 });
const shuffled = amounts.chain((all) =>
	fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);

test.each([true, false])(
	'any sheet, paid in part and run again in any order with more rows, pays each row once (batch: %s)',
	(isBatch) => {
		const isPaid = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
		fc.assert(
			fc.property(shuffled, isPaid, amounts, ([first, again], paid, more) => {
				const names = ns(first, [], isBatch) as number[];
				expect(new Set(names).size).toBe(first.length);
				const entries = first.flatMap((amount, at) => (paid[at] ? [entry(names[at], amount)] : []));
				const sheet = [...again, ...more];
				const second = ns(sheet, entries, isBatch) as number[];
				expect(new Set(second).size).toBe(sheet.length);
				const taken = entries.map(({ n }) => sheet[second.indexOf(n!)]);
				expect(taken).toEqual(entries.map((one) => one.charge.amount));
			}),
		);
	},
);
