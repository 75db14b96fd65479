import type { WholeList } from '../../../api/wholeList';
import { timesOf } from '../../../core/additions/recent';
import { readItems } from '../../../core/additions/item';
import { isFailed } from '../../../core/additions/status';
import { aboveInSum } from '../../../core/money/limits';
import type { Value } from '../../../core/money/limits';
import { InputError } from '../../../core/util/inputError';
import { startOfDay } from '../../../core/util/time';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Rejects all rows that are to be sent when they, together with what the service lists as made today by
 * whomever, are above the Maximum per Day of a currency. Today is the workflow's.
 *
 * @throws InputError when the list does not tell what was made today
 */
export function checkDay(run: AddRun, rows: Row[], list: WholeList): void {
	const { maxPerDay } = run.settings;
	const planned = rows.filter(isIn('planned'));
	if (maxPerDay === undefined || planned.length === 0) return;
	const asked = planned.map(({ state }) => state.plan.request);
	const currencies = new Set(asked.map(({ currency }) => currency));
	const today = [...madeToday(run, list), ...notListedYet(rows, list)];
	const above = aboveInSum(
		[...today, ...asked].filter(({ currency }) => currencies.has(currency)),
		maxPerDay,
	);
	if (above.length === 0) return;
	const reason = `with what was added today, these rows are above the Maximum per Day of ${maxPerDay} ${above.join(' and ')}, so nothing of this run is sent`;
	for (const row of planned) {
		row.reject(
			new InputError(reason, 'Send fewer rows, wait until tomorrow, or raise Maximum per Day.'),
		);
	}
}

/** @throws InputError when the list is cut, or an amount in it cannot be read */
function madeToday({ context }: AddRun, { additions, isWhole }: WholeList): Value[] {
	if (!isWhole) throw untold("GMC's list of additions comes cut");
	const timeZone = context.getTimezone();
	const start = startOfDay(Date.now(), timeZone);
	const isToday = (times: number[]) => times.length === 0 || times.some((time) => time >= start);
	return additions
		.filter((one) => !isFailed(one) && isToday(timesOf(one, timeZone)))
		.flatMap(readItems)
		.filter(({ isFailed: hasItemFailed }) => !hasItemFailed)
		.map(({ addition, amount, currency }) => {
			if (amount !== undefined && currency !== undefined) return { amount, currency };
			throw untold(`the amount of the addition ${addition._id} cannot be read`);
		});
}

/** What this execution has issued and the list does not show yet. */
function notListedYet(rows: Row[], { additions }: WholeList): Value[] {
	const listed = new Set(additions.map(({ _id }) => _id));
	return rows
		.filter(isIn('issued'))
		.filter(({ state }) => !listed.has(state.addition._id))
		.flatMap(({ request }) => request ?? []);
}

function untold(why: string): InputError {
	return new InputError(
		`Maximum per Day cannot be kept, because ${why}`,
		'To send without this limit, take Maximum per Day out of the Options.',
	);
}
