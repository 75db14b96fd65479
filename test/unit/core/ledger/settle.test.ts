import { claimHoldMs } from '../../../../nodes/Gmc/core/ledger/hold';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import { type Settlement, settleClaims } from '../../../../nodes/Gmc/core/ledger/settle';
import { claimed as claimOf, RUN } from './entries-support';
import { fail, HOLD, MINUTE, NOW, RULES, World } from './protocol-support';

// Writing down what became of claims. In every order of events: exploration.test.ts.
// promises.md P23

let world: World;
beforeEach(() => (world = new World()));

/** A claim of this run, made a minute ago. */
const claimed = (ref: string) => {
	const askedAt = NOW - MINUTE;
	const held = { askedAt, heldUntil: askedAt + claimHoldMs(RULES) };
	return world.add({ ...claimOf(ref), execution: RUN, claim: 'run', ...held });
};
const settle = (settlements: Settlement[]) => [...world.run(settleClaims(settlements, RULES))];
const issued = (row: Entry, additionId: string): Settlement => ({
	entry: row,
	outcome: 'issued',
	additionId,
});

describe('an addition', () => {
	test.each<[string, Partial<Entry>, boolean]>([
		['has paid', { outcome: 'issued' }, false],
		['is about to say so, too', { outcome: 'sending' }, false],
		['says so, unreadably', { outcome: 'unknown', unreadable: ['outcome'] }, false],
		['has failed with', { outcome: 'rejected' }, false],
		['was refused with before, as the same name', { outcome: 'rejected', ref: 'k' }, false],
		['is in doubt about', { outcome: 'unknown' }, false],
		['has, under the same name', { ref: 'k', outcome: 'issued' }, true],
		['does not name', { additionId: 'b' }, true],
	])('that another row %s', (_, their, isOwn) => {
		world.other('other', 5, { additionId: 'a', ...their });
		expect(settle([issued(claimed('k'), 'a')])).toEqual(isOwn ? [] : ['k']);
		expect(world.told()).toContain(isOwn ? 'k issued a run' : 'k unknown run');
		const own = world.entries.filter(({ claim }) => claim === 'run');
		expect(own).toMatchObject([
			isOwn ? { settledAt: NOW, additionId: 'a' } : { heldUntil: NOW + HOLD },
		]);
		expect(own[0].additionId).toBe(isOwn ? 'a' : undefined);
	});

	test('of a row that is not there any more, or of two rows, is in doubt', () => {
		const rows = [claimed('k'), claimed('l')].map((row) => issued(row, 'a'));
		expect(settle(rows)).toEqual(['k', 'l']);
		expect(world.told()).toEqual(['k unknown run', 'l unknown run']);
		const leave = () => (world.entries = []);
		world.meanwhile = { readOwners: { 2: leave, 3: leave } };
		expect(settle([issued(claimed('m'), 'b')])).toEqual(['m']);
	});
});

test('a claim whose result somebody has deleted stays, in doubt', () => {
	const rows = ['k', 'l'].map((ref) => issued(claimed(ref), ref));
	const deleteResult = () => {
		world.entries = world.entries.filter(({ ref, additionId }) => ref !== 'k' || !additionId);
	};
	world.meanwhile = { readOwners: { 1: deleteResult } };
	expect(settle(rows)).toEqual(['k']);
	expect(world.told()).toContain('k unknown run');
	expect(world.told()).toContain('l issued l run');
});

test('what was not issued is written down', () => {
	const entries = ['k', 'l', 'm'].map(claimed);
	const sentAt = NOW - 2_000;
	settle([
		{ entry: entries[0], outcome: 'unknown', sentAt },
		{ entry: entries[1], outcome: 'rejected' },
		{ entry: entries[2], outcome: 'rejected', additionId: 'a' },
	]);
	expect(world.entries).toMatchObject([
		{ outcome: 'unknown', askedAt: sentAt, heldUntil: NOW + HOLD },
		{ outcome: 'rejected', heldUntil: NOW + HOLD },
		{ outcome: 'rejected', additionId: 'a', heldUntil: 0 },
	]);
});

test('one call writes all results, and one settles them', () => {
	settle(['k', 'l'].map((ref) => issued(claimed(ref), ref)));
	expect(world.counts).toEqual({ now: 1, insert: 1, readOwners: 1, update: 1 });
});

test('a second attempt writes only what the first has not', () => {
	const rows = ['k', 'l'].map((ref) => issued(claimed(ref), ref));
	world.meanwhile = { readOwners: { 1: fail } };
	expect(() => settle(rows)).toThrow('locked');
	expect([...world.run(settleClaims(rows, RULES, true))]).toEqual([]);
	expect(world.told()).toEqual(['k issued k run', 'l issued l run']);
	expect(world.counts).toMatchObject({ insert: 1 });
});
