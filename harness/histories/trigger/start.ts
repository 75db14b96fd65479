import fc from 'fast-check';
import { DateTime } from 'luxon';

const DAY_MINUTES = 24 * 60;

export const ZONES = [
	'UTC',
	'America/Sao_Paulo',
	'Europe/London',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
];

/** Ends of months and of a year, a leap day, nights in which Europe/London changes its clocks. */
const REMARKABLE_DAYS = [
	'2026-03-29',
	'2026-10-25',
	'2026-02-01',
	'2026-05-01',
	'2027-01-01',
	'2028-02-29',
	'2027-03-28',
	'2027-10-31',
	'2026-08-17',
];

/** When a history begins: near a day that is hard to count with, ISO 8601. */
export const startOfHistory = fc
	.record({
		day: fc.constantFrom(...REMARKABLE_DAYS),
		zone: fc.constantFrom(...ZONES),
		daysBefore: fc.nat(8),
		minutes: fc.oneof(fc.integer({ min: -90, max: 90 }), fc.nat(DAY_MINUTES)),
	})
	.map(({ day, zone, daysBefore, minutes }) =>
		DateTime.fromISO(day, { zone }).minus({ days: daysBefore }).plus({ minutes }),
	)
	.map((at) => at.toUTC().toISO()!);
