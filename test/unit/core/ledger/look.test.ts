import type { Wish } from '../../../../nodes/Gmc/core/ledger/entry';
import type { ResolveRules } from '../../../../nodes/Gmc/core/ledger/look';
import { resolveInDoubt } from '../../../../nodes/Gmc/core/ledger/resolve';
import { charge } from './entries-support';
import { added, HOLD, listing, MINUTE, NOW, RULES, said, wish, World } from './protocol-support';

// What is seen before anything is concluded: who is held, who is at work, which times can be believed.

let world: World;
beforeEach(() => (world = new World()));

const resolve = (wishes: Wish[], rules: Partial<ResolveRules> = {}) =>
	said(world.run(resolveInDoubt(wishes, { ...RULES, ...rules })));
const LONG_AGO = 40;
const unknown = { outcome: 'unknown' } as const;

test('where nothing is listed nobody is asked for owners', () => {
	world.other('k', 5, unknown);
	resolve([wish('k')]);
	expect(world.steps.filter((step) => step.startsWith('readOwners'))).toEqual([]);
});

test('a hold is over at its end', () => {
	world.other('k', 5, { ...unknown, heldUntil: NOW });
	expect(resolve([wish('k')])).toEqual({ k: 'mine' });
});

describe('rows of one name', () => {
	test('are one name, whichever of them the addition is dated by', () => {
		world.other('k', LONG_AGO, unknown);
		world.other('k', 5, unknown);
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
		expect(world.told()).toEqual(['k unknown other', 'k issued a other']);
	});

	test('are held as long as one of them is', () => {
		world.other('k', LONG_AGO, unknown);
		world.other('k', 5, unknown);
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
	});

	test('are told in the order of their ids, however they come', () => {
		const first = world.other('k', 5, unknown);
		const second = world.other('k', 4, unknown);
		world.entries = [second, first];
		world.listed = listing(added('a', 4));
		resolve([wish('k')]);
		expect(world.entries.find(({ id }) => id === second.id)).toMatchObject({ additionId: 'a' });
	});

	test('that others have settled meanwhile share in nothing', () => {
		world.other('k', 5, unknown);
		const left = world.other('l', 5, unknown);
		world.listed = listing(added('a', 5));
		const settle = () => world.other('l', 5, { outcome: 'issued', additionId: 'a' });
		world.meanwhile = { readOwners: { 1: settle } };
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
		expect(world.entries.find(({ id }) => id === left.id)).toMatchObject(unknown);
	});
});

describe('an equal row that another run is sending right now', () => {
	const isAlive = (claim: string) => claim === 'at work';

	test('will be told what it has made, so nothing is dealt out before', () => {
		world.other('k', 5, unknown);
		world.other('l', 4, { claim: 'at work' });
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve([wish('k')], { isAlive })).toEqual({ k: 'inDoubt a b' });
	});

	test.each([
		['was left by a run that is gone', { claim: 'gone' }],
		['has been asked for', { claim: 'at work', ...unknown }],
	] as const)('is not waited for where it %s', (_, row) => {
		world.other('k', 5, unknown);
		world.other('l', 4, row);
		world.listed = listing(added('a', 5), added('b', 4));
		expect(resolve([wish('k')], { isAlive })).toEqual({ k: 'paid a' });
	});
});

describe('an equal row that people have made unreadable', () => {
	const edited = (more: object) =>
		world.other('l', LONG_AGO, { ...unknown, unreadable: ['askedAt'], ...more });

	test('may have been asked for at any time, where nothing tells', () => {
		world.other('k', LONG_AGO, unknown);
		edited({ askedAt: 0, heldUntil: undefined });
		world.listed = listing(added('a', LONG_AGO - 1), added('b', 24 * 60));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt a' });
	});

	test('was asked for a hold before its end', () => {
		world.other('k', LONG_AGO, unknown);
		edited({ askedAt: 0, heldUntil: NOW - 3 * 60 * MINUTE });
		world.listed = listing(added('old', 3 * 60 + 5), added('a', LONG_AGO - 1));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});
});

describe('whose addition it is', () => {
	test("one that another name has let go of is nobody's", () => {
		world.other('k', 5, unknown);
		world.other('let go', 5, { ...unknown, additionId: 'a', charge: charge('bruno') });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});

	test('one that an edited row names may have been paid by that', () => {
		world.other('k', 5, unknown);
		world.other('edited', 5, {
			...unknown,
			additionId: 'a',
			unreadable: ['outcome'],
			charge: charge('bruno'),
		});
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
	});

	test('one that an edited row does not name is not', () => {
		world.other('k', 5, unknown);
		world.other('edited', 5, { ...unknown, unreadable: ['outcome'], charge: charge('bruno') });
		world.listed = listing(added('a', 5));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});

	test('one that this row was about to name when a crash came is its own', () => {
		world.other('k', LONG_AGO, { additionId: 'a' });
		world.listed = listing(added('a', LONG_AGO - 1));
		expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
	});
});

test('an addition that is dated just as late as can be is believed', () => {
	world.other('k', 5, unknown);
	const late = added('late', -RULES.clock.doubtMs / MINUTE, { customerIdentifier: 'bruno' });
	world.listed = listing(added('a', 5), late);
	expect(resolve([wish('k')])).toEqual({ k: 'paid a' });
});

test('a claim made after the list was asked for is held, whatever it says', () => {
	world.other('k', LONG_AGO, unknown);
	const anew = () => world.other('k', 0, { heldUntil: NOW - HOLD });
	world.meanwhile = { list: { 1: anew } };
	expect(resolve([wish('k')])).toEqual({ k: 'inDoubt' });
});
