import { claimHoldMs } from '../../../../nodes/Gmc/core/ledger/hold';
import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Settlement } from '../../../../nodes/Gmc/core/ledger/settle';
import { settleClaims, freeFailed } from '../../../../nodes/Gmc/core/ledger/settle';
import { claimed as claimOf, RUN } from './entries-support';
import { HOLD, MINUTE, NOW, RULES, World } from './protocol-support';

// Writing down what became of claims. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

/** A claim of this run, made a minute ago. */
const claimed = (ref: string, more: Partial<Entry> = {}) => {
	const askedAt = NOW - MINUTE;
	const held = { askedAt, heldUntil: askedAt + claimHoldMs(RULES) };
	return world.add({ ...claimOf(ref), run: RUN, claim: 'run', ...held, ...more });
};
const settle = (settlements: Settlement[], bulkFrom?: number) => [
	...world.run(settleClaims(settlements, RULES, bulkFrom)),
];
const issued = (row: Entry, additionId: string): Settlement => ({
	entry: row,
	outcome: 'issued',
	additionId,
});

// Changed one by one, and written anew in bulk: the same comes of it.
describe.each([
	['an addition', undefined],
	['an addition, in bulk', 1],
])('%s', (_, bulkFrom) => {
	const settleOne = () => settle([issued(claimed('k'), 'a')], bulkFrom);

	test('that nobody else names is the own', () => {
		world.other('other', 5, { outcome: 'issued', additionId: 'b' });
		expect(settleOne()).toEqual([]);
		expect(world.told()).toEqual(['other issued b other', 'k issued a run']);
		const kept = { run: RUN, settledAt: NOW, heldUntil: NOW - MINUTE + claimHoldMs(RULES) };
		expect(world.entries[1]).toMatchObject(kept);
	});

	test.each<[string, Partial<Entry>]>([
		['has paid', { outcome: 'issued' }],
		['is about to say so, too', { outcome: 'sending' }],
		['says so in a row that cannot be read', { outcome: 'unknown', unreadable: ['outcome'] }],
		['has failed with', { outcome: 'rejected' }],
		['was refused with before, as the same name', { outcome: 'rejected', ref: 'k' }],
	])('that another row %s: it is in doubt', (__, their) => {
		world.other('other', 5, { ...their, additionId: 'a' });
		expect(settleOne()).toEqual(['k']);
		expect(world.told()).toEqual([expect.any(String), 'k unknown run']);
		expect(world.entries[1]).toMatchObject({ additionId: undefined, heldUntil: NOW + HOLD });
	});

	test.each<[string, Partial<Entry>]>([
		['another name is in doubt about is the own', { outcome: 'unknown' }],
		['was written down under the same name is one payment', { ref: 'k', outcome: 'issued' }],
	])('that %s', (__, row) => {
		world.other('other', 5, { ...row, additionId: 'a' });
		expect(settleOne()).toEqual([]);
	});

	test('of a row that is not there any more is in doubt', () => {
		world.meanwhile = { readOwners: { 1: () => (world.entries = []) } };
		expect(settleOne()).toEqual(['k']);
	});

	test('that two rows of the run were answered with is of neither', () => {
		const rows = [claimed('k'), claimed('l')].map((row) => issued(row, 'a'));
		expect(settle(rows, bulkFrom)).toEqual(['k', 'l']);
		expect(world.told()).toEqual(['k unknown run', 'l unknown run']);
	});
});

test('where the ledger takes no more rows, many are changed instead', () => {
	const all = ['a', 'b', 'c', 'd', 'e'].map((name) => issued(claimed(`k-${name}`), name));
	const full = () => {
		throw new Error('full');
	};
	world.meanwhile = { insert: { 1: full } };
	expect(settle(all)).toEqual([]);
	expect(world.told()[4]).toBe('k-e issued e run');
	expect(world.counts.insert).toBe(1);
});

describe('what was not issued', () => {
	test('is written down without a question', () => {
		settle([
			{ entry: claimed('k'), outcome: 'unknown' },
			{ entry: claimed('l'), outcome: 'rejected' },
		]);
		expect(world.told()).toEqual(['k unknown run', 'l rejected run']);
		expect(world.counts.readOwners).toBeUndefined();
	});

	test('and has failed at the service keeps the addition, and is held no more', () => {
		settle([{ entry: claimed('k'), outcome: 'rejected', additionId: 'a' }]);
		expect(world.entries).toMatchObject([{ outcome: 'rejected', additionId: 'a', heldUntil: 0 }]);
	});

	test('and was lost is held for the hold from now, and says when it was sent', () => {
		const sentAt = NOW - 2_000;
		settle([{ entry: claimed('k'), outcome: 'unknown', sentAt }]);
		expect(world.entries).toMatchObject([{ askedAt: sentAt, heldUntil: NOW + HOLD }]);
	});
});

describe('an addition that has failed since', () => {
	test('frees the name that it was written down for', () => {
		for (const [n, additionId] of [...'ab'].entries())
			world.other('k', 5, { n, outcome: 'issued', additionId });
		world.run(freeFailed([{ ref: 'k', n: 0, additionId: 'a' }]));
		expect(world.entries).toMatchObject([
			{ outcome: 'rejected', heldUntil: 0, additionId: 'a' },
			{ outcome: 'issued', additionId: 'b' },
		]);
	});

	test.each<[string, Partial<Entry>]>([
		['another addition', { outcome: 'issued', additionId: 'b' }],
		['it in doubt', { outcome: 'unknown', additionId: 'a' }],
	])('changes nothing where the name has %s', (_, row) => {
		const before = world.other('k', 5, row);
		world.run(freeFailed([{ ref: 'k', additionId: 'a' }]));
		expect(world.entries).toEqual([before]);
	});
});
