import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import { advance } from '../../../../nodes/Gmc/core/polling/cursor';
import { addition, emittedBy, snapshot } from './cursor-support';

describe('what is remembered', () => {
	const completed = addition('a', 'COMPLETED');
	const { progress: cursor } = advance(undefined, snapshot([completed]));
	/** Whether it is, after two polls with each look-back: the first of them may have a list that is not complete. */
	const isKnownAfter = (listed: ListedAddition[], ...windowStarts: string[]) => {
		let known = cursor;
		for (const windowStart of windowStarts) {
			for (const shown of [listed, []]) {
				const poll = snapshot(shown, { windowStart, today: '2026-12-01' });
				({ progress: known } = advance(known, poll));
			}
		}
		return known.emitted.length > 0;
	};

	test('stays while the list may show it again, and not longer', () => {
		expect(isKnownAfter([], '2026-11-21')).toBe(true);
		expect(isKnownAfter([], '2026-11-22')).toBe(false);
	});

	test('goes a day later when the list shows it as it leaves the look-back', () => {
		const first = advance(cursor, snapshot([completed], { windowStart: '2026-11-22' })).progress;
		const later = (windowStart: string) => {
			const poll = snapshot([], { windowStart, today: '2026-12-01' });
			return advance(advance(first, poll).progress, poll).progress.emitted;
		};
		expect([later('2026-11-23'), later('2026-11-24')].map(({ length }) => length)).toEqual([1, 0]);
	});

	test('stays when one list leaves out what lists of the last change show long after its day', () => {
		const shown = snapshot([completed], { windowStart: '2026-11-25', today: '2026-12-02' });
		const later = { windowStart: '2026-11-26', today: '2026-12-03' };
		const lagging = snapshot([], later);
		const again = snapshot([completed], later);
		expect(
			emittedBy([snapshot([]), snapshot([completed]), shown, lagging, lagging, again]),
		).toEqual([[], ['a COMPLETED'], [], [], [], []]);
	});

	test('stays when the first list after a gap leaves it out', () => {
		const gap = { windowStart: '2026-11-29', today: '2026-12-06' };
		const [empty, made] = [snapshot([], gap), snapshot([completed], gap)];
		const polls = [snapshot([]), snapshot([completed]), empty, made];
		expect(emittedBy(polls)).toEqual([[], ['a COMPLETED'], [], []]);
	});

	test('stays although it was emitted while the look-back began far earlier', () => {
		const behind = { windowStart: '2026-08-25', today: '2026-11-20' };
		const right = { windowStart: '2026-11-13' };
		const polls = [
			snapshot([]),
			snapshot([completed], behind),
			snapshot([], right),
			snapshot([], right),
			snapshot([completed], right),
		];
		expect(emittedBy(polls).flat()).toEqual(['a COMPLETED']);
	});

	test('stays when the look-back has moved on and grows again', () => {
		const today = '2026-12-06';
		const polls = [
			snapshot([]),
			snapshot([completed]),
			snapshot([], { windowStart: '2026-11-29', today }),
			snapshot([completed], { today }),
			snapshot([completed], { today }),
		];
		expect(emittedBy(polls)).toEqual([[], ['a COMPLETED'], [], [], []]);
	});

	test('is the same text when nothing was emitted, whatever the order of the list', () => {
		for (const status of ['COMPLETED', 'PENDING']) {
			const many = ['a', 'b', 'c', 'd'].map((_id) => addition(_id, status));
			const first = advance(undefined, snapshot(many)).progress;
			expect(advance(first, snapshot([...many].reverse())).progress).toEqual(first);
		}
	});
});
