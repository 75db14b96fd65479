import { DateTime } from 'luxon';
import { listAdditions } from './additions';
import type { Addition, AdditionList } from './schemas';
import { isCut } from './schemas';
import type { GmcTransport } from './transport';

/** Beyond this many requests a list is given up as cut. */
const MAX_REQUESTS = 64;

export interface WholeList {
	additions: Addition[];
	/** False when the service counts more than it gave, even for a single day. */
	isWhole: boolean;
}

/**
 * Lists a period whole. Where the service counts more than it sent (spec 2.1), the period is split by date
 * until each part is whole. Whether `finalDate` is inclusive is not shown (spec 4.3), so parts overlap by a
 * day and additions are told apart by `_id`.
 *
 * @param initialDate first day, `YYYY-MM-DD`
 * @param finalDate last day, `YYYY-MM-DD`; it should lie a day or two after today
 */
export async function listWhole(
	transport: GmcTransport,
	initialDate: string,
	finalDate: string,
): Promise<WholeList> {
	const byId = new Map<string, Addition>();
	let requests = 0;
	const fetchPart = async (first: string, last: string): Promise<AdditionList> => {
		requests++;
		const list = await listAdditions(transport, { initialDate: first, finalDate: last });
		for (const addition of list.additions) byId.set(addition._id, addition);
		return list;
	};
	const collect = async (first: string, last: string): Promise<boolean> => {
		const list = await fetchPart(first, last);
		if (!isCut(list)) return true;
		const days = daysBetween(first, last);
		if (requests >= MAX_REQUESTS || days < 1) return false;
		if (days > 1) {
			const middle = addDays(first, Math.floor(days / 2));
			return (await collect(first, middle)) && (await collect(middle, last));
		}
		const parts = [await fetchPart(first, first), await fetchPart(last, last)];
		const total = parts.reduce((sum, part) => sum + part.additions.length, 0);
		return !parts.some(isCut) && total >= list.total!;
	};
	const isWhole = await collect(initialDate, finalDate);
	return { additions: [...byId.values()], isWhole };
}

const daysBetween = (first: string, last: string) =>
	Math.round(DateTime.fromISO(last).diff(DateTime.fromISO(first), 'days').days);

const addDays = (day: string, days: number) =>
	DateTime.fromISO(day).plus({ days }).toFormat('yyyy-MM-dd');
