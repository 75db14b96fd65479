import { DEMO_USER } from '../../sandbox/seeds';
import { defaultSettings } from '../../sandbox/settings';
import { ANA, charge, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();

describe('the journal', () => {
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
		[{ Authorization: undefined, 'secret-key': undefined }, 'absent', 'absent'],
		[{ Authorization: 'Bearer made-up', 'secret-key': 'x' }, 'invalid', 'invalid'],
	])('says whether credentials are valid: %j', async (changes, authorization, key) => {
		const headers = { ...(await tests.session()), ...changes };
		await tests.api.get('/customers/all', { headers });
		expect((await tests.sandbox.admin.journal()).at(-1)?.headers).toMatchObject({
			authorization,
			'secret-key': key,
		});
	});
});

it.each<[object, number]>([
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

it('reset starts over: state, journal, faults, clock, sessions, settings', async () => {
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
