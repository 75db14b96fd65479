import { lastDayBy } from '../core/time/clocks';
import type { Period } from '../core/time/time';
import { addDays, daysBetween } from '../core/time/time';
import { listAdditions } from './additions';
import type { Addition, AdditionList } from './schemas';
import { isIncomplete } from './schemas';
import type { GmcTransport } from './transport';

/** After this many requests, a list counts as incomplete. */
const MAX_REQUESTS = 64;

export interface WholeList {
	additions: Addition[];
	/** False if GMC counts more than it lists, even for a single day. */
	isWhole: boolean;
	/** The periods that stay incomplete. */
	incompletePeriods: Period[];
	/** How many more additions GMC counts. */
	missing?: number;
}

/**
 * Lists everything from a day on: one request, unless GMC counts more than it lists (service.md 2.1). Then the period is
 * split by date until each part is complete. Parts overlap by a day, because GMC may leave out `finalDate` (service.md
 * 4.3).
 *
 * @param initialDate first day, `YYYY-MM-DD`
 * @param finalDate last day. Without it, the list has no end
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

	/** By first and last day. */
	private readonly incompletePeriods = new Map<string, Period>();

	private requests = 0;

	constructor(private readonly transport: GmcTransport) {}

	async list(initialDate: string, finalDate?: string): Promise<WholeList> {
		const all = await this.ask(initialDate, finalDate);
		if (!isIncomplete(all))
			return { additions: all.additions, isWhole: true, incompletePeriods: [], missing: 0 };
		for (const addition of all.additions) this.byId.set(addition._id, addition);
		// Later than today by every clock and in every time zone.
		const horizon = addDays(lastDayBy(this.transport.clocks), 2);
		const isBehind = finalDate !== undefined && finalDate < horizon;
		const last = isBehind ? finalDate : horizon;
		if (initialDate < last) await this.split(initialDate, last, all);
		else if (isBehind) this.giveUp(initialDate, last);
		if (!isBehind) await this.collectRest(horizon, finalDate);
		const incompletePeriods = [...this.incompletePeriods.values()];
		const additions = [...this.byId.values()];
		const missing = Math.max(0, (all.total ?? 0) - additions.length);
		return { additions, isWhole: incompletePeriods.length === 0, incompletePeriods, missing };
	}

	/** Additions with a later date. */
	private async collectRest(first: string, last?: string): Promise<void> {
		if (isIncomplete(await this.fetch(first, last))) this.giveUp(first, last);
	}

	private giveUp(first: string, last?: string): void {
		this.incompletePeriods.set(`${first} ${last}`, { first, last });
	}

	private async ask(initialDate: string, finalDate?: string): Promise<AdditionList> {
		this.requests++;
		return await listAdditions(this.transport, { initialDate, finalDate });
	}

	/** Lists a part and keeps its additions. */
	private async fetch(initialDate: string, finalDate?: string): Promise<AdditionList> {
		const list = await this.ask(initialDate, finalDate);
		for (const addition of list.additions) this.byId.set(addition._id, addition);
		return list;
	}

	private async collect(first: string, last: string): Promise<void> {
		const list = await this.fetch(first, last);
		if (isIncomplete(list)) await this.split(first, last, list);
	}

	private async split(first: string, last: string, list: AdditionList): Promise<void> {
		const days = daysBetween(first, last);
		if (this.requests >= MAX_REQUESTS) this.giveUp(first, last);
		else if (days <= 1) await this.collectDays(first, last, list);
		else {
			const middle = addDays(first, Math.floor(days / 2));
			await this.collect(first, middle);
			await this.collect(middle, last);
		}
	}

	/** Lists two days one by one. If GMC leaves out `finalDate`, that returns nothing. */
	private async collectDays(first: string, last: string, both: AdditionList): Promise<void> {
		const parts = [await this.fetch(first, first), await this.fetch(last, last)];
		const total = parts.reduce((sum, { additions }) => sum + additions.length, 0);
		for (const [index, part] of parts.entries()) {
			const day = [first, last][index];
			if (isIncomplete(part)) this.giveUp(day, day);
		}
		if (!parts.some(isIncomplete) && total < both.total!) this.giveUp(first, first);
	}
}
