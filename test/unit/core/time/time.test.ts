import fc from 'fast-check';
import { DateTime } from 'luxon';
import { forgetProcess } from '../../../../nodes/Gmc/core/util/processMemory';
import {
	dayIn,
	isEpoch,
	localTime,
	readTimestamp,
	toInstant,
	zonedTime,
} from '../../../../nodes/Gmc/core/time/time';

const SAO_PAULO = 'America/Sao_Paulo';
const dayOf = (raw: unknown, zone = SAO_PAULO) => dayIn(toInstant(raw, zone, 'first')!, zone);

describe("the service's digits", () => {
	test('that mean nothing certain are left alone', () => {
		const notADate = ['20261320123045', '20260230123045', '20261120250000', '20261120240000'];
		const tooEarly = ['19981231235959'];
		const otherLengths = ['', '0', '20261120', '17635812450000000', '9999999999999'];
		const others = ['2026-11-20T12:30:45Z', '-1763581245', '1763581245.5', 1763581245.5, NaN];
		for (const digits of [
			...notADate,
			...tooEarly,
			...otherLengths,
			...others,
			undefined,
			['1763640000'],
		])
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

const exactly = (digits: string, zone: string): number | undefined => {
	const time = DateTime.fromFormat(digits, 'yyyyMMddHHmmss', { zone });
	const exists = time.isValid && time.toFormat('yyyyMMddHHmmss') === digits;
	return exists && time.getPossibleOffsets().length === 1 ? time.toMillis() : undefined;
};

test('digits without a zone are read as luxon reads them, also where the offset of the zone changes', () => {
	const zones = ['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo', 'none'];
	const hours = fc.integer({ min: 0, max: 40 * 366 * 24 });
	fc.assert(
		fc.property(
			hours,
			fc.integer({ min: 0, max: 3_599 }),
			fc.constantFrom(...zones),
			(h, s, zone) => {
				const millis = Date.UTC(2000, 0, 3) + h * 3_600_000 + s * 1_000;
				const digits = DateTime.fromMillis(millis, { zone: 'utc' }).toFormat('yyyyMMddHHmmss');
				expect(readTimestamp(digits, zone)).toBe(exactly(digits, zone));
			},
		),
		{ numRuns: 500 },
	);
	// Two hours of one day, of which one does not exist, and one exists twice.
	const changes = ['20260308023000', '20261101013000', '20260308043000', '20261101043000'];
	for (const digits of changes)
		expect(readTimestamp(digits, 'America/New_York')).toBe(exactly(digits, 'America/New_York'));
	expect(readTimestamp('20260308023000', 'America/New_York')).toBeUndefined();
});

test('a long list of them asks luxon once a day, not once for each', () => {
	forgetProcess();
	const asked = jest.spyOn(DateTime, 'fromFormat');
	for (let second = 10; second < 60; second++) readTimestamp(`202611201200${second}`, SAO_PAULO);
	expect(asked).toHaveBeenCalledTimes(1);
	asked.mockRestore();
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

test('the time of any moment is shown as luxon shows it, also where the offset changes on that day', () => {
	const millis = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2099, 0) });
	const zones = ['UTC', SAO_PAULO, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
	fc.assert(
		fc.property(millis, fc.constantFrom(...zones, 'Pacific/Apia'), (at, zone) => {
			const time = DateTime.fromMillis(at, { zone });
			expect(localTime(at, zone)).toBe(time.toFormat('yyyy-MM-dd HH:mm:ss'));
			expect(zonedTime(at, zone)).toBe(time.toFormat("yyyy-MM-dd HH:mm:ss 'UTC'Z"));
			expect(dayIn(at, zone)).toBe(time.toFormat('yyyy-MM-dd'));
		}),
		{ numRuns: 1_000 },
	);
});

test('a time zone that does not exist is UTC, because n8n does not check its own', () => {
	expect(zonedTime(Date.UTC(2026, 10, 29, 9, 5), 'America/Sao Paulo')).toBe(
		'2026-11-29 09:05:00 UTC+0',
	);
});
