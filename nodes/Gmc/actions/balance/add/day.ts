import type { WholeList } from '../../../api/wholeList';
import { readItems } from '../../../core/additions/item';
import { timesOf } from '../../../core/additions/recent';
import { isFailed } from '../../../core/additions/status';
import { pause } from '../../../core/ledger/effects';
import { hasPaid, isOpen, nameOf } from '../../../core/ledger/entry';
import type { Entry } from '../../../core/ledger/entry';
import type { Currency } from '../../../core/money/currency';
import { aboveInSum, sumsOf } from '../../../core/money/limits';
import type { Value } from '../../../core/money/limits';
import { number, amounts } from '../../../core/texts/words';
import type { Sum } from '../../../core/texts/words';
import { startOfDay } from '../../../core/time/time';
import { InputError } from '../../../core/util/inputError';
import { askAboutAccounts } from './accounts';
import { resolveOthers } from './recheck';
import { isIn } from './row';
import type { Row } from './row';
import type { AddRun } from './run';

/** Two runs that meet both withdraw. Each waits a random time before the next round. */
const MAX_COUNTS = 8;

/** What was counted of today. */
interface Day {
	/** Currencies in which the day and the rows together exceed the limit. */
	above: Currency[];
	today: Value[];
	/** Whether it contains claims of another run, which may be released. */
	isMet: boolean;
}

/**
 * Checks Maximum per Day. It counts what GMC lists as made today (in the workflow's time zone, by anyone), and what the
 * ledger has of today that the list does not show. The part is claimed before, so of two runs at least one sees the other.
 *
 * @returns `yes`: the part may be sent; `no`: its rows are rejected; `again`: it may have met another run, its claims are
 *   released, and it is to be claimed again
 * @throws InputError when the list does not tell what was made today; LedgerError
 */
export async function checkDay(
	run: AddRun,
	rows: Row[],
	{ list, round }: { list: WholeList; round: number },
): Promise<'yes' | 'no' | 'again'> {
	const { maxPerDay: max } = run.settings;
	const planned = rows.filter(isIn('planned'));
	if (max === undefined || planned.length === 0) return 'yes';
	// A row with the key of another row is not sent.
	const sent = planned.filter(({ sameKeyAs }) => !sameKeyAs);
	const asked = sent.map((row) => row.state.plan.request);
	const { above, today, isMet } = await count(run, sent, { list, max });
	if (above.length === 0) return 'yes';
	if (isMet && round < MAX_COUNTS) {
		await run.ledger.release(planned);
		await run.ledger.perform(pause(round));
		return 'again';
	}
	const sums = { rows: sumsIn(above, asked), today: sumsIn(above, today) };
	for (const row of planned) row.reject(aboveDay({ max, ...sums }));
	return 'no';
}

async function count(
	run: AddRun,
	sent: Array<Row & { state: { plan: { request: Value } } }>,
	{ list, max }: { list: WholeList; max: number },
): Promise<Day> {
	const since = startOfDay(Date.now(), run.context.getTimezone());
	const entries = await entriesSince(run, since);
	const names = new Set(sent.map(({ ledgerName }) => ledgerName && nameOf(ledgerName)));
	const others = entries.filter((entry) => !names.has(nameOf(entry)));
	const made = madeToday(run, list, since);
	// What an open entry names may be another's.
	const unlisted = others.filter((entry) => !hasPaid(entry) || !made.has(entry.additionId ?? ''));
	const today = [...[...made.values()].flat(), ...unlisted.map((one) => valueOf(run, one))];
	const asked = sent.map(({ state }) => state.plan.request);
	const currencies = new Set(asked.map(({ currency }) => currency));
	const all = [...today, ...asked].filter(({ currency }) => currencies.has(currency));
	const isMet = others.some((entry) => entry.outcome === 'sending');
	return { above: aboveInSum(all, max), today, isMet };
}

/** One sum for each currency, zero included. */
const sumsIn = (currencies: Currency[], values: Value[]): Value[] =>
	sumsOf([...currencies.map((currency) => ({ amount: 0, currency })), ...values]).filter(
		({ currency }) => currencies.includes(currency),
	);

/** Issued or open entries. Open ones are resolved first, since their additions would be counted twice. */
async function entriesSince(run: AddRun, since: number): Promise<Entry[]> {
	const { ledger } = run;
	// A row that was claimed yesterday may be sent today.
	const from = since - ledger.claimHoldMs;
	let entries = await ledger.read({ do: 'readSince', since: from });
	await askAboutAccounts(run, entries);
	const open = entries.filter((entry) => isOpen(entry) && !ledger.isAtWork(entry));
	if (open.length > 0) {
		await resolveOthers(run, open);
		entries = await ledger.read({ do: 'readSince', since: from });
	}
	const isOfToday = ({ settledAt, askedAt }: Entry) => (settledAt ?? askedAt) >= since;
	const counted = entries.filter(({ account = '' }) => !run.accounts.otherGmc.has(account));
	return counted.filter(
		(entry) => isOpen(entry) || (entry.outcome === 'issued' && isOfToday(entry)),
	);
}

/** What was made today, by addition id. @throws InputError when the list is incomplete, or an amount cannot be read */
function madeToday(
	{ context }: AddRun,
	{ additions, isWhole }: WholeList,
	since: number,
): Map<string, Value[]> {
	if (!isWhole)
		throw untold('Maximum per Day cannot be checked, because GMC returned an incomplete list');
	const timeZone = context.getTimezone();
	const isToday = (times: number[]) => times.length === 0 || times.some((time) => time >= since);
	const made = additions.filter((one) => !isFailed(one) && isToday(timesOf(one, timeZone)));
	return new Map(
		made.map((addition) => [
			addition._id,
			readItems(addition)
				.filter((item) => !item.isFailed)
				.map(({ amount, currency }) => {
					if (amount !== undefined && currency !== undefined) return { amount, currency };
					throw untold(
						`Maximum per Day cannot be checked, because the amount of top-up ${addition._id} cannot be read`,
					);
				}),
		]),
	);
}

/** @throws InputError */
function valueOf({ settings }: AddRun, { charge, unreadable = [], id }: Entry): Value {
	if (unreadable.some((column) => /^(amount|currency)/.test(column))) {
		throw untold(
			`Maximum per Day cannot be checked, because the amount or currency in row ${id} of the Data Table "${settings.ledgerTable}" cannot be read`,
		);
	}
	return { ...charge, currency: charge.currency as Currency };
}

const untold = (why: string) =>
	new InputError({
		message: why,
		advice: 'To send without this limit, remove the option Maximum per Day.',
		code: 'MAX_PER_DAY_UNKNOWN',
	});

const aboveDay = ({ max, rows, today }: { max: number; rows: Sum[]; today: Sum[] }) =>
	new InputError({
		message: `these rows (${amounts(rows)}) would bring today's total (${amounts(today)} so far) above the Maximum per Day of ${number(max)}, so none of them was sent`,
		advice: 'Send these rows tomorrow, or raise Maximum per Day.',
		code: 'MAX_PER_DAY_EXCEEDED',
	});
