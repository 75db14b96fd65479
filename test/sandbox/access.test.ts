import { DEMO_USER, OUTSIDER_USER } from '../../sandbox/seeds';
import {
	charge,
	headersOf,
	ISSUE,
	LIST,
	useSandbox,
	without,
} from '../../harness/sandbox/useSandbox';

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

const call = async ([method, url, data]: Call, headers: Record<string, string>) =>
	await bench.api.request({ method, url, data, headers });
const refusal = (message: string) => ({
	status: 401,
	data: { statusCode: 401, message },
});

describe.each([...LOOKUPS, ...KEYED])('%s %s', (...endpoint) => {
	it('refuses a missing token', async () => {
		const headers = without(await bench.session(), 'Authorization');
		expect(await call(endpoint, headers)).toMatchObject(refusal('Access token missing'));
	});

	it('refuses an unknown token', async () => {
		const answer = await call(endpoint, headersOf(DEMO_USER, 'made-up'));
		expect(answer).toMatchObject(refusal('Access token invalid or expired'));
	});

	it('refuses a token without Bearer, unless that is allowed', async () => {
		const headers = await bench.session();
		headers.Authorization = headers.Authorization.slice('Bearer '.length);
		expect((await call(endpoint, headers)).status).toBe(401);
		await bench.sandbox.admin.configure({ auth: { acceptRawToken: true } });
		expect((await call(endpoint, headers)).status).not.toBe(401);
	});

	it('refuses a missing Origin where the settings require it', async () => {
		await bench.sandbox.admin.configure({ auth: { requireOriginEverywhere: true } });
		const headers = await bench.session();
		expect((await call(endpoint, headers)).status).not.toBe(401);
		expect(await call(endpoint, without(headers, 'Origin'))).toMatchObject(
			refusal('Origin missing'),
		);
	});
});

describe.each(KEYED)('secret-key of %s %s', (...endpoint) => {
	it('refuses a missing one', async () => {
		const headers = without(await bench.session(), 'secret-key');
		expect(await call(endpoint, headers)).toMatchObject(refusal('secret-key missing'));
	});

	it.each(['', 'not base64 at all', 'c2FuZGJveA=='])('refuses %j', async (key) => {
		const headers = { ...(await bench.session()), 'secret-key': key };
		expect(await call(endpoint, headers)).toMatchObject(refusal('secret-key invalid'));
	});

	it('refuses that of another user', async () => {
		const { 'secret-key': key } = headersOf(OUTSIDER_USER, '');
		const headers = { ...(await bench.session()), 'secret-key': key };
		const answer = await call(endpoint, headers);
		expect(answer).toMatchObject(refusal('secret-key belongs to another user'));
	});
});

describe.each(LOOKUPS)('secret-key of %s %s', (...endpoint) => {
	it('is asked for only where the settings require it', async () => {
		const headers = without(await bench.session(), 'secret-key');
		expect((await call(endpoint, headers)).status).not.toBe(401);
		await bench.sandbox.admin.configure({ auth: { requireSecretKeyOnLookups: true } });
		expect(await call(endpoint, headers)).toMatchObject(refusal('secret-key missing'));
	});
});

describe('Origin of issue', () => {
	const issueFrom = async (origin: string | undefined) => {
		const headers = without(await bench.session(), 'Origin');
		if (origin !== undefined) headers.Origin = origin;
		return await bench.api.post(ISSUE, charge(), { headers });
	};

	it.each(['https://other.example.com', 'http://app.gmc-sandbox.example.com', 'null'])(
		'refuses %s',
		async (origin) => {
			const message = 'Origin is not released in the integration';
			expect(await issueFrom(origin)).toMatchObject(refusal(message));
		},
	);

	it('refuses a missing one, and issues nothing', async () => {
		expect(await issueFrom(undefined)).toMatchObject(refusal('Origin missing'));
		expect((await bench.sandbox.admin.charges()).additions.map(({ source }) => source)).toEqual([
			'seed',
		]);
	});

	it('takes the released one in capitals and with a final slash', async () => {
		expect((await issueFrom('https://APP.gmc-sandbox.example.com/')).status).toBe(201);
	});
});

it('takes a secret-key beyond ASCII, as Base64 of its UTF-8', async () => {
	const headers = await bench.session(OUTSIDER_USER);
	expect((await bench.api.get('/customers/all', { headers })).status).toBe(200);
});

it.each([
	['PUT', '/customers/some-id'],
	['GET', '/customers/some-id'],
	['DELETE', '/transactions/add-balance/some-id'],
	['POST', '/pix'],
])('answers 501 to %s %s, which is not modelled', async (method, url) => {
	const { status, data } = await bench.api.request({ method, url });
	expect(status).toBe(501);
	expect(data).toMatchObject({ statusCode: 501, path: `/api${url}`, code: 'NOT_MODELLED' });
});
