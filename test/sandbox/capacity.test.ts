import type { SandboxSettingsInput } from '../../sandbox/settings';
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

it('lets those wait in line for whom there is no worker, and work side by side', async () => {
	const answers = await issueAtOnce(5, { workMs: 150, workers: 2 });
	for (const [index, rounds] of [1, 1, 2, 2, 3].entries()) {
		expect(answers[index].ms).toBeGreaterThanOrEqual(rounds * 150 - 1);
	}
	// One after the other they would take 750.
	expect(answers[4].ms).toBeLessThan(700);
});

it('refuses those for whom there is no room in the line, and commits nothing', async () => {
	const answers = await issueAtOnce(5, { workMs: 100, workers: 1, line: 2 });
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503, 503]);
	const charges = await bench.sandbox.admin.charges({ customerIdentifier: ANA._id, amount: 10 });
	expect(charges.count).toBe(3);
});

it('begins so many in a second, and the others wait', async () => {
	const answers = await issueAtOnce(5, { perSecond: 4 });
	expect(answers[3].ms).toBeLessThan(900);
	expect(answers[4].ms).toBeGreaterThanOrEqual(999);
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

it('shows in the journal how many of a route were in flight, without those given up', async () => {
	const { admin } = bench.sandbox;
	await issueAtOnce(4, { workMs: 100 });
	const headers = await bench.session();
	await admin.configure({ capacity: { workMs: 300 } });
	await expect(bench.api.post(ISSUE, charge({}), { headers, timeout: 50 })).rejects.toThrow();
	// The sandbox may hear of it after the next one has come in, but not after that one is done.
	for (let n = 0; n < 2; n++) await bench.api.post(ISSUE, charge({}), { headers });
	const found = await admin.journal({ route: ISSUE });
	expect(found.slice(0, 4).map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 4]);
	expect(found.at(-1)?.inFlight).toBe(1);
	expect(found.slice(-3).map(({ isAnswered }) => isAnswered)).toEqual([false, true, true]);
});
