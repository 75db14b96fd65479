import { clocksOf } from './clocks';
import { lastDayBy } from '../core/time/clocks';
import type { Period } from '../core/time/time';
import { addDays, daysBetween } from '../core/time/time';
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
	/** The periods that are still cut. */
	cutPeriods: Period[];
	/** How many additions the service counts beyond those; nobody has seen them. */
	missing?: number;
}

/**
 * Lists everything from a day on: one request, unless the service counts more than it sent (service.md 2.1). Then
 * the period is split by date until each part is whole. Whether `finalDate` is inclusive is not shown (service.md
 * 4.3), so parts overlap by a day and additions are told apart by `_id`.
 *
 * @param initialDate first day, `YYYY-MM-DD`
 * @param finalDate last day, which may or may not be included; without it the list has no end
 */
export async function listWhole(
	transport: GmcTransport,
	initialDate: string,
	finalDate?: string,
): Promise<WholeList> {
	return await new Splitter(transport).list(initialDate, finalDate);
}

class Splitter {
	private readonly byId = new Map<string, Addition>();

	/** By their first and last days. */
	private readonly cutPeriods = new Map<string, Period>();

	private requests = 0;

	constructor(private readonly transport: GmcTransport) {}

	async list(initialDate: string, finalDate?: string): Promise<WholeList> {
		const all = await this.ask(initialDate, finalDate);
		if (!isCut(all)) return { additions: all.additions, isWhole: true, cutPeriods: [], missing: 0 };
		for (const addition of all.additions) this.byId.set(addition._id, addition);
		// Where today surely lies behind: by whichever clock, in every time zone.
		const horizon = addDays(lastDayBy(clocksOf(this.transport)), 2);
		const isBehind = finalDate !== undefined && finalDate < horizon;
		const last = isBehind ? finalDate : horizon;
		if (initialDate < last) await this.split(initialDate, last, all);
		else if (isBehind) this.cut(initialDate, last);
		if (!isBehind) await this.collectRest(horizon, finalDate);
		const cutPeriods = [...this.cutPeriods.values()];
		const additions = [...this.byId.values()];
		const missing = Math.max(0, (all.total ?? 0) - additions.length);
		return { additions, isWhole: cutPeriods.length === 0, cutPeriods, missing };
	}

	/** What is dated later still. */
	private async collectRest(first: string, last?: string): Promise<void> {
		if (isCut(await this.fetch(first, last))) this.cut(first, last);
	}

	private cut(first: string, last?: string): void {
		this.cutPeriods.set(`${first} ${last}`, { first, last });
	}

	private async ask(initialDate: string, finalDate?: string): Promise<AdditionList> {
		this.requests++;
		return await listAdditions(this.transport, { initialDate, finalDate });
	}

	/** Asks for a part, and keeps what is in it. */
	private async fetch(initialDate: string, finalDate?: string): Promise<AdditionList> {
		const list = await this.ask(initialDate, finalDate);
		for (const addition of list.additions) this.byId.set(addition._id, addition);
		return list;
	}

	private async collect(first: string, last: string): Promise<void> {
		const list = await this.fetch(first, last);
		if (isCut(list)) await this.split(first, last, list);
	}

	private async split(first: string, last: string, list: AdditionList): Promise<void> {
		const days = daysBetween(first, last);
		if (this.requests >= MAX_REQUESTS) this.cut(first, last);
		else if (days <= 1) await this.collectDays(first, last, list);
		else {
			const middle = addDays(first, Math.floor(days / 2));
			await this.collect(first, middle);
			await this.collect(middle, last);
		}
	}

	/** Two days asked for one by one. Where `finalDate` is exclusive, that gives nothing. */
	private async collectDays(first: string, last: string, both: AdditionList): Promise<void> {
		const parts = [await this.fetch(first, first), await this.fetch(last, last)];
		const total = parts.reduce((sum, { additions }) => sum + additions.length, 0);
		for (const [index, part] of parts.entries()) {
			const day = [first, last][index];
			if (isCut(part)) this.cut(day, day);
		}
		if (!parts.some(isCut) && total < both.total!) this.cut(first, first);
	}
}
