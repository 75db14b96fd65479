import type { AxiosError, AxiosRequestConfig } from 'axios';
import type { FaultInput } from '../../sandbox/state/faults';
import { startSandbox } from '../../sandbox/server';
import { ANA, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const ROUTE = `POST ${ISSUE}`;
type Action = FaultInput['action'];

const inject = async (action: Action, more: Partial<FaultInput> = {}) =>
	await tests.sandbox.admin.addFault({ route: ROUTE, action, ...more });
const issue = async (config: AxiosRequestConfig = {}) =>
	await tests.api.post(ISSUE, charge(), { headers: await tests.session(), ...config });
/** The status of an answer, or the code of an error. */
const outcomeOf = async (request: Promise<{ status: number }>) =>
	await request.then(
		({ status }) => status,
		({ code }: AxiosError) => code,
	);
const charged = async () => (await tests.sandbox.admin.charges({ amount: 10 })).additions;
const journaled = async () => (await tests.sandbox.admin.journal({ route: ROUTE }))[0];

it.each<[Action, seen: number | string, journal: number | string, isCommitted: boolean]>([
	[{ type: 'status', status: 503 }, 503, 503, false],
	[{ type: 'rateLimit', retryAfter: 7 }, 429, 429, false],
	[{ type: 'resetBefore' }, 'ECONNRESET', 'reset', false],
	[{ type: 'commitThenReset' }, 'ECONNRESET', 'reset', true],
	[{ type: 'halfAnswer' }, 'ERR_BAD_RESPONSE', 'reset', true],
	[{ type: 'json', status: 201, body: '{"title":' }, 201, 201, true],
])('%j: the client sees %s, the journal %s, committed %s', async (...expected) => {
	const [action, seen, status, isCommitted] = expected;
	const { id } = await inject(action);
	expect(await outcomeOf(issue({ timeout: 200 }))).toBe(seen);
	expect(await charged()).toHaveLength(isCommitted ? 1 : 0);
	expect(await journaled()).toMatchObject({ status, faults: [id] });
});

describe('which calls a fault meets', () => {
	const broken: Action = { type: 'status', status: 500 };
	const statuses = async () => {
		const found: number[] = [];
		for (let call = 0; call < 4; call++) found.push((await issue()).status);
		return found;
	};

	it.each<[Partial<FaultInput>, number[]]>([
		[{ nth: [1, 3] }, [500, 201, 500, 201]],
		[{ times: 2 }, [500, 500, 201, 201]],
		[{ match: { amount: 10 }, nth: 2 }, [201, 500, 201, 201]],
		[{ match: { customerIdentifier: '012.345.678-90' } }, [500, 500, 500, 500]],
	])('%j', async (more, expected) => {
		await inject(broken, more);
		expect(await statuses()).toEqual(expected);
	});
});

it('a wrong answer has an earlier addition: an equal one, else the oldest', async () => {
	const asked = { customerIdentifier: ANA._id, sourceAmount: 10, sourceCurrency: 'BRL' };
	const { admin } = tests.sandbox;
	const oldest = (await admin.createAddition({ customerIdentifier: ANA._id, amount: 4 }))._id;
	await inject({ type: 'wrongAnswer', differs: 'earlierAddition', commit: false });
	expect((await issue()).data.balanceTransaction._id).toBe(oldest);
	const equal = (await admin.createAddition({ customerIdentifier: ANA._id }))._id;
	expect((await issue()).data.balanceTransaction._id).toBe(equal);
	await admin.clearFaults();
	await inject({ type: 'wrongAnswer', differs: 'earlierId', commit: false });
	expect((await issue()).data.balanceTransaction).toMatchObject({ _id: equal, items: [asked] });
});

it('requests wait until a worker is free', async () => {
	await tests.sandbox.admin.configure({ capacity: { workMs: 150, workers: 2 } });
	const headers = await tests.session();
	const startedAt = performance.now();
	const took: number[] = [];
	const send = async () => {
		await tests.api.post(ISSUE, charge(), { headers });
		took.push(performance.now() - startedAt);
	};
	await Promise.all(Array.from({ length: 5 }, send));
	for (const [index, rounds] of [1, 1, 2, 2, 3].entries()) {
		expect(took[index]).toBeGreaterThanOrEqual(rounds * 150 - 1);
	}
	// One after another, they would take 750.
	expect(took[4]).toBeLessThan(700);
	const entries = await tests.sandbox.admin.journal({ route: `POST ${ISSUE}` });
	expect(entries.map(({ inFlight }) => inFlight)).toEqual([1, 2, 3, 4, 5]);
	expect(entries.every(({ isAnswered }) => isAnswered)).toBe(true);
});

it('closes at once, also with requests that hang or wait', async () => {
	const other = await startSandbox();
	await other.admin.addFault({ route: 'POST /auth/login', action: { type: 'hang' }, nth: 1 });
	await other.admin.addFault({ route: '*', action: { type: 'latency', ms: 60_000 }, nth: 2 });
	const url = `${other.baseUrl}/auth/login`;
	const hanging = [outcomeOf(tests.api.post(url, {})), outcomeOf(tests.api.post(url, {}))];
	while ((await other.admin.count()) < 2);
	const start = performance.now();
	await other.close();
	expect(performance.now() - start).toBeLessThan(2000);
	expect(await Promise.all(hanging)).toEqual(['ECONNRESET', 'ECONNRESET']);
});
