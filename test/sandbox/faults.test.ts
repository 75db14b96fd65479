import type { AxiosError, AxiosRequestConfig } from 'axios';
import type { FaultInput } from '../../sandbox/state/faults';
import { startSandbox } from '../../sandbox/server';
import { ANA, charge, ISSUE, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const ROUTE = `POST ${ISSUE}`;
type Action = FaultInput['action'];

const inject = async (action: Action, rest: Partial<FaultInput> = {}) =>
	await bench.sandbox.admin.addFault({ route: ROUTE, action, ...rest });
const issue = async (fields: object = {}, config: AxiosRequestConfig = {}) =>
	await bench.api.post(ISSUE, charge(fields), { headers: await bench.session(), ...config });
const codeOf = async (request: Promise<unknown>) =>
	await request.then(
		() => 'answered',
		(error: AxiosError) => error.code,
	);
const charged = async () =>
	(await bench.sandbox.admin.charges({ customerIdentifier: ANA._id, amount: 10 })).count;
const journaled = async () => (await bench.sandbox.admin.journal({ route: ROUTE }))[0];

describe('answers in place of the handler commit nothing', () => {
	it('status, with body and headers', async () => {
		const body = { statusCode: 503, message: 'down' };
		await inject({ type: 'status', status: 503, body, headers: { 'x-cause': 'test' } });
		const { status, data, headers } = await issue();
		expect([status, data, headers['x-cause']]).toEqual([503, body, 'test']);
		expect(await charged()).toBe(0);
	});

	it('a redirect', async () => {
		await inject({ type: 'status', status: 302, headers: { location: '/elsewhere' } });
		const { status, headers } = await issue({}, { maxRedirects: 0 });
		expect([status, headers.location]).toEqual([302, '/elsewhere']);
	});

	it('HTML', async () => {
		await inject({ type: 'html', status: 502 });
		const { status, data, headers } = await issue();
		expect([status, headers['content-type']]).toEqual([502, 'text/html']);
		expect(data).toMatch(/^<!doctype html>/);
		expect(await charged()).toBe(0);
	});

	it('429 with Retry-After', async () => {
		await inject({ type: 'rateLimit', retryAfter: 7 });
		const { status, headers } = await issue();
		expect([status, headers['retry-after'], await charged()]).toEqual([429, '7', 0]);
	});

	it('an empty body', async () => {
		await inject({ type: 'emptyBody', status: 201 });
		const { status, data } = await issue();
		expect([status, data, await charged()]).toEqual([201, '', 0]);
	});

	it('a reset', async () => {
		const { id } = await inject({ type: 'resetBefore' });
		expect(await codeOf(issue())).toBe('ECONNRESET');
		expect(await charged()).toBe(0);
		expect(await journaled()).toMatchObject({ status: 'reset', faults: [id] });
		expect(await journaled()).not.toHaveProperty('committedAdditionId');
	});

	it('no answer at all', async () => {
		await inject({ type: 'hang' });
		expect(await codeOf(issue({}, { timeout: 200 }))).toBe('ECONNABORTED');
		expect(await charged()).toBe(0);
		expect(await journaled()).toMatchObject({ status: 'hung' });
	});
});

describe('answers lost after the commit', () => {
	afterEach(async () => {
		expect(await charged()).toBe(1);
		const [{ _id }] = (await bench.sandbox.admin.charges({ amount: 10 })).additions;
		expect(await journaled()).toMatchObject({ committedAdditionId: _id });
		expect((await bench.sandbox.admin.invariants()).ok).toBe(true);
	});

	it('by a reset', async () => {
		await inject({ type: 'commitThenReset' });
		expect(await codeOf(issue())).toBe('ECONNRESET');
		expect(await journaled()).toMatchObject({ status: 'reset' });
	});

	it('behind a 5xx', async () => {
		await inject({ type: 'commitThenStatus', status: 500, body: { message: 'oops' } });
		expect(await issue()).toMatchObject({ status: 500, data: { message: 'oops' } });
		expect(await journaled()).toMatchObject({ status: 500 });
	});

	it('by silence', async () => {
		await inject({ type: 'commitThenHang' });
		expect(await codeOf(issue({}, { timeout: 200 }))).toBe('ECONNABORTED');
		expect(await journaled()).toMatchObject({ status: 'hung' });
	});

	it('half-way', async () => {
		await inject({ type: 'halfAnswer' });
		const response = await issue({}, { responseType: 'stream' });
		expect(response.status).toBe(201);
		const announced = Number(response.headers['content-length']);
		const [bytes, error] = await drain(response.data as NodeJS.ReadableStream);
		expect(bytes).toBe(Math.floor(announced / 2));
		expect(error).toMatch(/aborted|hang up|stream has been aborted/);
	});

	it('by another body', async () => {
		await inject({ type: 'json', status: 201, body: { title: 'no id' } });
		expect(await issue()).toMatchObject({ status: 201, data: { title: 'no id' } });
	});

	it('by a body that is no JSON', async () => {
		await inject({ type: 'json', status: 201, body: '{"title":' });
		expect((await issue()).data).toBe('{"title":');
	});
});

async function drain(stream: NodeJS.ReadableStream): Promise<[number, string]> {
	let bytes = 0;
	return await new Promise((resolve) => {
		stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
		stream.on('end', () => resolve([bytes, 'ended']));
		stream.on('error', (error: Error) => resolve([bytes, error.message]));
	});
}

describe('latency', () => {
	it('delays, and adds to another fault', async () => {
		const first = await inject({ type: 'latency', ms: 150 });
		const second = await inject({ type: 'status', status: 500 });
		const third = await inject({ type: 'latency', ms: 150 });
		const headers = await bench.session();
		const start = performance.now();
		expect((await bench.api.post(ISSUE, charge(), { headers })).status).toBe(500);
		expect(performance.now() - start).toBeGreaterThanOrEqual(295);
		expect((await journaled()).faults).toEqual([first.id, second.id, third.id]);
	});

	it('does not undo what a client gave up on', async () => {
		await inject({ type: 'latency', ms: 300 });
		expect(await codeOf(issue({}, { timeout: 100 }))).toBe('ECONNABORTED');
		expect(await charged()).toBe(0);
		while ((await journaled()).status === 'pending');
		expect(await charged()).toBe(1);
	});
});

it('closes at once with requests left hanging and delayed', async () => {
	const other = await startSandbox();
	await other.admin.addFault({ route: 'POST /auth/login', action: { type: 'hang' }, nth: 1 });
	await other.admin.addFault({ route: '*', action: { type: 'latency', ms: 60_000 }, nth: 2 });
	const url = `${other.baseUrl}/auth/login`;
	const hanging = [codeOf(bench.api.post(url, {})), codeOf(bench.api.post(url, {}))];
	while ((await other.admin.count()) < 2);
	const start = performance.now();
	await other.close();
	expect(performance.now() - start).toBeLessThan(2000);
	expect(await Promise.all(hanging)).toEqual(['ECONNRESET', 'ECONNRESET']);
});
