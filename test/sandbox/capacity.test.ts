import type { SandboxSettingsInput } from '../../sandbox/settings';
import { Capacity, lognormal, randomOf } from '../../sandbox/state/capacity';
import { ANA, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();

/** Sends additions at the same time. @returns status and duration of each, in the order of their answers */
async function issueAtOnce(count: number, capacity: SandboxSettingsInput['capacity']) {
	const { admin } = bench.sandbox;
	await admin.configure({ capacity });
	const headers = await bench.session();
	const startedAt = performance.now();
	const answers: Array<{ status: number; ms: number }> = [];
	const issue = async () => {
		const { status } = await bench.api.post(ISSUE, charge({}), { headers });
		answers.push({ status, ms: performance.now() - startedAt });
	};
	await Promise.all(Array.from({ length: count }, issue));
	return answers;
}

const statusesOf = (answers: Array<{ status: number }>) =>
	answers.map(({ status }) => status).sort();

it('takes its time for the work', async () => {
	const answers = await issueAtOnce(5, { workMs: 150 });
	for (const { ms } of answers) expect(ms).toBeGreaterThanOrEqual(149);
	// Side by side: one after the other they would take 750.
	expect(answers[4].ms).toBeLessThan(600);
});

it('lets those wait in line for whom there is no worker', async () => {
	const answers = await issueAtOnce(5, { workMs: 100, workers: 2 });
	for (const [index, rounds] of [1, 1, 2, 2, 3].entries()) {
		expect(answers[index].ms).toBeGreaterThanOrEqual(rounds * 100 - 1);
	}
	expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201]);
});

it('refuses those for whom there is no room in the line, and commits nothing', async () => {
	const answers = await issueAtOnce(5, { workMs: 100, workers: 1, line: 2 });
	expect(statusesOf(answers)).toEqual([201, 201, 201, 503, 503]);
	const charges = await bench.sandbox.admin.charges({ customerIdentifier: ANA._id, amount: 10 });
	expect(charges.count).toBe(3);
});

it('begins so many in a second, and the others wait', async () => {
	const answers = await issueAtOnce(5, { perSecond: 4 });
	expect(answers[3].ms).toBeLessThan(900);
	expect(answers[4].ms).toBeGreaterThanOrEqual(999);
});

it('or refuses the others', async () => {
	const answers = await issueAtOnce(5, { perSecond: 4, overRate: 'refuse' });
	expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 429]);
});

it('answers what is refused in its turn, or at once', async () => {
	const { admin } = bench.sandbox;
	const refuse = async (refusals: 'inLine' | 'atOnce') => {
		const action = { type: 'status', status: 400, body: {} } as const;
		await admin.addFault({ route: `POST ${ISSUE}`, nth: 2, action });
		const answers = await issueAtOnce(3, { workMs: 100, workers: 1, refusals });
		return answers.find(({ status }) => status === 400)!.ms;
	};
	expect(await refuse('inLine')).toBeGreaterThanOrEqual(199);
	expect(await refuse('atOnce')).toBeLessThan(199);
});

it('is about the requests it names', async () => {
	const route = 'GET /customers/all';
	await bench.sandbox.admin.configure({ capacity: { workMs: 200, routes: [route] } });
	const headers = await bench.session();
	const startedAt = performance.now();
	await bench.api.post(ISSUE, charge({}), { headers });
	expect(performance.now() - startedAt).toBeLessThan(190);
	await bench.api.get('/customers/all', { headers });
	expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
});

it('shows in the journal how many of a route were in flight', async () => {
	const { admin } = bench.sandbox;
	await issueAtOnce(4, { workMs: 100 });
	await issueAtOnce(1, {});
	const found = (await admin.journal({ route: ISSUE })).map(({ inFlight }) => inFlight);
	expect(found).toEqual([1, 2, 3, 4, 1]);
});

it('counts a request that its client has given up as in flight no longer', async () => {
	const { admin } = bench.sandbox;
	await admin.configure({ capacity: { workMs: 300 } });
	const headers = await bench.session();
	await expect(bench.api.post(ISSUE, charge({}), { headers, timeout: 50 })).rejects.toThrow();
	// The sandbox may hear of it after the next one has come in, but not after that one is done.
	for (let n = 0; n < 2; n++) await bench.api.post(ISSUE, charge({}), { headers });
	const found = await admin.journal({ route: ISSUE });
	expect(found.at(-1)?.inFlight).toBe(1);
	expect(found.map(({ isAnswered }) => isAnswered)).toEqual([false, true, true]);
});

it('starts afresh with a reset', async () => {
	await issueAtOnce(2, { workMs: 5, perSecond: 2 });
	await bench.sandbox.admin.reset({});
	const [{ ms }] = await issueAtOnce(1, { perSecond: 1 });
	expect(ms).toBeLessThan(900);
});

describe('times of work', () => {
	const draw = (seed: number, sigma: number) => {
		const random = randomOf(seed);
		return Array.from({ length: 2001 }, () => lognormal(random, 100, sigma));
	};

	it('are all the same without a sigma', () => {
		expect(new Set(draw(1, 0))).toEqual(new Set([100]));
	});

	it('are lognormal with one, the same for the same seed', () => {
		const times = draw(1, 0.5).sort((a, b) => a - b);
		expect(times[1000]).toBeGreaterThan(95);
		expect(times[1000]).toBeLessThan(105);
		// Two thirds lie within one standard deviation of the logarithm.
		const within = times.filter((ms) => Math.abs(Math.log(ms / 100)) < 0.5).length / 2001;
		expect(within).toBeGreaterThan(0.65);
		expect(within).toBeLessThan(0.72);
		expect(draw(1, 0.5)).toEqual(draw(1, 0.5));
		expect(draw(2, 0.5)).not.toEqual(draw(1, 0.5));
	});
});

it('knows no clock: a line is worked off in the order in which it came', () => {
	const capacity = new Capacity();
	const come = (now: number, workMs: number) => {
		const turn = capacity.turn(now, workMs, { workers: 2, perSecond: null });
		capacity.take(turn);
		return [turn.begin, turn.end, turn.waiting];
	};
	expect([come(0, 100), come(10, 50), come(20, 10), come(30, 10), come(200, 10)]).toEqual([
		[0, 100, 0],
		[10, 60, 0],
		[60, 70, 0],
		[70, 80, 1],
		[200, 210, 0],
	]);
});
