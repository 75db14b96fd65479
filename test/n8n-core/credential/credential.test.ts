import { DEMO_CUSTOMERS, DEMO_USER, OUTSIDER_USER, Service } from '../../../harness/engine';
import { INTEGRATION_LOGIN, ISSUE, LIST_CUSTOMERS, LOGIN } from '../../../harness/sandbox/routes';

const service = Service.forThisFile();
const getCustomers = { parameters: { resource: 'customer', operation: 'getAll', returnAll: true } };
const rows = (count: number) =>
	Array.from({ length: count }, () => ({ customer: DEMO_CUSTOMERS[0].taxId, amount: 1 }));

describe('the login', () => {
	test.each([
		['integration', INTEGRATION_LOGIN, {}],
		['auth', LOGIN, { baseUrl: 'with a trailing slash' }],
	])('uses the %s endpoint', async (loginEndpoint, route, changes: { baseUrl?: string }) => {
		const baseUrl = `${service.sandbox.baseUrl}${changes.baseUrl ? '//' : ''}`;
		await service.useCredential({ loginEndpoint, baseUrl });
		expect((await service.run(getCustomers)).error).toBeUndefined();
		expect(await service.asked(route)).toBe(1);
	});

	test('happens once when 200 requests meet a service that ends earlier sessions', async () => {
		await service.restart({ login: { sessionsPerUser: 'one' } });
		const runs = Array.from({ length: 20 }, async () => await service.run(getCustomers));
		for (const { error } of await Promise.all(runs)) expect(error).toBeUndefined();
		expect(await service.asked(LOGIN)).toBe(1);
	});

	test('is tried at most twice for 50 rows with a wrong password', async () => {
		await service.useCredential({ senha: 'wrong' });
		const { items } = await service.addOn(rows(50));
		expect(items).toHaveLength(50);
		expect(await service.asked(LOGIN)).toBeLessThanOrEqual(2);
		expect(await service.asked(ISSUE)).toBe(0);
		expect(JSON.stringify(items[0].json)).toMatch(/refused the login \(HTTP 401\)/);
	});

	test('is repeated after transient faults, and gives up in words', async () => {
		await service.fault({ type: 'resetBefore' }, { route: LOGIN, times: 1 });
		expect((await service.run(getCustomers)).error).toBeUndefined();
		await service.restart();
		await service.fault({ type: 'status', status: 503 }, { route: LOGIN });
		const { error } = await service.run(getCustomers);
		expect(error?.message).toMatch(/login at GMC did not work/);
		expect(await service.asked(LOGIN)).toBe(4);
	});

	test('is not followed to another address', async () => {
		const headers = { Location: `${service.sandbox.baseUrl}/users/integration/login` };
		await service.fault({ type: 'status', status: 307, headers }, { route: LOGIN });
		const { error } = await service.run(getCustomers);
		expect(error?.description).toMatch(/redirects elsewhere/);
		expect(await service.asked(INTEGRATION_LOGIN)).toBe(0);
	});

	test('says that there is no login at the address', async () => {
		await service.useCredential({ baseUrl: `${service.sandbox.url}/elsewhere` });
		expect((await service.run(getCustomers)).error?.description).toMatch(
			/no login at this address/,
		);
		await service.useCredential({ baseUrl: 'gmc.example.com/api' });
		expect((await service.run(getCustomers)).error?.description).toMatch(/not a web address/);
	});
});

test('the stored token is not used after the password, the user or the address has changed', async () => {
	await service.run(getCustomers);
	const { accessToken, loginFingerprint } = service.credential.data;
	expect(accessToken).not.toBe('');
	await service.useAccount(OUTSIDER_USER);
	Object.assign(service.credential.data, { accessToken, loginFingerprint });
	const { items } = await service.run(getCustomers);
	expect(items.map(({ json }) => json.taxId)).not.toContain(DEMO_CUSTOMERS[0].taxId);
	expect(await service.asked(LOGIN)).toBe(2);
	const asked = await service.admin.journal({ route: LIST_CUSTOMERS });
	expect(asked.map(({ status }) => status)).toEqual([200, 200]);
});

test('all three headers go with every call, the secret-key in UTF-8', async () => {
	await service.restart({
		auth: { requireSecretKeyOnLookups: true, requireOriginEverywhere: true },
	});
	await service.add(rows(1));
	await service.run({ parameters: { resource: 'balance', operation: 'getMany' } });
	for (const { route, headers } of await service.admin.journal()) {
		expect([route, headers['secret-key'], headers.origin]).toEqual([
			route,
			'valid',
			DEMO_USER.allowedOrigins[0],
		]);
	}
});

// What can be seen in a credential is named where it may be why something does not work. In its test: e2e/load.test.ts.
const told = async () => (await service.add(rows(1))).error?.description;

test('the Origin is named where GMC refuses it, and keeps no node from asking', async () => {
	await service.useCredential({ origin: 'www.company.com' });
	expect((await service.run(getCustomers)).error).toBeUndefined();
	expect(await told()).toMatch(/The 'Origin' .* with https.*GMC says: /);
});

test('a blank around the password is named where the login is refused', async () => {
	const { senha } = service.credential.data;
	await service.useCredential({ senha: `${senha as string} ` });
	expect(await told()).toMatch(/refused the login.*begins or ends with a blank.*GMC says/);
	expect(await told()).not.toContain(senha);
});

test("a proxy's 407 is named, at the login and later", async () => {
	const asks = { type: 'html', status: 407 } as const;
	await service.fault(asks, { route: LIST_CUSTOMERS });
	const { error } = await service.run(getCustomers);
	expect(error?.message).toMatch(/^A proxy between n8n and GMC asks for a user name/);
	await service.restart();
	await service.fault(asks, { route: LOGIN });
	expect(await told()).toMatch(/^A proxy between n8n and GMC asks .*HTTPS_PROXY/);
});

test('a login that is refused in a 200 is read as what it is', async () => {
	await service.failAs200(LOGIN, { statusCode: 401, message: 'Wrong password' });
	expect(await told()).toMatch(/GMC refused the login \(HTTP 401\).*GMC says: Wrong password/);
});

test('https for http is named where the login cannot be reached', async () => {
	await service.useCredential({ baseUrl: service.sandbox.baseUrl.replace('http:', 'https:') });
	expect(await told()).toMatch(/could not be reached.*https:\/\/ or http:\/\//);
});
