import type { Clocks } from '../../../../nodes/Gmc/core/time/clocks';
import { dayBy, jumpBetween, lastDayBy } from '../../../../nodes/Gmc/core/time/clocks';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

/** Both clocks in hours after that noon; the service may not tell its own. */
const at = (n8n: number, service?: number): Clocks => ({
	n8n: NOON + n8n * HOUR,
	...(service !== undefined && { service: NOON + service * HOUR }),
});

test.each([
	['the same', at(0, 0), '2026-11-20', '2026-11-20'],
	['n8n ahead', at(12, 0), '2026-11-20', '2026-11-21'],
	['n8n behind', at(-13, 0), '2026-11-19', '2026-11-20'],
	['n8n alone', at(12), '2026-11-21', '2026-11-21'],
])('the day by the clock that is behind, and by the one ahead: %s', (_, clocks, day, last) => {
	expect([dayBy(clocks), lastDayBy(clocks)]).toEqual([day, last]);
});

describe('between two polls', () => {
	test.each([
		['a minute', at(0, 0), at(1 / 60, 1 / 60)],
		['a month without n8n', at(0, 0), at(720, 720)],
		['clocks that differ all the time', at(-20, 0), at(700, 720)],
		['a step of less than half a day', at(0, 0), at(12.9, 1)],
		['a month, by n8n alone', at(0), at(720)],
		['a service that tells its time no longer', at(0, 480), at(1)],
		['a service that has begun to tell its time', at(0), at(1, 480)],
	])('nothing jumped: %s', (_, last, now) => {
		expect(jumpBetween(last, now)).toBeUndefined();
	});

	test.each([
		['n8n ahead', at(0, 0), at(13, 1), { kind: 'apart', by: 12 * HOUR }],
		['n8n back', at(0, 0), at(-11, 1), { kind: 'apart', by: -12 * HOUR }],
		['the service ahead', at(0, 0), at(1, 13), { kind: 'apart', by: -12 * HOUR }],
		['the service back', at(0, 0), at(1, -12), { kind: 'back', whose: 'service', by: 12 * HOUR }],
		['both back', at(0, 0), at(-24, -24), { kind: 'back', whose: 'service', by: 24 * HOUR }],
		['n8n back, alone', at(0), at(-12), { kind: 'back', whose: 'n8n', by: 12 * HOUR }],
	])('a jump is seen: %s', (_, last, now, jump) => {
		expect(jumpBetween(last, now)).toEqual(jump);
	});
});
