import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Snapshot } from '../../../../nodes/Gmc/core/ledger/snapshot';
import { resolveOpen } from '../../../../nodes/Gmc/core/ledger/resolve';
import { takeAddition } from '../../../../nodes/Gmc/core/ledger/take';
import { RUN, wish } from './entries-support';
import { added, MINUTE, RULES, said, World } from './protocol-support';

// Writing down whose an addition is, and that a name is proven not done, while others do so, too.

let world: World;
beforeEach(() => (world = new World()));

describe('whose an addition is', () => {
	const [item] = readItems(added('a', 5));
	const take = (row: Entry, look: Partial<Snapshot> = {}) => {
		const seen = { isHeld: () => true, hadAddition: () => true, ...look } as Snapshot;
		return world.run(takeAddition([row], item, seen));
	};
	const inDoubt = () => world.other('k', 5, { outcome: 'unknown' });
	const rival = (row: Partial<Entry> = {}) => world.other('rival', 5, { additionId: 'a', ...row });

	test('is the own where nobody else names it', () => {
		const row = inDoubt();
		world.other('other', 5, { outcome: 'issued', additionId: 'b' });
		expect(take(row)).toEqual({ is: 'paid', entry: row, additionId: 'a' });
		expect(world.told()[0]).toBe('k issued a other');
	});

	const isNot = () => false;
	test.each<[string, Partial<Entry>, Partial<Snapshot>, boolean]>([
		['has paid with it', { outcome: 'issued' }, {}, false],
		['has begun to name it', {}, { hadAddition: isNot, isHeld: isNot }, false],
		['names it, and is held', {}, {}, false],
		['has let go of it', { outcome: 'unknown' }, {}, true],
		['was refused with it', { outcome: 'rejected' }, {}, true],
		['is of the same claim', { ref: 'k', outcome: 'issued' }, {}, true],
		['was cut off while it named it, and is held no more', {}, { isHeld: isNot }, true],
	])('where another row %s', (_, row, look, isOwn) => {
		const own = inDoubt();
		rival(row);
		expect(take(own, look).is).toBe(isOwn ? 'paid' : 'open');
		expect(world.told()[0]).toBe(isOwn ? 'k issued a other' : 'k unknown other');
	});

	test('is let go of where another has it once it was written down', () => {
		const row = inDoubt();
		world.meanwhile = { readOwners: { 2: () => rival({ outcome: 'issued' }) } };
		expect(take(row)).toMatchObject({ is: 'open' });
		expect(world.told()[0]).toBe('k unknown other');
	});

	test.each<[string, Partial<Entry>]>([
		['given another addition', { outcome: 'issued', additionId: 'b' }],
		['rejected', { outcome: 'rejected' }],
		['claimed anew', { claim: 'next' }],
	])('leaves a row alone that another run has %s meanwhile', (_, change) => {
		const row = inDoubt();
		world.meanwhile = { readOwners: { 1: () => world.change(row, change) } };
		expect(take(row)).toMatchObject({ is: 'open' });
		expect(world.entries[0]).toMatchObject(change);
		expect(world.counts.update).toBe(1);
	});

	test('of a row that people have said to be paid is never put in doubt', () => {
		const row = world.other('k', 5, { outcome: 'issued' });
		world.meanwhile = { readOwners: { 1: () => rival({ outcome: 'issued' }) } };
		expect(take(row)).toMatchObject({ is: 'open' });
		expect(world.told()[0]).toBe('k issued other');
	});
});

describe('a name that is proven not done', () => {
	const LONG_AGO = 40;
	const resolve = (refs: string[], rules: Partial<typeof RULES> = {}) => {
		const wishes = refs.map((ref) => wish(ref));
		return said(world.run(resolveOpen(wishes, { ...RULES, ...rules })));
	};
	const rejectOnly = { rejectOnly: true };
	const left = (ref: string) => world.other(ref, LONG_AGO, { outcome: 'unknown' });

	test('is claimed anew, and the row of before rejected', () => {
		left('k');
		expect(resolve(['k'])).toEqual({ k: 'claimed' });
		expect(world.told()).toEqual(['k rejected other', 'k sending run']);
	});

	test.each<[string, Partial<Entry>, string]>([
		['has paid', { outcome: 'issued', additionId: 'a' }, 'paid a'],
		['is at it', {}, 'open'],
	])('and was claimed by another at the same moment is left to that: it %s', (_, row, is) => {
		left('k');
		left('l');
		world.meanwhile = { insert: { 1: () => world.other('k', 0, row) } };
		expect(resolve(['k', 'l'])).toEqual({ k: is, l: 'claimed' });
		expect(world.told()).not.toContain('k sending run');
	});

	test('and equals what another execution is sending since, is not claimed under Recent', () => {
		left('k');
		const recent = {
			periodMs: 15 * MINUTE,
			isOwn: ({ run }: Entry) => run === RUN,
			isOfOtherGmc: () => false,
		};
		const others = () => world.other('theirs', 0, { run: 'third' });
		world.entries = world.entries.map((entry) => ({ ...entry, run: RUN }));
		world.meanwhile = { insert: { 1: others } };
		expect(resolve(['k'], { recent })).toEqual({ k: 'open' });
		expect(world.told()).toEqual(['k unknown other', 'theirs sending other']);
	});

	test('is free where it is not of this run: what was in doubt is rejected, and nothing else', () => {
		world.other('k', LONG_AGO, { outcome: 'rejected' });
		left('k');
		left('k');
		expect(resolve(['k'], rejectOnly)).toEqual({ k: 'free' });
		expect(world.told()).toEqual(Array(3).fill('k rejected other'));
		expect(world.counts.update).toBe(1);
	});

	test('is free without a word where another has claimed it anew just now', () => {
		const row = left('k');
		world.meanwhile = { read: { 4: () => world.change(row, { claim: 'next' }) } };
		expect(resolve(['k'], rejectOnly)).toEqual({ k: 'free' });
		expect(world.told()).toEqual(['k unknown next']);
	});

	test('and that is held is left alone', () => {
		world.other('k', 5, { outcome: 'unknown' });
		expect(resolve(['k'], rejectOnly)).toEqual({ k: 'open' });
		expect(world.told()).toEqual(['k unknown other']);
	});
});
