import type { GmcNodeSetup } from '../../../harness/engine';
import { DEMO_CUSTOMERS, OUTSIDER_USER, Service } from '../../../harness/engine';
import { LIST_ADDITIONS, LIST_CUSTOMERS, LOGIN } from '../../../harness/sandbox/routes';
import { forgetProcess } from '../../../nodes/Gmc/core/util/processMemory';
import type { reportOf } from '../../../nodes/Gmc/core/account/report';
import type { SandboxSettingsInput } from '../../../sandbox/settings';

type AccountReport = ReturnType<typeof reportOf>;
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

/** Two additions on each of three days, after a restart with these settings. @param hour of their day, in UTC */
async function sixAdditions(settings: SandboxSettingsInput = {}, hour = 15): Promise<void> {
	await service.restart(settings);
	const today = Math.floor((Date.now() - 3 * 3600_000) / DAY) * DAY + hour * 3600_000;
	for (const daysAgo of [20, 9, 2]) {
		for (const minute of [0, 1]) {
			const createdAt = new Date(today - daysAgo * DAY + minute * 60_000).toISOString();
			await service.admin.createAddition({ createdAt });
		}
	}
}

const matching = (...texts: RegExp[]) =>
	texts.map((text) => expect.stringMatching(text) as unknown as string);

test('finds out everything, and warns of nothing', async () => {
	await sixAdditions();
	const { items, hints } = await run();
	expect(Object.keys(items[0].json).slice(0, 2)).toEqual(['summary', 'warnings']);
	expect(hints).toEqual([]);
	expect(items[0].json).toEqual({
		summary:
			"The login and the lists work (12 customers; 6 top-ups in 30 days, a complete list; the clocks agree). Not checked: 'Origin', ledger.",
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

test('puts warnings into the summary and into hints', async () => {
	await sixAdditions({ list: { cutAt: 3 } });
	await service.useCredential({ origin: 'www.company.com' });
	const { items, hints } = await run();
	expect(items[0].json.warnings).toEqual(hints);
	const isCut = /incomplete list of top-ups: 3 of 6\. In shorter periods/;
	expect(hints).toEqual(matching(/^The 'Origin' .* with https/, isCut));
	expect(items[0].json.additions).toMatchObject({ isWhole: true });
	expect(items[0].json.summary).toMatch(
		/^Check this: The 'Origin' .*https.* \(and 1 more\)\. The login and .* work /,
	);
});

test('it only reads, looks once whatever the number of items, and logs in as any other operation does', async () => {
	await sixAdditions({ login: { sessionsPerUser: 'one' } });
	const { items } = await run({ rows: [{}, {}, {}] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
	expect(items[2].json).toEqual(items[0].json);
	const asked = await service.admin.journal();
	expect(asked.filter(({ method, route }) => method !== 'GET' && route !== LOGIN)).toEqual([]);
	expect(await service.asked(LOGIN)).toBe(1);
	expect(await service.asked(LIST_ADDITIONS)).toBeLessThanOrEqual(3);
	expect(await service.asked(LIST_CUSTOMERS)).toBe(1);
});

test.each(['', 'data.session.jwt', 'user.access_token'])(
	'the login whose token stands at %j is told, also where an earlier login or another process has stored it',
	async (tokenPath) => {
		await service.restart({ login: { tokenPath, bearerPrefix: true, withRefreshToken: true } });
		expect((await check()).login).toEqual({ endpoint: 'auth', tokenPath });
		expect((await check()).login.tokenPath).toBe(tokenPath);
		forgetProcess();
		expect((await check()).login.tokenPath).toBe(tokenPath);
		expect(await service.asked(LOGIN)).toBe(1);
	},
);

describe('the customers', () => {
	test('that share a tax ID, whatever its punctuation', async () => {
		const twins = ['01234567890', '012.345.678-90', '00123456797'];
		for (const taxId of twins) await service.admin.createCustomer({ taxId });
		const { customers, warnings } = await check();
		expect(customers).toEqual({ total: DEMO_CUSTOMERS.length + 3, sharedTaxIds: 2 });
		expect(warnings[0]).toMatch(
			/^2 tax IDs belong to several customers\. A row with such a tax ID is refused/,
		);
		expect(warnings.join()).not.toContain('01234567890');
	});

	test('that cannot be listed leave their figures open, and the rest is looked at', async () => {
		await sixAdditions();
		await service.refuse({ route: LIST_CUSTOMERS }, 403);
		const { customers, additions, warnings, summary } = await check();
		expect(customers).toEqual({ total: null, sharedTaxIds: null });
		expect(additions.seen).toBe(6);
		expect(warnings).toEqual(matching(/^The customers could not be listed: .*403.*no/));
		expect(summary).toMatch(/^Check this: The customers .*\. The login works \(6 top-ups/);
	});
});

describe('the list of additions', () => {
	test('that goes by another date than that of the creation does not tell about its last day', async () => {
		await service.restart({ list: { periodField: 'updatedAt' } });
		const createdAt = new Date(Date.now() - 5 * DAY).toISOString();
		const { _id } = await service.admin.createAddition({ createdAt, status: 'PROCESSING' });
		await service.admin.settle(_id, 'COMPLETED');
		expect((await check()).additions.finalDateInclusive).toBeNull();
	});

	const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
	test.each(ZONES)('has its last day or has it not, in the time zone %s', async (timeZone) => {
		for (const [finalDateInclusive, hour] of [
			[true, 4],
			[false, 23],
		] as const) {
			await sixAdditions({ list: { timeZone, finalDateInclusive } }, hour);
			const { additions, warnings } = await check();
			// The nodes ask for a day more, so that nothing is to be warned of.
			expect([additions.finalDateInclusive, warnings]).toEqual([finalDateInclusive, []]);
		}
	});

	const whole = { seen: 6, isWhole: true, order: 'newestFirst', finalDateInclusive: true };
	const array = { countersAsText: true, shape: 'array' } as const;
	type Times = NonNullable<SandboxSettingsInput['timestamps']>;
	const times = (createdAtFormat: Times['createdAtFormat']) => ({
		timestamps: { createdAtFormat },
	});
	const CUT = [/list of top-ups: 1 of 6, even for a single day/];
	const NO_ZONE = [/^GMC's times have no time zone.*America\/Sao_Paulo/];
	const UNREADABLE = { createdAt: 'other', finalDateInclusive: null };

	test.each<[SandboxSettingsInput, object, RegExp[]]>([
		[{ list: array }, whole, []],
		[{ list: { ...array, shape: 'bareArray' } }, { isWhole: null }, [/^GMC does not say how many/]],
		[{ list: { cutAt: 1 } }, { isWhole: false, seen: 3, order: null }, CUT],
		[times('epochMs'), { createdAt: 'epochMilliseconds' }, []],
		[times('epochSeconds'), { createdAt: 'epochSeconds' }, []],
		[times('yyyyMMddHHmmss'), { createdAt: 'yyyyMMddHHmmss' }, NO_ZONE],
		[times('epochMicroseconds'), UNREADABLE, [/cannot be read reliably/]],
	])('with %j', async (settings, told, words) => {
		await sixAdditions(settings);
		const { additions, warnings } = await check();
		expect(additions).toMatchObject({ ...whole, ...told });
		expect(warnings).toEqual(matching(...words));
	});

	test('of nothing leaves open what additions would show', async () => {
		const { additions, warnings } = await check();
		const open = { order: null, createdAt: null, finalDateInclusive: null };
		expect(additions).toEqual({ ...open, seen: 0, isWhole: true, statuses: {} });
		expect(warnings).toEqual(matching(/^GMC lists no top-ups of the last 30 days/));
	});

	test('that cannot be had is open, and the customers are told', async () => {
		await service.fault({ type: 'json', status: 200, body: 'hello' }, { route: LIST_ADDITIONS });
		const { additions, customers, warnings } = await check();
		expect(new Set(Object.values(additions))).toEqual(new Set([null]));
		expect(customers.total).toBe(DEMO_CUSTOMERS.length);
		expect(warnings).toEqual(matching(/^The top-ups could not be listed: .*read/));
	});

	test('has statuses that have not changed for a week, which are named as such', async () => {
		const createdAt = new Date(Date.now() - 9 * 86_400_000).toISOString();
		for (const status of ['Falhou', 'Falhou', 'COMPLETED', 'FAILED'])
			await service.admin.createAddition({ status, createdAt });
		await service.admin.createAddition({ status: 'MINTING' });
		const items = [{ status: 'CONCLUIDO', amount: 3 }];
		await service.admin.createAddition({ status: 'COMPLETED', createdAt, items });
		const { warnings } = await check();
		expect(warnings).toEqual([
			...matching(/a week or longer .*do not know: .*"Statuses" in the reference/),
			...matching(/do not know the status MINTING \(1\)\. /),
		]);
		expect(warnings[0]).toMatch(/FALHOU \(2\).*CONCLUIDO \(1\)|CONCLUIDO \(1\).*FALHOU \(2\)/);
	});

	test('has statuses, of which those are named that the nodes do not know', async () => {
		for (const status of ['COMPLETED', 'COMPLETED', 'failed', 'MINTING', 'MINTING', 'MINTING']) {
			await service.admin.createAddition({ status });
		}
		const { additions, warnings } = await check();
		expect(additions.statuses).toEqual({ MINTING: 3, COMPLETED: 2, FAILED: 1 });
		expect(warnings).toEqual(matching(/do not know the status MINTING \(3\)\. /));
	});
});

test('a clock that is behind is told', async () => {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
	const { clockDifferenceSeconds, warnings } = await check();
	expect([-90, -91, -89]).toContain(clockDifferenceSeconds);
	expect(warnings).toContainEqual(matching(/^GMC's clock differs from n8n's by \d+ seconds/)[0]);
});

test('with keys of another user nothing can be found out: an error, without any list', async () => {
	await service.restart({ auth: { requireSecretKeyOnLookups: true } });
	const { clientKey, clientSecret } = OUTSIDER_USER;
	await service.useCredential({ clientKey, clientSecret });
	expect((await run()).error?.message).toBe('GMC does not accept this integration (401)');
});
