import { DEMO_USER, OUTSIDER_USER } from '../../sandbox/seeds';
import {
	ANA,
	charge,
	headersOf,
	ISSUE,
	LIST,
	useSandbox,
	without,
} from '../../harness/sandbox/useSandbox';

const bench = useSandbox();

it('keeps what was asked and answered', async () => {
	await bench.sandbox.admin.freezeClock('2026-07-01T12:00:00.000Z');
	const headers = await bench.session();
	await bench.sandbox.admin.clearJournal();
	const { data } = await bench.api.post(ISSUE, charge(), { headers });
	await bench.api.get(`${ISSUE}/some-id`, { headers, params: { a: '1' } });
	const [first, second, ...rest] = await bench.sandbox.admin.journal();
	expect(first).toMatchObject({
		at: '2026-07-01T12:00:00.000Z',
		userId: DEMO_USER._id,
		faults: [],
		method: 'POST',
		route: `POST ${ISSUE}`,
		path: `/api${ISSUE}`,
		status: 201,
		body: charge(),
		query: {},
		headers: { origin: DEMO_USER.allowedOrigins[0], 'content-type': 'application/json' },
		committedAdditionId: (data as { balanceTransaction: { _id: string } }).balanceTransaction._id,
	});
	expect(second).toMatchObject({
		route: `GET ${ISSUE}/{id}`,
		path: `/api${ISSUE}/some-id`,
		query: { a: '1' },
		status: 417,
		seq: first.seq + 1,
	});
	expect(rest).toEqual([]);
});

it('never holds a password, a token or a key, in whatever form they come', async () => {
	const headers = await bench.session();
	const token = headers.Authorization.slice('Bearer '.length);
	const { senha, clientSecret, clientKey, email } = DEMO_USER;
	const nested = { deep: [{ senha, accessToken: token, clientSecret, client_key: clientKey }] };
	const extra = { Cookie: `session=${token}`, 'x-api-token': token };
	const params = { access_token: token };
	await bench.api.post('/customers', nested, { headers: { ...headers, ...extra }, params });
	await bench.api.post('/auth/login', `{"email":"${email}","senha":"${senha}"`, {
		headers: { 'Content-Type': 'application/json' },
	});
	await bench.api.post('/auth/login', `email=${email}&senha=${senha}`);
	const text = JSON.stringify(await bench.sandbox.admin.journal());
	expect(text).toContain('/customers');
	for (const secret of [senha, token, clientSecret, clientKey, headers['secret-key']]) {
		expect(text).not.toContain(secret);
	}
});

it('tells of credentials only whether they were there and right', async () => {
	const headers = await bench.session();
	const outsiders = { ...headers, 'secret-key': headersOf(OUTSIDER_USER, '')['secret-key'] };
	await bench.sandbox.admin.clearJournal();
	const attempts = [
		headers,
		without(headers, 'Authorization'),
		{ ...headers, Authorization: 'Bearer made-up' },
		without(headers, 'secret-key'),
		outsiders,
	];
	for (const attempt of attempts) await bench.api.get('/customers/all', { headers: attempt });
	const verdicts = (await bench.sandbox.admin.journal()).map((entry) => [
		entry.headers.authorization,
		entry.headers['secret-key'],
		entry.status,
	]);
	expect(verdicts).toEqual([
		['valid', 'valid', 200],
		['absent', 'valid', 401],
		['invalid', 'valid', 401],
		['valid', 'absent', 401],
		['valid', 'invalid', 401],
	]);
});

it('answers questions', async () => {
	const { admin } = bench.sandbox;
	const headers = await bench.session();
	await bench.api.get(LIST, { headers });
	await bench.api.get(LIST);
	const [{ seq }] = await admin.journal();
	expect(await admin.count()).toBe(3);
	expect(await admin.count({ method: 'GET', route: LIST })).toBe(2);
	expect(await admin.count({ route: `GET ${LIST}`, status: 401 })).toBe(1);
	expect(await admin.count({ route: 'POST /auth/login', status: 200 })).toBe(1);
	expect(await admin.count({ userId: DEMO_USER._id })).toBe(1);
	expect(await admin.count({ since: seq })).toBe(2);
	await admin.clearJournal();
	expect(await admin.journal()).toEqual([]);
});

describe('how often was this customer charged this amount', () => {
	it('counts additions, by _id or tax ID, amount and currency', async () => {
		const { admin } = bench.sandbox;
		const headers = await bench.session();
		for (const fields of [{}, {}, { amount: 11 }, { currency: 'GMC' }, { amount: -1 }]) {
			await bench.api.post(ISSUE, charge(fields), { headers });
		}
		const count = async (filter: object) => (await admin.charges(filter)).count;
		const ana = { customerIdentifier: ANA._id };
		expect(await count({ ...ana, amount: 10, currency: 'BRL' })).toBe(2);
		expect(await count({ ...ana, amount: 10 })).toBe(3);
		expect(await count({ customerIdentifier: '012.345.678-90' })).toBe(4);
		expect(await count({ customerIdentifier: 'nobody' })).toBe(0);
		expect(await count({ amount: 11 })).toBe(1);
	});

	it('counts pending ones, and failed ones only when asked for', async () => {
		const { admin } = bench.sandbox;
		await admin.createAddition({ customerIdentifier: ANA.taxId, amount: 10, status: 'PENDING' });
		await admin.createAddition({ customerIdentifier: ANA.taxId, amount: 10, status: 'FAILED' });
		const filter = { customerIdentifier: ANA._id, amount: 10 };
		expect((await admin.charges(filter)).count).toBe(1);
		expect((await admin.charges({ ...filter, includeFailed: true })).count).toBe(2);
	});
});
