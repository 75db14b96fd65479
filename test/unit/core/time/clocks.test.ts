import type { Clocks } from '../../../../nodes/Gmc/core/time/clocks';
import { dayBy, lastDayBy, ServiceClock } from '../../../../nodes/Gmc/core/time/clocks';

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

const dateAt = (seconds: number) => new Date(NOON + seconds * 1000).toUTCString();

/** The offset in seconds, by answers whose clocks were so many seconds ahead. */
function offsetBy(...ahead: Array<number | undefined>): number | undefined {
	const clock = new ServiceClock();
	for (const seconds of ahead) clock.see(seconds === undefined ? 'no date' : dateAt(seconds), NOON);
	return clock.offset === undefined ? undefined : Math.round((clock.offset - 500) / 1000);
}

test.each([
	['no answer', [], undefined],
	['no date', [undefined], undefined],
	['one', [7], 7],
	['an answer that was long on its way', [7, -20], 7],
	['whichever comes first', [-20, 7], 7],
	['one that tells of another clock, ahead', [0, 1_800, 0], undefined],
	['one that tells of another clock, behind', [0, -1_800], undefined],
])('the clock of the service by %s', (_, ahead, expected) => {
	expect(offsetBy(...ahead)).toBe(expected);
});
