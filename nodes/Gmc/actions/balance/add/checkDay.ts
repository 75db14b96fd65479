import type { WholeList } from '../../../api/wholeList';
import { timesOf } from '../../../core/additions/recent';
import { hasFailed, readItems } from '../../../core/additions/item';
import { isFailed } from '../../../core/additions/status';
import type { Currency } from '../../../core/money/currency';
import { aboveInSum } from '../../../core/money/limits';
import type { Value } from '../../../core/money/limits';
import type { Message } from '../../../core/texts/message';
import { InputError } from '../../../core/util/inputError';
import { startOfDay } from '../../../core/util/time';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Rejects rows that are to be sent when all of them, together with what the service lists as made today by
 * whomever, are above the Maximum per Day of a currency. Today is the workflow's.
 *
 * @param asking the rows that may be rejected; the others have passed before
 * @throws InputError when the list does not tell what was made today
 */
export function checkDay(run: AddRun, rows: Row[], list: WholeList, asking: Row[] = rows): void {
	const { maxPerDay } = run.settings;
	const planned = asking.filter(isIn('planned'));
	if (maxPerDay === undefined || planned.length === 0) return;
	// What another row of the sheet pays is not sent.
	const sent = rows.filter(isIn('planned')).filter((row) => !run.keys?.twins.has(row));
	const asked = sent.map(({ state }) => state.plan.request);
	const currencies = new Set(asked.map(({ currency }) => currency));
	const today = [...madeToday(run, list), ...notListedYet(run, list)];
	const above = aboveInSum(
		[...today, ...asked].filter(({ currency }) => currencies.has(currency)),
		maxPerDay,
	);
	if (above.length === 0) return;
	for (const row of planned) {
		row.reject(
			new InputError(
				({ duplicates }) => duplicates.aboveMaxPerDay({ max: maxPerDay, currencies: above }),
				({ duplicates }) => duplicates.waitOrRaise,
			),
		);
	}
}

/** @throws InputError when the list is cut, or an amount in it cannot be read */
function madeToday({ context }: AddRun, { additions, isWhole }: WholeList): Value[] {
	if (!isWhole) throw untold(({ duplicates }) => duplicates.dayUntold.listCut);
	const timeZone = context.getTimezone();
	const start = startOfDay(Date.now(), timeZone);
	const isToday = (times: number[]) => times.length === 0 || times.some((time) => time >= start);
	return additions
		.filter((one) => !isFailed(one) && isToday(timesOf(one, timeZone)))
		.flatMap(readItems)
		.filter(({ isFailed: hasItemFailed }) => !hasItemFailed)
		.map(({ addition, amount, currency }) => {
			if (amount !== undefined && currency !== undefined) return { amount, currency };
			const { _id: id } = addition;
			throw untold(({ duplicates }) => duplicates.dayUntold.unreadable({ id }));
		});
}

/** What this execution has issued today, in any pass of a loop, and the list does not show yet. */
function notListedYet({ context, ledger }: AddRun, { additions }: WholeList): Value[] {
	const listed = new Set(additions.map(({ _id }) => _id));
	const start = startOfDay(Date.now(), context.getTimezone());
	return ledger.issued
		.filter(({ additionId = '' }) => !listed.has(additionId))
		.filter(({ askedAt }) => Date.parse(askedAt) >= start)
		.filter(({ addition, claim }) => addition === undefined || !hasFailed(addition, claim))
		.map(({ amount, currency }) => ({ amount, currency: currency as Currency }));
}

function untold(why: Message): InputError {
	return new InputError(why, ({ duplicates }) => duplicates.dropMaxPerDay);
}
