import { DEMO_USER } from '../../sandbox/seeds';
import { headersOf, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const { email, senha } = DEMO_USER;
const logIn = async (path = '/auth/login', body: unknown = { email, senha }) =>
	await bench.api.post(path, body);
const statusWith = async (token: string) =>
	(await bench.api.get(LIST, { headers: headersOf(DEMO_USER, token) })).status;

describe.each(['/auth/login', '/users/integration/login'])('POST %s', (path) => {
	it('gives a token that opens the service', async () => {
		const { status, data } = await logIn(path);
		expect(status).toBe(200);
		expect(Object.keys(data as object)).toEqual(['accessToken']);
		expect(await statusWith((data as { accessToken: string }).accessToken)).toBe(200);
	});

	it('refuses a wrong senha with 401', async () => {
		expect(await logIn(path, { email, senha: 'wrong' })).toMatchObject({
			status: 401,
			data: { statusCode: 401, message: 'Wrong email or senha' },
		});
	});

	it.each([[{ email }], [[]], ['text']])('refuses the body %j with 400', async (body) => {
		const { status, data } = await logIn(path, body);
		expect(status).toBe(400);
		expect(data).toMatchObject({ statusCode: 400, path: `/api${path}`, code: 'INVALID_BODY' });
	});
});

describe('settings of the login', () => {
	const tokenAt = async (login: object) => {
		await bench.sandbox.admin.configure({ login });
		return await logIn();
	};

	it('puts the token where tokenPath says', async () => {
		const { data } = await tokenAt({ tokenPath: 'data.session.jwt' });
		const { jwt } = (data as { data: { session: { jwt: string } } }).data.session;
		expect(await statusWith(jwt)).toBe(200);
	});

	it('sends the token as plain text when tokenPath is empty, with the status asked for', async () => {
		const { status, data, headers } = await tokenAt({ tokenPath: '', status: 201 });
		expect(status).toBe(201);
		expect(headers['content-type']).toMatch(/^text\/plain/);
		expect(await statusWith(data as string)).toBe(200);
	});

	it('writes Bearer before the token when told to', async () => {
		const { data } = await tokenAt({ bearerPrefix: true });
		const text = (data as { accessToken: string }).accessToken;
		expect(text).toMatch(/^Bearer \S+$/);
		expect(await statusWith(text.slice('Bearer '.length))).toBe(200);
		expect(await statusWith(text)).toBe(401);
	});

	it('adds a refresh token, before the other and good for nothing', async () => {
		const { data } = await tokenAt({ withRefreshToken: true, tokenPath: 'data.token' });
		const inner = (data as { data: Record<string, string> }).data;
		expect(Object.keys(inner)).toEqual(['refreshToken', 'token']);
		expect(await statusWith(inner.refreshToken)).toBe(401);
		expect(await statusWith(inner.token)).toBe(200);
	});

	it('ends a token after lifetimeUses', async () => {
		const { data } = await tokenAt({ lifetimeUses: 2 });
		const { accessToken } = data as { accessToken: string };
		const statuses = [await statusWith(accessToken), await statusWith(accessToken)];
		expect([...statuses, await statusWith(accessToken)]).toEqual([200, 200, 401]);
	});

	it('ends a token after lifetimeSeconds of the clock', async () => {
		await bench.sandbox.admin.freezeClock();
		const { data } = await tokenAt({ lifetimeSeconds: 60 });
		const { accessToken } = data as { accessToken: string };
		await bench.sandbox.admin.advanceClock({ seconds: 59 });
		expect(await statusWith(accessToken)).toBe(200);
		await bench.sandbox.admin.advanceClock({ seconds: 1 });
		expect(await statusWith(accessToken)).toBe(401);
	});

	it.each([
		['many', 200],
		['one', 401],
	] as const)('with %s sessions per user, an earlier one answers %i', async (name, expected) => {
		const { data } = await tokenAt({ sessionsPerUser: name });
		await logIn();
		expect(await statusWith((data as { accessToken: string }).accessToken)).toBe(expected);
	});
});
