import fc from 'fast-check';
import type { Charge } from '../../../../nodes/Gmc/core/additions/charge';
import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import type { Protocol } from '../../../../nodes/Gmc/core/ledger/effects';
import { type Share, shareOut } from '../../../../nodes/Gmc/core/ledger/shareOut';
import {
	type OpenRow,
	type MadeItem,
	CLOCK_RULES,
	linksBetween,
} from '../../../../nodes/Gmc/core/ledger/links';

// promises.md P24

const MINUTE = 60_000;
const HOLD = 15 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 12);
const charge: Charge = { identifiers: ['64f0', '52998224725'], amount: 10, currency: 'BRL' };

/** @param minutes before NOW at which it was asked for */
function row(name: string, minutes: number, more: Partial<OpenRow> = {}): OpenRow {
	return {
		name,
		charge,
		spans: [span(minutes)],
		isHeld: minutes * MINUTE < HOLD,
		isSending: false,
		isSameCustomer: () => true,
		...more,
	};
}

/** @param minutes before NOW at which it was asked for */
function span(minutes: number) {
	const from = NOW - minutes * MINUTE;
	return { from, until: from + HOLD };
}

/** @param minutes before NOW at which it was made */
function made(
	_id: string,
	minutes: number | undefined,
	{ fields, ...more }: Partial<MadeItem> & { fields?: object } = {},
): MadeItem {
	const item = { customerIdentifier: '64f0', sourceAmount: 10, sourceCurrency: 'BRL' };
	const [read] = readItems({ _id, items: [{ ...item, ...fields }] });
	const madeAt = minutes === undefined ? undefined : NOW - minutes * MINUTE;
	return { item: read, isZoned: true, madeAt, ...more };
}

function share(rows: OpenRow[], items: MadeItem[], now: number | undefined = NOW) {
	const links = finish(linksBetween(rows, items, CLOCK_RULES));
	return finish(shareOut(links, { ...CLOCK_RULES, now }));
}

function finish<Result>(work: Protocol<Result>): Result {
	for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

const told = (shares: Map<string, Share>) =>
	Object.fromEntries(
		[...shares].map(([name, one]) => [
			name,
			one.is === 'made' ? one.item.addition._id : one.is === 'notDone' ? 'not done' : one.is,
		]),
	);

const sending = { isSending: true, isHeld: true };
const notMeant = { isSameCustomer: () => false };
const reported = { isReportedPaid: true };
const twice = { spans: [span(4_000), span(30)] };
const notBefore = { listedBefore: new Set(['1']) };
const calledBy = (...identifiers: string[]) => ({ charge: { ...charge, identifiers } });
const notThere = { listedBefore: new Set<string>() };
const named = { namedAddition: '1' };
const anotherZone = made('1', 200, { isZoned: false });
const otherAmount = made('1', 29, { fields: { sourceAmount: 9 } });
const otherPerson = made('1', 29, { fields: { customerIdentifier: '11144477735' } });
const masked = made('1', 29, { fields: { customerIdentifier: '***.982.247-**' } });
const maskedByX = made('1', 29, { fields: { customerIdentifier: 'XXX.982.247-XX' } });
const two = [made('1', 30), made('2', 29)];

// What becomes of each row; all in minutes ago.
test.each<[string, OpenRow[], MadeItem[], string]>([
	['as many: each has one', [row('a', 5), row('b', 4)], [made('1', 5), made('2', 4)], '1, 2'],
	['fewer, one held', [row('a', 20), row('b', 8)], [made('1', 7)], 'held, held'],
	['fewer, none held: dealt out', [row('a', 40), row('b', 30)], [made('1', 30)], 'not done, 1'],
	['none, held long enough', [row('a', 16)], [], 'not done'],
	['more: nobody can tell', [row('a', 30)], two, 'unclear'],
	['made a little before: perhaps its clock', [row('a', 20)], [made('1', 24)], 'unclear'],
	['a time that cannot be read', [row('a', 20)], [made('1', undefined)], 'unclear'],
	['a time of another zone', [row('a', 20)], [anotherZone], 'unclear'],
	['one from the future', [row('a', 5)], [made('1', -5)], 'unclear'],
	['there before it was asked for', [row('a', 20, notBefore)], [made('1', 20)], 'not done'],
	['chained rows', [row('a', 40), row('b', 20)], [made('1', 27), made('2', 19)], '1, 2'],
	['while one of two is being sent', [row('a', 30), row('b', 29, sending)], two, 'held, held'],
	['for one not meant', [row('a', 20, notMeant)], [made('1', 20)], 'unclear'],
	['within the tolerance before the asking', [row('a', 20)], [made('1', 20 + 3 / 60)], '1'],
	['within the tolerance after the hold', [row('a', 20)], [made('1', 5 - 3 / 60)], '1'],
	['within the tolerance of the future', [row('a', 5)], [made('1', -3 / 60)], '1'],
	['at the edge of the doubt before', [row('a', 20)], [made('1', 30)], 'unclear'],
	['beyond it', [row('a', 20)], [made('1', 31)], 'not done'],
	['at the edge of the doubt after', [row('a', 40)], [made('1', 15)], 'unclear'],
	['beyond that', [row('a', 40)], [made('1', 14.9)], 'not done'],
	['being sent alone, and there', [row('a', 5, { isSending: true })], [made('1', 5)], '1'],
	['each by its time', [row('a', 40), row('b', 30)], [made('1', 29), made('2', 20)], '1, 2'],
	['told done', [row('a', 40, reported), row('b', 30)], [made('1', 29)], '1, not done'],
	[
		'told done, though listed last',
		[row('b', 30), row('a', 40, reported)],
		[made('1', 29)],
		'not done, 1',
	],
	[
		'two of one addition, named for one row',
		[row('a', 30, named), row('b', 29)],
		[made('1', 29), made('1', 28)],
		'1, 1',
	],
	// Long apart: the later one counts.
	['asked for twice', [row('a', 40, twice), row('b', 35)], [made('1', 29)], '1, not done'],
	['there before one', [row('a', 30, notBefore), row('b', 40)], [made('1', 29)], 'not done, 1'],
	['listed otherwise', [row('a', 20, calledBy('52998224725'))], [made('1', 20)], 'unclear'],
	['another customer', [row('a', 20, calledBy('aa', '11144477735'))], [made('1', 20)], 'not done'],
	['without a clock', [row('a', 20, { spans: [] })], [made('1', 20)], 'unclear'],
	['not there before', [row('a', 20, { ...notThere, spans: [] })], [made('1', 20)], '1'],
	['the same, of another zone', [row('a', 20, notThere)], [anotherZone], '1'],
	['the same, of no time', [row('a', 20, notThere)], [made('1', undefined)], '1'],
	['the same, of a time far off', [row('a', 20, notThere)], [made('1', 25)], 'unclear'],
	['of another amount', [row('a', 30)], [otherAmount], 'not done'],
	['the same, but named by the answer', [row('a', 30, named)], [otherAmount], 'unclear'],
	['masked, and named', [row('a', 30, named)], [masked], 'unclear'],
	['masked in another way', [row('a', 30)], [maskedByX], 'unclear'],
	['of somebody else, though named', [row('a', 30, named)], [otherPerson], 'unclear'],
	['an equal one besides', [row('a', 30, named)], [otherAmount, made('2', 29)], '2'],
])('%s', (_, rows, items, expected) => {
	expect(Object.values(told(share(rows, items))).join(', ')).toBe(expected);
});

describe.each([
	['one identifier', ['64f0']],
	['two identifiers', ['64f0', '52998224725']],
])('a row of a customer with %s', (_, identifiers) => {
	test.each([
		{ sourceAmount: '' },
		{ sourceCurrency: '' },
		{ customerIdentifier: '' },
		{ sourceAmount: '', sourceCurrency: '', customerIdentifier: '' },
	])('may have made an addition that does not say all: %j', (fields) => {
		const rows = [row('a', 30, calledBy(...identifiers))];
		expect(told(share(rows, [made('1', 29, { fields })]))).toEqual({ a: 'unclear' });
	});
});

test('candidates are what may be of the row, some of them where there are many', () => {
	const candidates = (shares: Map<string, Share>) =>
		(shares.get('a') as { candidates: string[] }).candidates;
	const some = share([row('a', 30)], [made('2', 29), made('1', 30), made('long before', 90)]);
	expect(candidates(some)).toEqual(['1', '2']);
	const many = Array.from({ length: 30 }, (_, n) => made(`a${n}`, 29));
	expect(candidates(share([row('a', 30)], many))).toHaveLength(20);
});

test.each(['k', 'l'])('what an answer has named for %s is given to that one', (named) => {
	const rows = ['k', 'l'].map((name) =>
		row(name, 40, name === named ? { namedAddition: 'b' } : {}),
	);
	const other = named === 'k' ? 'l' : 'k';
	expect(told(share(rows, [made('a', 39), made('b', 38)]))).toEqual({ [named]: 'b', [other]: 'a' });
	expect(told(share(rows, [made('b', 39), made('a', 38)]))).toEqual({ [named]: 'b', [other]: 'a' });
});

test('what was made first is dealt out first, however the list comes', () => {
	const rows = [row('k', 40), row('l', 30)];
	for (const items of [
		[made('a', 39), made('b', 29)],
		[made('b', 29), made('a', 39)],
	]) {
		expect(told(share(rows, items))).toEqual({ k: 'a', l: 'b' });
	}
});

test('every run deals out the same, however its rows and the list come', () => {
	const dealt = (rows: OpenRow[], items: MadeItem[]) => [
		told(share(rows, items)),
		told(share(rows, [...items].reverse())),
		told(share([...rows].reverse(), items)),
	];
	for (const [one, ...others] of [
		dealt([row('k', 40), row('l', 30)], [made('a', 29), made('b', 28)]),
		dealt([row('k', 40), row('l', 40)], [made('a', 39)]),
		dealt([row('k', 40), row('l', 30)], [made('a', 29), made('b', 29)]),
	]) {
		expect(others).toEqual([one, one]);
	}
});

test('where there are more additions than rows, they are not compared one by one', () => {
	let compared = 0;
	const isSameCustomer = () => Boolean(++compared);
	expect(told(share([row('a', 30, { isSameCustomer })], two))).toEqual({ a: 'unclear' });
	expect(compared).toBe(0);
});

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
