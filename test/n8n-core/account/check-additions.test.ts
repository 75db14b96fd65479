import { DEMO_CUSTOMERS } from '../../../sandbox/seeds';
import { LIST_ADDITIONS, Service } from '../../../harness/engine/service';
import { until } from '../../../harness/system/until';
import { accountChecks } from './check-support';

// What Account: Check finds out about the list of additions.

const service = Service.forThisFile();
const { additionsOf, check, sixAdditions } = accountChecks(service);

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
			seen: 0,
			isWhole: true,
			order: null,
			createdAt: null,
			finalDateInclusive: null,
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
			route: LIST_ADDITIONS,
			nth: [2, 3, 4, 5, 6, 7, 8, 9, 10],
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
			timestamps: { createdAtFormat: 'yyyyMMddHHmmss' },
			list: { timeZone: 'UTC' },
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
