import { ServiceClock } from '../../../../nodes/Gmc/core/time/time';

const NOON = Date.UTC(2026, 10, 20, 12);

const dateAt = (seconds: number) => new Date(NOON + seconds * 1000).toUTCString();

// The offset in seconds, by answers whose clocks were so many seconds ahead.
test.each([
	['no answer', [], undefined],
	['no date', [undefined], undefined],
	['one', [7], 7],
	['an answer that was long on its way', [7, -20], 7],
	['whichever comes first', [-20, 7], 7],
	['one that tells of another clock, ahead', [0, 1_800, 0], undefined],
	['one that tells of another clock, behind', [0, -1_800], undefined],
])('the clock of the service by %s', (_, ahead, expected) => {
	const clock = new ServiceClock();
	for (const seconds of ahead) clock.see(seconds === undefined ? 'no date' : dateAt(seconds), NOON);
	const offset = clock.offset && Math.round((clock.offset - 500) / 1000);
	expect(offset).toBe(expected);
});
