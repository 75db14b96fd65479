import type { Snapshot } from '../../../../nodes/Gmc/core/polling/cursor';
import { advance, firstDay } from '../../../../nodes/Gmc/core/polling/cursor';
import type { GmcEvent } from '../../../../nodes/Gmc/core/polling/event';
import { addition, emittedBy, MORNING, snapshot } from './cursor-support';

const statuses = (event: GmcEvent, ...of: Array<string | undefined>) =>
	emittedBy(
		[undefined, ...of].map((status) =>
			snapshot(status === undefined ? [] : [addition('a', status)], { event }),
		),
	).slice(1);

test('a status may be a sentence, or have commas in it', () => {
	const long = 'on its way, '.repeat(100);
	expect(statuses('additionStatusChanged', 'A,B', 'A', long, long)).toEqual([
		['a A,B'],
		['a A'],
		[`a ${long}`],
		[],
	]);
	const { progress: cursor } = advance(
		undefined,
		snapshot([addition('a', long)], { event: 'additionStatusChanged' }),
	);
	expect(JSON.stringify(cursor).length).toBeLessThan(300);
});

describe('what is made while the first polls fail', () => {
	const publishedAt = MORNING;
	const before = addition('before', 'COMPLETED', -1);
	const after = addition('after', 'COMPLETED', 0);
	const undated = { ...after, _id: 'undated', createdAt: '1763640000000000' };
	// Digits of a calendar, in nobody knows whose time zone.
	const local = { ...after, _id: 'local', createdAt: '20261121120000' };

	test('is new, if it is surely dated so', () => {
		const listed = [undated, local, after, before];
		expect(emittedBy([snapshot(listed, { publishedAt }), snapshot(listed)])).toEqual([
			['after COMPLETED'],
			[],
		]);
	});
});

describe('what the list shows because the look-back has grown', () => {
	const made = (_id: string, createdAt: number | string) => ({
		...addition(_id, 'COMPLETED'),
		createdAt: String(createdAt),
	});
	const old = made('old', Date.UTC(2026, 9, 1));
	const wider: Partial<Snapshot> = { windowStart: '2026-09-01' };

	test('is not new', () => {
		expect(emittedBy([snapshot([]), snapshot([old], wider), snapshot([old], wider)])).toEqual([
			[],
			[],
			[],
		]);
	});

	test('is not what was made since: that is new, be it listed late', () => {
		const late = made('late', Date.UTC(2026, 10, 14));
		const listed = [old, late, addition('new', 'COMPLETED')];
		expect(emittedBy([snapshot([]), snapshot(listed, wider)])).toEqual([
			[],
			['late COMPLETED', 'new COMPLETED'],
		]);
	});

	test('is what cannot be dated and was not known', () => {
		const undated = made('undated', '1763640000000000');
		expect(emittedBy([snapshot([]), snapshot([undated], wider)])).toEqual([[], []]);
		expect(emittedBy([snapshot([]), snapshot([undated])])).toEqual([[], ['undated COMPLETED']]);
	});

	test('is news if it was unsettled until then', () => {
		const pending = { ...old, status: 'PENDING' };
		expect(emittedBy([snapshot([pending]), snapshot([]), snapshot([old], wider)])).toEqual([
			[],
			[],
			['old COMPLETED'],
		]);
	});
});

test('the first day asked for leaves a day for the time zone of the service', () => {
	expect(firstDay('2026-03-01', 1)).toBe('2026-02-27');
	expect(firstDay('2026-01-01', 7)).toBe('2025-12-24');
});

test('the old cursor stays as it was, for it is used again when the events were not saved', () => {
	const { progress: cursor } = advance(undefined, snapshot([]));
	const before = JSON.stringify(cursor);
	const next = snapshot([addition('a', 'COMPLETED')]);
	expect(advance(cursor, next)).toEqual(advance(cursor, next));
	expect(JSON.stringify(cursor)).toBe(before);
});
