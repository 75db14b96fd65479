import type { Period } from '../core/time/time';
import { addDays, daysBetween, utcDay } from '../core/time/time';
import { listAdditions } from './additions';
import type { Addition } from '../core/service/record';
import type { AdditionList } from './schemas';
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
}

/**
 * Lists everything from a day on: one request, unless GMC counts more than it lists (service.md 2.1). Then the period is
 * split by date until each part is complete. Parts overlap by a day, because GMC may leave out `finalDate` (service.md
 * 4.3).
 *
 * @param initialDate first day, `YYYY-MM-DD`. Without it, the period cannot be split
 * @param finalDate last day. Without it, the list has no end
 * @returns with GMC's answer for the whole period, and how many more additions GMC counts
 */
export async function listWhole(
	transport: GmcTransport,
	initialDate: string | undefined,
	finalDate?: string,
): Promise<WholeList & { answer: AdditionList; missing: number }> {
	const parts = new Parts(transport);
	const answer = await parts.collect(initialDate, finalDate);
	const additions = [...parts.byId.values()];
	const incompletePeriods = [...parts.incomplete.values()];
	const missing = Math.max(0, (answer.total ?? 0) - additions.length);
	const isWhole = incompletePeriods.length === 0;
	return { additions, isWhole, incompletePeriods, missing, answer };
}

class Parts {
	readonly byId = new Map<string, Addition>();

	/** By first and last day. */
	readonly incomplete = new Map<string, Period>();

	private requests = 0;

	constructor(private readonly transport: GmcTransport) {}

	async collect(first: string | undefined, last?: string): Promise<AdditionList> {
		this.requests++;
		const list = await listAdditions(this.transport, { initialDate: first, finalDate: last });
		for (const addition of list.additions) this.byId.set(addition._id, addition);
		if (!isIncomplete(list)) return list;
		if (first === undefined) this.giveUp('', last);
		else await this.split({ first, last }, list.total!);
		return list;
	}

	/** @param total of the period, as GMC counts */
	private async split({ first, last }: Period, total: number): Promise<void> {
		// Later than today by every clock and in every time zone.
		const { n8n, service } = this.transport.clocks;
		const horizon = addDays(utcDay(Math.max(n8n, service)), 2);
		const end = last !== undefined && last < horizon ? last : horizon;
		const days = daysBetween(first, end);
		if (days < 1 || this.requests >= MAX_REQUESTS) this.giveUp(first, last);
		else if (end !== last) {
			await this.split({ first, last: end }, total);
			// What has a later date.
			await this.collect(end, last);
		} else if (days > 1) {
			const middle = addDays(first, Math.floor(days / 2));
			await this.collect(first, middle);
			await this.collect(middle, end);
		} else await this.collectDays(first, end, total);
	}

	/** Lists two days one by one. If GMC leaves out `finalDate`, that returns nothing. */
	private async collectDays(first: string, last: string, total: number): Promise<void> {
		const lists = [await this.collect(first, first), await this.collect(last, last)];
		const listed = lists.reduce((sum, { additions }) => sum + additions.length, 0);
		if (!lists.some(isIncomplete) && listed < total) this.giveUp(first, first);
	}

	private giveUp(first: string, last?: string): void {
		this.incomplete.set(`${first} ${last}`, { first, last });
	}
}
