import { readItems } from '../../../../nodes/Gmc/core/additions/item';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Look } from '../../../../nodes/Gmc/core/ledger/look';
import { resolveInDoubt } from '../../../../nodes/Gmc/core/ledger/resolve';
import { takeAddition } from '../../../../nodes/Gmc/core/ledger/take';
import { added, RULES, said, wish, World } from './protocol-support';

// Writing down whose an addition is, and that a name is proven not done, while others do so, too.

let world: World;
beforeEach(() => (world = new World()));

describe('an addition that is taken', () => {
	const [item] = readItems(added('a', 5));
	const take = (row: Entry, look: Partial<Look> = {}) =>
		world.run(
			takeAddition([row], item, {
				isHeld: () => true,
				wasNaming: () => true,
				...look,
			} as Look),
		);
	const inDoubt = () => world.other('k', 5, { outcome: 'unknown' });
	const rival = (row: Partial<Entry> = {}) => world.other('rival', 5, { additionId: 'a', ...row });

	test('is the own where nobody else names it', () => {
		const row = inDoubt();
		world.other('other', 5, { outcome: 'issued', additionId: 'b' });
		expect(take(row)).toEqual({ is: 'paid', row, additionId: 'a' });
	});

	test.each([
		['has paid with it', { outcome: 'issued' }, {}],
		['has begun to name it', {}, { wasNaming: () => false, isHeld: () => false }],
		['names it, and is held', {}, {}],
	] as const)('is not the own where another %s', (_, row, look) => {
		const own = inDoubt();
		rival(row);
		expect(take(own, look)).toMatchObject({ is: 'inDoubt', candidates: ['a'] });
		expect(world.told()[0]).toBe('k unknown other');
	});

	test.each([
		['has let go of it', { outcome: 'unknown' }, {}],
		['was refused with it', { outcome: 'rejected' }, {}],
		['was cut off while it named it, and is held no more', {}, { isHeld: () => false }],
	] as const)('is the own where another %s', (_, row, look) => {
		const own = inDoubt();
		rival(row);
		expect(take(own, look)).toMatchObject({ is: 'paid' });
	});

	test('is asked for once more after it was written down', () => {
		const row = inDoubt();
		world.meanwhile = { readOwners: { 2: () => rival({ outcome: 'issued' }) } };
		expect(take(row)).toMatchObject({ is: 'inDoubt' });
		expect(world.told()[0]).toBe('k unknown other');
	});

	test.each([
		['has given another addition', { additionId: 'b' }],
		['has rejected', { outcome: 'rejected' }],
		['has claimed anew', { claim: 'next' }],
	] as const)("is another run's to tell, where that %s the row", (_, change) => {
		const row = inDoubt();
		world.meanwhile = { readOwners: { 1: () => world.change(row, change) } };
		expect(take(row)).toMatchObject({ is: 'inDoubt' });
		expect(world.steps).toEqual(['update 1 sending a', 'readOwners a by k']);
	});

	test('of a row that people have said to be paid is written down at once, and never put in doubt', () => {
		const row = world.other('k', 5, { outcome: 'issued' });
		world.meanwhile = { readOwners: { 1: () => rival({ outcome: 'issued' }) } };
		expect(take(row)).toMatchObject({ is: 'inDoubt' });
		expect(world.steps).toEqual(['update 1 issued a', 'readOwners a by k', 'update 1 issued ']);
	});
});

describe('a name that is proven not done', () => {
	const LONG_AGO = 40;
	const resolve = (isOthers: boolean, ...refs: string[]) =>
		world.run(
			resolveInDoubt(
				refs.map((ref) => wish(ref)),
				{ ...RULES, isOthers },
			),
		);
	const left = (ref: string) => world.other(ref, LONG_AGO, { outcome: 'unknown' });

	test('and was claimed by another at the same moment has paid, if that has', () => {
		left('k');
		const rival = () => world.other('k', 0, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { insert: { 1: rival } };
		expect(said(resolve(false, 'k'))).toEqual({ k: 'paid a' });
	});

	test('and was rejected by another at the same moment is claimed, and nothing written of the old row', () => {
		const row = left('k');
		world.meanwhile = { insert: { 1: () => world.change(row, { outcome: 'rejected' }) } };
		expect(said(resolve(false, 'k'))).toEqual({ k: 'mine' });
		expect(world.steps.slice(-2)).toEqual(['insert k', 'read k']);
	});

	test('is claimed where another name is not', () => {
		left('k');
		left('l');
		world.meanwhile = { insert: { 1: () => world.other('l', 0) } };
		expect(said(resolve(false, 'k', 'l'))).toEqual({ k: 'mine', l: 'inDoubt' });
		expect(world.steps.at(-1)).toBe('read l');
	});

	test('is free, with all its rows that were in doubt rejected, and no other', () => {
		world.other('k', LONG_AGO, { outcome: 'rejected' });
		left('k');
		left('k');
		expect(resolve(true, 'k').get('k')).toEqual({ is: 'free', isKnown: true, failed: [] });
		expect(world.steps.slice(-2)).toEqual(['read k', 'update 2 rejected, 3 rejected']);
	});

	test('is free without a word where another has rejected it just now', () => {
		const row = left('k');
		world.meanwhile = { read: { 4: () => world.change(row, { claim: 'next' }) } };
		expect(said(resolve(true, 'k'))).toEqual({ k: 'free' });
		expect(world.steps.at(-1)).toBe('read k');
	});

	test('and that is held is left alone', () => {
		world.other('k', 5, { outcome: 'unknown' });
		expect(said(resolve(true, 'k'))).toEqual({ k: 'inDoubt' });
		expect(world.steps.at(-1)).toBe('read k');
		expect(world.steps.filter((step) => step === 'read k')).toHaveLength(3);
	});
});
