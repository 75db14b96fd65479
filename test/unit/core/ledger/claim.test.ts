import { claimNames, releaseClaims, writeClaims } from '../../../../nodes/Gmc/core/ledger/claim';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { claimIdOf } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, RUN, wish } from './entries-support';
import { MINUTE, NOW, RULES, said, World } from './protocol-support';

// Whose a name is. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

const claim = (...wishes: Array<ReturnType<typeof wish>>) =>
	said(world.run(claimNames(wishes, RULES)));
const ours = () => world.told().filter((row) => row.endsWith(' run'));

describe('a name that nobody has used', () => {
	test('is claimed, with all that the row asks for', () => {
		const asked = wish('b', { n: 2, label: { key: '1001' } });
		expect(claim(asked)).toEqual({ 'b 2': 'claimed' });
		const claimed = { ...asked, run: RUN, outcome: 'sending', askedAt: NOW };
		expect(world.entries).toMatchObject([{ ...claimed, heldUntil: NOW + 20 * MINUTE }]);
	});

	test('is claimed together with others', () => {
		const wishes = [wish('b', { n: 1 }), wish('b', { n: 2 }), wish('k')];
		expect(claim(...wishes)).toEqual({ 'b 1': 'claimed', 'b 2': 'claimed', k: 'claimed' });
	});

	test('is not looked up first where that was done a moment ago', () => {
		expect(said(world.run(claimNames([wish('k')], RULES, true)))).toEqual({ k: 'claimed' });
		expect(world.counts.read).toBe(1);
	});
});

describe('a name that somebody has used', () => {
	test.each<[string, Partial<Entry>, string]>([
		['has paid', { outcome: 'issued', additionId: 'a' }, 'paid a'],
		['has paid something else', { outcome: 'issued', charge: charge('ana', 11) }, 'reused'],
		['has paid with another account', { outcome: 'issued', isForeign: true }, 'foreign'],
		['is being sent', { outcome: 'sending' }, 'open'],
		['is in doubt', { outcome: 'unknown' }, 'open'],
		['cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }, 'unreadable'],
		['is proven not to have paid', { outcome: 'rejected' }, 'claimed'],
	])('that %s', (_, row, is) => {
		world.other('k', 1, row);
		expect(claim(wish('k'))).toEqual({ k: is });
		expect(ours()).toEqual(is === 'claimed' ? ['k sending run'] : []);
	});

	test('for another row of the customer: it is claimed', () => {
		world.other('b', 1, { n: 1, outcome: 'issued', additionId: 'a' });
		const wishes = [wish('b', { n: 1 }), wish('b', { n: 2 })];
		expect(claim(...wishes)).toEqual({ 'b 1': 'paid a', 'b 2': 'claimed' });
	});
});

describe('two that meet', () => {
	const meet = (then: Partial<Entry>) => {
		let theirs: Entry;
		world.meanwhile = {
			insert: { 1: () => (theirs = world.other('k', 0)) },
			pause: { 1: () => world.change(theirs, then) },
		};
		return claim(wish('k'));
	};

	test.each<[string, Partial<Entry>, string]>([
		['what the other has paid is paid', { outcome: 'issued', additionId: 'a' }, 'paid a'],
		['where the other withdraws, the name is claimed', { outcome: 'rejected' }, 'claimed'],
	])('withdraw, and look again: %s', (_, then, is) => {
		expect(meet(then)).toEqual({ k: is });
	});

	test('again and again: after the last round the row is busy, and nothing of it is left', () => {
		let theirs: Entry;
		const rounds = Array.from({ length: 20 }, (_, index) => index + 1);
		const each = (act: () => void) => Object.fromEntries(rounds.map((round) => [round, act]));
		world.meanwhile = {
			insert: each(() => (theirs = world.other('k', 0))),
			pause: each(() => world.change(theirs, { outcome: 'rejected' })),
		};
		expect(claim(wish('k'))).toEqual({ k: 'busy' });
		expect(ours()).toEqual([]);
	});

	test('over one name keep no other back', () => {
		world.meanwhile = { insert: { 1: () => world.other('k', 0) } };
		expect(claim(wish('k'), wish('free'))).toEqual({ k: 'open', free: 'claimed' });
	});

	test('where one claim was twice written: both are taken back, and it is claimed anew', () => {
		world.meanwhile = { insert: { 1: () => world.other('k', 0, { claim: 'run.1' }) } };
		expect(claim(wish('k'))).toEqual({ k: 'claimed' });
		expect(world.entries).toMatchObject([{ claim: 'run.2' }]);
	});
});

describe('the rows of a customer in a batch', () => {
	const second = (...beside: Entry[]) =>
		claim(wish('b', { n: 2, knownClaims: new Set(beside.map(claimIdOf)) }));

	test('that were there when the row got its name do not matter', () => {
		expect(second(world.other('b', 1, { n: 1, outcome: 'issued' }))).toEqual({ 'b 2': 'claimed' });
	});

	test.each<[string, Partial<Entry>, string]>([
		['move the row', { outcome: 'issued', additionId: 'a' }, 'batchInUse'],
		['do not matter where they are proven not done', { outcome: 'rejected' }, 'claimed'],
		['do not matter where they are of this run', { claim: 'run.7' }, 'claimed'],
	])('that have come since %s', (_, row, is) => {
		world.other('b', 1, { n: 1, ...row });
		expect(second()).toEqual({ 'b 2': is });
	});

	test('that come while it is claimed: it withdraws', () => {
		world.meanwhile = { insert: { 1: () => world.other('b', 0, { n: 1 }) } };
		expect(second()).toEqual({ 'b 2': 'batchInUse' });
		expect(ours()).toEqual([]);
	});
});

describe('under Recent, an equal row of another execution', () => {
	const PERIOD = 15 * MINUTE;
	const recent = {
		periodMs: PERIOD,
		isOwn: ({ run }: Entry) => run === RUN,
		isOfOtherGmc: ({ account }: Entry) => account === 'strange',
	};
	const claimRecent = (...wishes: Array<ReturnType<typeof wish>>) =>
		said(world.run(claimNames(wishes, { ...RULES, recent })));
	const settled = (ago: number): Partial<Entry> => ({ outcome: 'issued', settledAt: NOW - ago });

	test.each<[string, Partial<Entry>, string]>([
		['that is open', { outcome: 'unknown' }, 'duplicate'],
		['that is open with another account', { outcome: 'unknown', isForeign: true }, 'duplicate'],
		['that was issued within the period', settled(PERIOD), 'duplicate'],
		['that was issued before it', settled(PERIOD + 1), 'claimed'],
		['that was issued with another account', { ...settled(0), isForeign: true }, 'duplicate'],
		['of an account of another GMC', { ...settled(0), account: 'strange' }, 'claimed'],
		[
			'that people have set to issued, asked for before the period',
			{ outcome: 'issued' },
			'claimed',
		],
		['that a crash has left behind, held no more', { outcome: 'sending' }, 'duplicate'],
		['that is proven not done', { outcome: 'rejected' }, 'claimed'],
		['that cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }, 'unreadable'],
		['that is of this execution', { outcome: 'unknown', run: RUN }, 'claimed'],
		['that this execution is sending', { run: RUN, heldUntil: NOW + 1 }, 'claimed'],
		['for another amount', { outcome: 'unknown', charge: charge('ana', 11) }, 'claimed'],
		['in another currency', { outcome: 'unknown', charge: charge('ana', 10, 'USD') }, 'claimed'],
		['for another customer', { outcome: 'unknown', charge: charge('bruno') }, 'claimed'],
	])('%s', (_, row, is) => {
		world.other('theirs', 60, row);
		expect(claimRecent(wish('k'))).toEqual({ k: is });
		expect(ours()).toEqual(is === 'claimed' ? ['k sending run'] : []);
	});

	test('that is being sent is waited for, and is busy after the last round', () => {
		world.other('theirs', 1);
		expect(claimRecent(wish('k'), wish('l', { charge: charge('bruno') }))).toEqual({
			k: 'busy',
			l: 'claimed',
		});
		expect(world.counts.pause).toBeGreaterThan(5);
	});

	test.each<[Partial<Entry>, string]>([
		[settled(0), 'duplicate'],
		[{ outcome: 'unknown' }, 'duplicate'],
		[{ outcome: 'rejected' }, 'claimed'],
	])('that ends while it is waited for counts as it has ended: %j', (then, is) => {
		const theirs = world.other('theirs', 1);
		world.meanwhile = { pause: { 3: () => world.change(theirs, then) } };
		expect(claimRecent(wish('k'))).toEqual({ k: is });
	});

	test('that is claimed at the same moment: the claim is taken back', () => {
		world.meanwhile = { insert: { 1: () => world.other('theirs', 0) } };
		expect(claimRecent(wish('k'))).toEqual({ k: 'busy' });
		expect(ours()).toEqual([]);
	});

	test('is told as all that refuse the row, and the own name counts before them', () => {
		const open = world.other('theirs', 60, { outcome: 'unknown' });
		const paid = world.other('others', 60, settled(0));
		const verdicts = world.run(claimNames([wish('k')], { ...RULES, recent }));
		expect(verdicts.get('k')).toEqual({ is: 'duplicate', entries: [open, paid] });
		world.other('k', 1, { run: RUN, outcome: 'issued', additionId: 'a' });
		expect(claimRecent(wish('k'))).toEqual({ k: 'paid a' });
	});

	test('does not matter without Recent, and two of this execution are two', () => {
		world.other('theirs', 1);
		expect(claim(wish('k'))).toEqual({ k: 'claimed' });
		world.entries = [];
		expect(claimRecent(wish('k', { n: 1 }), wish('k', { n: 2 }))).toEqual({
			'k 1': 'claimed',
			'k 2': 'claimed',
		});
	});
});

describe('where the ledger cannot be read behind a claim', () => {
	const fail = (message: string) => () => {
		throw new Error(message);
	};

	test('the claim is taken back, and the failure told', () => {
		world.other('l', 1, { outcome: 'unknown' });
		world.meanwhile = { read: { 2: fail('locked') } };
		expect(() => claim(wish('k'))).toThrow('locked');
		expect(world.told()).toEqual(['l unknown other']);
	});

	test('and not taken back, either, it is held as after a crash, and the first failure told', () => {
		world.meanwhile = { read: { 1: fail('locked') }, withdraw: { 1: fail('still locked') } };
		expect(() => world.run(writeClaims([wish('k')], RULES))).toThrow('locked');
		expect(ours()).toEqual(['k sending run']);
	});
});

describe('a claim that was not sent', () => {
	const given = () => world.run(writeClaims([wish('k')], RULES)).won[0];

	test('is given back, and no other', () => {
		const row = given();
		world.other('k', 1);
		world.run(releaseClaims([row]));
		expect(world.told()).toEqual(['k sending other']);
	});

	test.each<[string, Partial<Entry>]>([
		['was given up by another run', { outcome: 'rejected' }],
		['was given an addition', { additionId: 'a' }],
		['was claimed anew under its id', { claim: 'other' }],
	])('stays where it %s', (_, change) => {
		const row = given();
		world.change(row, change);
		world.run(releaseClaims([row]));
		expect(world.entries).toHaveLength(1);
	});
});
