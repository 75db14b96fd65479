import type { Charge } from '../additions/charge';
import { identifierKeys, sameAmount } from '../additions/charge';
import type { Entry } from './entry';
import { differInZeros } from './key';
import { groupBy, isInDoubt, isUnreadable } from './entry';

/** What a row of a batch is called among those of its customer, or why it gets no name. */
export type BatchName =
	| { n: number; beside: Entry[] }
	/** The batch has paid, or may have, what stands in no row of the sheet. */
	| { changed: Entry[] }
	/** What the batch has paid is not to be read before people have mended it. */
	| { unreadable: Entry };

/**
 * Names the rows of one customer in a batch. They take the entries of equal amount and currency first, in any order;
 * where one is left over that no row takes, the other rows may be corrections of it and get no name; else they are new,
 * in one order however the sheet is sorted.
 *
 * @param charges of the customer's rows
 * @param entries of the customer in the batch
 */
export function nameBatchRows(charges: Charge[], entries: Entry[]): BatchName[] {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const isLost = (entry: Entry) => isUnreadable(entry) || entry.n === undefined;
	const entriesOf = groupBy(standing, ({ n }) => String(n));
	// A claim that a crash has left behind under a name that has paid since waits for nothing.
	const isOver = (entry: Entry) =>
		isInDoubt(entry) && entriesOf(String(entry.n)).some(({ outcome }) => outcome === 'issued');
	const left = new Set(standing.filter((entry) => !isLost(entry) && !isOver(entry)));
	const ns = charges.map((charge) => takeEqual(charge, left));
	const unreadable = standing.find(isLost);
	const untaken = [...left];
	const used = new Set(standing.map(({ n }) => n));
	const fresh = new Map(
		charges
			.map((charge, position) => ({ charge, position }))
			.filter(({ position }) => ns[position] === undefined)
			.sort((one, other) => byContent(one.charge, other.charge))
			.map(({ position }) => [position, nextFree(used)]),
	);
	return charges.map((_, position): BatchName => {
		const n = ns[position];
		if (n !== undefined) return { n, beside: standing };
		if (unreadable !== undefined) return { unreadable };
		if (untaken.length > 0) return { changed: untaken };
		return { n: fresh.get(position)!, beside: standing };
	});
}

/** The place of an entry with that content, which is then taken: one that is paid before one that may be. */
function takeEqual({ amount, currency }: Charge, left: Set<Entry>): number | undefined {
	const equal = [...left].filter(
		({ charge }) => sameAmount(charge.amount, amount) && charge.currency === currency,
	);
	const taken = equal.find(({ outcome }) => outcome === 'issued') ?? equal[0];
	// Two of one name stand for one row.
	for (const entry of equal) if (entry.n === taken?.n) left.delete(entry);
	return taken?.n;
}

function nextFree(used: Set<number | undefined>): number {
	let n = 1;
	while (used.has(n)) n++;
	used.add(n);
	return n;
}

const byContent = (one: Charge, other: Charge) =>
	one.currency < other.currency
		? -1
		: Number(one.currency > other.currency) || one.amount - other.amount;

/**
 * Whether an entry is of a customer that had a tax ID which another one has now.
 *
 * @param ref of the one that has it now
 */
export function hasMoved(entry: Entry, ref: string, taxId: string): boolean {
	if (entry.ref === ref || entry.outcome === 'rejected') return false;
	const known = identifierKeys(entry.charge.identifiers);
	const isSame = (one: string, other: string) => one === other || differInZeros(one, other);
	return identifierKeys([taxId]).some((one) => known.some((other) => isSame(one, other)));
}
