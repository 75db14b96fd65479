import type { PendingAddition } from '../../../../nodes/Gmc/core/polling/pending';
import { MAX_PENDING_DAYS, carryPending } from '../../../../nodes/Gmc/core/polling/pending';
import { addDays } from '../../../../nodes/Gmc/core/time/time';

const TODAY = '2026-11-20';
const one = (id: string, since = TODAY): PendingAddition => ({ id, emitted: '', since });
const next = (before: PendingAddition[], added: PendingAddition[] = [], ...tried: string[]) =>
	carryPending({
		before,
		added,
		tried: new Set(tried),
		emittedOf: ({ emitted }) => emitted,
		today: TODAY,
	});
const idsOf = (additions: PendingAddition[]) => additions.map(({ id }) => id);

test('those that were looked up go to the end, behind those that have just come', () => {
	const { pending } = next([one('a'), one('b'), one('c')], [one('d')], 'a', 'b');
	expect(idsOf(pending)).toEqual(['c', 'd', 'a', 'b']);
});

test('one that has not settled in time is given up, and said to be', () => {
	const last = one('last', addDays(TODAY, -MAX_PENDING_DAYS));
	const late = one('late', addDays(TODAY, -MAX_PENDING_DAYS - 1));
	const { pending, givenUp } = next([late, last]);
	expect([idsOf(pending), idsOf(givenUp)]).toEqual([['last'], ['late']]);
});
