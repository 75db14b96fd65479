import fc from 'fast-check';
import { charge, made, row, share } from './shareOut-support';
import type { OpenRow, MadeItem } from '../../../../nodes/Gmc/core/ledger/links';
import { CLOCK_RULES } from '../../../../nodes/Gmc/core/ledger/links';

const minutes = fc.integer({ min: 0, max: 60 });
const worlds = fc.record({
	rows: fc.array(fc.record({ minutes, amount: fc.constantFrom(10, 20) }), { maxLength: 6 }),
	items: fc.array(
		fc.record({
			minutes: fc.option(minutes, { nil: undefined, freq: 8 }),
			amount: fc.constantFrom(10, 20, undefined),
			isZoned: fc.boolean(),
		}),
		{ maxLength: 6 },
	),
});

type World = typeof worlds extends fc.Arbitrary<infer One> ? One : never;

function play({ rows, items }: World) {
	const asked = rows.map((one, n) =>
		row(`r${n}`, one.minutes, { charge: { ...charge, amount: one.amount } }),
	);
	const all = items.map((one, n) => {
		const listed = made(`a${n}`, one.minutes, { isZoned: one.isZoned });
		return { ...listed, item: { ...listed.item, amount: one.amount } };
	});
	return { asked, all, shares: share(asked, all) };
}

/** By the rule as it is written, each pair by itself. */
function mayBeOf(
	{ charge: { amount }, spans: [{ from, until }] }: OpenRow,
	one: MadeItem,
): boolean {
	if (one.item.amount !== undefined && one.item.amount !== amount) return false;
	if (one.madeAt === undefined || !one.isZoned) return true;
	return one.madeAt >= from - CLOCK_RULES.doubtMs && one.madeAt <= until + CLOCK_RULES.doubtMs;
}

const RUNS = { numRuns: 500 };

test('no row is called not done while an addition that nobody owns could be its own, nor while it is held', () => {
	fc.assert(
		fc.property(worlds, (world) => {
			const { asked, all, shares } = play(world);
			const owned = new Set(
				[...shares.values()].flatMap((one) => (one.is === 'made' ? one.item.itemId : [])),
			);
			for (const one of asked.filter(({ name }) => shares.get(name)?.is === 'notDone')) {
				expect(one.isHeld).toBe(false);
				const unowned = all.filter(({ item }) => !owned.has(item.itemId));
				expect(unowned.filter((item) => mayBeOf(one, item))).toEqual([]);
			}
		}),
		RUNS,
	);
});

test('whatever became of the rows, what was made and what is sent again are never more than the rows', () => {
	const truths = fc.array(
		fc.record({ minutes, delay: fc.option(fc.double({ min: 0, max: 14.9, noNaN: true })) }),
		{ maxLength: 6 },
	);
	const strangers = fc.array(minutes, { maxLength: 2 });
	fc.assert(
		fc.property(truths, strangers, (rows, others) => {
			const asked = rows.map((one, n) => row(`r${n}`, one.minutes + 15));
			const own = rows.flatMap((one, n) =>
				one.delay === null ? [] : made(`a${n}`, one.minutes + 15 - one.delay),
			);
			const strange = others.map((before, n) => made(`s${n}`, before));
			const shares = [...share(asked, [...own, ...strange]).values()];
			const again = shares.filter(({ is }) => is === 'notDone').length;
			expect(own.length + again).toBeLessThanOrEqual(rows.length);
			// And where nobody else has made any, nobody is forgotten.
			if (others.length > 0 || shares.some(({ is }) => is === 'unclear')) return;
			expect(own.length + again).toBe(rows.length);
		}),
		RUNS,
	);
});
