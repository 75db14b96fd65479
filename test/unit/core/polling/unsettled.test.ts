import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Progress, Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance, dueForLookup, MAX_UNSETTLED } from '../../../../nodes/Gmc/core/polling/cursor';
import { addition, emittedBy, snapshot } from './cursor-support';

describe('an addition that has yet to settle when the list shows it no longer', () => {
	const pending = addition('a', 'PENDING');
	const settled = addition('a', 'COMPLETED');
	const left = snapshot([]);
	const lookup = (...lookedUp: ListedAddition[]) => snapshot([], { lookedUp });
	/** The cursor after these polls. */
	const after = (...polls: Snapshot[]) =>
		polls.reduce<Progress | undefined>((known, one) => advance(known, one).progress, undefined)!;

	test('is missing once, since the first day, however often the list does not show it', () => {
		for (const later of [[], [snapshot([], { today: '2026-11-22' })]]) {
			const { unsettled } = after(snapshot([pending]), left, ...later);
			expect(unsettled).toEqual([{ id: 'a', missingSince: '2026-11-20' }]);
		}
	});

	test('is emitted once, although the list shows it again after the lookup, old as it is', () => {
		const createdAt = String(Date.UTC(2026, 8, 1));
		const [before, after] = [pending, settled].map((one) => ({ ...one, createdAt }));
		const polls = [snapshot([before]), left, lookup(after), snapshot([]), snapshot([after])];
		expect(emittedBy(polls).flat()).toEqual(['a COMPLETED']);
	});

	test('keeps what was emitted of it long after its day has left the look-back', () => {
		const event = 'additionStatusChanged';
		const late = { windowStart: '2026-12-01', today: '2026-12-08' };
		const later = { windowStart: '2026-12-20', today: '2026-12-27' };
		const polls = [
			snapshot([]),
			snapshot([pending]),
			left,
			lookup(addition('a', 'MINTING')),
			...[late, later, later].map((days) => ({ ...lookup(pending), ...days })),
			{ ...lookup(addition('a', 'MINTING')), ...later },
		];
		expect(emittedBy(polls.map((one) => ({ ...one, event }))).flat()).toEqual([
			'a PENDING',
			'a MINTING',
		]);
	});

	test('is remembered as one of many: those that are missing first, then the oldest', () => {
		const many = Array.from({ length: MAX_UNSETTLED + 5 }, (_, i) =>
			addition(`m${i}`, 'PENDING', i),
		);
		const before = after(snapshot([pending]), left);
		const { unsettled } = advance(before, snapshot(many)).progress;
		expect(unsettled).toHaveLength(MAX_UNSETTLED);
		expect(unsettled[0]).toMatchObject({ id: 'a' });
		expect(unsettled.some(({ id }) => id === `m${MAX_UNSETTLED - 1}`)).toBe(false);
		// A list that loses everything pushes out nothing.
		const lost = advance({ ...before, unsettled }, left).progress.unsettled;
		expect(lost.map(({ id }) => id).sort()).toEqual(unsettled.map(({ id }) => id).sort());
	});

	test('is not looked up while the list shows it', () => {
		expect(dueForLookup([{ id: 'a', missingSince: '2026-11-19' }], [pending])).toEqual([]);
	});

	test('without a status was emitted so, and is not emitted so again', () => {
		const event = 'additionStatusChanged';
		const blank = addition('a', '');
		const polls = [snapshot([]), snapshot([blank]), left, lookup(blank), lookup(settled)];
		const emitted = emittedBy(polls.map((one) => ({ ...one, event }))).flat();
		expect(emitted).toEqual(['a ', 'a COMPLETED']);
	});
});
