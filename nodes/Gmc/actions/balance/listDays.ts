import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { Addition } from '../../core/service/record';
import { listWhole } from '../../api/wholeList';
import { timesOf } from '../../core/additions/recent';
import { isWithin } from '../../core/reconcile/sheet';
import { inSentences, number, periodText } from '../../core/texts/words';
import type { Period } from '../../core/time/time';
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
	const { additions, isWhole, missing, incompletePeriods } = await listWhole(
		transport,
		initialDate && dayBefore(initialDate),
		finalDate && twoDaysAfter(finalDate),
	);
	if (!isWhole) {
		const problem = incomplete(missing, initialDate ? incompletePeriods : []);
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

/** @param periods empty if the list has no first day */
function incomplete(missing: number, periods: Period[]) {
	const days = periods.map(periodText).join(', ');
	return refusal(
		'LIST_INCOMPLETE',
		`GMC returned an incomplete list: ${missing > 0 ? number(missing) : 'some'} top-ups${days && ` of ${days}`} are missing`,
		days
			? 'Ask for a shorter period. If one day is incomplete, ask GMC for a complete list. Without Return All you get what GMC sends.'
			: 'Set Start Date: the node then asks in shorter periods. Without Return All you get what GMC sends.',
	);
}
