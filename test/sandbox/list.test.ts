import { OUTSIDER_ADDITION_ID } from '../../sandbox/seeds';
import type { SandboxSettingsInput } from '../../sandbox/settings';
import { ANA, BRUNO, idsOf, ISSUE, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const tests = useSandbox();
const add = async (createdAt: string) =>
	(await tests.sandbox.admin.createAddition({ createdAt }))._id;
/** Of one month, so that the seed's additions are not in it. */
const listUnder = async (settings: SandboxSettingsInput, query = '') => {
	await tests.sandbox.admin.configure(settings);
	return await tests.ask('GET', `${LIST}?${query}`);
};

describe('order and cut', () => {
	let ids: string[];
	beforeEach(async () => {
		// Not in order of creation.
		const second = await add('2026-05-02T12:00:00Z');
		ids = [await add('2026-05-01T12:00:00Z'), second, await add('2026-05-03T12:00:00Z')];
	});

	it.each<[SandboxSettingsInput['list'], number[], number]>([
		[{}, [2, 1, 0], 3],
		[{ order: 'oldest' }, [0, 1, 2], 3],
		[{ cutAt: 2 }, [2, 1], 3],
		[{ cutAt: 2, order: 'oldest' }, [0, 1], 3],
		[{ cutAt: 2, countsHonest: false }, [2, 1], 2],
	])('%j', async (list, kept, recordsFiltered) => {
		const answer = await listUnder({ list });
		expect(idsOf(answer)).toEqual(kept.map((index) => ids[index]));
		expect(answer.data).toMatchObject({ recordsFiltered, recordsTotal: recordsFiltered });
	});

	it('no order is the same one each time', async () => {
		const some = idsOf(await listUnder({ list: { order: 'none' } }));
		expect(some.toSorted()).toEqual(ids.toSorted());
		expect(idsOf(await listUnder({}))).toEqual(some);
	});

	it('leaves out additions that the settings name, and does not count them', async () => {
		const answer = await listUnder({ list: { withoutIds: [ids[1]], countersAsText: true } });
		expect(idsOf(answer)).toEqual([ids[2], ids[0]]);
		expect(answer.data).toMatchObject({ recordsFiltered: '2', recordsTotal: '2' });
	});

	it('counts what matches beside everything', async () => {
		const { data } = await listUnder({}, 'initialDate=2026-05-02');
		expect(data).toMatchObject({ recordsFiltered: 2, recordsTotal: 3 });
	});
});

describe('shape', () => {
	const record = { _id: expect.any(String), items: expect.any(Array) };
	const envelope = { balanceTransaction: record, recordsFiltered: 2, recordsTotal: 2 };

	it.each([
		['array', 0, { balanceTransaction: [], recordsTotal: 0 }],
		['array', 1, { balanceTransaction: [record] }],
		['objectWhenSingle', 0, { balanceTransaction: [] }],
		['objectWhenSingle', 1, { balanceTransaction: record, recordsTotal: 1 }],
		['objectWhenSingle', 2, { balanceTransaction: [record, record] }],
		['objectBesideData', 1, { balanceTransaction: record, data: null }],
		['bareArray', 2, [record, record]],
		['envelopes', 2, [envelope, envelope]],
	] as const)('%s of %i', async (shape, count, expected) => {
		for (let i = 0; i < count; i += 1) await add(`2026-05-0${i + 1}T12:00:00Z`);
		expect((await listUnder({ list: { shape } })).data).toMatchObject(expected);
	});
});

describe('period', () => {
	// São Paulo is three hours behind: the first and the last instant of 2 May there, and those around them.
	const TIMES = ['02T02:59:59.999', '02T03:00:00', '03T02:59:59.999', '03T03:00:00'];

	it.each<[string, SandboxSettingsInput['list'], number[]]>([
		['initialDate=2026-05-02', {}, [1, 2, 3]],
		['finalDate=2026-05-02', {}, [0, 1, 2]],
		['initialDate=2026-05-02&finalDate=2026-05-02', {}, [1, 2]],
		['initialDate=2026-05-03&finalDate=2026-05-01', {}, []],
		['finalDate=2026-05-03', { finalDateInclusive: false }, [0, 1, 2]],
		['initialDate=2026-05-03', { timeZone: 'UTC' }, [2, 3]],
	])('%s under %j', async (query, settings, kept) => {
		const ids: string[] = [];
		for (const time of TIMES) ids.push(await add(`2026-05-${time}Z`));
		const answer = await listUnder({ list: { order: 'oldest', ...settings } }, query);
		expect(idsOf(answer)).toEqual(kept.map((index) => ids[index]));
	});

	it('includes all 25 hours of a day on which the clocks go back', async () => {
		const last = await add('2026-11-02T04:30:00Z');
		await add('2026-11-02T05:00:00Z');
		const day = 'initialDate=2026-11-01&finalDate=2026-11-01';
		const answer = await listUnder({ list: { timeZone: 'America/New_York' } }, day);
		expect(idsOf(answer)).toEqual([last]);
	});

	it.each(['2026-02-30', '03/05/2026', ''])('refuses the date %j', async (finalDate) => {
		const answer = await listUnder({}, `finalDate=${encodeURIComponent(finalDate)}`);
		expect(answer).toMatchObject({ status: 400, data: { code: 'INVALID_QUERY' } });
	});

	it.each([
		['createdAt', '2026-05-02', true],
		['updatedAt', '2026-05-02', false],
		['updatedAt', '2026-05-04', true],
	] as const)('is that of %s: %s', async (periodField, day, isListed) => {
		const { admin } = tests.sandbox;
		await admin.freezeClock('2026-05-04T12:00:00Z');
		const id = await add('2026-05-02T12:00:00Z');
		await admin.settle(id, 'MINTING');
		const answer = await listUnder(
			{ list: { periodField } },
			`initialDate=${day}&finalDate=${day}`,
		);
		expect(idsOf(answer)).toEqual(isListed ? [id] : []);
	});
});

it.each([
	['epochMs', '1777690799999'],
	['epochSeconds', '1777690799'],
	['epochMicroseconds', '1777690799999000'],
	['yyyyMMddHHmmss', '20260501235959'],
] as const)('times as %s', async (createdAtFormat, digits) => {
	await add('2026-05-02T02:59:59.999Z');
	const { data } = await listUnder({ timestamps: { createdAtFormat } });
	const times = { createdAt: digits, updatedAt: digits, items: [{ processedAt: digits }] };
	expect(data).toMatchObject({ balanceTransaction: [times] });
});

it('several items are in one addition', async () => {
	const { admin } = tests.sandbox;
	const items = [{ customerIdentifier: BRUNO._id, amount: 2, status: 'FAILED' }];
	const { _id } = await admin.createAddition({ customerIdentifier: ANA._id, amount: 1, items });
	const shown = (await listUnder({})).data.balanceTransaction;
	expect(shown).toMatchObject([
		{
			_id,
			summary: { totalItems: 2, completedItems: 1, failedItems: 1 },
			items: [{ sourceAmount: 1 }, { sourceAmount: 2, status: 'FAILED' }],
		},
	]);
});

describe('lookup', () => {
	it.each([undefined, {}])('finds an addition with the body %j', async (body) => {
		const _id = await add('2026-05-02T12:00:00Z');
		const { status, data } = await tests.ask('GET', `${ISSUE}/${_id}`, body);
		expect([status, data.balanceTransaction._id]).toEqual([200, _id]);
	});

	it.each(['nothing', OUTSIDER_ADDITION_ID])('does not find %s', async (id) => {
		const expected = { statusCode: 417, path: `/api${ISSUE}/${id}`, code: 'ADDITION_NOT_FOUND' };
		const answer = await tests.ask('GET', `${ISSUE}/${id}`);
		expect(answer).toMatchObject({ status: 417, data: expected });
	});

	it.each([
		['firstFeeSourceField', false],
		['firstFeeSourceFieldOnLookup', true],
	])('spells the first fee source under %s: %s', async (setting, isMisspelled) => {
		const _id = await add('2026-05-02T12:00:00Z');
		await tests.sandbox.admin.configure({ fees: { [setting]: 'ixedFeeSource' } });
		const { data } = await tests.ask('GET', `${ISSUE}/${_id}`);
		expect('ixedFeeSource' in data.balanceTransaction.items[0].fees).toBe(isMisspelled);
	});
});
