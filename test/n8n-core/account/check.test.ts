import { COMMON_USER, DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../../sandbox/settings';
import { forgetSessions } from '../../../nodes/Gmc/api/session';
import type { AccountReport } from '../../../nodes/Gmc/core/account/report';
import type { GmcNodeSetup } from '../../../harness/engine/engine';
import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN, Service } from '../../../harness/engine/service';
import { until } from '../../../harness/system/until';

const service = Service.forThisFile();
const DAY = 24 * 3600_000;

const run = async (setup: Partial<GmcNodeSetup> = {}) =>
	await service.run({ parameters: { resource: 'account', operation: 'check' }, ...setup });

async function check(setup: Partial<GmcNodeSetup> = {}): Promise<AccountReport> {
	const { items, error } = await run(setup);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0].json as unknown as AccountReport;
}

/** Additions made at noon in São Paulo, so many days ago, each an hour after the other. */
async function additionsOf(daysAgo: number, count: number): Promise<string[]> {
	const noon = Math.floor((Date.now() - 3 * 3600_000) / DAY) * DAY + 15 * 3600_000;
	const ids: string[] = [];
	for (let i = 0; i < count; i++) {
		const createdAt = new Date(noon - daysAgo * DAY + i * 60_000).toISOString();
		ids.push((await service.admin.createAddition({ createdAt }))._id);
	}
	return ids;
}

/** Two additions on each of three days. */
async function sixAdditions(settings: SandboxSettingsInput = {}): Promise<void> {
	await service.restart(settings);
	for (const daysAgo of [20, 9, 2]) await additionsOf(daysAgo, 2);
}

test('of an account that is as the package likes it, everything is found out and nothing warned of', async () => {
	await sixAdditions();
	expect(await check()).toEqual({
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
		forgetSessions();
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

describe('the list of additions', () => {
	test.each([
		['newest', 'newestFirst'],
		['oldest', 'oldestFirst'],
		['none', 'none'],
	] as const)('comes in the order %s', async (order, shown) => {
		for (const finalDateInclusive of [true, false]) {
			await sixAdditions({ list: { order, finalDateInclusive } });
			const { additions } = await check();
			expect(additions).toMatchObject({ order: shown, finalDateInclusive, isWhole: true, seen: 6 });
		}
	});

	test.each(['America/Sao_Paulo', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
		'has its last day or has it not, in the time zone %s',
		async (timeZone) => {
			for (const finalDateInclusive of [true, false]) {
				await sixAdditions({ list: { timeZone, finalDateInclusive } });
				const { additions, warnings } = await check();
				expect(additions.finalDateInclusive).toBe(finalDateInclusive);
				expect(warnings).toEqual(
					finalDateInclusive ? [] : [expect.stringMatching(/^Final Date does not count/)],
				);
			}
		},
	);

	test('that is of today shows its last day, too', async () => {
		await service.admin.createAddition();
		expect((await check()).additions).toMatchObject({ order: null, finalDateInclusive: true });
	});

	test('is looked at further back where the last month is empty', async () => {
		await additionsOf(200, 3);
		expect((await check()).additions).toMatchObject({ seen: 3, finalDateInclusive: true });
	});

	test('of nothing leaves open what additions would show', async () => {
		const { additions, warnings } = await check();
		expect(additions).toEqual({
			...{ seen: 0, isWhole: true, order: null, createdAt: null, finalDateInclusive: null },
			statuses: {},
		});
		expect(warnings).toEqual([expect.stringMatching(/^GMC lists no additions since \d{4}-/)]);
	});

	test.each([
		['array', true],
		['objectBesideData', true],
		['envelopes', true],
		['bareArray', null],
	] as const)('as %s is whole by its counter only: %s', async (shape, isWhole) => {
		await sixAdditions({ list: { shape, countersAsText: true } });
		const { additions, warnings } = await check();
		expect(additions).toMatchObject({ isWhole, seen: 6, finalDateInclusive: true });
		expect(warnings).toEqual(isWhole ? [] : [expect.stringMatching(/^GMC does not say how many/)]);
	});

	test('that cannot be had is open, and the customers are told', async () => {
		const action = { type: 'json' as const, status: 200, body: 'hello' };
		await service.admin.addFault({ route: LIST_ADDITIONS, action });
		const { additions, customers, warnings } = await check();
		expect(new Set(Object.values(additions))).toEqual(new Set([null]));
		expect(customers.total).toBe(DEMO_CUSTOMERS.length);
		expect(warnings).toEqual([expect.stringMatching(/^The additions could not be listed: .*read/)]);
	});

	test('that refuses to be asked for a day leaves the rest as it was seen', async () => {
		await sixAdditions();
		const body = { statusCode: 400, message: 'No' };
		await service.admin.addFault({
			...{ route: LIST_ADDITIONS, nth: [2, 3, 4, 5, 6, 7, 8, 9, 10] },
			action: { type: 'status', status: 400, body },
		});
		const { additions, warnings } = await check();
		expect(additions).toMatchObject({ seen: 6, order: 'newestFirst', finalDateInclusive: null });
		expect(warnings).toEqual([expect.stringMatching(/^Whether Final Date counts.*GMC says: No/)]);
	});
});

describe('a list that comes cut', () => {
	test.each(['newest', 'oldest'] as const)('but can be had in parts (%s first)', async (order) => {
		await sixAdditions({ list: { cutAt: 3, order } });
		const { additions, warnings } = await check();
		expect(additions).toMatchObject({ seen: 6, isWhole: true, finalDateInclusive: true });
		expect(warnings).toEqual([expect.stringMatching(/comes cut: 3 of 6\. Asked for in parts/)]);
	});

	test.each([true, false])(
		'even for a day (final date inclusive: %s)',
		async (finalDateInclusive) => {
			await service.restart({ list: { cutAt: 3, finalDateInclusive } });
			await additionsOf(4, 5);
			const { additions, warnings } = await check();
			expect(additions).toMatchObject({ seen: 3, isWhole: false, finalDateInclusive });
			expect(warnings[0]).toMatch(/comes cut: 3 of 5, and even in parts for \d{4}-\d\d-\d\d/);
		},
	);

	test.each([
		['newest', true],
		['newest', false],
		['oldest', true],
		['oldest', false],
	] as const)(
		'without saying so is found out (%s first, final date inclusive: %s)',
		async (order, finalDateInclusive) => {
			await sixAdditions({ list: { cutAt: 3, countsHonest: false, order, finalDateInclusive } });
			const { additions, warnings } = await check();
			expect(additions).toMatchObject({ isWhole: false, finalDateInclusive });
			expect(additions.seen).toBeGreaterThan(3);
			expect(warnings[0]).toMatch(
				/comes cut without saying so: \d additions? (is|are) shown for a part/,
			);
		},
	);

	test('is not what an addition looks like that is issued meanwhile', async () => {
		await sixAdditions({ list: { order: 'oldest' } });
		await service.admin.addFault({
			route: LIST_ADDITIONS,
			nth: 2,
			action: { type: 'latency', ms: 300 },
		});
		const checking = check();
		await until('the second list', async () => (await service.asked(LIST_ADDITIONS)) >= 2);
		await service.admin.createAddition();
		expect((await checking).additions).toMatchObject({ seen: 6, isWhole: true });
	});
});

describe('the times', () => {
	test.each([
		['epochMs', 'epochMilliseconds', []],
		['epochSeconds', 'epochSeconds', []],
		[
			'yyyyMMddHHmmss',
			'yyyyMMddHHmmss',
			[/^GMC writes times without a time zone.*America\/Sao_Paulo/],
		],
		['epochMicroseconds', 'other', [/in a form that cannot be read/]],
	] as const)('written as %s', async (createdAtFormat, createdAt, warnings) => {
		await sixAdditions({ timestamps: { createdAtFormat } });
		const report = await check();
		expect(report.additions).toMatchObject({
			createdAt,
			order: 'newestFirst',
			finalDateInclusive: true,
		});
		expect(report.warnings).toEqual(warnings.map((one) => expect.stringMatching(one) as string));
	});

	test('of another zone than the workflow are noticed where they would be in the future', async () => {
		await service.restart({
			...{ timestamps: { createdAtFormat: 'yyyyMMddHHmmss' }, list: { timeZone: 'UTC' } },
		});
		await service.admin.createAddition();
		const { warnings } = await check();
		expect(warnings).toEqual([
			expect.stringMatching(/without a time zone/),
			expect.stringMatching(/made in the future/),
		]);
		expect((await check({ timezone: 'UTC' })).warnings).toHaveLength(1);
	});

	test('of a clock that is behind or ahead', async () => {
		const now = Date.now.bind(Date);
		const spy = jest.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
		const { clockDifferenceSeconds, warnings } = await check().finally(() => spy.mockRestore());
		expect([-90, -91, -89]).toContain(clockDifferenceSeconds);
		expect(warnings).toContainEqual(
			expect.stringMatching(/^GMC's clock is \d+ seconds behind that of n8n/),
		);
	});
});

test('statuses are counted, and those that the nodes do not know are named', async () => {
	for (const status of ['COMPLETED', 'COMPLETED', 'failed', 'MINTING', 'MINTING', 'MINTING']) {
		await service.admin.createAddition({ status });
	}
	const { additions, warnings } = await check();
	expect(additions.statuses).toEqual({ MINTING: 3, COMPLETED: 2, FAILED: 1 });
	expect(warnings).toEqual([expect.stringMatching(/do not know the status MINTING \(3\)\. /)]);
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
