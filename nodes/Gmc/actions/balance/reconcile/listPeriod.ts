import type { GmcClient } from '../../../api/client';
import type { Addition } from '../../../api/schemas';
import { listWhole } from '../../../api/wholeList';
import { groupBy } from '../../../core/util/groupBy';
import type { Span } from '../../../core/reconcile/period';
import { placeOf, widen } from '../../../core/reconcile/period';
import { addDays, dayIn } from '../../../core/time/time';

export interface PeriodList {
	/** Additions of the period, those that clocks and time zones may have put outside of it, and the others around. */
	additions: Addition[];
	near: Addition[];
	around: Addition[];
	isWhole: boolean;
	/** The service's clock less that of n8n, in milliseconds; undefined: nobody knows. */
	clockOffset: number | undefined;
	/** When the list was asked for, in epoch milliseconds of n8n's clock. */
	at: number;
}

/** A day for the service's time zone, which is not shown, and one more at the end, which may not be included. */
const DAYS_BEFORE = 1;
const DAYS_AFTER = 2;

/**
 * Lists the additions of a period. What has no certain time is of it by the day under which the service lists it, so the
 * service is then asked again for the days of the period alone.
 *
 * @throws GmcRequestError
 */
export async function listPeriod(
	{ transport }: GmcClient,
	span: Span,
	timeZone: string,
): Promise<PeriodList> {
	const at = Date.now();
	const first = dayIn(span.since, timeZone);
	const last = span.until === undefined ? undefined : dayIn(span.until, timeZone);
	const end = last && addDays(last, DAYS_AFTER);
	const list = await listWhole(transport, addDays(first, -DAYS_BEFORE), end);
	const all = [...new Map(list.additions.map((one) => [one._id, one])).values()];
	const placed = all.map((one) => [one, placeOf(one, span, timeZone)] as const);
	let { isWhole } = list;
	let listedWithin = new Set<string>();
	if (placed.some(([, place]) => place === 'unclear')) {
		const own = await listWhole(transport, first, end);
		isWhole &&= own.isWhole;
		listedWithin = new Set(own.additions.map(({ _id }) => _id));
		// By what is listed from a day on, since whether the last day is included is not shown.
		const later = last && (await listWhole(transport, addDays(last, 1), end));
		for (const { _id } of later ? later.additions : []) listedWithin.delete(_id);
	}
	const { offset: clockOffset } = transport.clock;
	const wide = widen(span, clockOffset);
	const kindOf = ([addition, place]: (typeof placed)[number]) => {
		const isListed = listedWithin.has(addition._id) || !isWhole;
		if (place === 'within' || (place === 'unclear' && isListed)) return 'additions';
		return placeOf(addition, wide, timeZone) === 'outside' ? 'around' : 'near';
	};
	const of = groupBy(placed, kindOf);
	const kind = (name: 'additions' | 'near' | 'around') => of(name).map(([addition]) => addition);
	return {
		additions: kind('additions'),
		near: kind('near'),
		around: kind('around'),
		isWhole,
		clockOffset,
		at,
	};
}
