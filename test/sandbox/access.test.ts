import { OUTSIDER_USER } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { charge, headersOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

type Headers = Record<string, string | undefined>;
const ENDPOINTS: Array<[method: string, url: string, data?: object]> = [
	['POST', ISSUE, charge()],
	['GET', LIST],
	['GET', '/customers/all'],
];

/** Calls with valid headers, except for these. Undefined: without the header. */
const ask = async ([method, url, data]: (typeof ENDPOINTS)[number], changes: Headers = {}) => {
	const headers = { ...(await tests.session()), ...changes };
	return await tests.api.request({ method, url, data, headers });
};

it.each(ENDPOINTS)(
	'%s %s wants a token, a key unless it looks up, and the Origin if it issues',
	async (...endpoint) => {
		const needsKey = endpoint[1] !== LIST;
		const ofAnother = headersOf(OUTSIDER_USER, '')['secret-key'];
		const cases: Array<[Headers, string, boolean]> = [
			[{ Authorization: undefined }, 'Access token missing', true],
			[{ Authorization: 'Bearer made-up' }, 'Access token invalid or expired', true],
			[{ 'secret-key': undefined }, 'secret-key missing', needsKey],
			[{ 'secret-key': 'not base64 at all' }, 'secret-key invalid', needsKey],
			[{ 'secret-key': ofAnother }, 'secret-key belongs to another user', needsKey],
			[{ Origin: undefined }, 'Origin missing', endpoint[1] === ISSUE],
		];
		for (const [changes, message, isDenied] of cases) {
			const { status, data } = await ask(endpoint, changes);
			if (isDenied) expect([status, data]).toEqual([401, { statusCode: 401, message }]);
			else expect([message, status]).not.toEqual([message, 401]);
		}
	},
);

it.each<[SandboxSettingsInput['auth'], Headers, number, number]>([
	[{ requireOriginEverywhere: true }, { Origin: undefined }, 200, 401],
	[{ requireSecretKeyOnLookups: true }, { 'secret-key': undefined }, 200, 401],
])('under %j, the list with %j answers not %i but %i', async (auth, changes, before, after) => {
	const statusOf = async () => (await ask(ENDPOINTS[1], changes)).status;
	expect(await statusOf()).toBe(before);
	await tests.sandbox.admin.configure({ auth });
	expect(await statusOf()).toBe(after);
});

it('answers 501 to what it does not model', async () => {
	const { status, data } = await tests.api.put('/customers/some-id');
	expect(status).toBe(501);
	expect(data).toMatchObject({ path: '/api/customers/some-id', code: 'NOT_MODELLED' });
});
