import type { ListedAddition } from '../../../../nodes/Gmc/core/additions/addition';
import type { Cursor } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance } from '../../../../nodes/Gmc/core/polling/cursor';
import { MAX_PENDING } from '../../../../nodes/Gmc/core/polling/pending';
import { addition, emittedBy, snapshot } from './cursor-support';

describe('an addition that is pending when the list shows it no longer', () => {
	const pending = addition('a', 'PENDING');
	const settled = addition('a', 'COMPLETED');
	const seen = advance(undefined, snapshot([pending])).cursor;
	const left = snapshot([]);
	const lookup = (...lookedUp: ListedAddition[]) =>
		snapshot([], { lookedUp, tried: new Set(['a']) });

	test('is pending until it settles, emitted once, and then forgotten', () => {
		expect(
			emittedBy([snapshot([pending]), left, lookup(pending), lookup(settled), snapshot([])]),
		).toEqual([[], [], [], ['a COMPLETED'], []]);
		const { cursor } = advance(advance(seen, left).cursor, lookup(settled));
		expect(cursor.pending).toEqual([]);
		expect(cursor.emitted).toMatchObject([['2026-11-20', 'emitted', expect.any(String) as string]]);
	});

	test('is pending once, however often the list does not show it', () => {
		let cursor = seen;
		for (let poll = 0; poll < 2; poll++) {
			({ cursor } = advance(cursor, left));
			expect(cursor).toMatchObject({ pending: [{ id: 'a' }], unsettled: [] });
		}
	});

	test('is emitted once, although the list shows it again after the lookup, old as it is', () => {
		const createdAt = String(Date.UTC(2026, 8, 1));
		const [before, after] = [pending, settled].map((one) => ({ ...one, createdAt }));
		const polls = [snapshot([before]), left, lookup(after), snapshot([]), snapshot([after])];
		expect(emittedBy(polls).flat()).toEqual(['a COMPLETED']);
	});

	test('keeps what was emitted of it', () => {
		const event = 'additionStatusChanged';
		const polls = [snapshot([]), snapshot([pending]), left, lookup(pending), lookup(settled)];
		expect(emittedBy(polls.map((one) => ({ ...one, event })))).toEqual([
			[],
			['a PENDING'],
			[],
			[],
			['a COMPLETED'],
		]);
	});

	test('keeps what was emitted of it in one place, the same in every poll', () => {
		const minting = addition('a', 'MINTING');
		const late = { windowStart: '2026-12-01', today: '2026-12-08' };
		const polls = [
			snapshot([]),
			snapshot([pending]),
			left,
			lookup(minting),
			lookup(minting),
			...[lookup(pending), lookup(minting), lookup(pending)].map((one) => ({ ...one, ...late })),
		].map((one) => ({ ...one, event: 'additionStatusChanged' as const }));
		let cursor: Cursor | undefined;
		for (const one of polls) ({ cursor } = advance(cursor, one));
		expect(cursor).toMatchObject({ emitted: [], pending: [{ emitted: 'PENDING,MINTING' }] });
		expect(emittedBy(polls).flat()).toEqual(['a PENDING', 'a MINTING']);
	});

	test('is left to the list when that had lost it for one poll only', () => {
		const polls = [snapshot([pending]), snapshot([]), snapshot([pending])];
		let cursor: Cursor | undefined;
		const followed = polls.map((one) => {
			({ cursor } = advance(cursor, one));
			return [cursor.pending.map(({ id }) => id), cursor.unsettled];
		});
		expect(followed).toEqual([
			[[], ['a']],
			[['a'], []],
			[[], ['a']],
		]);
	});

	test('is not pushed out by a list that loses everything', () => {
		const many = Array.from({ length: MAX_PENDING + 5 }, (_, i) => addition(`m${i}`, 'PENDING', i));
		const { cursor: first } = advance(undefined, snapshot([pending, ...many]));
		expect(first.unsettled).toHaveLength(MAX_PENDING);
		expect(first.unsettled).not.toContain(`m${MAX_PENDING + 4}`);
		const old = { ...first, pending: [{ id: 'old', emitted: '', since: '2026-11-01' }] };
		const { cursor, givenUp } = advance(old, left);
		expect(givenUp).toEqual([]);
		expect(cursor.pending).toHaveLength(MAX_PENDING);
		expect(cursor.pending[0]).toMatchObject({ id: 'old' });
		expect(cursor.unsettled).toHaveLength(1);
		const [waiting] = cursor.unsettled;
		const settledOne = lookup({ ...addition('old', 'COMPLETED') });
		expect(advance(cursor, settledOne).cursor.pending.map(({ id }) => id)).toContain(waiting);
		const shown = advance(cursor, snapshot([pending, ...many])).cursor;
		expect(shown.pending.map(({ id }) => id)).toEqual(['old']);
	});

	test('is no concern of additionCreated', () => {
		const { cursor } = advance(undefined, snapshot([pending], { event: 'additionCreated' }));
		expect(cursor.unsettled).toEqual([]);
	});

	test('without a status was emitted so, and is not emitted so again', () => {
		const event = 'additionStatusChanged';
		const blank = addition('a', '');
		const polls = [
			snapshot([]),
			snapshot([blank]),
			left,
			lookup(blank),
			lookup(blank),
			lookup(settled),
		];
		expect(emittedBy(polls.map((one) => ({ ...one, event })))).toEqual([
			[],
			['a '],
			[],
			[],
			[],
			['a COMPLETED'],
		]);
	});

	test.each(['COMPLETED', 'FAILED'])('is not followed once the list shows it as %s', (status) => {
		const { cursor } = advance(seen, snapshot([addition('a', status)]));
		expect(advance(cursor, left).cursor).toMatchObject({ pending: [], unsettled: [] });
	});
});
