import type { Wish } from '../../../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/look';
import { resolveInDoubt } from '../../../../nodes/Gmc/core/ledger/resolve';
import { charge } from './entries-support';
import { added, HOLD, listing, MINUTE, NOW, RULES, said, wish, World } from './protocol-support';

// Finding out what became of names in doubt, step by step. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

const resolve = (wishes: Wish[], rules: Partial<ResolveRules> = {}) =>
	said(world.run(resolveInDoubt(wishes, { ...RULES, ...rules })));

/** Well over its hold. */
const LONG_AGO = 40;

describe('what another run is sending', () => {
	test('is waited for', () => {
		const row = world.other('k', 1);
		world.meanwhile = {
			pause: { 1: () => world.change(row, { outcome: 'issued', additionId: 'a' }) },
		};
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
		expect(world.steps).toEqual(['read k', 'pause 1', 'read k']);
	});

	test('is waited for some looks only', () => {
		world.other('k', 1);
		expect(resolve([wish('k')], { looks: 3 })).toEqual({ k: 'inDoubt' });
		expect(world.steps.slice(0, 6)).toEqual([
			'read k',
			'pause 1',
			'read k',
			'pause 2',
			'read k',
			'readInDoubt',
		]);
	});

	test.each([
		['this run', { claim: 'run' }],
		['nobody any more', { outcome: 'unknown' }],
	] as const)('is not waited for where it is %s', (_, row) => {
		world.other('k', 1, row);
		resolve([wish('k')]);
		expect(world.steps).not.toContain('pause 1');
	});

	test('keeps the names waiting that are in doubt, not those that are settled', () => {
		world.other('k', 1);
		world.other('l', 1, { outcome: 'issued', additionId: 'a' });
		expect(resolve([wish('k'), wish('l')], { looks: 2 })).toEqual({ k: 'inDoubt', l: 'paid a' });
		expect(world.steps.slice(0, 3)).toEqual(['read k, l', 'pause 1', 'read k']);
	});
});

describe('what the list shows', () => {
	test('is paid: the addition is named, its owners asked, and written down', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
		expect(world.steps).toEqual([
			'read k',
			'readInDoubt',
			'readUnnamed',
			'read k',
			'now',
			'list',
			'readInDoubt',
			'readUnnamed',
			'read k',
			'readOwners a',
			'update 1 sending a',
			'readOwners a by k',
			'update 1 issued a',
			'readOwners a by k',
		]);
		expect(world.told()).toEqual(['k issued a other']);
	});

	test('is paid also long after its hold', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});

	test.each([
		['for another customer', added('a', 5, { customerIdentifier: 'bruno' })],
		['of another amount', added('a', 5, { sourceAmount: 11 })],
		['in another currency', added('a', 5, { sourceCurrency: 'USD' })],
		['that has failed', { ...added('a', 5), status: 'FAILED' }],
		['of long before', added('a', 60)],
	])('%s is not its own', (_, addition) => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(addition);
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
		expect(world.told()).toEqual(['k unknown other']);
	});

	test('and another name has paid with is not its own', () => {
		world.other('paid', 5, { outcome: 'issued', additionId: 'a' });
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
	});

	test('more often than it was asked for can be told by nobody', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a b' });
		expect(world.told()).toEqual(['k unknown other']);
	});

	test('some minutes off may be its own, and is a candidate', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 9));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('is shared out among all names in doubt that are equal', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.other('l', 4, { outcome: 'unknown' });
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['k issued a other', 'l unknown other']);
	});

	test('is shared out to people, too, who have said that something was paid', () => {
		world.other('l', 5, { outcome: 'issued' });
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('is looked for since the name was asked for', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.other('equal', 7, { outcome: 'unknown' });
		world.other('different', 9, { outcome: 'unknown', charge: charge('bruno') });
		resolve([wish('k')]);
		expect(world.lists).toEqual([NOW - 7 * MINUTE]);
	});

	test('is not looked for since a row of long before', () => {
		world.other('k', 5, { outcome: 'unknown' });
		world.other('equal', 24 * 60, { outcome: 'unknown' });
		resolve([wish('k')]);
		expect(world.lists).toEqual([NOW - 5 * MINUTE]);
	});

	test('is not asked for since later than now, whatever the clock was', () => {
		world.other('k', -30, { outcome: 'unknown' });
		resolve([wish('k')]);
		expect(world.lists).toEqual([NOW]);
	});
});

describe('what the list does not show', () => {
	test('is held', () => {
		world.other('k', 5, { outcome: 'unknown' });
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
		expect(world.told()).toEqual(['k unknown other']);
	});

	test('is claimed anew once its hold is over, and the row of before rejected', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		expect(resolve([wish('k')])).toEqual({ k: 'mine' });
		expect(world.steps.slice(-4)).toEqual(['now', 'insert k', 'read k', 'update 1 rejected']);
		expect(world.told()).toEqual(['k rejected other', 'k sending run']);
	});

	test('is free, and for another to send again, where the name is not of this run', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		expect(resolve([wish('k')], { isOthers: true })).toEqual({ k: 'free' });
		expect(world.told()).toEqual(['k rejected other']);
	});

	test('is held as long as its run is at work', () => {
		world.other('k', LONG_AGO);
		expect(resolve([wish('k')], { isAlive: (claim) => claim === 'other' })).toEqual({
			k: 'inDoubt',
		});
	});

	test('is held as long as the row says, however short Hold is by now', () => {
		world.other('k', 5, { outcome: 'unknown' });
		expect(resolve([wish('k')], { holdMs: 0, timeoutMs: 0 })).toEqual({ k: 'inDoubt' });
	});

	test('is held as long as Hold is where the row does not say', () => {
		world.other('k', 5, { outcome: 'unknown', heldUntil: undefined });
		expect(resolve([wish('k')], { holdMs: 4 * MINUTE })).toEqual({ k: 'mine' });
	});

	test('says nothing where it cannot be had', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.listed = undefined;
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
		expect(world.steps.at(-1)).toBe('list');
	});

	test('waits for an equal name that is held, where one of two is listed', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.other('l', LONG_AGO, { outcome: 'unknown', heldUntil: NOW + HOLD });
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('of two equal names is one, and the other is paid: each is told once', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.other('l', LONG_AGO + 1, { outcome: 'unknown' });
		world.listed = listing(added('a', LONG_AGO));
		expect(resolve([wish('k'), wish('l')])).toEqual({ k: 'paid a', l: 'mine' });
	});

	test('because another name was given it, is only believed once that has it', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		const other = world.other('l', LONG_AGO - 1, { outcome: 'unknown' });
		world.listed = listing(added('a', LONG_AGO - 2));
		const rival = () => world.other('rival', 1, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { readOwners: { 2: rival } };
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
		expect(world.entries.find(({ id }) => id === other.id)).toMatchObject({
			outcome: 'unknown',
			additionId: undefined,
		});
	});
});

describe('what happens while it is looked for', () => {
	test('another run settles the name: what it says counts', () => {
		const row = world.other('k', 5, { outcome: 'unknown' });
		const settle = () => world.change(row, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { list: { 1: settle } };
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
		expect(world.steps.at(-1)).toBe('read k');
	});

	test('another run frees the name', () => {
		const row = world.other('k', 5, { outcome: 'unknown' });
		world.meanwhile = { list: { 1: () => world.change(row, { outcome: 'rejected' }) } };
		expect(resolve([wish('k')])).toEqual({ k: 'free' });
	});

	test('another run claims the name anew: the list was before that', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.meanwhile = { list: { 1: () => world.other('k', 0) } };
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
	});

	test('another run claims the name at the same moment: it is left to that', () => {
		world.other('k', LONG_AGO, { outcome: 'unknown' });
		world.meanwhile = { insert: { 1: () => world.other('k', 0) } };
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
		expect(world.told()).toEqual(['k unknown other', 'k sending other']);
	});

	test('another run takes the same addition: it is of neither', () => {
		world.other('k', 5, { outcome: 'unknown' });
		const rival = () => world.other('rival', 5, { additionId: 'a' });
		world.meanwhile = { update: { 1: rival } };
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
		expect(world.told()[0]).toBe('k unknown other');
	});

	test('a rival that a crash has left behind while it named the addition is none once it was held', () => {
		world.other('left', LONG_AGO, { additionId: 'a', charge: charge('bruno') });
		world.other('k', 5, { outcome: 'unknown' });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});
});
