import { claimNames, releaseClaims } from '../../../../nodes/Gmc/core/ledger/claim';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { claimIdOf } from '../../../../nodes/Gmc/core/ledger/entry';
import { charge, RUN, wish } from './entries-support';
import { MINUTE, NOW, RULES, said, World } from './protocol-support';

// Whose a name is. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

type Wish = ReturnType<typeof wish>;
const claim = (...wishes: Wish[]) => said(world.run(claimNames(wishes, RULES)));
const ours = () => world.told().filter((row) => row.endsWith(' run'));

test('a name that nobody has used is claimed, with all that the row asks for', () => {
	const asked = wish('b', { n: 2, label: { key: '1001' } });
	expect(claim(asked, wish('k'))).toEqual({ 'b 2': 'claimed', k: 'claimed' });
	const claimed = { ...asked, run: RUN, outcome: 'sending', askedAt: NOW };
	expect(world.entries).toMatchObject([{ ...claimed, heldUntil: NOW + 20 * MINUTE }, {}]);
});

test.each<[string, Partial<Entry>, string]>([
	['has paid', { outcome: 'issued', additionId: 'a' }, 'paid a'],
	['has paid something else', { outcome: 'issued', charge: charge('ana', 11) }, 'reused'],
	['has paid with another account', { outcome: 'issued', isForeign: true }, 'foreign'],
	['is being sent', { outcome: 'sending' }, 'open'],
	['is in doubt', { outcome: 'unknown' }, 'open'],
	['cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }, 'unreadable'],
	['is proven not to have paid', { outcome: 'rejected' }, 'claimed'],
	['has paid another row of the customer', { outcome: 'issued', n: 1 }, 'claimed'],
])('a name that %s', (_, row, is) => {
	world.other('k', 1, row);
	expect(claim(wish('k'))).toEqual({ k: is });
	expect(ours()).toEqual(is === 'claimed' ? ['k sending run'] : []);
});

test('after the last round of meeting others a row is busy, and nothing of it is left', () => {
	let theirs: Entry;
	const always = (act: () => void) =>
		Object.fromEntries(Array.from({ length: 20 }, (_, round) => [round + 1, act]));
	world.meanwhile = {
		insert: always(() => (theirs = world.other('k', 0))),
		pause: always(() => world.change(theirs, { outcome: 'rejected' })),
	};
	expect(claim(wish('k'))).toEqual({ k: 'busy' });
	expect(ours()).toEqual([]);
});

test.each<[string, Partial<Entry>, string]>([
	['move the row', { outcome: 'issued', additionId: 'a' }, 'batchInUse'],
	['do not matter where they are proven not done', { outcome: 'rejected' }, 'claimed'],
	['do not matter where they are of this run', { claim: 'run.7' }, 'claimed'],
])('in a batch, rows of the customer that have come since it was named %s', (_, row, is) => {
	const known = world.other('b', 1, { n: 1, outcome: 'issued' });
	world.other('b', 1, { n: 3, ...row });
	const named = wish('b', { n: 2, knownClaims: new Set([claimIdOf(known)]) });
	expect(claim(named)).toEqual({ 'b 2': is });
});

describe('under Recent, an equal row of another execution', () => {
	const PERIOD = 15 * MINUTE;
	const recent = {
		periodMs: PERIOD,
		isOwn: ({ run }: Entry) => run === RUN,
		isOfOtherGmc: ({ account }: Entry) => account === 'strange',
	};
	const claimRecent = (...wishes: Wish[]) =>
		said(world.run(claimNames(wishes, { ...RULES, recent })));
	const settled = (ago: number): Partial<Entry> => ({ outcome: 'issued', settledAt: NOW - ago });

	test.each<[string, Partial<Entry>, string]>([
		['that is open', { outcome: 'unknown' }, 'duplicate'],
		['that is open with another account', { outcome: 'unknown', isForeign: true }, 'duplicate'],
		['that was issued within the period', settled(PERIOD), 'duplicate'],
		['that was issued before it', settled(PERIOD + 1), 'claimed'],
		['that was issued with another account', { ...settled(0), isForeign: true }, 'duplicate'],
		['of an account of another GMC', { ...settled(0), account: 'strange' }, 'claimed'],
		['that people have set to issued, of before the period', { outcome: 'issued' }, 'claimed'],
		['that a crash has left behind, held no more', { outcome: 'sending' }, 'duplicate'],
		['that is being sent', { heldUntil: NOW + 1 }, 'busy'],
		['that is proven not done', { outcome: 'rejected' }, 'claimed'],
		['that cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }, 'unreadable'],
		['that is of this execution', { outcome: 'unknown', run: RUN }, 'claimed'],
		['that this execution is sending', { run: RUN, heldUntil: NOW + 1 }, 'claimed'],
		['for another amount', { outcome: 'unknown', charge: charge('ana', 11) }, 'claimed'],
		['in another currency', { outcome: 'unknown', charge: charge('ana', 10, 'USD') }, 'claimed'],
		['for another customer', { outcome: 'unknown', charge: charge('bruno') }, 'claimed'],
	])('%s', (_, row, is) => {
		world.other('theirs', 60, row);
		expect(claimRecent(wish('k'), wish('l', { charge: charge('carla') }))).toEqual({
			k: is,
			l: 'claimed',
		});
	});

	test.each<[Partial<Entry>, string]>([
		[settled(0), 'duplicate'],
		[{ outcome: 'rejected' }, 'claimed'],
	])('that ends while it is waited for counts as it has ended: %j', (then, is) => {
		const theirs = world.other('theirs', 1);
		world.meanwhile = { pause: { 3: () => world.change(theirs, then) } };
		expect(claimRecent(wish('k'))).toEqual({ k: is });
	});

	test('is told as all that refuse the row, and the own name counts before them', () => {
		const open = world.other('theirs', 60, { outcome: 'unknown' });
		const paid = world.other('others', 60, settled(0));
		const verdicts = world.run(claimNames([wish('k')], { ...RULES, recent }));
		expect(verdicts.get('k')).toEqual({ is: 'duplicate', entries: [open, paid] });
		world.other('k', 1, { run: RUN, outcome: 'issued', additionId: 'a' });
		expect(claimRecent(wish('k'))).toEqual({ k: 'paid a' });
	});
});

test('where the ledger cannot be read behind a claim, the claim is taken back', () => {
	const fail = () => {
		throw new Error('locked');
	};
	world.meanwhile = { read: { 2: fail } };
	expect(() => claim(wish('k'))).toThrow('locked');
	expect(world.entries).toEqual([]);
});

test.each<[string, Partial<Entry>, number]>([
	['was not sent is given back', {}, 0],
	['was given up by another run stays', { outcome: 'rejected' }, 1],
	['was given an addition stays', { additionId: 'a' }, 1],
	['was claimed again under its id stays', { claim: 'other' }, 1],
])('a claim that %s', (_, change, left) => {
	claim(wish('k'));
	const entry = world.entries[0];
	world.change(entry, change);
	world.run(releaseClaims([entry]));
	expect(world.entries).toHaveLength(left);
});
