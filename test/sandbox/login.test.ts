import { DEMO_USER } from '../../sandbox/seeds';
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
});
