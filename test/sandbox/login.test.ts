import { DEMO_USER } from '../../sandbox/seeds';
import { headersOf, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const { email, senha } = DEMO_USER;
const logIn = async (path = '/auth/login') => await tests.api.post(path, { email, senha });
/** Of the list, with this token. */
const statusWith = async (token: string) =>
	(await tests.api.get(LIST, { headers: headersOf(DEMO_USER, token) })).status;

it.each(['/auth/login', '/users/integration/login'])(
	'POST %s answers with a token',
	async (path) => {
		const { status, data } = await logIn(path);
		expect([status, Object.keys(data)]).toEqual([200, ['accessToken']]);
		expect(await statusWith(data.accessToken)).toBe(200);
	},
);

it.each([
	[{ lifetimeUses: 2 }, [200, 200, 401]],
	[{ lifetimeSeconds: 60 }, [200, 200, 200, 401]],
])('under %j, the list answers %j', async (login, statuses) => {
	const { admin } = tests.sandbox;
	await admin.freezeClock();
	await admin.configure({ login });
	const { accessToken } = (await logIn()).data;
	for (const status of statuses) {
		expect(await statusWith(accessToken)).toBe(status);
		await admin.advanceClock({ seconds: 20 });
	}
});
