import type { Entry } from '../../../../nodes/Gmc/core/ledger/entry';
import type { Settlement } from '../../../../nodes/Gmc/core/ledger/settle';
import { settleClaims, settleFailed } from '../../../../nodes/Gmc/core/ledger/settle';
import { toClaim } from '../../../../nodes/Gmc/core/ledger/claim';
import { HOLD, MINUTE, NOW, RULES, World, wish } from './protocol-support';

// Writing down what became of claims, step by step. In every order of events: exploration.test.ts.

let world: World;
beforeEach(() => (world = new World()));

/** A claim of this run, made a minute ago. */
const claimed = (ref: string, more: Partial<Entry> = {}) =>
	world.add({ ...toClaim(wish(ref), RULES, NOW - MINUTE), ...more });
const settle = (settlements: Settlement[], bulkFrom?: number) => [
	...world.run(settleClaims(settlements, RULES, bulkFrom)),
];
const issued = (row: Entry, additionId: string): Settlement => ({
	row,
	outcome: 'issued',
	additionId,
});

describe('an addition', () => {
	test('is named, then asked for its owners, and only then the own', () => {
		const row = claimed('k');
		expect(settle([issued(row, 'a')])).toEqual([]);
		expect(world.steps).toEqual([
			'now',
			'update 1 sending a',
			'readOwners a by k',
			'update 1 issued',
		]);
		expect(world.told()).toEqual(['k issued a run']);
	});

	test.each([
		['has paid', { outcome: 'issued' }],
		['is about to say so, too', { outcome: 'sending' }],
		[
			'says so in a row whose outcome cannot be read',
			{ outcome: 'unknown', unreadable: ['outcome'] },
		],
	] as const)('that another name %s: it is in doubt', (_, their) => {
		const unreadable = 'unreadable' in their ? [...their.unreadable] : undefined;
		world.other('other', 5, { ...their, unreadable, additionId: 'a' });
		expect(settle([issued(claimed('k'), 'a')])).toEqual(['k']);
		expect(world.told()[1]).toBe('k unknown run');
	});

	test('that another name is in doubt about is the own', () => {
		world.other('other', 5, { outcome: 'unknown', additionId: 'a' });
		expect(settle([issued(claimed('k'), 'a')])).toEqual([]);
	});

	test('that has failed under another name is in doubt', () => {
		world.other('other', 5, { outcome: 'rejected', additionId: 'a' });
		expect(settle([issued(claimed('k'), 'a')])).toEqual(['k']);
	});

	test('that the name was refused with before is not what it has paid with now', () => {
		world.other('k', 30, { outcome: 'rejected', additionId: 'a' });
		expect(settle([issued(claimed('k'), 'a')])).toEqual(['k']);
		expect(world.told()[1]).toBe('k unknown run');
	});

	test('that another run has written under the same name is the same payment', () => {
		world.other('k', 5, { outcome: 'issued', additionId: 'a' });
		expect(settle([issued(claimed('k'), 'a')])).toEqual([]);
		expect(world.told()).toEqual(['k issued a other', 'k issued a run']);
	});

	test('of a row that is not there any more is in doubt', () => {
		const row = claimed('k');
		world.meanwhile = { readOwners: { 1: () => (world.entries = []) } };
		expect(settle([issued(row, 'a')])).toEqual(['k']);
	});

	test('that two rows of the run were answered with is of neither', () => {
		const rows = [claimed('k'), claimed('l')];
		expect(settle(rows.map((row) => issued(row, 'a')))).toEqual(['k', 'l']);
		expect(world.told()).toEqual(['k unknown run', 'l unknown run']);
	});
});

describe('many at once', () => {
	const five = () => ['a', 'b', 'c', 'd', 'e'].map((name) => issued(claimed(`k-${name}`), name));

	test('are written anew, and their claims deleted after', () => {
		expect(settle(five())).toEqual([]);
		expect(world.steps).toEqual([
			'now',
			'insert k-a, k-b, k-c, k-d, k-e',
			'readOwners a, b, c, d, e by k-a by k-b by k-c by k-d by k-e',
			'update 6 issued, 7 issued, 8 issued, 9 issued, 10 issued delete 1, 2, 3, 4, 5',
		]);
		expect(world.told()[0]).toBe('k-a issued a run');
		expect(world.entries[0]).toMatchObject({
			askedAt: NOW - MINUTE,
			heldUntil: NOW - MINUTE + HOLD,
		});
	});

	test('fewer are changed one by one', () => {
		settle(five().slice(0, 4));
		expect(world.steps[1]).toBe('update 1 sending a, 2 sending b, 3 sending c, 4 sending d');
		expect(world.steps[3]).toBe('update 1 issued, 2 issued, 3 issued, 4 issued');
	});

	test('are changed where the ledger takes no more rows', () => {
		const all = five();
		const full = () => {
			throw new Error('full');
		};
		world.meanwhile = { insert: { 1: full } };
		expect(settle(all)).toEqual([]);
		expect(world.told()).toEqual(
			['a', 'b', 'c', 'd', 'e'].map((name) => `k-${name} issued ${name} run`),
		);
	});

	test('one that is contested keeps its claim, and leaves nothing else behind', () => {
		world.other('other', 5, { outcome: 'issued', additionId: 'b' });
		expect(settle(five())).toEqual(['k-b']);
		expect(world.told().sort()).toEqual([
			'k-a issued a run',
			'k-b unknown run',
			'k-c issued c run',
			'k-d issued d run',
			'k-e issued e run',
			'other issued b other',
		]);
	});

	test('the newest of several rows of a name is kept', () => {
		const row = claimed('k');
		world.add({ ...row, additionId: 'a' });
		world.add({ ...row, additionId: 'a' });
		settle([issued(row, 'a')]);
		expect(world.entries.map(({ id, outcome }) => [id, outcome])).toEqual([[3, 'issued']]);
	});
});

describe('what was not issued', () => {
	test('is written down without a question', () => {
		const [k, l] = [claimed('k'), claimed('l')];
		settle([
			{ row: k, outcome: 'unknown' },
			{ row: l, outcome: 'rejected' },
		]);
		expect(world.steps).toEqual(['now', 'update 1 unknown, 2 rejected']);
	});

	test('and has failed at the service keeps the addition, and is held no more', () => {
		settle([{ row: claimed('k'), outcome: 'rejected', additionId: 'a' }]);
		expect(world.entries).toMatchObject([{ outcome: 'rejected', additionId: 'a', heldUntil: 0 }]);
	});

	test('is held no longer than people want it, from when it was asked for', () => {
		const row = claimed('k', { heldUntil: NOW + 60 * MINUTE });
		settle([{ row, outcome: 'unknown' }]);
		expect(world.entries[0].heldUntil).toBe(NOW - MINUTE + HOLD);
	});

	test('nothing at all writes nothing', () => {
		expect(settle([])).toEqual([]);
		expect(world.steps).toEqual(['now']);
	});
});

describe('an addition that has failed since', () => {
	test('frees the name that it was written down for', () => {
		world.other('k', 5, { n: 1, outcome: 'issued', additionId: 'a' });
		world.other('k', 5, { n: 2, outcome: 'issued', additionId: 'b' });
		world.run(settleFailed([{ ref: 'k', n: 1, additionId: 'a' }]));
		expect(world.steps).toEqual(['read k', 'update 1 rejected']);
		expect(world.entries[0]).toMatchObject({ outcome: 'rejected', heldUntil: 0, additionId: 'a' });
	});

	test.each([
		['another addition', { outcome: 'issued', additionId: 'b' }],
		['it in doubt', { outcome: 'unknown', additionId: 'a' }],
	] as const)('changes nothing where the name has %s', (_, row) => {
		world.other('k', 5, row);
		world.run(settleFailed([{ ref: 'k', additionId: 'a' }]));
		expect(world.steps).toEqual(['read k']);
	});

	test('several of one name are read once', () => {
		world.run(settleFailed([1, 2].map((n) => ({ ref: 'k', n, additionId: 'a' }))));
		expect(world.steps).toEqual(['read k']);
	});
});
