import { median } from 'simple-statistics';
import { type Found, simulate, type World } from './simulation/run';
import type { Nature } from './simulation/service';
import {
	Limiter,
	MAX_IN_FLIGHT,
	MAX_IN_FLIGHT_NAMED,
} from '../../../../nodes/Gmc/core/pace/limiter';
import { randomOf } from '../../../../sandbox/state/capacity';

type Setting = Omit<World, 'seed' | 'fixed'>;

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const FIXED = [1, 4, 8, 12, 20, 50, 100];
const MINUTE = 60_000;

const always = (nature: Nature) => () => nature;
const setting = (natureAt: World['natureAt'], more: Partial<Setting> = {}): Setting => ({
	rows: 1000,
	timeoutMs: MINUTE,
	natureAt,
	ownMs: 2,
	...more,
});

/** The shortest time of a fixed number that loses no answer. */
function bestMs(world: Setting, seed: number): number {
	const allowed = FIXED.filter((fixed) => fixed <= (world.max ?? MAX_IN_FLIGHT));
	const runs = allowed.map((fixed) => simulate({ ...world, seed, fixed }));
	return Math.min(...runs.filter(({ timeouts }) => timeouts === 0).map(({ wallMs }) => wallMs));
}

/** The limit as it mostly was between two moments. */
const limitIn = ({ ends, limits }: Found, from: number, to: number) =>
	median(limits.filter((_, n) => ends[n] >= from && ends[n] < to));

/** Pauses that come at random, about as often and as long as is said, in milliseconds. */
function pausesOf(ms: number, gapMs: number, seed: number): World['pauses'] {
	const random = randomOf(seed);
	let at = gapMs * random();
	return Array.from({ length: 1000 }, () => {
		const pause = { at, ms };
		at += ms + gapMs * (0.5 + random());
		return pause;
	});
}

const any = (workMs: number, noise = 0) => always({ workMs, noise });
const some = (workers: number, workMs: number, noise = 0) => always({ workers, workMs, noise });

/** No fixed number is 1.3 times as fast, no answer is lost, and never more than allowed are in flight. */
function expectAlmostBest(world: Setting, max = MAX_IN_FLIGHT, seeds = SEEDS): void {
	for (const seed of seeds) {
		const found = simulate({ ...world, seed, max });
		expect(found.timeouts).toBe(0);
		expect(found.most).toBeLessThanOrEqual(max);
		expect(found.limiter.most).toBeLessThanOrEqual(max);
		expect(found.wallMs / bestMs({ ...world, max }, seed)).toBeLessThanOrEqual(1.3);
	}
}

describe('no fixed number is 1.3 times as fast, no answer is lost, and never more than 20 are in flight', () => {
	test.each<[string, Setting]>([
		['20 ms, any number at once', setting(any(20))],
		['100 ms, any number at once', setting(any(100))],
		['1 s, any number at once', setting(any(1000), { rows: 240 })],
		['5 s, any number at once', setting(any(5000), { rows: 400 })],
		['one at a time at 150 ms', setting(some(1, 150), { timeoutMs: 1000 })],
		['one at a time at 150 ms, with noise', setting(some(1, 150, 0.25), { timeoutMs: 1000 })],
		['one at a time, near the Timeout', setting(some(1, 600), { rows: 100, timeoutMs: 1000 })],
		['four at a time at 100 ms', setting(some(4, 100), { timeoutMs: 1000 })],
		['four at a time, with noise', setting(some(4, 100, 0.3), { timeoutMs: 1000 })],
		['seven at a time, with noise', setting(some(7, 100, 0.3))],
		['twelve at a time, with noise', setting(some(12, 100, 0.3))],
		['lognormal latency', setting(any(100, 0.3))],
		['a wide lognormal latency', setting(any(100, 0.5), { rows: 3000 })],
		[
			'stalls of single rows',
			setting(always({ workMs: 100, noise: 0.2, stalls: { oneIn: 50, ms: 3000 } })),
		],
		[
			'four at a time that stall',
			setting(always({ workers: 4, workMs: 100, noise: 0.2, stalls: { oneIn: 50, ms: 1000 } })),
		],
		...[1, 4].map((workers): [string, Setting] => [
			`${workers} at a time, every third row refused at once`,
			setting(always({ workers, workMs: 150, refuses: { oneIn: 3, ms: 5 } }), { timeoutMs: 1000 }),
		]),
		[
			'a rate limit that lets rows wait',
			setting(always({ workMs: 50, perSecond: 20 }), { rows: 400 }),
		],
		['a slow start', setting((now) => ({ workMs: now < 3000 ? 1500 : 100, noise: 0.1 }))],
		[
			'a service that becomes three times as slow',
			setting((now) => ({ workMs: now < 2000 ? 100 : 300, noise: 0.1 })),
		],
		[
			'a service that becomes five times as fast',
			setting((now) => ({ workMs: now < 10_000 ? 500 : 100, noise: 0.1 })),
		],
		[
			'a service that from now on does one at a time',
			setting((now) => ({ workers: now < 2000 ? undefined : 1, workMs: 100 }), { rows: 600 }),
		],
	])('%s', (_, world) => expectAlmostBest(world));
});

describe('the same with up to 100 in flight, where there are rows enough to go up', () => {
	test.each<[string, Setting]>([
		['20 ms, any number at once', setting(any(20))],
		['100 ms, any number at once', setting(any(100, 0.3))],
		['1 s, any number at once', setting(any(1000), { rows: 3000 })],
		['5 s, any number at once', setting(any(5000), { rows: 4000 })],
		['one at a time at 150 ms, with noise', setting(some(1, 150, 0.25), { timeoutMs: 1000 })],
		['four at a time, with noise', setting(some(4, 100, 0.3), { timeoutMs: 1000 })],
		['forty at a time, with noise', setting(some(40, 100, 0.3), { rows: 3000 })],
		[
			'four at a time that stall',
			setting(always({ workers: 4, workMs: 100, noise: 0.2, stalls: { oneIn: 50, ms: 1000 } })),
		],
		[
			'four at a time, every third row refused at once',
			setting(always({ workers: 4, workMs: 150, refuses: { oneIn: 3, ms: 5 } }), {
				timeoutMs: 1000,
			}),
		],
		[
			'a rate limit that lets rows wait',
			setting(always({ workMs: 50, perSecond: 20 }), { rows: 400 }),
		],
		[
			'a service that becomes three times as slow',
			setting((now) => ({ workMs: now < 2000 ? 100 : 300, noise: 0.1 }), { rows: 4000 }),
		],
		[
			'a service that from now on does one at a time',
			setting((now) => ({ workers: now < 2000 ? undefined : 1, workMs: 100 }), { rows: 2500 }),
		],
	])('%s', (_, world) => expectAlmostBest(world, MAX_IN_FLIGHT_NAMED, [1, 2, 3]));
});

describe('the limit', () => {
	test('begins with one row alone, and doubles', () => {
		const { ends } = simulate({ ...setting(any(1000), { ownMs: 0, rows: 51 }), seed: 1 });
		const seconds = ends.map((at) => Math.round(at / 1000));
		const perSecond = [1, 2, 3, 4, 5, 6].map((s) => seconds.filter((at) => at === s).length);
		expect(perSecond).toEqual([1, 2, 4, 8, 16, 20]);
	});

	test.each([
		[1, 1, 2],
		[4, 4, 6],
		[10, 9, 14],
	])('settles where a line begins to form: %i at a time', (workers, least, most) => {
		const found = simulate({ ...setting(some(workers, 100)), seed: 1 });
		const limit = limitIn(found, 1000, found.wallMs);
		expect(limit).toBeGreaterThanOrEqual(least);
		expect(limit).toBeLessThanOrEqual(most);
		expect(found.limiter.settled?.obstacle).toBe('line');
	});

	test('goes down when a line has formed, and up when it has gone', () => {
		const natureAt = (now: number) => ({
			workers: now > 5000 && now < 30_000 ? 1 : undefined,
			workMs: 100,
		});
		const found = simulate({ ...setting(natureAt, { rows: 3000 }), seed: 1 });
		expect(limitIn(found, 2000, 5000)).toBe(MAX_IN_FLIGHT);
		expect(limitIn(found, 15_000, 30_000)).toBeLessThanOrEqual(2);
		expect(limitIn(found, 35_000, found.wallMs)).toBe(MAX_IN_FLIGHT);
	});

	test('never lets a line come near the Timeout', () => {
		for (const workMs of [100, 200, 300, 400, 900]) {
			const world = setting(some(1, workMs), { rows: 200, timeoutMs: 1000 });
			const { longestMs } = simulate({ ...world, seed: 1 });
			expect(longestMs).toBeLessThanOrEqual(Math.max(workMs, 500) + 2);
		}
	});

	test.each([
		['falls while a line forms: of those sent after it, few are lost', MAX_IN_FLIGHT],
		['falls so from 100, too', MAX_IN_FLIGHT_NAMED],
	])('%s', (_, max) => {
		const natureAt = (now: number) => ({ workers: now < 2000 ? undefined : 1, workMs: 100 });
		const world = setting(natureAt, { timeoutMs: 1000, max });
		const { timeouts } = simulate({ ...world, seed: 1 });
		expect(timeouts).toBeLessThanOrEqual(max + 2);
	});

	test('is not lowered by pauses of n8n itself', () => {
		for (const seed of SEEDS) {
			const pauses = pausesOf(200, 300, seed);
			const world = { ...setting(any(100, 0.1), { pauses }), seed };
			const { wallMs } = simulate({ ...world, fixed: 20 });
			expect(simulate(world).wallMs / wallMs).toBeLessThan(1.25);
		}
	});

	test('is not lowered by one pause, much as n8n has to do after it', () => {
		const world = { ...setting(any(200, 0.05), { rows: 500, ownMs: 8 }), seed: 1 };
		const usual = simulate(world).wallMs;
		const moments = Array.from({ length: 80 }, (_, n) => 50 * n);
		const lost = moments.map(
			(at) => simulate({ ...world, pauses: [{ at, ms: 300 }] }).wallMs - usual - 300,
		);
		expect(lost.filter((ms) => ms > 300).length).toBeLessThanOrEqual(2);
	});

	test('is not lowered by all answers of one pause', () => {
		const limiter = new Limiter(MINUTE);
		let now = 0;
		const round = (pauseMs: number) => {
			const flights = Array.from({ length: limiter.limit }, () => limiter.start(now));
			limiter.pauses.tick(now + 100);
			now += 100 + pauseMs;
			for (const flight of flights) limiter.answered(flight, now);
			limiter.pauses.tick(now);
		};
		limiter.pauses.begin(0);
		while (limiter.limit < MAX_IN_FLIGHT) round(0);
		for (let n = 0; n < 2; n++) round(300);
		expect(limiter.limit).toBe(MAX_IN_FLIGHT);
	});

	test('takes the time between two rounds of a run for no pause', () => {
		const limiter = new Limiter(MINUTE);
		limiter.pauses.begin(0);
		limiter.pauses.begin(2000);
		const flight = limiter.start(2055);
		for (let now = 2060; now <= 2300; now += 25) limiter.pauses.tick(now);
		limiter.answered(flight, 2300);
		expect(limiter.limit).toBe(2);
	});

	test('goes up where n8n never comes to rest', () => {
		const pauses = pausesOf(60, 1, 1);
		const found = simulate({ ...setting(any(100), { pauses }), seed: 1 });
		expect(limitIn(found, 5000, found.wallMs)).toBe(MAX_IN_FLIGHT);
	});

	test('is not lowered by a few slow rows', () => {
		const limiter = new Limiter(MINUTE);
		limiter.answered(limiter.start(0), 100);
		expect(limiter.limit).toBe(2);
		const [, slow] = [limiter.start(100), limiter.start(100)];
		limiter.answered(slow, 400);
		for (let row = 0; row < 2; row++) limiter.answered(limiter.start(400), 500);
		expect(limiter.limit).toBe(4);
	});

	test('goes down as soon as rows take too large a part of the Timeout', () => {
		const limiter = new Limiter(1000);
		const round = (ms: number) => {
			const flights = Array.from({ length: limiter.limit }, () => limiter.start(0));
			for (const flight of flights) limiter.answered(flight, ms);
		};
		for (let n = 0; n < 30; n++) round(250);
		expect(limiter).toMatchObject({ limit: 1, settled: { obstacle: 'timeout' } });
		for (let n = 0; n < 90; n++) round(20);
		expect(limiter.most).toBe(MAX_IN_FLIGHT);
		for (let n = 0; n < 20; n++) round(410);
		expect(limiter).toMatchObject({ limit: 1, settled: { obstacle: 'timeout' } });
	});

	test('goes down when rows come near the Timeout, few as they are', () => {
		const limiter = new Limiter(1000);
		const send = (count: number, ms: number) => {
			const flights = Array.from({ length: count }, () => limiter.start(0));
			for (const flight of flights) limiter.answered(flight, ms);
		};
		while (limiter.limit < MAX_IN_FLIGHT) send(limiter.limit, 20);
		for (let n = 0; n < 5; n++) send(3, 500);
		expect(limiter.limit).toBeLessThanOrEqual(3);
	});

	test('is halved at a lost answer, once for all that were in flight together', () => {
		const limiter = new Limiter(MINUTE);
		let now = 0;
		while (limiter.limit < MAX_IN_FLIGHT) {
			const flights = Array.from({ length: limiter.limit }, () => limiter.start(now));
			now += 100;
			for (const flight of flights) limiter.answered(flight, now);
		}
		const flights = Array.from({ length: MAX_IN_FLIGHT }, () => limiter.start(now));
		for (const flight of flights) limiter.lost(flight);
		expect(limiter).toMatchObject({
			limit: 10,
			most: 20,
			settled: { limit: 10, obstacle: 'lost' },
		});
		limiter.lost(limiter.start(now));
		expect(limiter.limit).toBe(5);
	});

	test('says what it came to last, whatever is tried at the end', () => {
		for (let rows = 200; rows < 400; rows++) {
			const { limiter } = simulate({ ...setting(any(100), { rows }), seed: 1 });
			expect(limiter.settled).toEqual({ limit: MAX_IN_FLIGHT, obstacle: 'most' });
		}
		const { limiter } = simulate({ ...setting(any(100), { rows: 10 }), seed: 1 });
		expect(limiter.settled).toBeUndefined();
	});

	test('recovers from answers that were lost', () => {
		const natureAt = (now: number) => ({
			workMs: now > 1000 && now < 1500 ? 5000 : 100,
		});
		const found = simulate({ ...setting(natureAt, { rows: 3000, timeoutMs: 2000 }), seed: 1 });
		expect(found.timeouts).toBeGreaterThan(0);
		expect(found.timeouts).toBeLessThanOrEqual(2 * MAX_IN_FLIGHT);
		expect(limitIn(found, 10_000, found.wallMs)).toBe(MAX_IN_FLIGHT);
	});
});
