import { certainTimeOf, recentEquals, timesOf } from '../../../../nodes/Gmc/core/additions/recent';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const clock = { now: NOW, timeZone: 'America/Sao_Paulo' };
const charge = { identifiers: ['a1', '12345678909'], amount: 10, currency: 'BRL' };
const nobody = { own: new Set<string>(), clock };

/** As the service tells it, in epoch milliseconds. */
const minutesAgo = (minutes: number) => String(NOW - Math.round(minutes * 60_000));

const addition = ({ customer, amount, currency, ...changes }: Record<string, unknown> = {}) => ({
	_id: '1',
	status: 'COMPLETED',
	createdAt: minutesAgo(1),
	...changes,
	items: [
		{
			customerIdentifier: customer ?? 'a1',
			sourceAmount: amount ?? 10,
			sourceCurrency: currency ?? 'BRL',
		},
	],
});

const equals = (...additions: Array<ReturnType<typeof addition>>) =>
	recentEquals([charge], additions, nobody)[0].equal.map(({ _id }) => _id);

describe('what is recent', () => {
	test.each([
		[0, ['1']],
		[15, ['1']],
		// The service may tell whole seconds: three are allowed for.
		[15.05, ['1']],
		[15.06, []],
		[60, []],
	])('made %d minutes ago', (minutes, expected) => {
		expect(equals(addition({ createdAt: minutesAgo(minutes) }))).toEqual(expected);
	});

	test('an instant in the future is recent: a clock that is ahead hides nothing', () => {
		expect(equals(addition({ createdAt: minutesAgo(-600) }))).toEqual(['1']);
	});

	test('a time that cannot be read may be recent', () => {
		expect(equals(addition({ createdAt: 'a while ago' }))).toEqual(['1']);
	});

	test('a time without a zone is recent if it is in one of the zones that it may be in', () => {
		expect(equals(addition({ createdAt: '20260310115500' }))).toEqual(['1']);
		expect(equals(addition({ createdAt: '20260310085500' }))).toEqual(['1']);
		expect(equals(addition({ createdAt: '20260310103000' }))).toEqual([]);
	});
});

describe('what is equal', () => {
	test.each([
		['another amount', { amount: 11 }],
		['another currency', { currency: 'USD' }],
		['another customer', { customer: 'b2' }],
		['a failed one', { status: 'FAILED' }],
	])('%s is not', (_, changes) => {
		expect(equals(addition(changes))).toEqual([]);
	});

	test('what this execution was given does not count', () => {
		const own = new Set(['1']);
		const others = [addition(), addition({ _id: '2' })];
		const [{ equal }] = recentEquals([charge], others, { own, clock });
		expect(equal.map(({ _id }) => _id)).toEqual(['2']);
	});

	test('one that cannot be read so far is in doubt, not equal', () => {
		const unread = addition({ amount: 'ten' });
		const [{ equal, doubtful }] = recentEquals([charge], [unread], nobody);
		expect([equal, doubtful]).toEqual([[], unread]);
	});
});

describe('when an addition was made', () => {
	test('an instant is one time', () => {
		expect(timesOf(addition(), clock.timeZone)).toEqual([NOW - 60_000]);
		expect(certainTimeOf(addition(), clock.timeZone)).toBe(NOW - 60_000);
	});

	test('a time without a zone is several, and none of them certain', () => {
		const local = addition({ createdAt: '20260310085900' });
		expect(timesOf(local, 'America/Sao_Paulo')).toEqual([
			NOW - 60_000,
			Date.parse('2026-03-10T08:59:00Z'),
		]);
		expect(certainTimeOf(local, 'America/Sao_Paulo')).toBeUndefined();
	});

	test('what cannot be read is none', () => {
		expect(timesOf(addition({ createdAt: 'x' }), clock.timeZone)).toEqual([]);
	});
});
