import type { AxiosError, AxiosRequestConfig } from 'axios';
import type { FaultInput } from '../../sandbox/state/faults';
import { startSandbox } from '../../sandbox/server';
import { ANA, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const ROUTE = `POST ${ISSUE}`;
type Action = FaultInput['action'];

const inject = async (action: Action) =>
	await bench.sandbox.admin.addFault({ route: ROUTE, action });
const issue = async (config: AxiosRequestConfig = {}) =>
	await bench.api.post(ISSUE, charge(), { headers: await bench.session(), ...config });
/** The status of an answer, or what has become of the request. */
const outcomeOf = async (request: Promise<{ status: number }>) =>
	await request.then(
		({ status }) => status,
		({ code }: AxiosError) => code,
	);
const charged = async () =>
	(await bench.sandbox.admin.charges({ customerIdentifier: ANA._id, amount: 10 })).additions;
const journaled = async () => (await bench.sandbox.admin.journal({ route: ROUTE }))[0];

describe('what a client sees, and the journal', () => {
	it.each<[Action, number | string, number | string]>([
		[{ type: 'status', status: 503 }, 503, 503],
		[{ type: 'html', status: 502 }, 502, 502],
		[{ type: 'rateLimit', retryAfter: 7 }, 429, 429],
		[{ type: 'emptyBody', status: 201 }, 201, 201],
		[{ type: 'resetBefore' }, 'ECONNRESET', 'reset'],
		[{ type: 'hang' }, 'ECONNABORTED', 'hung'],
	])('of %j, which commits nothing', async (action, seen, status) => {
		const { id } = await inject(action);
		expect(await outcomeOf(issue({ timeout: 200 }))).toBe(seen);
		expect(await charged()).toEqual([]);
		expect(await journaled()).toMatchObject({ status, faults: [id] });
		expect(await journaled()).not.toHaveProperty('committedAdditionId');
	});

	it.each<[Action, number | string, number | string]>([
		[{ type: 'commitThenReset' }, 'ECONNRESET', 'reset'],
		[{ type: 'commitThenStatus', status: 500, body: {} }, 500, 500],
		[{ type: 'commitThenHtml', status: 403 }, 403, 403],
		[{ type: 'commitThenHang' }, 'ECONNABORTED', 'hung'],
		[{ type: 'halfAnswer' }, 'ERR_BAD_RESPONSE', 'reset'],
		[{ type: 'json', status: 201, body: '{"title":' }, 201, 201],
	])('of %j, which commits', async (action, seen, status) => {
		await inject(action);
		expect(await outcomeOf(issue({ timeout: 200 }))).toBe(seen);
		const [{ _id }] = await charged();
		expect(await journaled()).toMatchObject({ status, committedAdditionId: _id });
		expect((await bench.sandbox.admin.invariants()).ok).toBe(true);
	});
});

describe('what an answer carries', () => {
	const location = '/elsewhere';
	it.each<[Action, data: unknown, header: object]>([
		[{ type: 'status', status: 302, body: 'no', headers: { location } }, 'no', { location }],
		[
			{ type: 'html', status: 502 },
			expect.stringMatching(/^<!doctype html>/),
			{ 'content-type': 'text/html' },
		],
		[{ type: 'rateLimit', retryAfter: 7 }, expect.anything(), { 'retry-after': '7' }],
		[{ type: 'emptyBody', status: 201 }, '', {}],
		[{ type: 'json', status: 201, body: { title: 'no id' } }, { title: 'no id' }, {}],
		[{ type: 'json', status: 201, body: '{"title":' }, '{"title":', {}],
	])('%j', async (action, data, header) => {
		await inject(action);
		const answer = await issue({ maxRedirects: 0 });
		expect(answer.data).toEqual(data);
		expect(answer.headers).toMatchObject(header);
	});
});

describe('latency', () => {
	it('delays, and adds to another fault', async () => {
		const first = await inject({ type: 'latency', ms: 150 });
		const second = await inject({ type: 'status', status: 500 });
		const third = await inject({ type: 'latency', ms: 150 });
		const start = performance.now();
		expect((await issue()).status).toBe(500);
		expect(performance.now() - start).toBeGreaterThanOrEqual(295);
		expect((await journaled()).faults).toEqual([first.id, second.id, third.id]);
	});

	it('does not undo what a client gave up on', async () => {
		await inject({ type: 'latency', ms: 300 });
		expect(await outcomeOf(issue({ timeout: 100 }))).toBe('ECONNABORTED');
		expect(await charged()).toEqual([]);
		while ((await journaled()).status === 'pending');
		expect(await charged()).toHaveLength(1);
	});
});

it('closes at once with requests left hanging and delayed', async () => {
	const other = await startSandbox();
	await other.admin.addFault({ route: 'POST /auth/login', action: { type: 'hang' }, nth: 1 });
	await other.admin.addFault({ route: '*', action: { type: 'latency', ms: 60_000 }, nth: 2 });
	const url = `${other.baseUrl}/auth/login`;
	const hanging = [outcomeOf(bench.api.post(url, {})), outcomeOf(bench.api.post(url, {}))];
	while ((await other.admin.count()) < 2);
	const start = performance.now();
	await other.close();
	expect(performance.now() - start).toBeLessThan(2000);
	expect(await Promise.all(hanging)).toEqual(['ECONNRESET', 'ECONNRESET']);
});
