import fc from 'fast-check';
import { DateTime } from 'luxon';
import { dayIn, isEpoch, readTimestamp, toInstant } from '../../../../nodes/Gmc/core/time/time';

const SAO_PAULO = 'America/Sao_Paulo';
const dayOf = (raw: unknown, zone = SAO_PAULO) => dayIn(toInstant(raw, zone, 'first')!, zone);

describe("the service's digits", () => {
	test('that mean nothing certain are left alone', () => {
		const notADate = ['20261320123045', '20260230123045', '20261120250000', '19981231235959'];
		const otherLengths = ['', '0', '20261120', '17635812450000000', '9999999999999'];
		const others = ['2026-11-20T12:30:45Z', '-1763581245', '1763581245.5', 1763581245.5, NaN];
		for (const digits of [...notADate, ...otherLengths, ...others, undefined, ['1763640000']])
			expect([digits, readTimestamp(digits, SAO_PAULO)]).toEqual([digits, undefined]);
	});

	test('of any moment of this century come back as that moment', () => {
		const seconds = fc.integer({ min: Date.UTC(2002, 0) / 1000, max: Date.UTC(2099, 0) / 1000 });
		fc.assert(
			fc.property(seconds, fc.constantFrom('UTC', 'Asia/Tokyo', 'Asia/Kolkata'), (s, zone) => {
				const written = DateTime.fromSeconds(s, { zone }).toFormat('yyyyMMddHHmmss');
				expect(readTimestamp(String(s), zone)).toBe(s * 1000);
				expect(readTimestamp(s * 1000, zone)).toBe(s * 1000);
				expect(readTimestamp(written, zone)).toBe(s * 1000);
			}),
		);
	});
});

describe('a date for the service', () => {
	test.each<[unknown, string]>([
		['2026-11-20 23:59:59', '2026-11-20'],
		['2026-11-20T02:00:00Z', '2026-11-19'],
		['2026-11-20T23:30:00-05:00', '2026-11-21'],
		[new Date('2026-11-20T02:00:00Z'), '2026-11-19'],
		[DateTime.fromISO('2026-11-20T02:00:00Z', { zone: 'UTC' }), '2026-11-19'],
		[{ toISO: () => '2026-11-20T02:00:00Z' }, '2026-11-19'],
	])('is the day in the workflow time zone: %p', (raw, day) => {
		expect(dayOf(raw)).toBe(day);
	});

	test('is refused when it is none', () => {
		const texts = ['', 'yesterday', '20/11/2026', '2026-02-30', '2026-11-20T25:00:00'];
		const others = [undefined, null, true, {}, [], new Date(NaN), DateTime.invalid('no date')];
		for (const raw of [...texts, ...others])
			expect([raw, toInstant(raw, SAO_PAULO, 'first')]).toEqual([raw, undefined]);
	});
});

test.each([
	['1763640000', true],
	[1763640000000, true],
	['20261121120000', false],
	['soon', false],
	[undefined, false],
])('%p counts from 1970, whatever the time zone: %p', (digits, expected) => {
	expect(isEpoch(digits)).toBe(expected);
});
