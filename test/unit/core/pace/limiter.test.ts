import { Limiter, MAX_IN_FLIGHT } from '../../../../nodes/Gmc/core/pace/limiter';

/** How long the answers of a round take, in milliseconds: all of them, or each by its place. */
type Round = number | ((n: number) => number);

/** A round has as many requests as are allowed, all sent in one moment. @returns the limit after each */
function limitsAfter(limiter: Limiter, ...rounds: Round[]): number[] {
	return rounds.map((round) => {
		const flights = Array.from({ length: limiter.allowed }, () => limiter.start(1_000));
		for (const [n, flight] of flights.entries()) {
			limiter.answered(flight, 1_000 + (typeof round === 'number' ? round : round(n)));
		}
		return limiter.allowed;
	});
}

/** One that has come to as many as may be in flight, and so many of them on their way since 0. */
function fullLimiter(timeoutMs: number) {
	const limiter = new Limiter(timeoutMs);
	limitsAfter(limiter, ...Array<Round>(10).fill(20));
	return { limiter, flights: Array.from({ length: MAX_IN_FLIGHT }, () => limiter.start(0)) };
}

describe('the limit', () => {
	const steady = [100, 100, 100, 100];

	test('goes up as far as is safe while the latency stays, and again by an eighth after a line', () => {
		const slow = Array<Round>(8).fill(300);
		const limiter = new Limiter(60_000);
		expect(limitsAfter(limiter, ...steady)).toEqual([16, 100, 100, 100]);
		// The lowest latency is measured again, for the service may have become slow.
		expect(limitsAfter(limiter, ...slow)).toEqual([100, 33, 33, 38, 38, 48, 48, 68]);
	});

	test.each<[string, Round, number]>([
		['1.75 times as slow', 175, 100],
		['slower than that', 176, 57],
		['slow, but for a third of them', (n) => (n % 3 === 0 ? 100 : 900), 100],
		['slow, but for a fifth', (n) => (n % 5 === 0 ? 100 : 900), 11],
	])('stays at its most as long as no line forms: answers that are %s', (_, round, limit) => {
		expect(limitsAfter(new Limiter(60_000), ...steady, round, round).at(-1)).toBe(limit);
	});

	test('waits for eight answers, and for a whole round where a line could come near the Timeout', () => {
		const rounds = Array<Round>(6).fill(30);
		expect(limitsAfter(new Limiter(1_000), ...rounds)).toEqual([8, 8, 70, 100, 100, 100]);
	});

	test('goes up to what even a service that handles no more at a time than before answers in a quarter of the Timeout', () => {
		const answeredAfter = (ms: number) => limitsAfter(new Limiter(60_000), ms, ms);
		expect([20, 1000, 2000, 5000, 10_000].map(answeredAfter)).toEqual([
			[16, 100],
			[16, 100],
			[8, 8],
			[2, 2],
			[2, 2],
		]);
	});

	test('goes up by steps after a line or a lost answer, though the service is quick again', () => {
		const lined = new Limiter(60_000);
		limitsAfter(lined, 100, 300, 300);
		const lost = new Limiter(60_000);
		lost.lost(lost.start(0));
		expect([lined, lost].map((one) => limitsAfter(one, ...Array<Round>(6).fill(100)))).toEqual([
			[5, 5, 6, 6, 6, 8],
			[2, 4, 8, 16, 32, 64],
		]);
	});

	test('goes down as soon as rows take too large a part of the Timeout', () => {
		const limiter = new Limiter(1000);
		limitsAfter(limiter, ...Array<Round>(90).fill(20));
		expect(limiter.allowed).toBe(MAX_IN_FLIGHT);
		limitsAfter(limiter, ...Array<Round>(40).fill(410));
		expect(limiter.allowed).toBe(1);
	});

	test('is not lowered by slow rows, and not raised while few are in flight', () => {
		const { limiter, flights } = fullLimiter(60_000);
		flights.forEach((flight, n) => limiter.answered(flight, n % 2 === 0 ? 20 : 5000));
		expect(limiter.allowed).toBe(MAX_IN_FLIGHT);
		const idle = new Limiter(60_000);
		for (let n = 0; n < 90; n++) idle.answered(idle.start(0), 20);
		expect(idle.allowed).toBe(16);
	});

	test('bears a clock that stands still or is set back', () => {
		const limiter = new Limiter(60_000);
		for (const ms of [0, -500, 0]) limitsAfter(limiter, ms);
		expect(limiter.allowed).toBe(MAX_IN_FLIGHT);
	});

	test('is halved by every lost answer, and goes up again', () => {
		const { limiter, flights } = fullLimiter(60_000);
		for (const half of [50, 25, 13, 7, 4, 2, 1, 1]) {
			limiter.lost(flights.pop()!);
			expect(limiter.allowed).toBe(half);
		}
		for (const flight of flights) limiter.answered(flight, 20);
		expect(limiter).toMatchObject({ allowed: 1, most: MAX_IN_FLIGHT });
		limitsAfter(limiter, ...Array<Round>(60).fill(20));
		expect(limiter.allowed).toBe(MAX_IN_FLIGHT);
	});

	test('lets nothing be sent while most of those in flight are near the Timeout', () => {
		const { limiter, flights } = fullLimiter(1000);
		expect(limiter.limit(300)).toBe(MAX_IN_FLIGHT);
		expect(limiter.limit(500)).toBe(1);
		for (const flight of flights.slice(0, MAX_IN_FLIGHT / 2)) limiter.refused(flight);
		for (let n = 0; n < MAX_IN_FLIGHT / 2; n++) limiter.start(500);
		expect(limiter.limit(500)).toBe(MAX_IN_FLIGHT);
	});
});
