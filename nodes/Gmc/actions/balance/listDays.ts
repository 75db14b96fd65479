import type { IExecuteFunctions } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../api/schemas';
import { isIncomplete } from '../../api/schemas';
import type { GmcTransport } from '../../api/transport';
import { listWhole } from '../../api/wholeList';
import { mayBeWithin } from '../../core/reconcile/period';
import { number, periodText } from '../../core/texts/words';
import { dayBefore, daysBehind, toInstant } from '../../core/time/time';
import { InputError } from '../../core/util/inputError';
import { showHint } from '../../shared/hints';

/** Days as `YYYY-MM-DD` in the workflow's time zone, both included. */
export interface Days {
	initialDate?: string;
	finalDate?: string;
}

/**
 * Lists the additions of these days. GMC's days may be those of another time zone, and end before `finalDate` (service.md
 * 4.3), so the days around are asked for, and what was certainly made on another day is left out.
 *
 * @param wantsAll whether a list that is known to be incomplete is an error
 * @throws InputError for such a list, because a shorter output would look like "not paid"
 */
export async function listDays(
	context: IExecuteFunctions,
	{ transport }: GmcClient,
	days: Days,
	wantsAll: boolean,
): Promise<Addition[]> {
	const { initialDate, finalDate } = days;
	const wide = {
		initialDate: initialDate && dayBefore(initialDate),
		finalDate: finalDate && daysBehind(finalDate),
	};
	const additions =
		wantsAll && wide.initialDate !== undefined
			? await listAll(transport, wide.initialDate, wide.finalDate)
			: await listSome(context, transport, { days, wide, wantsAll });
	if (initialDate === undefined && finalDate === undefined) return additions;
	const timeZone = context.getTimezone();
	const since = toInstant(initialDate, timeZone, 'first') ?? -Infinity;
	const until = toInstant(finalDate, timeZone, 'last');
	return additions.filter((one) => mayBeWithin({ since, until }, one, timeZone));
}

/** More than one request if GMC's list is incomplete, which only its counter shows (service.md 2.1). */
async function listAll(
	transport: GmcTransport,
	initialDate: string,
	finalDate?: string,
): Promise<Addition[]> {
	const { additions, isWhole, ...rest } = await listWhole(transport, initialDate, finalDate);
	if (isWhole) return additions;
	const periods = rest.incompletePeriods.map(periodText).join(', ');
	throw incomplete(rest.missing ?? 0, ` of ${periods}`);
}

/** One request, and one more if the days around have left no room for the days themselves. */
async function listSome(
	context: IExecuteFunctions,
	transport: GmcTransport,
	{ days, wide, wantsAll }: { days: Days; wide: Days; wantsAll: boolean },
): Promise<Addition[]> {
	const list = await listAdditions(transport, wide);
	if (!isIncomplete(list)) return list.additions;
	const { additions, total = 0 } = list;
	if (wantsAll) throw incomplete(total - additions.length);
	const hasDays = Object.values(days).some((day) => day !== undefined);
	const own = hasDays ? (await listAdditions(transport, days)).additions : [];
	const all = [...new Map([...own, ...additions].map((one) => [one._id, one])).values()];
	const period = hasDays ? 'on these days and the days around them' : 'in this period';
	const message = `GMC counts ${number(total)} top-ups ${period} but sent ${number(all.length)}. To see the others, set Start Date and Return All`;
	showHint(context, 'warning', message);
	return all;
}

const incomplete = (missing: number, ofPeriod = '') =>
	new InputError({
		message: `GMC returned an incomplete list: ${missing > 0 ? number(missing) : 'some'} top-ups${ofPeriod} are missing`,
		advice: ofPeriod
			? 'Ask for a shorter period. If one day is incomplete, ask GMC for a complete list. Turn off Return All to get what GMC sends.'
			: 'Set Start Date: the node then asks in shorter periods. Turn off Return All to get what GMC sends.',
		code: 'LIST_CUT',
	});
