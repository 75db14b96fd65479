import axios from 'axios';
import { DEMO_CUSTOMERS, DEMO_USER, OUTSIDER_USER } from '../../sandbox/seeds';
import { defaultSettings, type SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, charge, headersOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

describe('settings', () => {
	it('merges at any depth', async () => {
		const { admin } = tests.sandbox;
		await admin.configure({ list: { cutAt: 5 }, fees: { general: { fixedBrl: 2 } } });
		const settings = await admin.configure({ list: { order: 'oldest' } });
		expect(settings.list).toMatchObject({ cutAt: 5, order: 'oldest', shape: 'array' });
		expect(settings.fees.general).toMatchObject({ fixedBrl: 2, percentageRate: 0.01 });
		expect((await admin.configure({ list: { cutAt: null } })).list.cutAt).toBeNull();
	});

	it.each([
		[{ list: { cutat: 5 } }, /cutat/],
		[{ list: { timeZone: 'Mars/Olympus' } }, /time zone/],
		[{ capacity: { workers: 0 } }, /workers/],
	])('refuses %j and changes nothing', async (part, message) => {
		const { admin } = tests.sandbox;
		await expect(admin.configure(part as SandboxSettingsInput)).rejects.toThrow(message);
		expect(await admin.settings()).toEqual(defaultSettings());
	});
});

describe('additions and customers without checks', () => {
	it('an addition of any status and time', async () => {
		const fields = { amount: 5, currency: 'GMC', customerIdentifier: ANA.taxId } as const;
		const createdAt = '2026-01-01T00:00:00.000Z';
		const more = { status: 'QUEUED', createdAt };
		expect(await tests.sandbox.admin.createAddition({ ...fields, ...more })).toMatchObject({
			...fields,
			...more,
			customerId: ANA._id,
			visible: true,
			updatedAt: createdAt,
		});
	});

	it('an addition that settles by itself and is hidden for a while', async () => {
		const { admin } = tests.sandbox;
		await admin.freezeClock();
		const late = { settleAfterSeconds: 5, visibleAfterSeconds: 5 };
		const first = await admin.createAddition({ status: 'PENDING', ...late });
		expect(first.visible).toBe(false);
		await admin.advanceClock({ seconds: 5 });
		expect((await admin.additions()).at(-1)).toMatchObject({ status: 'COMPLETED', visible: true });
	});

	it('customers with different tax IDs', async () => {
		const { admin } = tests.sandbox;
		const customer = await admin.createCustomer();
		expect(customer).toMatchObject({ userId: DEMO_USER._id, deleted: false });
		expect((await admin.createCustomer()).taxId).not.toBe(customer.taxId);
	});

	it('refuses what is not possible', async () => {
		const { admin } = tests.sandbox;
		const nobody = { customerIdentifier: 'nobody' };
		await expect(admin.createAddition(nobody)).rejects.toThrow('There is no customer nobody');
		await expect(admin.createAddition({ amount: -1 })).rejects.toThrow(/amount/);
		await expect(admin.createCustomer({ _id: ANA._id })).rejects.toThrow(/already/);
		await expect(admin.advanceClock({ seconds: -1 })).rejects.toThrow(/seconds/);
	});
});

describe('the journal', () => {
	it('has requests and answers', async () => {
		const { admin } = tests.sandbox;
		await admin.freezeClock('2026-07-01T12:00:00.000Z');
		const headers = await tests.session();
		await admin.clearJournal();
		await tests.api.post(ISSUE, charge(), { headers });
		await tests.api.get(`${ISSUE}/some-id`, { headers, params: { a: '1' } });
		const [first, second, ...rest] = await admin.journal();
		expect(first).toMatchObject({
			at: '2026-07-01T12:00:00.000Z',
			faults: [],
			method: 'POST',
			route: `POST ${ISSUE}`,
			path: `/api${ISSUE}`,
			status: 201,
			body: charge(),
			query: {},
			headers: { origin: DEMO_USER.allowedOrigins[0], 'content-type': 'application/json' },
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

	it('never has a password, a token or a key, in any form', async () => {
		const headers = await tests.session();
		const token = headers.Authorization.slice('Bearer '.length);
		const { senha, clientSecret, clientKey, email } = DEMO_USER;
		const nested = { deep: [{ senha, accessToken: token, clientSecret, client_key: clientKey }] };
		const extra = { Cookie: `session=${token}`, 'x-api-token': token };
		const params = { access_token: token };
		await tests.api.post('/customers', nested, { headers: { ...headers, ...extra }, params });
		await tests.api.post('/auth/login', `{"email":"${email}","senha":"${senha}"`, {
			headers: { 'Content-Type': 'application/json' },
		});
		await tests.api.post('/auth/login', `email=${email}&senha=${senha}`);
		const text = JSON.stringify(await tests.sandbox.admin.journal());
		expect(text).toContain('/customers');
		for (const secret of [senha, token, clientSecret, clientKey, headers['secret-key']]) {
			expect(text).not.toContain(secret);
		}
	});

	it.each<[Record<string, string | undefined>, string, string]>([
		[{}, 'valid', 'valid'],
		[{ Authorization: undefined }, 'absent', 'valid'],
		[{ Authorization: 'Bearer made-up' }, 'invalid', 'valid'],
		[{ 'secret-key': undefined }, 'valid', 'absent'],
		[{ 'secret-key': headersOf(OUTSIDER_USER, '')['secret-key'] }, 'valid', 'invalid'],
	])('says whether credentials are valid: %j', async (changes, authorization, key) => {
		const headers = { ...(await tests.session()), ...changes };
		await tests.api.get('/customers/all', { headers });
		expect((await tests.sandbox.admin.journal()).at(-1)?.headers).toMatchObject({
			authorization,
			'secret-key': key,
		});
	});

	it('can be filtered and counted', async () => {
		const { admin } = tests.sandbox;
		await tests.ask('GET', LIST);
		await tests.api.get(LIST);
		const [{ seq }] = await admin.journal();
		expect(await admin.count()).toBe(3);
		expect(await admin.count({ route: `GET ${LIST}` })).toBe(2);
		expect(await admin.count({ route: `GET ${LIST}`, status: 401 })).toBe(1);
		expect(await admin.count({ since: seq })).toBe(2);
	});
});

it.each<[object, number]>([
	[{ customerIdentifier: ANA._id, amount: 10, currency: 'BRL' }, 2],
	[{ customerIdentifier: ANA._id, amount: 10 }, 3],
	[{ customerIdentifier: '012.345.678-90' }, 4],
	[{ customerIdentifier: 'nobody' }, 0],
	[{ amount: 11 }, 1],
])('how often a customer was charged an amount: %j', async (filter, count) => {
	const { admin } = tests.sandbox;
	const charges = [{ status: 'PENDING' }, {}, { amount: 11 }, { currency: 'GMC' as const }];
	for (const fields of [...charges, { status: 'FAILED' }]) {
		await admin.createAddition({ customerIdentifier: ANA.taxId, ...fields });
	}
	expect((await admin.charges(filter)).count).toBe(count);
});

describe('seeds and reset', () => {
	it('empty: one user who can log in', async () => {
		const { admin } = tests.sandbox;
		await admin.reset({ seed: 'empty' });
		expect([await admin.customers(), await admin.additions()]).toEqual([[], []]);
		expect((await tests.ask('GET', '/customers/all')).data).toEqual([]);
		await expect(admin.createAddition()).rejects.toThrow('There is no customer yet');
		await admin.reset();
		expect(await admin.customers()).toHaveLength(DEMO_CUSTOMERS.length + 1);
		await expect(admin.reset({ seed: 'none' as 'empty' })).rejects.toThrow(/seed/);
	});

	it('large: as many as the settings say', async () => {
		const { admin } = tests.sandbox;
		await admin.reset({ seed: 'large', settings: { seedSize: 300, seedAdditions: 700 } });
		const customers = await admin.customers();
		expect(new Set(customers.map(({ taxId }) => taxId)).size).toBe(300);
		expect((await tests.ask('GET', LIST)).data).toMatchObject({ recordsTotal: 700 });
	});

	it('starts over: state, journal, faults, clock, sessions, settings', async () => {
		const { admin } = tests.sandbox;
		const headers = await tests.session();
		await tests.api.post(ISSUE, charge(), { headers });
		await tests.api.delete(`/customers/${ANA._id}`, { headers });
		await admin.addFault({ route: '*', action: { type: 'hang' } });
		await admin.freezeClock('2026-01-01T00:00:00Z');
		await admin.configure({ list: { cutAt: 5 } });
		await admin.reset({ settings: { login: { bearerPrefix: true } } });
		expect((await admin.additions()).map(({ source }) => source)).toEqual(['seed']);
		expect((await admin.customers()).filter(({ deleted }) => deleted)).toEqual([]);
		expect([await admin.journal(), await admin.faults()]).toEqual([[], []]);
		expect((await tests.api.get(LIST, { headers })).status).toBe(401);
		const { login, ...defaults } = defaultSettings();
		const expected = { ...defaults, login: { ...login, bearerPrefix: true } };
		expect(await admin.settings()).toEqual(expected);
		const { createdAt } = await admin.createAddition();
		expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
	});
});

it.each([
	['GET', '/elsewhere', 404],
	['GET', '/_sandbox/journal?colour=red', 400],
	['POST', '/_sandbox/reset', 400],
])('%s %s answers %i', async (method, path, expected) => {
	const url = tests.sandbox.url + path;
	const data = method === 'POST' ? '{' : undefined;
	const { status } = await axios.request({ method, url, data, validateStatus: () => true });
	expect(status).toBe(expected);
});
