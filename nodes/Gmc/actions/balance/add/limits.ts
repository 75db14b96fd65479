import type { WholeList } from '../../../api/additions';
import { readItems } from '../../../core/additions/item';
import { timesOf } from '../../../core/additions/recent';
import { isFailed } from '../../../core/additions/status';
import { pause } from '../../../core/ledger/effects';
import type { Entry } from '../../../core/ledger/entry';
import { hasPaid, nameOf } from '../../../core/ledger/entry';
import { claimHoldMs } from '../../../core/ledger/hold';
import type { Currency } from '../../../core/money/amount';
import type { Value } from '../../../core/money/limits';
import { aboveInSum, sumsOf } from '../../../core/money/limits';
import { amounts, money, number } from '../../../core/texts/words';
import { startOfDay } from '../../../core/time/time';
import { refusal } from '../../../core/util/inputError';
import { resolveOthers } from './correctEntries';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import type { RowVerdict } from './verdict';

/** Two runs that meet both withdraw. Each waits a random time before the next round. */
const MAX_COUNTS = 8;

/** Planned rows above Maximum Amount. */
export function checkAmounts({ settings }: AddRun, rows: Row[]): Map<Row, RowVerdict> {
	const { maxAmount: max = Infinity } = settings;
	const above = rows.filter(isIn('planned')).filter(({ state }) => state.plan.request.amount > max);
	return new Map(above.map((row) => [row, { is: 'aboveAmount', max }]));
}

export const aboveAmount = ({ amount, currency }: Value, max: number) =>
	refusal(
		'MAX_AMOUNT_EXCEEDED',
		`the amount ${money(amount, currency)} is above the 'Maximum Amount' of ${number(max)}`,
		"Correct the row, or raise 'Maximum Amount'.",
	);

/** What the planned rows would send. A row with the key of another row is not sent. */
const requestsOf = (rows: Row[]): Value[] =>
	rows
		.filter(isIn('planned'))
		.flatMap(({ sameKeyAs, state }) => (sameKeyAs ? [] : state.plan.request));

/**
 * Whether all planned rows together are above Maximum Total in a currency. To be checked last, since a row that is not sent
 * does not count: paid before, refused, or left open.
 */
export function checkTotal({ settings: { maxTotal: max } }: AddRun, rows: Row[]) {
	const above = aboveInSum(requestsOf(rows), max);
	return max === undefined || above.length === 0
		? undefined
		: ({ is: 'aboveTotal', max, above } as const);
}

export const aboveTotal = (
	{ protection }: AddRun,
	{ max, above }: Extract<RowVerdict, { is: 'aboveTotal' }>,
) =>
	refusal(
		'MAX_TOTAL_EXCEEDED',
		`the rows add up to more than the 'Maximum Total' of ${amounts(above.map((currency) => ({ amount: max, currency })))}, so nothing was sent`,
		protection.words.aboveTotal,
	);

/**
 * Checks Maximum per Day. It counts what GMC lists as made today (in the workflow's time zone, by anyone), and what the
 * ledger has of today that the list does not show. The part is claimed before, so of two runs at least one sees the other.
 * Above the limit, and if another run is active, which may give up, the claims are released.
 *
 * @returns whether they are to be claimed again, or else what is found of all planned rows
 * @throws InputError when the list does not tell what was made today; LedgerError
 */
export async function checkDay(
	run: AddRun,
	rows: Row[],
	{ list, round }: { list: WholeList; round: number },
): Promise<'again' | RowVerdict | undefined> {
	const { maxPerDay: max } = run.settings;
	const planned = rows.filter(isIn('planned'));
	if (max === undefined || planned.length === 0) return undefined;
	const asked = requestsOf(planned);
	const { today, isMet } = await count(run, planned, list);
	const wanted = new Set(asked.map(({ currency }) => currency));
	const counted = today.filter(({ currency }) => wanted.has(currency));
	const above = aboveInSum([...counted, ...asked], max);
	if (above.length === 0) return undefined;
	if (isMet && round < MAX_COUNTS) {
		await run.ledger.release(planned);
		await run.ledger.perform(pause(round));
		return 'again';
	}
	return { is: 'aboveDay', max, asked: sumsIn(above, asked), counted: sumsIn(above, counted) };
}

export const aboveDay = ({ max, asked, counted }: Extract<RowVerdict, { is: 'aboveDay' }>) =>
	refusal(
		'MAX_PER_DAY_EXCEEDED',
		`these rows (${amounts(asked)}) would bring today's total (${amounts(counted)} so far) above the 'Maximum per Day' of ${number(max)}, so none of them was sent`,
		"Send these rows tomorrow, or raise 'Maximum per Day'.",
	);

/** One sum for each currency, zero included. */
const sumsIn = (currencies: Currency[], values: Value[]): Value[] =>
	sumsOf([...currencies.map((currency) => ({ amount: 0, currency })), ...values]).filter(
		({ currency }) => currencies.includes(currency),
	);

/** What was paid today, or may have been, and whether other runs have claims that they may release. */
async function count(run: AddRun, planned: Row[], list: WholeList) {
	const since = startOfDay(Date.now(), run.context.getTimezone());
	const names = new Set(planned.map(({ ledgerName }) => ledgerName && nameOf(ledgerName)));
	const entries = await entriesSince(run, since);
	const others = entries.filter((entry) => !names.has(nameOf(entry)));
	const made = madeToday(run, list, since);
	// What an open entry names may be another's.
	const unlisted = others.filter((entry) => !hasPaid(entry) || !made.has(entry.additionId ?? ''));
	return {
		today: [...[...made.values()].flat(), ...unlisted.map((entry) => valueOf(run, entry))],
		isMet: others.some(({ outcome }) => outcome === 'sending'),
	};
}

/** Issued or open entries. Open ones are resolved first, since their additions would be counted twice. */
async function entriesSince(run: AddRun, since: number): Promise<Entry[]> {
	const { ledger } = run;
	// A row that was claimed yesterday may be sent today.
	const wanted = { do: 'readSince', since: since - claimHoldMs(ledger.settings) } as const;
	let entries = await ledger.read(wanted);
	const isAnswered = await run.accounts.ask(run.client, ledger.read, entries);
	if (isAnswered) entries = await ledger.read(wanted);
	const open = entries.filter(ledger.isLeftOpen);
	if (open.length > 0) {
		await resolveOthers(run, open);
		entries = await ledger.read(wanted);
	}
	return entries.filter((entry) => {
		const { outcome, settledAt, askedAt } = entry;
		if (outcome === 'rejected' || !mayBeOurs(run, entry)) return false;
		return outcome !== 'issued' || (settledAt ?? askedAt) >= since;
	});
}

/**
 * Another account's entries are not of this day. But what another run is sending right now with one that GMC cannot be asked
 * about may be the same GMC's, which does not list it yet.
 */
function mayBeOurs({ accounts, ledger }: AddRun, entry: Entry): boolean {
	if (!entry.isForeign) return true;
	const isBeingSent = entry.outcome === 'sending' && ledger.heldUntil(entry) > Date.now();
	return isBeingSent && !accounts.isOfOtherGmc(entry);
}

/**
 * What was made today, by addition id: of a failed one, nothing.
 *
 * @throws InputError when the list is incomplete, or an amount cannot be read
 */
function madeToday(
	{ context }: AddRun,
	{ additions, isWhole }: WholeList,
	since: number,
): Map<string, Value[]> {
	if (!isWhole) throw untold('GMC returned an incomplete list');
	const timeZone = context.getTimezone();
	const isToday = (times: number[]) => times.length === 0 || times.some((time) => time >= since);
	const made = additions.filter((one) => isToday(timesOf(one, timeZone)));
	const valuesOf = (addition: (typeof made)[number]) =>
		(isFailed(addition) ? [] : readItems(addition))
			.filter((item) => !item.isFailed)
			.map(({ amount, currency }) => {
				if (amount !== undefined && currency !== undefined) return { amount, currency };
				throw untold(`the amount of top-up ${addition._id} cannot be read`);
			});
	return new Map(made.map((addition) => [addition._id, valuesOf(addition)]));
}

/** @throws InputError */
function valueOf({ settings }: AddRun, { charge, unreadable = [], id }: Entry): Value {
	if (unreadable.includes('amount') || unreadable.includes('currency')) {
		const where = `row ${id} of the Data Table "${settings.ledgerTable}"`;
		throw untold(`the amount or currency in ${where} cannot be read`);
	}
	return { ...charge, currency: charge.currency as Currency };
}

const untold = (why: string) =>
	refusal(
		'MAX_PER_DAY_UNKNOWN',
		`'Maximum per Day' cannot be checked, because ${why}`,
		"To send without this limit, remove the option 'Maximum per Day'.",
	);
