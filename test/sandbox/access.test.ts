import { DEMO_USER, OUTSIDER_USER } from '../../sandbox/seeds';
import { charge, headersOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();

type Call = [method: string, url: string, data?: unknown];
const customer = { taxId: '98765432100', name: 'Nova', email: 'nova@example.com' };
const LOOKUPS: Call[] = [
	['GET', LIST],
	['GET', `${ISSUE}/some-id`],
];
const KEYED: Call[] = [
	['POST', ISSUE, charge()],
	['POST', '/customers', customer],
	['GET', '/customers/all'],
	['PATCH', '/customers/some-id', { name: 'Novo' }],
	['DELETE', '/customers/some-id'],
];

/** Asks with good headers, of which `changes` replace some and leave out those that are undefined. */
const ask = async ([method, url, data]: Call, changes: Record<string, string | undefined> = {}) =>
	await bench.api.request({
		method,
		url,
		data,
		headers: { ...(await bench.session()), ...changes },
	});
const refusal = (message: string) => ({ status: 401, data: { statusCode: 401, message } });

describe.each([...LOOKUPS, ...KEYED])('%s %s', (...endpoint) => {
	it.each([
		[undefined, 'Access token missing'],
		['Bearer made-up', 'Access token invalid or expired'],
	])('refuses the Authorization %s', async (Authorization, message) => {
		expect(await ask(endpoint, { Authorization })).toMatchObject(refusal(message));
	});

	it('refuses a token without Bearer, unless that is allowed', async () => {
		const headers = await bench.session();
		const raw = { Authorization: headers.Authorization.slice('Bearer '.length) };
		expect((await ask(endpoint, raw)).status).toBe(401);
		await bench.sandbox.admin.configure({ auth: { acceptRawToken: true } });
		expect((await ask(endpoint, raw)).status).not.toBe(401);
	});

	it('refuses a missing Origin where the settings require it', async () => {
		await bench.sandbox.admin.configure({ auth: { requireOriginEverywhere: true } });
		expect((await ask(endpoint)).status).not.toBe(401);
		const answer = await ask(endpoint, { Origin: undefined });
		expect(answer).toMatchObject(refusal('Origin missing'));
	});
});

describe.each(KEYED)('%s %s', (...endpoint) => {
	it.each([
		['a missing one', undefined, 'secret-key missing'],
		['one that is none', 'not base64 at all', 'secret-key invalid'],
		[
			'that of another user',
			headersOf(OUTSIDER_USER, '')['secret-key'],
			'secret-key belongs to another user',
		],
	])('of secret-keys refuses %s', async (_name, key, message) => {
		expect(await ask(endpoint, { 'secret-key': key })).toMatchObject(refusal(message));
	});
});

it.each(LOOKUPS)('%s %s asks for secret-key only under a setting', async (...endpoint) => {
	const without = { 'secret-key': undefined };
	expect((await ask(endpoint, without)).status).not.toBe(401);
	await bench.sandbox.admin.configure({ auth: { requireSecretKeyOnLookups: true } });
	expect(await ask(endpoint, without)).toMatchObject(refusal('secret-key missing'));
});

it.each([
	[undefined, 'Origin missing'],
	['http://app.gmc-sandbox.example.com', 'Origin is not released in the integration'],
])('does not issue for the Origin %s', async (Origin, message) => {
	expect(await ask(KEYED[0], { Origin })).toMatchObject(refusal(message));
	const { additions } = await bench.sandbox.admin.charges();
	expect(additions.map(({ source }) => source)).toEqual(['seed']);
});

it('issues for the released Origin in capitals and with a final slash', async () => {
	const Origin = `${DEMO_USER.allowedOrigins[0].replace('app', 'APP')}/`;
	expect((await ask(KEYED[0], { Origin })).status).toBe(201);
});

it('takes a secret-key beyond ASCII, as Base64 of its UTF-8', async () => {
	const headers = await bench.session(OUTSIDER_USER);
	expect((await bench.api.get('/customers/all', { headers })).status).toBe(200);
});

it('answers 501 to what is not modelled', async () => {
	const { status, data } = await bench.api.put('/customers/some-id');
	expect(status).toBe(501);
	expect(data).toMatchObject({ path: '/api/customers/some-id', code: 'NOT_MODELLED' });
});
