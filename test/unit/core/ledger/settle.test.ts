import { claimHoldMs } from '../../../../nodes/Gmc/core/ledger/hold';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Settlement } from '../../../../nodes/Gmc/core/ledger/settle';
import { settleClaims } from '../../../../nodes/Gmc/core/ledger/settle';
import { claimed as claimOf, RUN } from './entries-support';
import { HOLD, MINUTE, NOW, RULES, World } from './protocol-support';

// Writing down what became of claims. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

/** A claim of this run, made a minute ago. */
const claimed = (ref: string) => {
	const askedAt = NOW - MINUTE;
	const held = { askedAt, heldUntil: askedAt + claimHoldMs(RULES) };
	return world.add({ ...claimOf(ref), execution: RUN, claim: 'run', ...held });
};
const settle = (settlements: Settlement[], bulkFrom?: number) => [
	...world.run(settleClaims(settlements, RULES, bulkFrom)),
];
const issued = (row: Entry, additionId: string): Settlement => ({
	entry: row,
	outcome: 'issued',
	additionId,
});

// Changed one by one, and written again in bulk: the same comes of it.
describe.each([undefined, 1])('an addition, in bulk from %s', (bulkFrom) => {
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
		expect(settle([issued(claimed('k'), 'a')], bulkFrom)).toEqual(isOwn ? [] : ['k']);
		expect(world.told()).toContain(isOwn ? 'k issued a run' : 'k unknown run');
		const { settledAt, heldUntil, additionId } = world.entries.at(-1)!;
		expect([settledAt, heldUntil, additionId]).toEqual(
			isOwn ? [NOW, NOW - MINUTE + claimHoldMs(RULES), 'a'] : [undefined, NOW + HOLD, undefined],
		);
	});

	test('of a row that is not there any more, or of two rows, is in doubt', () => {
		const rows = [claimed('k'), claimed('l')].map((row) => issued(row, 'a'));
		expect(settle(rows, bulkFrom)).toEqual(['k', 'l']);
		expect(world.told()).toEqual(['k unknown run', 'l unknown run']);
		world.meanwhile = { readOwners: { 2: () => (world.entries = []) } };
		expect(settle([issued(claimed('m'), 'b')], bulkFrom)).toEqual(['m']);
	});
});

test('what was not issued is written down without a question', () => {
	const entries = ['k', 'l', 'm'].map(claimed);
	const sentAt = NOW - 2_000;
	settle([
		{ entry: entries[0], outcome: 'unknown', sentAt },
		{ entry: entries[1], outcome: 'rejected' },
		{ entry: entries[2], outcome: 'rejected', additionId: 'a' },
	]);
	expect(world.entries).toMatchObject([
		{ outcome: 'unknown', askedAt: sentAt, heldUntil: NOW + HOLD },
		{ outcome: 'rejected' },
		{ outcome: 'rejected', additionId: 'a', heldUntil: 0 },
	]);
	expect(world.counts.readOwners).toBeUndefined();
});
