import { COMMON_USER, DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { forgetProcess } from '../../../nodes/Gmc/core/memory/processMemory';
import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN, Service } from '../../../harness/engine/service';
import { accountChecks } from './check-support';

const service = Service.forThisFile();
const { check, run, sixAdditions } = accountChecks(service);

test('of an account that is as the package likes it, everything is found out and nothing warned of', async () => {
	await sixAdditions();
	expect(await check()).toEqual({
		summary: expect.stringMatching(
			/^All is well: 12 customers, 6 additions since \d{4}-/,
		) as string,
		login: { endpoint: 'auth', tokenPath: 'accessToken' },
		customers: { total: DEMO_CUSTOMERS.length, sharedTaxIds: 0 },
		additions: {
			seen: 6,
			isWhole: true,
			order: 'newestFirst',
			createdAt: 'epochMilliseconds',
			finalDateInclusive: true,
			statuses: { COMPLETED: 6 },
		},
		clockDifferenceSeconds: 0,
		warnings: [],
	});
});

test('what is to be known stands above the output too, where the table has it out of sight', async () => {
	await sixAdditions({ list: { cutAt: 3 } });
	const { items, hints } = await run();
	expect(hints).toEqual([expect.stringContaining('comes cut: 3 of 6')]);
	expect(items[0].json.warnings).toEqual(hints);
});

test('it only reads, and logs in as any other operation does', async () => {
	await sixAdditions({ login: { sessionsPerUser: 'one' } });
	await check();
	await check();
	const asked = await service.admin.journal();
	const changing = asked.filter(({ method, route }) => method !== 'GET' && route !== LOGIN);
	expect(changing).toEqual([]);
	expect(await service.asked(LOGIN)).toBe(1);
	expect(await service.asked(LIST_ADDITIONS)).toBeLessThanOrEqual(24);
	expect(await service.asked(LIST_CUSTOMERS)).toBe(2);
});

test('it looks once, whatever the number of items, and gives each its own', async () => {
	const { items } = await run({ rows: [{}, {}, {}] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(items[2].json).toEqual(items[0].json);
	expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
});

describe('the login', () => {
	test.each(['', 'token', 'data.session.jwt', 'user.access_token'])(
		'whose token stands at %j',
		async (tokenPath) => {
			await service.restart({ login: { tokenPath, bearerPrefix: true, withRefreshToken: true } });
			expect((await check()).login).toEqual({ endpoint: 'auth', tokenPath });
			// The second time the stored token is used.
			expect((await check()).login.tokenPath).toBe(tokenPath);
			expect(await service.asked(LOGIN)).toBe(1);
		},
	);

	test('is told by the path of Token Field, and by its endpoint', async () => {
		await service.restart({ login: { tokenPath: 'open.sesame' } });
		await service.useCredential({ tokenField: 'open.sesame', loginEndpoint: 'integration' });
		expect((await check()).login).toEqual({ endpoint: 'integration', tokenPath: 'open.sesame' });
		const loginUrl = `${service.sandbox.baseUrl}/auth/login`;
		await service.useCredential({ tokenField: 'open.sesame', loginEndpoint: 'custom', loginUrl });
		expect((await check()).login.endpoint).toBe('custom');
	});

	test('of a token that was stored without it is not known, and nobody logs in for it', async () => {
		await check();
		service.credential.data.loginAnswerPath = '';
		forgetProcess();
		const { login, warnings } = await check();
		expect(login.tokenPath).toBeNull();
		expect(warnings).toContainEqual(expect.stringMatching(/answer has the token is not known/));
		expect(await service.asked(LOGIN)).toBe(1);
		await service.admin.expireTokens();
		expect((await check()).login.tokenPath).toBe('accessToken');
	});
});

describe('the customers', () => {
	test('that share a tax ID, whatever its punctuation, and that have none', async () => {
		const twins = ['01234567890', '012.345.678-90', '00123456797'];
		for (const taxId of twins) await service.admin.createCustomer({ taxId });
		await service.admin.createCustomer({ taxId: ' - ' });
		const { customers, warnings } = await check();
		expect(customers).toEqual({ total: DEMO_CUSTOMERS.length + 4, sharedTaxIds: 2 });
		expect(warnings).toEqual(
			expect.arrayContaining([
				expect.stringMatching(
					/^2 tax IDs stand at more than one customer: …7890 \(\w+, \w+, \w+\); …6797/,
				),
				expect.stringMatching(/^1 customer has no tax ID/),
			]),
		);
		expect(warnings.join()).not.toContain('01234567890');
	});

	test('that cannot be listed leave their figures open, and the rest is looked at', async () => {
		await sixAdditions();
		const body = { statusCode: 403, message: 'Not for you' };
		await service.admin.addFault({
			route: LIST_CUSTOMERS,
			action: { type: 'status', status: 403, body },
		});
		const { customers, additions, warnings } = await check();
		expect(customers).toEqual({ total: null, sharedTaxIds: null });
		expect(additions.seen).toBe(6);
		expect(warnings).toEqual([
			expect.stringMatching(/^The customers could not be listed: .*403.*Not for you/),
		]);
	});
});

describe('what keeps anything from being found out is an error', () => {
	test('a refused login', async () => {
		await service.useCredential({ senha: 'wrong' });
		expect((await run()).error?.description).toMatch(/refused the login/);
	});

	test('keys of another user, without any list', async () => {
		await service.restart({ auth: { requireSecretKeyOnLookups: true } });
		const { clientKey, clientSecret } = COMMON_USER;
		await service.useCredential({ clientKey, clientSecret });
		expect((await run()).error?.message).toBe('Row 1: GMC does not accept this integration (401)');
	});

	test('nobody there', async () => {
		await service.useCredential({ baseUrl: 'http://127.0.0.1:9/api' });
		const { error, items } = await run({ onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		expect(items[0].json.error).toMatch(/^Row 1: /);
	});
});

test('nothing secret comes out', async () => {
	await sixAdditions();
	const { senha, clientSecret } = service.credential.data;
	const text = JSON.stringify(await check());
	for (const secret of [senha, clientSecret, service.credential.data.accessToken]) {
		expect(text).not.toContain(secret);
	}
});
