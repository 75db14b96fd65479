import type { Sum } from '../../../../core/texts/words';
import { amounts, number } from '../../../../core/texts/words';
import type { WholeList } from '../../../../api/wholeList';
import { readItems } from '../../../../core/additions/item';
import { timesOf } from '../../../../core/additions/recent';
import { isFailed } from '../../../../core/additions/status';
import { readSince } from '../../../../core/ledger/effects';
import type { Entry } from '../../../../core/ledger/entry';
import { isInDoubt, nameOf } from '../../../../core/ledger/entry';
import type { Currency } from '../../../../core/money/currency';
import { aboveInSum, sumsOf } from '../../../../core/money/limits';
import type { Value } from '../../../../core/money/limits';
import { InputError } from '../../../../core/util/inputError';
import { startOfDay } from '../../../../core/time/time';
import { resolveOthers } from '../names/resolveRows';
import type { Row } from '../rows/row';
import { isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import type { RunLedger } from '../run/runLedger';

/**
 * Rejects the rows that are to be sent when all of them are above the Maximum per Day of a currency: together with what
 * the service lists as made today by whomever, what the ledger has of today that the list does not show, and what other
 * runs of this process are about to send. Today is the workflow's.
 *
 * @throws InputError when the list does not tell what was made today; LedgerError
 */
export async function checkDay(run: AddRun, rows: Row[], list: WholeList): Promise<void> {
	const { settings, ledger, context } = run;
	const { maxPerDay } = settings;
	const planned = rows.filter(isIn('planned'));
	if (maxPerDay === undefined || planned.length === 0) return;
	const since = startOfDay(Date.now(), context.getTimezone());
	const entries = await entriesSince(run, since);
	// What another row of the sheet pays is not sent.
	const sent = planned.filter(({ twinOf }) => !twinOf);
	const asked = new Map(sent.map((row) => [nameOf(row.ledgerName!), row.state.plan.request]));
	const counted = entries.filter((entry) => entry.outcome === 'issued' || isInDoubt(entry));
	const known = new Set([...counted.map(nameOf), ...asked.keys()]);
	const today = [
		...madeToday(run, list, since),
		...notListedYet(run, counted, list),
		...othersReserved(ledger.account, known),
	];
	const currencies = new Set([...asked.values()].map(({ currency }) => currency));
	const all = [...today, ...asked.values()].filter(({ currency }) => currencies.has(currency));
	const above = aboveInSum(all, maxPerDay);
	if (above.length === 0) return settings.dryRun ? undefined : reserve(ledger, asked);
	const sums = { rows: sumsIn(above, [...asked.values()]), today: sumsIn(above, today) };
	for (const row of planned) {
		row.reject(
			new InputError({
				message: aboveMaxPerDay({ max: maxPerDay, ...sums }),
				advice: 'Send fewer rows, wait until tomorrow, or raise Maximum per Day.',
				code: 'MAX_PER_DAY_EXCEEDED',
			}),
		);
	}
}

/** One sum for each of the currencies, zero where nothing is in it. */
const sumsIn = (currencies: Currency[], values: Value[]): Value[] =>
	sumsOf([...currencies.map((currency) => ({ amount: 0, currency })), ...values]).filter(
		({ currency }) => currencies.includes(currency),
	);

/** What is open is looked at first: its addition would count beside it. */
async function entriesSince(run: AddRun, since: number): Promise<Entry[]> {
	const { ledger } = run;
	const entries = await ledger.perform(readSince(since));
	const isOthers = (entry: Entry) => isInDoubt(entry) && !ledger.isOurs(entry);
	const open = entries.filter(isOthers);
	if (open.length === 0) return entries;
	await resolveOthers(run, open);
	return await ledger.perform(readSince(since));
}

/** @throws InputError when the list is cut, or an amount in it cannot be read */
function madeToday({ context }: AddRun, { additions, isWhole }: WholeList, since: number): Value[] {
	if (!isWhole)
		throw untold("Maximum per Day cannot be kept, because GMC's list of additions comes cut");
	const timeZone = context.getTimezone();
	const isToday = (times: number[]) => times.length === 0 || times.some((time) => time >= since);
	return additions
		.filter((one) => !isFailed(one) && isToday(timesOf(one, timeZone)))
		.flatMap(readItems)
		.filter(({ isFailed: hasItemFailed }) => !hasItemFailed)
		.map(({ addition, amount, currency }) => {
			if (amount !== undefined && currency !== undefined) return { amount, currency };
			const { _id: id } = addition;
			throw untold(
				`Maximum per Day cannot be kept, because the amount of the addition ${id} cannot be read`,
			);
		});
}

/** Issued, or perhaps. What a run has claimed and not sent yet is among it; what this one has claimed is asked for. */
function notListedYet(
	{ ledger, settings }: AddRun,
	entries: Entry[],
	{ additions }: WholeList,
): Value[] {
	const listed = new Set(additions.map(({ _id }) => _id));
	const others = entries.filter(
		(entry) => !ledger.isOurs(entry) && !listed.has(entry.additionId ?? ''),
	);
	const unreadable = others.find(({ unreadable: columns }) =>
		columns?.some((column) => column === 'amount' || column === 'currency'),
	);
	if (unreadable !== undefined) {
		const entry = { table: settings.ledgerTable, id: String(unreadable.id) };
		throw untold(entryUnreadable(entry));
	}
	return others.map(({ charge }) => ({ ...charge, currency: charge.currency as Currency }));
}

function untold(why: string): InputError {
	return new InputError({
		message: why,
		advice: 'To send without this limit, take Maximum per Day out of the Options.',
		code: 'MAX_PER_DAY_UNKNOWN',
	});
}

const aboveMaxPerDay = ({ max, rows, today }: { max: number; rows: Sum[]; today: Sum[] }) =>
	`these rows (${amounts(rows)}) and what was added today (${amounts(today)}) are above the Maximum per Day of ${number(max)} together, so none of them is sent`;

const entryUnreadable = ({ table, id }: { table: string; id: string }) =>
	`Maximum per Day cannot be kept, because row ${id} of the ledger (Data Table "${table}") cannot be read: its amount or currency`;

/** What runs of this process are about to send under a limit of the day, by the name of each row. */
const reserved = new Map<RunLedger, Map<string, Value>>();

/** Counts for other runs until `endReservation`. */
export function reserve(ledger: RunLedger, values: Map<string, Value>): void {
	reserved.set(ledger, values);
}

/** The run is over: what it has sent stands in the ledger. */
export function endReservation(ledger: RunLedger): void {
	reserved.delete(ledger);
}

/** What other runs of an account will send. @param known names that are counted already */
export function othersReserved(account: string, known: ReadonlySet<string>): Value[] {
	return [...reserved]
		.filter(([ledger]) => ledger.account === account)
		.flatMap(([, values]) => [...values].filter(([name]) => !known.has(name)))
		.map(([, value]) => value);
}
