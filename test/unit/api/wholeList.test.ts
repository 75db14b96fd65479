import { listWhole } from '../../../nodes/Gmc/api/additions';
import type { GmcTransport } from '../../../nodes/Gmc/api/transport';
import { addDays, utcDay } from '../../../nodes/Gmc/core/time/time';

const day = (ago: number) => addDays(utcDay(Date.now()), -ago);
const eachDay = [8, 7, 6, 5, 4, 3, 2, 1, 0].map(day);

/** Lists additions of these days from a service that gives at most `cutAt` of them and counts them all. */
async function list(days: string[], cutAt: number, isInclusive = true) {
	const all = days.map((createdOn, i) => ({ _id: `a${i}`, createdOn }));
	let requests = 0;
	const ask: GmcTransport['ask'] = async ({ query = {} }, read) => {
		requests++;
		const { initialDate, finalDate = '9999' } = query as Record<string, string>;
		const isBefore = (one: string) => one < finalDate || (isInclusive && one === finalDate);
		const found = all.filter(({ createdOn }) => createdOn >= initialDate && isBefore(createdOn));
		const body = { balanceTransaction: found.slice(0, cutAt), recordsFiltered: found.length };
		return (await read(body, []))!;
	};
	const clocks = { n8n: Date.now(), service: Date.now() };
	const found = await listWhole({ ask, clocks } as unknown as GmcTransport, days[0]);
	return { ...found, requests };
}

describe.each([true, false])('a list that is cut (last day included: %s)', (isInclusive) => {
	test.each([2, 3, 8])('after %d is had whole by parts', async (cutAt) => {
		const { additions, isWhole } = await list(eachDay, cutAt, isInclusive);
		expect([new Set(additions).size, isWhole]).toEqual([eachDay.length, true]);
	});

	test('for a single day is said to be, and the other days are there all the same', async () => {
		const days = [...eachDay, day(4), day(4)];
		const { additions, isWhole, incompletePeriods } = await list(days, 2, isInclusive);
		expect(isWhole).toBe(false);
		expect(incompletePeriods).toContainEqual({ first: day(4), last: day(4) });
		expect(additions.length).toBeGreaterThanOrEqual(10);
	});
});

test('a list that stays cut is given up after a limited number of requests', async () => {
	const year = Array.from({ length: 730 }, (_, at) => day(365 - Math.floor(at / 2)));
	const { isWhole, requests } = await list(year, 1);
	expect(isWhole).toBe(false);
	expect(requests).toBeLessThan(80);
});
