import type { Entry, NamedRow } from '../../../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/snapshot';
import { resolveOpen } from '../../../../nodes/Gmc/core/ledger/resolve';
import { charge, wish } from './entries-support';
import { added, HOLD, listing, MINUTE, NOW, RULES, said, World } from './protocol-support';

// What is concluded of names in doubt. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

const resolve = (rules: Partial<ResolveRules> = {}, ...wishes: NamedRow[]) => {
	const all = wishes.length > 0 ? wishes : [wish('k')];
	return said(world.run(resolveOpen(all, { ...RULES, ...rules })));
};
const unknown = { outcome: 'unknown' } as const;
/** A row whose answer was lost. */
const lost = (ref: string, minutes: number, more: Partial<Entry> = {}) =>
	world.other(ref, minutes, { ...unknown, ...more });
/** Well over its hold. */
const LONG_AGO = 40;

describe('what another run is sending', () => {
	test('is waited for', () => {
		const row = world.other('k', 1);
		const settle = () => world.change(row, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { pause: { 1: settle } };
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.lists).toEqual([]);
	});

	test('is waited for some looks only', () => {
		world.other('k', 1);
		expect(resolve({ maxPolls: 3 })).toEqual({ k: 'open' });
		expect(world.counts).toMatchObject({ pause: 2, list: 1 });
	});
});

describe('what the list shows', () => {
	test.each([5, LONG_AGO])('is paid, and written down: asked for %i minutes ago', (minutes) => {
		lost('k', minutes);
		world.listed = listing(added('a', minutes - 1));
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['k issued a other']);
		expect(world.entries[0].settledAt).toBe(NOW);
	});

	test.each([
		['for another customer', [added('a', 5, { customerIdentifier: 'bruno' })], 'open'],
		['that has failed', [{ ...added('a', 5), status: 'FAILED' }], 'open'],
		['more often than it was asked for', [added('a', 5), added('b', 4)], 'open a b'],
	])('%s is not paid: what may be meant is told', (_, additions, expected) => {
		lost('k', 5);
		world.listed = listing(...additions);
		expect(resolve()).toEqual({ k: expected });
		expect(world.told()).toEqual(['k unknown other']);
	});

	test('and was there before this run has sent it, is not its own', () => {
		lost('k', 5, { claim: 'run.1' });
		world.listed = listing(added('a', 4));
		expect(resolve({ listedBefore: new Set(['a']) })).toEqual({ k: 'open' });
		expect(resolve()).toEqual({ k: 'paid a' });
	});

	test('is shared out among all names in doubt that are equal', () => {
		for (const [ref, minutes] of [['k', 5] as const, ['l', 4] as const]) lost(ref, minutes);
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['k issued a other', 'l unknown other']);
	});

	test('may be what people have said to be paid', () => {
		world.other('l', 5, { outcome: 'issued' });
		lost('k', 5);
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: 'open a' });
	});

	test('is of no account but today’s', () => {
		lost('l', 5, { isForeign: true });
		lost('k', 5);
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['l unknown other', 'k issued a other']);
	});

	test.each<[string, number, Partial<Entry>, number]>([
		['an equal row has asked', 7, {}, 7],
		['the row has asked, where another one is different', 7, { charge: charge('bruno') }, 5],
		['the row has asked, where an equal one is of long before', 24 * 60, {}, 5],
	])('is looked for since %s', (_, minutes, row, since) => {
		lost('k', 5);
		lost('other', minutes, row);
		resolve();
		expect(world.lists).toEqual([NOW - since * MINUTE]);
	});
});

describe('whose addition it is', () => {
	test.each<[string, Partial<Entry>, string]>([
		['another name has paid with', { outcome: 'issued', additionId: 'a' }, 'open'],
		['another name has let go of', { ...unknown, additionId: 'a' }, 'paid a'],
		['an edited row names', { ...unknown, additionId: 'a', unreadable: ['outcome'] }, 'open'],
		['an edited row does not name', { ...unknown, unreadable: ['outcome'] }, 'paid a'],
	])('what %s', (_, row, expected) => {
		lost('k', 5);
		world.other('other', 5, { ...row, charge: charge('bruno') });
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: expected });
	});

	test('one that this row was about to name when a crash came is its own', () => {
		world.other('k', LONG_AGO, { additionId: 'a' });
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve()).toEqual({ k: 'paid a' });
	});
});

describe('what the list does not show', () => {
	test('is held, and free for another run to send once the hold is over', () => {
		lost('k', 5, { heldUntil: NOW + 1 });
		expect(resolve()).toEqual({ k: 'open' });
		world.entries[0].heldUntil = NOW;
		expect(resolve({ rejectOnly: true })).toEqual({ k: 'free' });
		expect(world.told()).toEqual(['k rejected other']);
	});

	test('is held as the row says, or as Hold is where the row does not say', () => {
		const row = lost('k', 5);
		expect(resolve({ holdMs: 0, timeoutMs: 0 })).toEqual({ k: 'open' });
		world.change(row, { heldUntil: undefined });
		expect(resolve({ holdMs: 3 * MINUTE })).toEqual({ k: 'open' });
		expect(resolve({ holdMs: 2 * MINUTE })).toEqual({ k: 'claimed' });
	});

	test('says nothing where it cannot be had, nor while its run is at work', () => {
		lost('k', LONG_AGO);
		expect(resolve({ isAlive: (claim) => claim === 'other' })).toEqual({ k: 'open' });
		world.listed = undefined;
		expect(resolve()).toEqual({ k: 'open' });
	});

	test('waits for an equal name that is held, where one of two is listed', () => {
		lost('k', LONG_AGO);
		lost('l', LONG_AGO, { heldUntil: NOW + HOLD });
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve()).toEqual({ k: 'open a' });
	});

	test('because another name was given it, is only believed once that has it', () => {
		lost('k', LONG_AGO);
		lost('l', LONG_AGO - 1);
		world.listed = listing(added('a', LONG_AGO - 2));
		const rival = () => world.other('rival', 1, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { readOwners: { 2: rival } };
		expect(resolve()).toEqual({ k: 'open a' });
		expect(world.told()).toContain('l unknown other');
	});
});

describe('rows of one name', () => {
	test('are one name, whichever of them the addition is dated by; the newest has it', () => {
		lost('k', LONG_AGO);
		lost('k', 5);
		world.entries.reverse();
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.entries).toMatchObject([
			{ id: 2, outcome: 'issued' },
			{ id: 1, ...unknown },
		]);
	});

	test('are held as long as one of them is', () => {
		lost('k', LONG_AGO);
		lost('k', 5);
		expect(resolve()).toEqual({ k: 'open' });
	});
});

describe('an equal row that another run of this process', () => {
	test.each<[string, Partial<Entry>, string]>([
		['is sending: nothing is dealt out before it has ended', {}, 'open a b'],
		['was sending when it ended is not waited for', { claim: 'gone' }, 'paid a'],
		['has lost the answer of is not waited for', unknown, 'paid a'],
	])('%s', (_, row, expected) => {
		lost('k', 5);
		world.other('l', 4, { claim: 'at work', ...row });
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve({ isAlive: (claim) => claim === 'at work' })).toEqual({ k: expected });
	});
});

describe('an equal row that people have made unreadable', () => {
	test.each<[string, number | undefined, string]>([
		['may have been asked for at any time, where nothing tells', undefined, 'open a'],
		['was asked for in the time before its hold ended', NOW - 3 * 60 * MINUTE, 'paid a'],
	])('%s', (_, heldUntil, expected) => {
		lost('k', LONG_AGO);
		lost('l', LONG_AGO, { unreadable: ['askedAt'], askedAt: 0, heldUntil });
		world.listed = listing(added('old', 3 * 60 + 5), added('a', LONG_AGO - 1));
		expect(resolve()).toEqual({ k: expected });
	});
});

describe('while it is looked for, another run', () => {
	test.each<[string, Partial<Entry>, string]>([
		['settles the name: what it says counts', { outcome: 'issued', additionId: 'a' }, 'paid a'],
		['frees the name', { outcome: 'rejected' }, 'free'],
	])('%s', (_, change, expected) => {
		const row = lost('k', 5);
		world.meanwhile = { list: { 1: () => world.change(row, change) } };
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: expected });
	});

	test('claims the name anew: the list was before that, whatever its hold says', () => {
		lost('k', LONG_AGO);
		world.meanwhile = { list: { 1: () => world.other('k', 0, { heldUntil: NOW - HOLD }) } };
		expect(resolve()).toEqual({ k: 'open' });
	});

	test('takes the same addition: it is of neither', () => {
		lost('k', 5);
		world.meanwhile = { update: { 1: () => world.other('rival', 5, { additionId: 'a' }) } };
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: 'open a' });
		expect(world.told()[0]).toBe('k unknown other');
	});
});

describe('who the customer is by now', () => {
	const [ID, TAX_ID, NEW_TAX_ID] = ['64f0c0ffee64f0c0ffee64f0', '52998224725', '11144477735'];

	test.each([
		['the same', [ID, TAX_ID], [ID, TAX_ID], TAX_ID, 'paid a'],
		['known by its tax ID, too', [ID], [ID, TAX_ID], TAX_ID, 'paid a'],
		['another one with that tax ID', [TAX_ID], ['other', TAX_ID], 'other', 'open a'],
		['one whose tax ID has changed', [ID, TAX_ID], [ID, NEW_TAX_ID], TAX_ID, 'open a'],
		['one whose tax ID has changed, listed by ID', [ID, TAX_ID], [ID, NEW_TAX_ID], ID, 'paid a'],
	])('%s', (_, then, now, customerIdentifier, expected) => {
		lost('k', 5, { charge: { ...charge(), identifiers: then } });
		world.listed = listing(added('a', 5, { customerIdentifier }));
		const asNow = wish('k', { charge: { ...charge(), identifiers: now } });
		expect(resolve({}, asNow)).toEqual({ k: expected });
	});
});

describe('clocks', () => {
	test.each<[string, number | undefined, string]>([
		['that differ: an addition is dated by the service', 30 * MINUTE, 'paid a'],
		['whose difference nobody knows say nothing certain', undefined, 'open a'],
	])('%s', (_, clockOffset, expected) => {
		lost('k', 35, { heldUntil: NOW + MINUTE });
		world.listed = { ...listing(added('a', 5)), clockOffset };
		expect(resolve()).toEqual({ k: expected });
	});

	test.each([
		['that date an addition much later than now are not believed', 11, true, 'open a'],
		['that are just as far ahead as can be are', 10, true, 'paid a'],
		['without a zone put nothing in doubt by being ahead', 60, false, 'paid a'],
	])('%s', (_, ahead, isZoned, expected) => {
		lost('k', 5);
		const additions = [added('a', 5), added('b', -ahead, { customerIdentifier: 'bruno' })];
		world.listed = { ...listing(...additions), isZoned: ({ _id }) => _id === 'a' || isZoned };
		expect(resolve()).toEqual({ k: expected });
	});
});
