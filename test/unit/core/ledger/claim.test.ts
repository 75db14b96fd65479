import { claimKeys, giveBack, toClaim } from '../../../../nodes/Gmc/core/ledger/claim';
import { claimIdOf } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge } from './entries-support';
import { HOLD, NOW, RULES, World, said, wish } from './protocol-support';

// Claiming a name, step by step. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

const claim = (...wishes: Array<ReturnType<typeof wish>>) =>
	said(world.run(claimKeys(wishes, RULES)));

describe('a name that nobody has used', () => {
	test('is looked for, claimed, and looked for again', () => {
		expect(claim(wish('k'))).toEqual({ k: 'mine' });
		expect(world.steps).toEqual(['read k', 'now', 'insert k', 'read k']);
		expect(world.entries).toMatchObject([
			{ ref: 'k', outcome: 'sending', claim: 'run', askedAt: NOW, heldUntil: NOW + HOLD },
		]);
	});

	test('is claimed at once where the ledger was looked at a moment ago', () => {
		expect(said(world.run(claimKeys([wish('k')], RULES, true)))).toEqual({ k: 'mine' });
		expect(world.steps).toEqual(['now', 'insert k', 'read k']);
	});

	test('is claimed together with others, each ref read once', () => {
		expect(claim(wish('b', { n: 1 }), wish('b', { n: 2 }), wish('k'))).toEqual({
			'b 1': 'mine',
			'b 2': 'mine',
			k: 'mine',
		});
		expect(world.steps).toEqual(['read b, k', 'now', 'insert b, b, k', 'read b, k']);
	});

	test('of the wishes that ask for nothing, nothing is asked', () => {
		expect(claim()).toEqual({});
		expect(world.steps).toEqual([]);
	});
});

describe('a name that somebody has used', () => {
	test.each([
		['has paid', { outcome: 'issued', additionId: 'a' }, 'paid a'],
		['has paid something else', { outcome: 'issued', charge: charge('ana', 11) }, 'reused'],
		['is being sent', { outcome: 'sending' }, 'inDoubt'],
		['is in doubt', { outcome: 'unknown' }, 'inDoubt'],
		['cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }, 'unreadable'],
	] as const)('that %s: it is not claimed', (_, row, is) => {
		world.other('k', 1, {
			...row,
			unreadable: 'unreadable' in row ? [...row.unreadable] : undefined,
		});
		expect(claim(wish('k'))).toEqual({ k: is });
		expect(world.steps).toEqual(['read k']);
		expect(world.entries).toHaveLength(1);
	});

	test('and is proven not done: it is claimed', () => {
		world.other('k', 1, { outcome: 'rejected' });
		expect(claim(wish('k'))).toEqual({ k: 'mine' });
		expect(world.told()).toEqual(['k rejected other', 'k sending run']);
	});

	test('for another row of the customer: it is claimed', () => {
		world.other('b', 1, { n: 1, outcome: 'issued', additionId: 'a' });
		expect(claim(wish('b', { n: 1 }), wish('b', { n: 2 }))).toEqual({
			'b 1': 'paid a',
			'b 2': 'mine',
		});
	});
});

describe('two that meet', () => {
	test('withdraw, wait, and look again', () => {
		let theirs = world.other('gone', 1);
		world.meanwhile = {
			insert: { 1: () => (theirs = world.other('k', 0)) },
			pause: { 1: () => world.change(theirs, { outcome: 'issued', additionId: 'a' }) },
		};
		expect(claim(wish('k'))).toEqual({ k: 'paid a' });
		expect(world.steps).toEqual([
			'read k',
			'now',
			'insert k',
			'read k',
			'delete 3',
			'pause 1',
			'read k',
		]);
		expect(world.told()).toEqual(['gone sending other', 'k issued a other']);
	});

	test('and of whom the other withdraws: the name is claimed', () => {
		let theirs = world.other('gone', 1);
		world.meanwhile = {
			insert: { 1: () => (theirs = world.other('k', 0)) },
			pause: { 1: () => world.change(theirs, { outcome: 'rejected' }) },
		};
		expect(claim(wish('k'))).toEqual({ k: 'mine' });
		expect(world.steps.slice(-4)).toEqual(['read k', 'now', 'insert k', 'read k']);
	});

	test('again and again: after eight rounds the name is in doubt', () => {
		let theirs = world.other('gone', 1);
		const meet = () => (theirs = world.other('k', 0));
		const part = () => world.change(theirs, { outcome: 'rejected' });
		const rounds = Array.from({ length: 12 }, (_, index) => index + 1);
		world.meanwhile = {
			insert: Object.fromEntries(rounds.map((round) => [round, meet])),
			pause: Object.fromEntries(rounds.map((round) => [round, part])),
		};
		expect(claim(wish('k'))).toEqual({ k: 'inDoubt' });
		expect(world.steps.filter((step) => step.startsWith('pause'))).toEqual(
			[1, 2, 3, 4, 5, 6, 7].map((round) => `pause ${round}`),
		);
		expect(world.told().filter((row) => row.endsWith(' run'))).toEqual([]);
	});

	test('over one name keep no other back', () => {
		world.meanwhile = { insert: { 1: () => world.other('k', 0) } };
		expect(claim(wish('k'), wish('free'))).toEqual({ k: 'inDoubt', free: 'mine' });
	});

	test('where one claim was twice written: it counts as another', () => {
		world.meanwhile = { insert: { 1: () => world.other('k', 0, { claim: 'run' }) } };
		world.meanwhile.pause = { 1: () => (world.entries = []) };
		expect(claim(wish('k'))).toEqual({ k: 'mine' });
		expect(world.steps).toContain('delete 1, 2');
	});
});

describe('the rows of a customer in a batch', () => {
	test('that were there when the row got its name do not matter', () => {
		const theirs = world.other('b', 1, { n: 1, outcome: 'issued', additionId: 'a' });
		const beside = new Set([claimIdOf(theirs)]);
		expect(claim(wish('b', { n: 2, beside }))).toEqual({ 'b 2': 'mine' });
	});

	test('that have come since: the row is moved', () => {
		world.other('b', 1, { n: 1, outcome: 'issued', additionId: 'a' });
		expect(claim(wish('b', { n: 2, beside: new Set() }))).toEqual({ 'b 2': 'moved' });
		expect(world.steps).toEqual(['read b']);
	});

	test.each([
		['are proven not done', { outcome: 'rejected' }],
		['are those of this run', { claim: 'run' }],
	] as const)('that have come since and %s do not matter', (_, row) => {
		world.other('b', 1, { n: 1, ...row });
		expect(claim(wish('b', { n: 2, beside: new Set() }))).toEqual({ 'b 2': 'mine' });
	});

	test('that come while it is claimed: it withdraws', () => {
		world.meanwhile = { insert: { 1: () => world.other('b', 0, { n: 1 }) } };
		expect(claim(wish('b', { n: 2, beside: new Set() }))).toEqual({ 'b 2': 'moved' });
		expect(world.told()).toEqual(['b 1 sending other']);
	});
});

describe('a claim that was not sent', () => {
	const given = () => world.add({ ...toClaim(wish('k'), RULES, NOW) });

	test('is given back', () => {
		const row = given();
		world.other('k', 1);
		world.run(giveBack([row]));
		expect(world.steps).toEqual(['read k', 'delete 1']);
	});

	test.each([
		['was given up by another run', { outcome: 'rejected' }],
		['was given an addition', { additionId: 'a' }],
		['was claimed anew', { claim: 'other' }],
	] as const)('stays where it %s', (_, change) => {
		const row = given();
		world.change(row, change);
		world.run(giveBack([row]));
		expect(world.steps).toEqual(['read k']);
	});
});

test('a claim holds what the row asks for, and how long', () => {
	const label = { key: '1001' };
	const asked = wish('k', { n: 2, batchRef: 'batch', label });
	expect(toClaim(asked, RULES, 5)).toEqual({
		ref: 'k',
		n: 2,
		batchRef: 'batch',
		charge: charge(),
		label,
		claim: 'run',
		askedAt: 5,
		heldUntil: 5 + HOLD,
		outcome: 'sending',
	});
});
