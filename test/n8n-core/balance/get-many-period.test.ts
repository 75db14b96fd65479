import { ana, passTime, row, Service, WORKFLOW_TIMEZONE } from '../../../harness/engine';
import { LIST_ADDITIONS } from '../../../harness/sandbox/routes';
import { dayIn } from '../../../nodes/Gmc/core/time/time';

// Which top-ups are of the days that are asked for, in a workflow whose zone is America/Sao_Paulo (three hours behind UTC).

const service = Service.forThisFile();
const DAY = { initialDate: '2026-03-10', finalDate: '2026-03-10' };

const made = async (amount: number, createdAt: string) =>
	await service.admin.createAddition({ customerIdentifier: ana._id, amount, createdAt });

/** One second before and after each end of 10 March in the workflow's zone. */
async function aroundTheDay() {
	await made(1, '2026-03-10T02:59:59Z');
	await made(2, '2026-03-10T03:00:00Z');
	await made(3, '2026-03-11T02:59:59Z');
	await made(4, '2026-03-11T03:00:00Z');
}

const get = async (parameters: object) =>
	await service.getAdditions({ simplify: true, ...parameters });
const amountsOf = async (filters: object, more: object = {}) => {
	const { items } = await get({ filters, ...more });
	return items.map(({ json }) => Number(json.amount)).sort();
};

const ZONES = ['America/Sao_Paulo', 'UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
test.each(ZONES)('a day is that of the workflow, where GMC counts days in %s', async (timeZone) => {
	for (const finalDateInclusive of [true, false]) {
		await service.restart({ list: { timeZone, finalDateInclusive } });
		await aroundTheDay();
		expect(await amountsOf(DAY)).toEqual([2, 3]);
		expect(await amountsOf(DAY, { returnAll: false, limit: 2 })).toEqual([2, 3]);
		expect(await amountsOf({ initialDate: DAY.initialDate })).toEqual([2, 3, 4]);
		expect(await amountsOf({ finalDate: DAY.finalDate })).toEqual([1, 2, 3]);
	}
});

test('the days around are asked for, once, and none where no day is given', async () => {
	await get({ filters: DAY });
	await get({ filters: { finalDate: '9999-12-31' } });
	await get({ filters: {} });
	const asked = await service.admin.journal({ route: LIST_ADDITIONS });
	expect(asked.map(({ query }) => query)).toEqual([
		{ initialDate: '2026-03-09', finalDate: '2026-03-12' },
		{ finalDate: '9999-12-31' },
		{},
	]);
});

test.each([
	['cannot be read', { createdAtFormat: 'epochMicroseconds' }, [1, 2, 3, 4]],
	// As UTC, 1 and 2 may be of the day before, and as São Paulo's, 4 is not of the day.
	['has no zone', { createdAtFormat: 'yyyyMMddHHmmss' }, [2, 3, 4]],
] as const)('a top-up whose time %s stays unless of another day', async (_, timestamps, is) => {
	await service.restart({ timestamps });
	await aroundTheDay();
	expect(await amountsOf(DAY)).toEqual(is);
});

test('a period that ends before it begins is refused: an empty output would look like "not paid"', async () => {
	const filters = { initialDate: '2062-01-01', finalDate: '2026-03-10' };
	expect((await get({ filters })).error?.message).toBe("'Start Date' is not before 'End Date'");
});

describe('of a list that GMC cuts', () => {
	const cut = async (cutAt: number, order: 'newest' | 'oldest') => {
		await service.restart({ list: { cutAt, order } });
		await aroundTheDay();
	};

	test.each(['newest', 'oldest'] as const)('Limit gets what GMC sends (%s)', async (order) => {
		await cut(2, order);
		const { items, hints } = await get({ filters: DAY, returnAll: false, limit: 50 });
		expect(items.map(({ json }) => json.amount).sort()).toEqual([2, 3]);
		expect(hints).toEqual(['GMC lists: 2 COMPLETED (5.00 BRL)']);
	});

	test('Return All gets the whole days', async () => {
		await cut(3, 'newest');
		expect(await amountsOf(DAY)).toEqual([2, 3]);
	});

	test('Return All is an error where a day around is cut: it may have a part of the days', async () => {
		await service.restart({ list: { cutAt: 1 } });
		for (const hour of ['01', '02']) await made(3, `2026-03-11T${hour}:00:00Z`);
		const dayBefore = { initialDate: '2026-03-09', finalDate: '2026-03-09' };
		expect((await get({ filters: dayBefore })).error?.message).toBe(
			'GMC returned an incomplete list: 1 top-ups of 2026-03-10 are missing',
		);
	});
});

test.each([
	['GMC leaves out the last day', 'America/Sao_Paulo', 12],
	['its days are those of UTC as well, in the evening', 'UTC', 22],
])('who looks for a lost row by customer and day finds it where %s', async (_, timeZone, hour) => {
	await service.restart({ list: { finalDateInclusive: false, timeZone } });
	const today = new Date(`${dayIn(Date.now(), WORKFLOW_TIMEZONE)}T${hour}:00:00-03:00`);
	passTime({ seconds: (today.getTime() - Date.now()) / 1_000 + 24 * 3_600 });
	await service.lose('done');
	await service.addOn([row(17)]);
	const day = dayIn(Date.now(), WORKFLOW_TIMEZONE);
	const customer = { __rl: true, mode: 'id', value: ana._id };
	const filters = { customer, initialDate: day, finalDate: day };
	expect(await amountsOf(filters)).toEqual([17]);
});
