import type { SandboxSettingsInput } from '../../sandbox/settings';
import { idsOf, LIST, useSandbox } from '../../harness/sandbox/useSandbox';

const bench = useSandbox();
const add = async (createdAt: string) =>
	(await bench.sandbox.admin.createAddition({ createdAt }))._id;
const list = async (params: object = {}) =>
	await bench.api.get(LIST, { headers: await bench.session(), params });
const listUnder = async (settings: SandboxSettingsInput, params: object = {}) => {
	await bench.sandbox.admin.configure(settings);
	return await list(params);
};

describe('order and cut', () => {
	let ids: string[];
	beforeEach(async () => {
		// Not in order of creation on purpose.
		const [b, a, c] = [
			await add('2026-05-02T12:00:00Z'),
			await add('2026-05-01T12:00:00Z'),
			await add('2026-05-03T12:00:00Z'),
		];
		ids = [a, b, c];
	});

	it('lists the newest first, the oldest first, or in no order', async () => {
		expect(idsOf(await list())).toEqual(ids.toReversed());
		expect(idsOf(await listUnder({ list: { order: 'oldest' } }))).toEqual(ids);
		const some = idsOf(await listUnder({ list: { order: 'none' } }));
		expect(some.toSorted()).toEqual(ids.toSorted());
		expect(idsOf(await list())).toEqual(some);
	});

	it.each([
		['newest', [2, 1]],
		['oldest', [0, 1]],
	] as const)('cuts the list in silence, %s first', async (order, kept) => {
		const answer = await listUnder({ list: { order, cutAt: 2 } });
		expect(idsOf(answer)).toEqual(kept.map((i) => ids[i]));
		expect(answer.data).toMatchObject({ recordsFiltered: 3, recordsTotal: 3 });
	});

	it('counts only what the cut left, when told to lie', async () => {
		const { data } = await listUnder({ list: { cutAt: 2, countsHonest: false } });
		expect(data).toMatchObject({ recordsFiltered: 2, recordsTotal: 2 });
	});

	it('counts what matches beside everything', async () => {
		const { data } = await list({ initialDate: '2026-05-02' });
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
	let ids: string[];
	// São Paulo is three hours behind: the first and last instants of 2 May there.
	beforeEach(async () => {
		ids = [
			await add('2026-05-02T02:59:59.999Z'),
			await add('2026-05-02T03:00:00Z'),
			await add('2026-05-03T02:59:59.999Z'),
			await add('2026-05-03T03:00:00Z'),
		];
		await bench.sandbox.admin.configure({ list: { order: 'oldest' } });
	});

	it.each([
		[{ initialDate: '2026-05-02' }, [1, 2, 3]],
		[{ finalDate: '2026-05-02' }, [0, 1, 2]],
		[{ initialDate: '2026-05-02', finalDate: '2026-05-02' }, [1, 2]],
		[{ initialDate: '2026-05-03', finalDate: '2026-05-01' }, []],
	])('of %j', async (params, kept) => {
		expect(idsOf(await list(params))).toEqual(kept.map((i) => ids[i]));
	});

	it('leaves finalDate out when it is exclusive', async () => {
		const answer = await listUnder(
			{ list: { finalDateInclusive: false } },
			{ finalDate: '2026-05-03' },
		);
		expect(idsOf(answer)).toEqual(ids.slice(0, 3));
	});

	it('is read in the time zone of the settings, with all 25 hours of a day', async () => {
		// In New York the clocks go back on 1 November 2026: its last half hour is 04:30 UTC.
		const last = await add('2026-11-02T04:30:00Z');
		await add('2026-11-02T05:00:00Z');
		const answer = await listUnder(
			{ list: { timeZone: 'America/New_York' } },
			{ initialDate: '2026-11-01', finalDate: '2026-11-01' },
		);
		expect(idsOf(answer)).toEqual([last]);
	});

	it.each(['2026-02-30', '03/05/2026', ''])('refuses the date %j', async (finalDate) => {
		expect(await list({ finalDate })).toMatchObject({
			status: 400,
			data: { code: 'INVALID_QUERY' },
		});
	});
});

describe('period of a change', () => {
	it.each([
		['createdAt', '2026-05-02', [false, true]],
		['updatedAt', '2026-05-02', [false, false]],
		['updatedAt', '2026-05-04', [false, true]],
	] as const)('filters on %s (%s)', async (periodField, day, expected) => {
		const { admin } = bench.sandbox;
		await admin.freezeClock('2026-05-04T12:00:00Z');
		const [still, changed] = [await add('2026-05-01T12:00:00Z'), await add('2026-05-02T12:00:00Z')];
		await admin.settle(changed, 'MINTING');
		await admin.configure({ list: { periodField } });
		const shown = idsOf(await list({ initialDate: day, finalDate: day }));
		expect([still, changed].map((id) => shown.includes(id))).toEqual(expected);
	});
});

describe('timestamps', () => {
	it.each([
		['epochMs', '1777690799999'],
		['epochSeconds', '1777690799'],
		['epochMicroseconds', '1777690799999000'],
		['yyyyMMddHHmmss', '20260501235959'],
	] as const)('are %s', async (createdAtFormat, digits) => {
		await add('2026-05-02T02:59:59.999Z');
		const { data } = await listUnder({ timestamps: { createdAtFormat } });
		expect(data).toMatchObject({
			balanceTransaction: [
				{ createdAt: digits, updatedAt: digits, items: [{ processedAt: digits }] },
			],
		});
	});
});
