import type { IExecuteFunctions } from 'n8n-workflow';
import { listAdditions } from '../../api/additions';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../core/service/record';
import type { GmcTransport } from '../../api/transport';
import { listWhole } from '../../api/wholeList';
import { timesOf } from '../../core/additions/recent';
import { isWithin } from '../../core/reconcile/sheet';
import { inSentences, number, periodText } from '../../core/texts/words';
import { dayBefore, twoDaysAfter, toInstant } from '../../core/time/time';
import { refusal } from '../../core/util/inputError';
import { showHint } from '../../shared/context';

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
		finalDate: finalDate && twoDaysAfter(finalDate),
	};
	const { additions, isWhole, missing, periods } = await listWide(transport, wide);
	if (!isWhole) {
		const problem = incomplete(missing, periods);
		if (wantsAll) throw problem;
		showHint(context, 'warning', inSentences(problem.message, problem.advice));
	}
	if (initialDate === undefined && finalDate === undefined) return additions;
	const timeZone = context.getTimezone();
	const since = toInstant(initialDate, timeZone, 'first') ?? -Infinity;
	const until = toInstant(finalDate, timeZone, 'last');
	return additions.filter((one) => {
		const times = timesOf(one, timeZone);
		return times.length === 0 || times.some((time) => isWithin({ since, until }, time));
	});
}

/** With a first day: in more than one request if GMC's list is incomplete, which only its counter shows (service.md 2.1). */
async function listWide(transport: GmcTransport, { initialDate, finalDate }: Days) {
	if (initialDate === undefined) {
		const { additions, total = 0 } = await listAdditions(transport, { finalDate });
		const missing = Math.max(0, total - additions.length);
		return { additions, isWhole: missing === 0, missing, periods: '' };
	}
	const { incompletePeriods, ...list } = await listWhole(transport, initialDate, finalDate);
	return { ...list, periods: incompletePeriods.map(periodText).join(', ') };
}

const incomplete = (missing = 0, periods = '') =>
	refusal(
		'LIST_INCOMPLETE',
		`GMC returned an incomplete list: ${missing > 0 ? number(missing) : 'some'} top-ups${periods && ` of ${periods}`} are missing`,
		periods
			? 'Ask for a shorter period. If one day is incomplete, ask GMC for a complete list. Without Return All you get what GMC sends.'
			: 'Set Start Date: the node then asks in shorter periods. Without Return All you get what GMC sends.',
	);
