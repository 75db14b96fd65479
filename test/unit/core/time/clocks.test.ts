import type { Clocks } from '../../../../nodes/Gmc/core/time/clocks';
import { dayBy, lastDayBy } from '../../../../nodes/Gmc/core/time/clocks';

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
