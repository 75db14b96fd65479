import { DateTime } from 'luxon';
import { listAdditions } from '../../api/additions';
import type { Addition, AdditionList } from '../../api/schemas';
import { isCut } from '../../api/schemas';
import type { GmcTransport } from '../../api/transport';
import { listWhole } from '../../api/wholeList';
import type { AdditionsLook } from '../../core/account/look';
import { explain } from '../../core/service/explain';
import { GmcRequestError } from '../../core/service/failure';
import { addDays, daysBetween } from '../../core/time/time';

/** How far back is looked, in days: further only where there is nothing. */
const PERIODS = [30, 365];
/** Days from today on from which the list surely shows nothing more, in every time zone. */
const HORIZON_DAYS = 3;

/**
 * What the list of additions is like: asked for whole, and for single days of it. Ten requests or so, each a list of
 * a month at most; more where it comes cut.
 *
 * @throws GmcRequestError when there is no list at all; what fails after that is told as `problem`
 */
export async function lookAtAdditions(transport: GmcTransport): Promise<AdditionsLook> {
	const today = DateTime.utc().toISODate();
	const asked = new Asked(transport);
	let since = today;
	let answer: AdditionList = { additions: [] };
	for (const days of PERIODS) {
		since = addDays(today, -days);
		answer = await asked.list(since);
		if (answer.additions.length > 0) break;
	}
	const look: AdditionsLook = {
		since,
		answer: answer.additions,
		total: answer.total,
		seen: answer.additions,
		cutPeriods: [],
		concealed: 0,
	};
	const horizon = addDays(today, HORIZON_DAYS);
	await lookCloser(transport, { asked, answer, look, horizon }).catch((error: unknown) => {
		if (!(error instanceof GmcRequestError)) throw error;
		look.problem = explain(error.failure, error.operation);
	});
	return look;
}

interface Closer {
	asked: Asked;
	answer: AdditionList;
	/** What is found out is written here, so that a failure leaves what was found out before. */
	look: AdditionsLook;
	/** `YYYY-MM-DD` */
	horizon: string;
}

async function lookCloser(
	transport: GmcTransport,
	{ asked, answer, look, horizon }: Closer,
): Promise<void> {
	const { since } = look;
	if (isCut(answer)) {
		const { additions, cutPeriods } = await listWhole(transport, since);
		look.seen = additions;
		look.cutPeriods = cutPeriods;
	}
	// Of a list that is cut the first one is there in every part of the period that holds it.
	const [first] = answer.additions;
	if (first === undefined) return;
	const day = await asked.dayOf(first, since, horizon);
	look.finalDateInclusive = await asked.isInclusive(first, day);
	if (isCut(answer)) return;
	if (look.finalDateInclusive !== undefined && since < day) {
		await asked.list(since, look.finalDateInclusive ? addDays(day, -1) : day);
	}
	const concealed = await asked.concealedBy(answer, since);
	look.concealed = concealed.length;
	look.seen = [...look.seen, ...concealed];
}

/** Asks for parts of the list, and keeps in mind what they have shown. */
class Asked {
	private readonly shown = new Map<string, Addition>();

	constructor(private readonly transport: GmcTransport) {}

	async list(initialDate: string, finalDate?: string): Promise<AdditionList> {
		const list = await listAdditions(this.transport, { initialDate, finalDate });
		for (const addition of list.additions) this.shown.set(addition._id, addition);
		return list;
	}

	/**
	 * The day of an addition by the service's own calendar, whatever its time zone and its timestamps are: the last
	 * one from which on the list shows it.
	 *
	 * @param first a day from which on it is shown
	 * @param horizon a later one from which on it is not
	 */
	async dayOf(addition: Addition, first: string, horizon: string): Promise<string> {
		let [day, later] = [first, horizon];
		while (daysBetween(day, later) > 1) {
			const middle = addDays(day, Math.floor(daysBetween(day, later) / 2));
			if (await this.shows(addition, middle)) day = middle;
			else later = middle;
		}
		return day;
	}

	/** Whether `finalDate` includes that day (not shown: service.md 4.3). @returns undefined where it cannot be told */
	async isInclusive(addition: Addition, day: string): Promise<boolean | undefined> {
		const next = addDays(day, 1);
		if (await this.shows(addition, day, day)) return true;
		// A list that is cut and has no order may have misled the search.
		if (await this.shows(addition, next, next)) return true;
		return (await this.shows(addition, day, next)) ? false : undefined;
	}

	/** What parts of the period have shown, and the list of all of it does not, neither then nor now. */
	async concealedBy({ additions }: AdditionList, since: string): Promise<Addition[]> {
		const missing = this.without(additions);
		if (missing.length === 0) return [];
		// What was issued meanwhile is missing in the earlier list only.
		const again = await listAdditions(this.transport, { initialDate: since });
		return this.without([...additions, ...again.additions]);
	}

	private without(additions: Addition[]): Addition[] {
		const known = new Set(additions.map(({ _id }) => _id));
		return [...this.shown.values()].filter(({ _id }) => !known.has(_id));
	}

	private async shows({ _id }: Addition, from: string, to?: string): Promise<boolean> {
		return (await this.list(from, to)).additions.some((one) => one._id === _id);
	}
}
