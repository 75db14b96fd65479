import type { Listing } from '../../../../nodes/Gmc/core/ledger/effects';
import { type Entry, FAILED_ADDITION } from '../../../../nodes/Gmc/core/ledger/entry';
import { GIVE_WAY_EVERY } from '../../../../nodes/Gmc/core/ledger/links';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/snapshot';
import { resolveOpen } from '../../../../nodes/Gmc/core/ledger/resolve';
import { charge, wish } from './entries-support';
import { added, HOLD, listing, MINUTE, NOW, RULES, said, World } from './protocol-support';

// What is concluded of names in doubt. In every order of events: exploration.test.ts.
// promises.md P24

let world: World;
beforeEach(() => (world = new World()));

const resolve = (rules: Partial<ResolveRules> = {}, ...refs: string[]) => {
	const wishes = (refs.length > 0 ? refs : ['k']).map((ref) => wish(ref));
	return said(world.run(resolveOpen(wishes, { ...RULES, ...rules })));
};
const unknown = { outcome: 'unknown' } as const;
/** A row whose answer was lost. */
const lost = (ref: string, minutes: number, more: Partial<Entry> = {}) =>
	world.other(ref, minutes, { ...unknown, ...more });
/** Well over its hold. */
const LONG_AGO = 40;

const paid = (additionId: string) => ({ outcome: 'issued', additionId }) as const;
/** The customer of the others, as it was called before. */
const OLDER = { charge: charge('old'), chargeRef: wish('k').chargeRef };

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

	test('is shared out among all names in doubt that are equal', () => {
		lost('k', 5);
		lost('l', 4);
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve()).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['k issued a other', 'l unknown other']);
	});

	test.each<[string, Partial<Entry>, string]>([
		['is set to paid by people', { outcome: 'issued' }, 'open a'],
		['is of another account', { ...unknown, isForeign: true }, 'paid a'],
		['is paid with it', { outcome: 'issued', additionId: 'a' }, 'open'],
		['has let go of it', { ...unknown, additionId: 'a', charge: charge('bruno') }, 'paid a'],
		['is paid with it, by an older identifier', { ...paid('a'), ...OLDER }, 'open'],
		['is paid with it, by another ID', { ...paid('a'), chargeRef: 'other' }, 'open'],
		[
			'is paid with it by mistake',
			{ ...paid('a'), charge: charge('bruno'), chargeRef: '' },
			'open a',
		],
		['has failed with it', { additionId: 'a', ...FAILED_ADDITION }, 'open'],
		[
			'is of the same name, and has failed with it',
			{ ref: 'k', additionId: 'a', ...FAILED_ADDITION },
			'paid a',
		],
		['is unreadable and names it', { additionId: 'a', unreadable: ['outcome'] }, 'open'],
	])('where another row %s', (_, row, expected) => {
		lost('k', 5);
		world.other(row.ref ?? 'other', 5, row);
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: expected });
	});

	test('is not shared with a claim that a crash has left under a name that has paid', () => {
		lost('k', LONG_AGO);
		world.other('l', LONG_AGO, paid('z'));
		world.other('l', LONG_AGO - 1);
		world.listed = listing(added('a', LONG_AGO - 2));
		expect(resolve()).toEqual({ k: 'paid a' });
	});

	test.each<[string, Partial<Entry>, string]>([
		['is sending: nothing is dealt out before it has ended', {}, 'open a b'],
		['was sending when it ended is not waited for', { claim: 'gone' }, 'paid a'],
	])('an equal row that another run of this process %s', (_, row, expected) => {
		lost('k', 5);
		// An earlier entry of its name changes nothing.
		lost('l', 4, { claim: 'earlier' });
		world.other('l', 4, { claim: 'at work', ...row });
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve({ isAtWork: (claim) => claim === 'at work' })).toEqual({ k: expected });
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

test('the list is needed since the first of a chain of rows, each of which may have made what the next one has', () => {
	for (const [ref, minutes] of [
		['m', 50],
		['l', 20],
		['k', 5],
	] as const)
		lost(ref, minutes);
	resolve();
	expect(world.lists).toEqual([NOW - 50 * MINUTE]);
});

test('a row counts that is equal to one that is equal: a customer may have two identifiers', () => {
	lost('k', LONG_AGO);
	lost('l', LONG_AGO, { charge: { ...charge(), identifiers: ['ana', 'tax ID'] } });
	lost('m', LONG_AGO, { charge: charge('tax ID'), heldUntil: NOW + MINUTE });
	const listedByTaxId = added('b', LONG_AGO - 1, { customerIdentifier: 'tax ID' });
	world.listed = listing(added('a', LONG_AGO - 1), listedByTaxId);
	expect(resolve()).toEqual({ k: 'open a' });
});

describe('what the list does not show', () => {
	test('is held as its entry says, then free', () => {
		lost('k', 5, { heldUntil: NOW + 1 });
		expect(resolve({ holdMs: 0, timeoutMs: 0 })).toEqual({ k: 'open' });
		world.entries[0].heldUntil = NOW;
		expect(resolve()).toEqual({ k: 'free' });
		expect(world.told()).toEqual(['k rejected other']);
	});

	test('is held by the rules where people have taken the hold out of its entry', () => {
		lost('k', 5, { heldUntil: undefined });
		expect(resolve({ holdMs: 3 * MINUTE })).toEqual({ k: 'open' });
		expect(resolve({ holdMs: 2 * MINUTE })).toEqual({ k: 'free' });
	});

	test('says nothing where it cannot be had, nor while its run is at work', () => {
		lost('k', LONG_AGO);
		expect(resolve({ isAtWork: (claim) => claim === 'other' })).toEqual({ k: 'open' });
		world.listed = undefined;
		expect(resolve()).toEqual({ k: 'open' });
	});

	test('because another name is given it is free, once that has it', () => {
		lost('k', LONG_AGO);
		lost('l', LONG_AGO - 1);
		world.listed = listing(added('a', LONG_AGO - 2));
		expect(resolve()).toEqual({ k: 'free' });
		expect(world.told()).toEqual(['k rejected other', 'l issued a other']);
	});

	test.each(['unknown', 'issued'] as const)(
		'because another name, %s, was given it, is only believed once that has it',
		(outcome) => {
			lost('k', LONG_AGO);
			world.other('l', LONG_AGO - 1, { outcome });
			world.listed = listing(added('a', LONG_AGO - 2));
			const rival = () => world.other('rival', 1, { outcome: 'issued', additionId: 'a' });
			world.meanwhile = { readOwners: { 2: rival } };
			expect(resolve()).toEqual({ k: 'open a' });
			// What people have said to be paid is never put in doubt.
			expect(world.told()).toContain(`l ${outcome} other`);
		},
	);
});

test('what another run is sending is waited for, some looks only', () => {
	const row = world.other('k', 1);
	expect(resolve({ maxPolls: 3 })).toEqual({ k: 'open' });
	expect(world.counts).toMatchObject({ pause: 2, list: 1 });
	const settle = () => world.change(row, { outcome: 'issued', additionId: 'a' });
	world.meanwhile = { pause: { 3: settle } };
	expect(resolve()).toEqual({ k: 'paid a' });
});

test.each<[string, () => void]>([
	['a row beside another that was lost', () => lost('l', 5)],
	['an entry beside another of its name that was lost', () => lost('k', 5)],
])('what another run is sending is waited for: %s', (_, besides) => {
	world.other('k', 1);
	besides();
	resolve({ maxPolls: 3 }, 'k', 'l');
	expect(world.counts).toMatchObject({ pause: 2 });
});

test('what is lost is not waited for, and what has ended is not looked for', () => {
	world.other('k', 5, paid('a'));
	expect(resolve({}, 'k', 'free')).toEqual({ k: 'paid a', free: 'free' });
	expect(world.counts).not.toHaveProperty('list');
	lost('l', 5);
	expect(resolve({}, 'k', 'l')).toEqual({ k: 'paid a', l: 'open' });
	expect(world.counts).toMatchObject({ list: 1 });
	expect(world.counts).not.toHaveProperty('pause');
});

test('the list is asked for what entries name, too', () => {
	world.other('k', LONG_AGO, { additionId: 'a' });
	lost('k', LONG_AGO);
	resolve();
	expect(world.named).toEqual([['a']]);
});

test('entries of one name are one name: the newest has the addition, and any holds it', () => {
	lost('k', LONG_AGO);
	lost('k', 5);
	// In whatever order a table has them.
	world.entries = [...world.entries].reverse();
	expect(resolve()).toEqual({ k: 'open' });
	world.listed = listing(added('a', LONG_AGO - 1));
	expect(resolve()).toEqual({ k: 'paid a' });
	// The other one is of no use any more.
	expect(world.told()).toEqual(['k issued a other']);
});

describe('under a name that has paid, an open claim', () => {
	const ask = (rules: Partial<ResolveRules> = {}, heldUntil = NOW) => {
		const settled = world.other('k', LONG_AGO, paid('a'));
		const open = world.other('k', LONG_AGO, { claim: 'cut off', heldUntil });
		world.meanwhile = { read: { 2: () => meanwhile(settled) } };
		resolve(rules);
		return world.entries.includes(open);
	};
	let meanwhile: (settled: Entry) => void;
	beforeEach(() => (meanwhile = () => undefined));

	test('is deleted after its hold', () => expect(ask()).toBe(false));

	test('stays until then', () => expect(ask({}, NOW + 1)).toBe(true));

	test('stays while its run is at work', () => {
		expect(ask({ isAtWork: (claim) => claim === 'cut off' })).toBe(true);
	});

	test('stays where the addition has failed since', () => {
		meanwhile = (settled) => world.change(settled, FAILED_ADDITION);
		expect(ask()).toBe(true);
	});
});

test.each<[string, Listing | undefined, object]>([
	['the list cannot be had', undefined, { read: 2, readOpen: 1, readUnnamed: 1 }],
	['the list shows nothing', listing(), { read: 3, readOpen: 2, readUnnamed: 2 }],
])('where %s, nothing more is looked at', (_, list, reads) => {
	lost('k', 5);
	world.listed = list;
	expect(resolve()).toEqual({ k: 'open' });
	expect(world.counts).toMatchObject({ now: 2, list: 1, ...reads });
	expect(world.counts).not.toHaveProperty('readOwners');
});

test('n8n goes on while a long list is read, linked and dealt out', () => {
	lost('k', 5);
	lost('l', 5, { charge: charge('bruno') });
	const others = { customerIdentifier: 'carla' };
	world.listed = listing(...Array.from({ length: 2_000 }, (_, n) => added(`a${n}`, 5, others)));
	world.run(resolveOpen([wish('k'), wish('l', { charge: charge('bruno') })], RULES));
	const slices = 2_000 / GIVE_WAY_EVERY;
	// Read and linked in slices; linked and dealt out row by row.
	expect(world.counts).toMatchObject({ giveWay: 2 * slices + 2 * 2 });
});

test('what the run itself has claimed is not waited for', () => {
	world.other('k', 1, { claim: 'run.1' });
	expect(resolve()).toEqual({ k: 'open' });
	expect(world.counts).not.toHaveProperty('pause');
});

test('a row that people have set to paid holds no other', () => {
	lost('k', LONG_AGO);
	world.other('l', LONG_AGO - 1, { outcome: 'issued', heldUntil: NOW + MINUTE });
	world.listed = listing(added('a', LONG_AGO - 2));
	expect(resolve()).toEqual({ k: 'free' });
});

test('an addition that a crash has cut off while the row named it is its own', () => {
	world.other('k', LONG_AGO, { additionId: 'a' });
	world.listed = listing(added('a', LONG_AGO - 1));
	expect(resolve()).toEqual({ k: 'paid a' });
	world.entries = [];
	for (const ref of ['k', 'l']) world.other(ref, LONG_AGO, { additionId: 'a' });
	expect(resolve({}, 'k', 'l')).toEqual({ k: 'free', l: 'paid a' });
});

describe('while it is looked for, another run', () => {
	test.each<[string, Partial<Entry>]>([
		['names the addition of the row', { additionId: 'a' }],
		['loses its answer', { outcome: 'unknown' }],
	])('%s: the list was before that', (_, change) => {
		const row = world.other('k', LONG_AGO);
		world.meanwhile = { insert: { 1: () => world.change(row, change) } };
		expect(resolve({ maxPolls: 1 })).toEqual({ k: 'open' });
		expect(world.entries).toMatchObject([{ ...row, ...change }]);
	});

	test('settles the row: what that says counts', () => {
		const row = lost('k', LONG_AGO);
		const settle = () => world.change(row, paid('z'));
		world.meanwhile = { list: { 1: settle } };
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve()).toEqual({ k: 'paid z' });
	});

	test('or a person sets the row to paid: it is not called not done', () => {
		const row = lost('k', LONG_AGO);
		world.meanwhile = { list: { 1: () => world.change(row, { outcome: 'issued' }) } };
		expect(resolve()).toEqual({ k: 'paid ' });
		expect(world.told()).toEqual(['k issued other']);
	});

	test('settles one of two rows with what the list shows: the other has the rest', () => {
		const [, l] = [lost('k', LONG_AGO), lost('l', LONG_AGO - 1)];
		world.meanwhile = { readOwners: { 1: () => world.change(l, paid('b')) } };
		world.listed = listing(added('a', LONG_AGO - 2), added('b', LONG_AGO - 3));
		expect(resolve({}, 'k', 'l')).toEqual({ k: 'paid a', l: 'paid b' });
		expect(world.counts).not.toHaveProperty('insert');
	});

	test('claims the name again: the list was before that, whatever its hold says', () => {
		lost('k', LONG_AGO);
		world.meanwhile = {
			list: { 1: () => world.other('k', 0, { claim: 'another', heldUntil: NOW - HOLD }) },
		};
		expect(resolve()).toEqual({ k: 'open' });
	});

	test.each([{ update: 1 }, { readOwners: 3 }])('takes the same addition (%j)', (at) => {
		lost('k', 5);
		const rival = () => world.other('rival', 5, { additionId: 'a' });
		const [[step, nth]] = Object.entries(at);
		world.meanwhile = { [step]: { [nth]: rival } };
		world.listed = listing(added('a', 5));
		expect(resolve()).toEqual({ k: 'open a' });
		expect(world.told()[0]).toBe('k unknown other');
	});

	test.each<[string, Partial<Entry>, string]>([
		['has claimed a name that is proven not done, and paid', { outcome: 'issued' }, 'paid '],
		['is at it', {}, 'open'],
	])('%s', (_, row, is) => {
		lost('k', LONG_AGO);
		lost('l', LONG_AGO);
		world.meanwhile = { insert: { 1: () => world.other('k', 0, { claim: 'another', ...row }) } };
		expect(resolve({}, 'k', 'l')).toEqual({ k: is, l: 'free' });
		expect(world.told()).not.toContain('k sending run');
	});
});

describe('while a row is given its addition', () => {
	/** @param meanwhile just before owners are read for the first and for the second time there */
	function give(row: Entry, meanwhile: Array<() => void>) {
		world.listed = listing(added('a', 4));
		const [first, second] = meanwhile;
		world.meanwhile = { readOwners: { 2: first, ...(second && { 3: second }) } };
		return { ...resolve(), row: world.entries.find(({ id }) => id === row.id) };
	}

	test('it names it first, then has it, and only then a time', () => {
		const row = lost('k', 5);
		const seen: unknown[] = [];
		const look = () => seen.push(world.entries.map((one) => [one.outcome, one.settledAt]));
		expect(give(row, [look, look])).toMatchObject({ k: 'paid a' });
		expect(seen).toEqual([[['sending', undefined]], [['issued', NOW]]]);
	});

	test('one that people have set to paid stays paid at every moment', () => {
		world.other('k', LONG_AGO - 1, { outcome: 'issued' });
		lost('l', LONG_AGO);
		const seen: unknown[] = [];
		world.listed = listing(added('a', LONG_AGO - 2));
		world.meanwhile = { readOwners: { 2: () => seen.push(world.told()[0]) } };
		expect(resolve({}, 'l')).toEqual({ l: 'free' });
		expect(seen).toEqual(['k issued a other']);
	});

	test.each<[string, Partial<Entry>, string]>([
		["another row had it, and it failed: it is that row's", { ref: 'l' }, 'open a'],
		['the row had it before, and it failed: it has moved money after all', {}, 'paid a'],
	])('%s', (_, { ref = 'k' }, said) => {
		const row = lost('k', 5);
		const then = { claim: 'earlier', additionId: 'a', ...FAILED_ADDITION };
		const failed = () => world.other(ref, 5, then);
		expect(give(row, [failed])).toMatchObject({ k: said });
	});

	test.each<[string, Partial<Entry>]>([
		['another run claims under its id', { claim: 'another' }],
		['a person rejects it', { outcome: 'rejected' }],
	])('%s: it is left as it is', (_, change) => {
		const row = lost('k', 5);
		const after = give(row, [() => world.change(row, change)]);
		expect(after).toMatchObject({ k: 'open a', row: { additionId: 'a', ...change } });
		expect(after.row).not.toHaveProperty('settledAt');
	});
});

test.each<[string, number | undefined, string]>([
	['at any time, where nothing tells', undefined, 'open a'],
	['in the time before its hold ended', NOW - 3 * 60 * MINUTE, 'paid a'],
])('an equal row that people have made unreadable was asked for %s', (_, heldUntil, expected) => {
	lost('k', LONG_AGO);
	lost('l', LONG_AGO, { unreadable: ['askedAt'], askedAt: 0, heldUntil });
	world.listed = listing(added('old', 3 * 60 + 5), added('a', LONG_AGO - 1));
	expect(resolve()).toEqual({ k: expected });
});

const [ID, TAX_ID, NEW_TAX_ID] = ['64f0c0ffee64f0c0ffee64f0', '52998224725', '11144477735'];
test.each([
	['known by its tax ID, too', [ID], [ID, TAX_ID], TAX_ID, 'paid a'],
	['another one with that tax ID', [TAX_ID], ['other', TAX_ID], 'other', 'open a'],
	['one that does not name its tax ID any more', [ID, TAX_ID], [ID], TAX_ID, 'paid a'],
	['one whose tax ID has changed', [ID, TAX_ID], [ID, NEW_TAX_ID], TAX_ID, 'open a'],
	['one whose tax ID has changed, listed by ID', [ID, TAX_ID], [ID, NEW_TAX_ID], ID, 'paid a'],
])('the customer is by now %s', (_, then, now, customerIdentifier, expected) => {
	lost('k', 5, { charge: { ...charge(), identifiers: then } });
	world.listed = listing(added('a', 5, { customerIdentifier }));
	const asNow = wish('k', { charge: { ...charge(), identifiers: now } });
	expect(said(world.run(resolveOpen([asNow], RULES)))).toEqual({ k: expected });
});

test.each<[string, number, Partial<Listing>, string]>([
	['that differ: an addition is dated by the service', 5, { clockOffset: 30 * MINUTE }, 'paid a'],
	['whose difference nobody knows say nothing certain', 5, { clockOffset: undefined }, 'open a'],
	['that date an addition much later than now are not believed', -11, {}, 'open a'],
	['that are just as far ahead as can be are', -10, {}, 'paid a'],
	['without a zone put nothing in doubt', -60, { isZoned: ({ _id }) => _id === 'a' }, 'paid a'],
])('clocks %s', (_, minutes, clocks, expected) => {
	const offset = 'clockOffset' in clocks;
	lost('k', offset ? 35 : 5, { heldUntil: NOW + MINUTE });
	const other = added('b', minutes, { customerIdentifier: 'bruno' });
	world.listed = { ...listing(added('a', 5), other), ...clocks };
	expect(resolve()).toEqual({ k: expected });
});
