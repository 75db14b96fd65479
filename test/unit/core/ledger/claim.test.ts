import { claimNames, claimUnseen, releaseClaims } from '../../../../nodes/Gmc/core/ledger/claim';
import { type Entry, claimIdOf } from '../../../../nodes/Gmc/core/ledger/entry';
import { equalSince, NEW_IN_BATCH } from '../../../../nodes/Gmc/core/ledger/neighbours';
import { RUN, wish } from './entries-support';
import { MINUTE, NOW, RULES, said, World } from './protocol-support';

// Whose a name is. In every order of events: exploration.test.ts.
// promises.md P10, P11, P12

let world: World;
beforeEach(() => (world = new World()));

type Wish = ReturnType<typeof wish>;
const claim = (...wishes: Wish[]) => said(world.run(claimNames(wishes, RULES)));

test.each<[string, Partial<Entry>, string]>([
	['move the row', { outcome: 'issued', additionId: 'a' }, 'batchInUse'],
	['do not matter where they are proven not done', { outcome: 'rejected' }, 'claimed'],
	['do not matter where they are of this run', { claim: 'run.7' }, 'claimed'],
])('in a batch, rows of the customer that have come since it was named %s', (_, row, is) => {
	const known = world.other('b', 1, { n: 1, outcome: 'issued' });
	world.other('b', 1, { n: 3, ...row });
	const named = wish('b', { n: 2, knownClaims: new Set([claimIdOf(known)]) });
	const rules = { ...RULES, neighbours: NEW_IN_BATCH };
	expect(said(world.run(claimNames([named], rules)))).toEqual({ 'b 2': is });
});

describe('a claim without a look', () => {
	const ask = (ref = 'k') => world.run(claimUnseen(wish(ref), RULES));

	test('wins a name that is free', () => {
		world.other('other', 60, { outcome: 'issued', additionId: 'a' });
		const { won, entries } = ask();
		expect([said(won), entries]).toEqual([{ k: 'claimed' }, []]);
		expect(world.entries).toHaveLength(2);
	});

	test.each<[string, Partial<Entry>]>([
		['that was paid', { outcome: 'issued', additionId: 'a' }],
		['that another run has claimed', { outcome: 'sending' }],
	])('leaves no trace under a name %s', (_, row) => {
		const other = world.other('k', 60, row);
		const { won, entries } = ask();
		expect([said(won), entries]).toEqual([{}, [other]]);
		expect(world.entries).toHaveLength(1);
	});
});

describe('under Recent', () => {
	const SINCE = NOW - 15 * MINUTE;
	const isIgnored = ({ execution }: Entry) => execution === RUN;
	const rules = { ...RULES, neighbours: equalSince(15 * MINUTE, isIgnored) };
	const ask = () => world.run(claimNames([wish('k')], rules));

	test.each<[string, Partial<Entry>, string]>([
		['paid 15 minutes ago refuses', { outcome: 'issued', settledAt: SINCE }, 'duplicate'],
		['paid before that does not', { outcome: 'issued', settledAt: SINCE - 1 }, 'claimed'],
		['paid who knows when counts by when it was asked for', { outcome: 'issued' }, 'claimed'],
		['proven not done does not', { outcome: 'rejected', settledAt: NOW }, 'claimed'],
		['left open does, however old it is', { outcome: 'unknown' }, 'duplicate'],
		['being sent is waited for', { heldUntil: NOW + 1 }, 'busy'],
		['left by a crash refuses', { heldUntil: NOW }, 'duplicate'],
		['that cannot be read refuses', { outcome: 'unknown', unreadable: ['amount'] }, 'unreadable'],
		['of this execution does not', { execution: RUN, outcome: 'unknown' }, 'claimed'],
	])('an equal row %s', (_, row, is) => {
		world.other('theirs', 60, row);
		expect(said(ask())).toEqual({ k: is });
		expect(world.entries).toHaveLength(is === 'claimed' ? 2 : 1);
	});

	test('a row that was proven not done is compared with all that was paid since', () => {
		world.other('k', 60, { execution: RUN, outcome: 'rejected' });
		world.other('theirs', 59, { outcome: 'issued' });
		expect(said(ask())).toEqual({ k: 'duplicate' });
	});

	test('all rows that refuse one are told, and its own name counts before them', () => {
		const open = world.other('theirs', 60, { outcome: 'unknown' });
		const paid = world.other('others', 60, { outcome: 'issued', settledAt: NOW });
		expect(ask().get('k')).toEqual({ is: 'duplicate', entries: [open, paid] });
		world.other('k', 1, { execution: RUN, outcome: 'issued', additionId: 'a' });
		expect(said(ask())).toEqual({ k: 'paid a' });
	});
});

const fail = () => {
	throw new Error('locked');
};

test.each([
	['is taken back', {}],
	['is given back where n8n refuses that, too', { withdraw: { 1: fail } }],
])('where the ledger cannot be read behind a claim, the claim %s', (_, more) => {
	world.meanwhile = { read: { 2: fail }, ...more };
	expect(() => claim(wish('k'))).toThrow('locked');
	expect(world.entries).toEqual([]);
});

test('where a later round fails, what an earlier one has won is released', () => {
	// Another run claims one of two names at the same moment, and gives up.
	const theirs = () => world.other('l', 0, { outcome: 'sending' });
	world.meanwhile = { read: { 2: theirs, 3: fail } };
	expect(() => claim(wish('k'), wish('l'))).toThrow('locked');
	expect(world.told()).toEqual(['l sending other']);
});

describe.each([undefined, 'read', 'delete'] as const)('where n8n refuses: %s', (refused) => {
	test.each<[string, Partial<Entry>, number]>([
		['was not sent is given back', {}, 0],
		['was given up by another run stays', { outcome: 'rejected' }, 1],
		['was given an addition stays', { additionId: 'a' }, 1],
		['was claimed again under its id stays', { claim: 'other' }, 1],
	])('a claim that %s', (_, change, left) => {
		claim(wish('k'));
		const entry = world.entries[0];
		world.change(entry, change);
		const nth = refused && (world.counts[refused] ?? 0) + 1;
		if (nth) world.meanwhile = { [refused]: { [nth]: fail } };
		const release = () => world.run(releaseClaims([entry]));
		// Only what is still the run's own is deleted.
		if (refused === 'read' || (refused === 'delete' && left === 0))
			expect(release).toThrow('locked');
		else release();
		expect(world.entries).toHaveLength(left);
	});
});

test('where n8n does nothing more, the first error is told', () => {
	world.meanwhile = { read: { 2: fail }, withdraw: { 1: fail }, giveBack: { 1: fail } };
	expect(() => claim(wish('k'))).toThrow('locked');
	expect(world.entries).toHaveLength(1);
});
