import type { AxiosResponse } from 'axios';
import { DEMO_USER } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { headersOf, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const { email, senha } = DEMO_USER;
const logIn = async (path = '/auth/login', body: unknown = { email, senha }) =>
	await tests.api.post(path, body);
/** Of the list, with this token. */
const statusWith = async (token: string) =>
	(await tests.api.get(LIST, { headers: headersOf(DEMO_USER, token) })).status;

describe.each(['/auth/login', '/users/integration/login'])('POST %s', (path) => {
	it('answers with a token', async () => {
		const { status, data } = await logIn(path);
		expect([status, Object.keys(data)]).toEqual([200, ['accessToken']]);
		expect(await statusWith(data.accessToken)).toBe(200);
	});

	it.each([
		[
			{ email, senha: 'wrong' },
			{ statusCode: 401, message: 'Wrong email or senha' },
		],
		[{ email }, { statusCode: 400, path: `/api${path}`, code: 'INVALID_BODY' }],
		[[], { statusCode: 400, code: 'INVALID_BODY' }],
		['text', { statusCode: 400, code: 'INVALID_BODY' }],
	])('refuses %j', async (body, expected) => {
		const { status, data } = await logIn(path, body);
		expect(data).toMatchObject(expected);
		expect(status).toBe(expected.statusCode);
	});
});

describe('settings of the login', () => {
	it.each<[SandboxSettingsInput['login'], (data: AxiosResponse['data']) => string]>([
		[{ tokenPath: 'data.session.jwt' }, (data) => data.data.session.jwt],
		[{ tokenPath: '' }, (data) => data],
		[{ bearerPrefix: true }, (data) => /^Bearer (\S+)$/.exec(data.accessToken)![1]],
		[{ withRefreshToken: true }, (data) => data.accessToken],
	])('%j', async (login, tokenOf) => {
		await tests.sandbox.admin.configure({ login });
		expect(await statusWith(tokenOf((await logIn()).data))).toBe(200);
	});

	it('puts a refresh token first, which opens nothing', async () => {
		await tests.sandbox.admin.configure({ login: { withRefreshToken: true } });
		const { data } = await logIn();
		expect(Object.keys(data)).toEqual(['refreshToken', 'accessToken']);
		expect(await statusWith(data.refreshToken)).toBe(401);
	});

	it.each([
		[{ lifetimeUses: 2 }, [200, 200, 401]],
		[{ lifetimeSeconds: 60 }, [200, 200, 200, 401]],
	])('%j: the list answers %j', async (login, statuses) => {
		const { admin } = tests.sandbox;
		await admin.freezeClock();
		await admin.configure({ login });
		const { accessToken } = (await logIn()).data;
		for (const status of statuses) {
			expect(await statusWith(accessToken)).toBe(status);
			await admin.advanceClock({ seconds: 20 });
		}
	});

	it.each([
		['many', 200],
		['one', 401],
	] as const)('with %s sessions per user, an earlier one answers %i', async (name, expected) => {
		await tests.sandbox.admin.configure({ login: { sessionsPerUser: name } });
		const { accessToken } = (await logIn()).data;
		await logIn();
		expect(await statusWith(accessToken)).toBe(expected);
	});
});
