import type { Charge } from '../additions/charge';
import { identifierKeys, valueKey } from '../additions/charge';
import type { Entry } from './entry';
import { claimIdOf, isInDoubt, isUnreadable } from './entry';
import { groupBy } from '../util/groupBy';
import { withoutZeros } from './key';

/** What a row of a set is called among those of its customer, or why it gets no name. */
export type SetName =
	| { n: number; beside: ReadonlySet<string> }
	/** The batch has paid, or may have, what stands in no row of the sheet. */
	| { changed: Entry[] }
	/** What the set has paid is not to be read before people have mended it. */
	| { unreadable: Entry };

/**
 * Names the rows of one customer in a set, that is in a batch or an execution. They take the entries of equal amount and
 * currency first, in any order, then the numbers that are free, in one order however the sheet is sorted. In a batch,
 * where an entry is left over that no row takes, the other rows may be corrections of it and get no name.
 *
 * @param charges of the customer's rows
 * @param entries of the customer in the set
 */
export function nameRows(charges: Charge[], entries: Entry[], isBatch: boolean): SetName[] {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const isLost = (entry: Entry) => isUnreadable(entry) || entry.n === undefined;
	const entriesOf = groupBy(standing, ({ n }) => String(n));
	// A claim that a crash has left behind under a name that has paid since waits for nothing.
	const isOver = (entry: Entry) =>
		isInDoubt(entry) && entriesOf(String(entry.n)).some(({ outcome }) => outcome === 'issued');
	const left = new Set(standing.filter((entry) => !isLost(entry) && !isOver(entry)));
	const equalTo = groupBy([...left], ({ charge }) => valueKey(charge));
	const ns = charges.map((charge) => takeEqual(equalTo(valueKey(charge)), left));
	const unreadable = standing.find(isLost);
	const untaken = [...left];
	const beside = new Set(standing.map(claimIdOf));
	const numbers = freeNumbers(new Set(standing.map(({ n }) => n)));
	const fresh = new Map(
		charges
			.map((charge, position) => ({ charge, position }))
			.filter(({ position }) => ns[position] === undefined)
			.sort((one, other) => byContent(one.charge, other.charge))
			.map(({ position }) => [position, numbers.next().value]),
	);
	return charges.map((_, position): SetName => {
		const n = ns[position];
		if (n !== undefined) return { n, beside };
		if (unreadable !== undefined) return { unreadable };
		if (isBatch && untaken.length > 0) return { changed: untaken };
		return { n: fresh.get(position)!, beside };
	});
}

/** The place of an entry with that content, which is then taken: one that is paid before one that may be. */
function takeEqual(equal: Entry[], left: Set<Entry>): number | undefined {
	const free = equal.filter((entry) => left.has(entry));
	const taken = free.find(({ outcome }) => outcome === 'issued') ?? free[0];
	// Two of one name stand for one row.
	for (const entry of free) if (entry.n === taken?.n) left.delete(entry);
	return taken?.n;
}

/** Gives out the numbers that nobody has. */
function* freeNumbers(used: ReadonlySet<number | undefined>): Generator<number, never, undefined> {
	for (let n = 1; ; n++) if (!used.has(n)) yield n;
}

const byContent = (one: Charge, other: Charge) =>
	one.currency < other.currency
		? -1
		: Number(one.currency > other.currency) || one.amount - other.amount;

/**
 * Finds customers that had a tax ID in a batch which another one has now.
 *
 * @returns whether it was another one's. @param ref of the one that has it now
 */
export function movedCustomers(entries: Entry[]): (ref: string, taxId: string) => boolean {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const named = standing.flatMap(({ ref, charge }) =>
		keysOf(charge.identifiers).map((key) => ({ key, ref })),
	);
	const refsOf = new Map<string, Set<string>>();
	for (const { key, ref } of named) refsOf.set(key, (refsOf.get(key) ?? new Set()).add(ref));
	return (ref, taxId) =>
		keysOf([taxId]).some((key) => [...(refsOf.get(key) ?? [])].some((one) => one !== ref));
}

/** What a tax ID is found by, in whichever spelling. */
const keysOf = (identifiers: string[]): string[] => identifierKeys(identifiers).map(withoutZeros);
