import {
	certainTimeOf,
	RECENT_MINUTES,
	recentItems,
	timesOf,
} from '../../../../nodes/Gmc/core/additions/recent';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const clock = { now: NOW, timeZone: 'America/Sao_Paulo' };
const charge = { identifiers: ['a1', '12345678909'], amount: 10, currency: 'BRL' };

/** As the service tells it, in epoch milliseconds. */
const minutesAgo = (minutes: number) => String(NOW - Math.round(minutes * 60_000));

const addition = ({ amount = 10, ...changes }: Record<string, unknown> = {}) => ({
	_id: '1',
	status: 'COMPLETED',
	createdAt: minutesAgo(1),
	...changes,
	items: [{ customerIdentifier: 'a1', sourceAmount: amount, sourceCurrency: 'BRL' }],
});
function look(additions: Array<ReturnType<typeof addition>>) {
	const items = recentItems(additions, clock);
	const found = { equal: items.equal(charge), maybe: items.maybe(charge) };
	const additionsIn = (lists: typeof found.equal) => [
		...new Set(lists.flat().map((item) => item.addition)),
	];
	return { equal: additionsIn(found.equal), maybe: additionsIn(found.maybe) };
}

test.each<[string, Record<string, unknown>, boolean]>([
	[`of ${RECENT_MINUTES} minutes ago`, { createdAt: minutesAgo(RECENT_MINUTES) }, true],
	// The service may tell whole seconds: three are allowed for.
	['three seconds older', { createdAt: minutesAgo(RECENT_MINUTES + 0.05) }, true],
	['still older', { createdAt: minutesAgo(RECENT_MINUTES + 0.06) }, false],
	['of the future: a clock that is ahead hides nothing', { createdAt: minutesAgo(-600) }, true],
	['of a time that cannot be read', { createdAt: 'a while ago' }, true],
	['of a time without a zone, that is recent in UTC', { createdAt: '20260310115500' }, true],
	['of one that is recent in the workflow’s zone', { createdAt: '20260310085500' }, true],
	['of one that is recent in neither', { createdAt: '20260310103000' }, false],
	['that has failed', { status: 'FAILED' }, false],
])('an addition %s', (_, changes, isEqual) => {
	expect(look([addition(changes)]).equal).toHaveLength(isEqual ? 1 : 0);
});

test('one that cannot be read so far is in doubt, not equal', () => {
	const unread = addition({ amount: 'ten' });
	expect(look([unread])).toMatchObject({ equal: [], maybe: [unread] });
});

const IN_UTC = Date.parse('2026-03-10T08:59:00Z');
test.each<[string, string, number[], number | undefined]>([
	['an instant', minutesAgo(1), [NOW - 60_000], NOW - 60_000],
	['a time without a zone', '20260310085900', [NOW - 60_000, IN_UTC], undefined],
	['what cannot be read', 'x', [], undefined],
])('when an addition was made: %s', (_, createdAt, times, certain) => {
	expect(timesOf(addition({ createdAt }), clock.timeZone)).toEqual(times);
	expect(certainTimeOf(addition({ createdAt }), clock.timeZone)).toBe(certain);
});
