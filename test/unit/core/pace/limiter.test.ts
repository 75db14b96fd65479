import { type Nature, simulate, type World } from './simulation';
import { Limiter, MAX_IN_FLIGHT } from '../../../../nodes/Gmc/core/pace/limiter';

type Setting = Omit<World, 'seed' | 'fixed'>;

const SEEDS = [1, 2];
const FIXED = [1, 4, 8, 12, 20, 50, 100];
const SHORT = { timeoutMs: 1000 };

const setting = (nature: Nature | World['natureAt'], more: Partial<Setting> = {}): Setting => ({
	rows: 1000,
	timeoutMs: 60_000,
	natureAt: typeof nature === 'function' ? nature : () => nature,
	...more,
});
/** Steady for two seconds, then like this. */
const turnsTo = (nature: Nature, more: Partial<Setting> = {}): Setting =>
	setting((now) => (now < 2000 ? { workMs: 100, noise: nature.noise } : nature), more);

const noisy4: Nature = { workers: 4, workMs: 100, noise: 0.3 };
const noisy1: Nature = { workers: 1, workMs: 150, noise: 0.25 };
const refusing: Nature = { workers: 4, workMs: 150, refuses: { oneIn: 3, ms: 5 } };

test.each<[string, Setting]>([
	['100 ms, any number at once', setting({ workMs: 100 })],
	['one at a time, with noise', setting(noisy1, SHORT)],
	['four at a time, with noise', setting(noisy4, SHORT)],
	['four at a time, every third row refused at once', setting(refusing, SHORT)],
	['becomes three times as slow', turnsTo({ workMs: 300, noise: 0.1 }, { rows: 4000 })],
])('%s: no fixed number is 1.3 times as fast, and no answer is lost', (_, world) => {
	for (const seed of SEEDS) {
		const found = simulate({ ...world, seed });
		expect(found.timeouts).toBe(0);
		expect(found.most).toBeLessThanOrEqual(MAX_IN_FLIGHT);
		expect(found.limiter.most).toBe(found.most);
		expect(found.wallMs / bestMs(world, seed)).toBeLessThanOrEqual(1.3);
	}
});

/** The shortest time of a fixed number that loses no answer. */
function bestMs(world: Setting, seed: number): number {
	const runs = FIXED.map((fixed) => simulate({ ...world, seed, fixed }));
	return Math.min(...runs.filter(({ timeouts }) => timeouts === 0).map(({ wallMs }) => wallMs));
}

describe('where a service collapses no more answers are lost, over all seeds', () => {
	// The numbers are what a limiter of twice the size lost, which searched instead of stepping back.
	test.each<[string, Setting, number]>([
		['to one at a time, with noise', turnsTo({ ...noisy4, workers: 1 }, SHORT), 316],
		['to four at a time, with noise', turnsTo(noisy4, SHORT), 232],
	])('%s', (_, world, most) => {
		const lost = SEEDS.map((seed) => simulate({ ...world, seed }).timeouts);
		expect(lost.reduce((all, one) => all + one)).toBeLessThanOrEqual(most);
	});

	// Seeds with which too few answers would be taken for a free service.
	test.each([15, 20, 28])('chance is not taken for a free service: seed %i', (seed) => {
		expect(simulate({ ...setting(noisy1, SHORT), seed }).timeouts).toBe(0);
	});
});

/** As many answers as are allowed, again and again, each after so long. */
function answerRounds(limiter: Limiter, rounds: number, ms: number): void {
	for (let n = 0; n < rounds; n++) {
		const flights = Array.from({ length: limiter.allowed }, () => limiter.start(0));
		for (const flight of flights) limiter.answered(flight, ms);
	}
}

/** One that has come to as many as may be in flight, and so many of them on their way since 0. */
function fullLimiter(timeoutMs: number) {
	const limiter = new Limiter(timeoutMs);
	answerRounds(limiter, 10, 20);
	return { limiter, flights: Array.from({ length: MAX_IN_FLIGHT }, () => limiter.start(0)) };
}

describe('the limit', () => {
	test('never lets a line come near the Timeout', () => {
		for (const workMs of [100, 200, 300, 400, 900]) {
			const world = setting({ workers: 1, workMs }, { ...SHORT, rows: 200 });
			const { longestMs } = simulate({ ...world, seed: 1 });
			expect(longestMs).toBeLessThanOrEqual(Math.max(workMs, 500) + 2);
		}
	});

	test('goes up at once to what even a service of one at a time answers in a quarter of the Timeout', () => {
		const answeredAfter = (ms: number) => {
			const limiter = new Limiter(60_000);
			answerRounds(limiter, 1, ms);
			return limiter.allowed;
		};
		expect([20, 1000, 2000, 5000, 10_000].map(answeredAfter)).toEqual([16, 16, 8, 2, 2]);
	});

	test('goes down as soon as rows take too large a part of the Timeout', () => {
		const limiter = new Limiter(1000);
		answerRounds(limiter, 90, 20);
		expect(limiter.allowed).toBe(MAX_IN_FLIGHT);
		answerRounds(limiter, 40, 410);
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
		for (const ms of [0, -500, 0]) answerRounds(limiter, 1, ms);
		expect(limiter.allowed).toBe(64);
	});

	test('is halved by every lost answer, and goes up again', () => {
		const { limiter, flights } = fullLimiter(60_000);
		for (const half of [50, 25, 13, 7, 4, 2, 1, 1]) {
			limiter.lost(flights.pop()!);
			expect(limiter.allowed).toBe(half);
		}
		for (const flight of flights) limiter.answered(flight, 20);
		expect(limiter).toMatchObject({ allowed: 1, most: MAX_IN_FLIGHT });
		answerRounds(limiter, 60, 20);
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
