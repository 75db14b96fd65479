import {
	claimNames,
	claimUnseen,
	lookUp,
	releaseClaims,
	writeClaims,
} from '../../../../nodes/Gmc/core/ledger/claim';
import { type Entry, claimIdOf, FAILED_ADDITION } from '../../../../nodes/Gmc/core/ledger/entry';
import { equalSince, NEW_IN_BATCH } from '../../../../nodes/Gmc/core/ledger/neighbours';
import { RUN, wish } from './entries-support';
import { fail, MINUTE, NOW, RULES, said, World } from './protocol-support';

// Whose a name is. In every order of events: exploration.test.ts.
// promises.md P10, P11, P12

let world: World;
beforeEach(() => (world = new World()));

type Wish = ReturnType<typeof wish>;
const claim = (...wishes: Wish[]) => said(world.run(claimNames(wishes, RULES)));

describe('what is asked of the table', () => {
	test.each<[string, boolean, object]>([
		[
			'a run that meets nobody looks, claims and reads once, and waits for nothing',
			false,
			{ now: 2, read: 2 },
		],
		['names that cannot have been used are not looked at', true, { now: 1, read: 1 }],
	])('%s', (_, areFree, asked) => {
		const verdicts = world.run(claimNames([wish('k'), wish('l')], RULES, areFree));
		expect(said(verdicts)).toEqual({ k: 'claimed', l: 'claimed' });
		expect(world.counts).toEqual({ ...asked, insert: 1 });
	});

	test('a name that has paid is only looked at', () => {
		world.other('k', 60, { outcome: 'issued', additionId: 'a' });
		expect(claim(wish('k'))).toEqual({ k: 'paid a' });
		expect(world.counts).toEqual({ now: 1, read: 1 });
	});

	test('a name that is proven not done is claimed, and its entry stays', () => {
		world.other('k', 60, { outcome: 'rejected' });
		expect(claim(wish('k'))).toEqual({ k: 'claimed' });
		expect(world.counts).toEqual({ now: 2, read: 2, insert: 1 });
	});

	test('for no rows nothing', () => {
		for (const none of [lookUp([], RULES), writeClaims([], RULES)]) {
			expect(world.run(none)).toEqual(new Map());
		}
		expect(world.counts).toEqual({});
	});

	test('a claim that is released is deleted once', () => {
		claim(wish('k'));
		world.run(releaseClaims([...world.entries]));
		expect(world.entries).toEqual([]);
		expect(world.counts).toMatchObject({ delete: 1 });
		expect(world.counts).not.toHaveProperty('giveBack');
	});
});

describe('another run', () => {
	test.each([false, true])(
		'that gives up lets the name be claimed in the next round: free %s',
		(areFree) => {
			const nth = areFree ? 1 : 2;
			let theirs: Entry;
			world.meanwhile = {
				read: {
					[nth]: () => (theirs = world.other('k', 0, { outcome: 'sending' })),
					[nth + 1]: () => (world.entries = world.entries.filter(({ id }) => id !== theirs.id)),
				},
			};
			expect(said(world.run(claimNames([wish('k')], RULES, areFree)))).toEqual({ k: 'claimed' });
			expect(world.counts).toMatchObject({ pause: 1, insert: 2 });
		},
	);

	test('that deletes a claim before it is read has it claimed again', () => {
		world.meanwhile = { read: { 2: () => (world.entries = []) } };
		const verdict = world.run(claimNames([wish('k')], RULES)).get('k');
		expect(verdict).toEqual({ is: 'claimed', entry: world.entries[0] });
		expect(world.counts).toMatchObject({ insert: 2 });
	});
});

test('of entries that do not count, only those under names that were won are rejected', () => {
	const [k, l] = ['k', 'l'].map((ref) => world.other(ref, 60, { outcome: 'unknown' }));
	const failed = world.other('k', 50, { additionId: 'a', ...FAILED_ADDITION });
	world.meanwhile = { read: { 1: () => world.other('l', 0, { outcome: 'sending' }) } };
	const counts = ({ id }: Entry) => id !== k.id && id !== l.id;
	const verdicts = world.run(writeClaims([wish('k'), wish('l')], RULES, counts));
	expect(said(verdicts)).toEqual({ k: 'claimed', l: 'busy' });
	expect(world.entries.slice(0, 3)).toEqual([{ ...k, outcome: 'rejected' }, l, failed]);
});

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
	const ask = (...refs: string[]) =>
		world.run(
			claimNames(
				(refs.length > 0 ? refs : ['k']).map((ref) => wish(ref)),
				rules,
			),
		);
	const unknown = { outcome: 'unknown' } as const;

	test.each<[string, Partial<Entry>, string]>([
		['paid 15 minutes ago refuses', { outcome: 'issued', settledAt: SINCE }, 'duplicate'],
		['paid before that does not', { outcome: 'issued', settledAt: SINCE - 1 }, 'claimed'],
		['paid who knows when counts by when it was asked for', { outcome: 'issued' }, 'claimed'],
		['proven not done does not', { outcome: 'rejected', settledAt: NOW }, 'claimed'],
		['left open does, however old it is', unknown, 'duplicate'],
		['whose answer was just lost refuses', { ...unknown, heldUntil: NOW + 1 }, 'duplicate'],
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

	test.each([
		['k', 'l'],
		['l', 'k'],
	])('it alone is, beside equal rows of the sheet: %s, %s', (...refs) => {
		world.other('k', 60, { execution: RUN, outcome: 'rejected' });
		world.other('theirs', 59, { outcome: 'issued' });
		expect(said(ask(...refs))).toEqual({ k: 'duplicate', l: 'claimed' });
	});

	test('one that is being sent is waited for, also beside one that has paid', () => {
		world.other('theirs', 1, { heldUntil: NOW + 1 });
		world.other('others', 1, { outcome: 'issued', settledAt: NOW });
		expect(said(ask())).toEqual({ k: 'busy' });
	});

	test('all rows that refuse one are told, and its own name counts before them', () => {
		const open = world.other('theirs', 60, { outcome: 'unknown' });
		const paid = world.other('others', 60, { outcome: 'issued', settledAt: NOW });
		expect(ask().get('k')).toEqual({ is: 'duplicate', entries: [open, paid] });
		world.other('k', 1, { execution: RUN, outcome: 'issued', additionId: 'a' });
		expect(said(ask())).toEqual({ k: 'paid a' });
	});
});

test.each([
	['is taken back', {}],
	['is given back where n8n refuses that, too', { withdraw: { 1: fail } }],
])('where the ledger cannot be read behind a claim, the claim %s', (_, more) => {
	world.meanwhile = { read: { 2: fail }, ...more };
	expect(() => claim(wish('k'))).toThrow('locked');
	expect(world.entries).toEqual([]);
	expect(world.counts).toMatchObject({ read: 2 });
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
