import { listWhole } from '../../../nodes/Gmc/api/wholeList';
import type { GmcTransport } from '../../../nodes/Gmc/api/transport';
import { addDays, utcDay } from '../../../nodes/Gmc/core/time/time';

const TODAY = utcDay(Date.now());
const day = (ago: number) => addDays(TODAY, -ago);

interface Rules {
	cutAt: number;
	/** Whether a period includes its last day. */
	isInclusive?: boolean;
	/** By how many days its clock is ahead of n8n's. */
	ahead?: number;
}

/** A service with additions of these days that gives at most `cutAt` of them and counts them all. */
function serviceWith(days: string[], { cutAt, isInclusive = true, ahead = 0 }: Rules) {
	const all = days.map((createdOn, i) => ({ _id: `a${i}`, createdOn }));
	const periods: string[] = [];
	const ask: GmcTransport['ask'] = async ({ query = {} }, read) => {
		const { initialDate, finalDate } = query as { initialDate: string; finalDate?: string };
		periods.push(`${initialDate}..${finalDate ?? ''}`);
		const isBefore = (one: string) =>
			finalDate === undefined || one < finalDate || (isInclusive && one === finalDate);
		const found = all.filter(({ createdOn }) => createdOn >= initialDate && isBefore(createdOn));
		const body = { balanceTransaction: found.slice(0, cutAt), recordsFiltered: found.length };
		return (await read(body, []))!;
	};
	const now = Date.now();
	const clocks = { n8n: now, service: now + ahead * 86_400_000 };
	const transport = { ask, clocks } as unknown as GmcTransport;
	return { transport, periods };
}

async function list(days: string[], rules: Rules, from = day(8)) {
	const { transport, periods } = serviceWith(days, rules);
	const { additions, isWhole, incompletePeriods } = await listWhole(transport, from);
	return { ids: additions.map(({ _id }) => _id).sort(), isWhole, incompletePeriods, periods };
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `a${i}`).sort();
const eachDay = [8, 7, 6, 5, 4, 3, 2, 1, 0].map(day);

describe.each([true, false])('a list that is cut (last day included: %s)', (isInclusive) => {
	test.each([1, 2, 3, 8])('after %d is had whole by parts', async (cutAt) => {
		const whole = isInclusive || cutAt > 1 ? eachDay : eachDay.filter((_, i) => i % 2 === 0);
		const { ids, isWhole, incompletePeriods } = await list(whole, { cutAt, isInclusive });
		expect([ids, isWhole, incompletePeriods]).toEqual([names(whole.length), true, []]);
	});

	test('for a single day is said to be, and the other days are there all the same', async () => {
		const days = [...eachDay, day(4), day(4)];
		const { ids, isWhole, incompletePeriods } = await list(days, { cutAt: 2, isInclusive });
		expect(isWhole).toBe(false);
		expect(incompletePeriods).toContainEqual({ first: day(4), last: day(4) });
		expect(ids.length).toBeGreaterThanOrEqual(10);
	});
});

test('what a clock that is ahead has dated later is asked for, too, and a cut there is said', async () => {
	const late = addDays(TODAY, 5);
	const { ids } = await list([...eachDay, late], { cutAt: 2 });
	expect(ids).toEqual(names(10));
	const { isWhole, incompletePeriods } = await list([...eachDay, late, late, late], { cutAt: 2 });
	expect([isWhole, incompletePeriods]).toEqual([false, [{ first: addDays(TODAY, 2) }]]);
	const known = await list([...eachDay, late, late, late], { cutAt: 2, ahead: 5 });
	expect(known.incompletePeriods).toEqual([{ first: late, last: late }]);
});

test('a list that stays cut is given up after a limited number of requests', async () => {
	const year = Array.from({ length: 365 }, (_, ago) => [day(ago), day(ago)]).flat();
	const { isWhole, periods } = await list(year, { cutAt: 1 }, day(365));
	expect(isWhole).toBe(false);
	expect(periods.length).toBeLessThan(80);
});
