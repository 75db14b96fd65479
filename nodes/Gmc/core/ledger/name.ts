import type { Charge } from '../additions/charge';
import { identifierKeys, valueKey } from '../additions/charge';
import type { Entry } from './entry';
import { claimIdOf, hasFailedAddition, isOpen, isUnreadable } from './entry';
import { groupBy } from '../util/groupBy';

/** The name of a row among its customer's in a set, or why it gets none. */
export type SetName =
	| { n: number; knownClaims: ReadonlySet<string> }
	/** Entries of the batch, paid or open, that match no row of the sheet. */
	| { changed: Entry[] }
	/** A person must correct the entry first: as it is, nobody can tell which row it belongs to. */
	| { unreadable: Entry };

/**
 * Names the rows of one customer in a batch or an execution. Rows first take the entries of equal amount and currency,
 * in any order. The others get the free numbers; how the sheet is sorted makes no difference. In a batch, an entry that
 * no row matches may have been corrected in the sheet, so the other rows get no name.
 *
 * @param charges of the customer's rows
 * @param entries of the customer in the set
 * @param refused how many of the rows, the last ones, will be refused whatever the ledger says. They take entries only if
 *   each other row has one, because an entry may be that of a corrected row
 * @returns a name for each row, and the entries, paid or open, that no row matches
 */
export function nameRows(
	charges: Charge[],
	entries: Entry[],
	isBatch: boolean,
	refused: number = 0,
): { names: SetName[]; left: Entry[] } {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const isUnusable = (entry: Entry) => isUnreadable(entry) || entry.n === undefined;
	const entriesOf = groupBy(standing, ({ n }) => String(n));
	// A crash can leave an open claim next to the issued entry of the same name.
	const isLeftover = (entry: Entry) =>
		isOpen(entry) && entriesOf(String(entry.n)).some(({ outcome }) => outcome === 'issued');
	const usable = standing.filter((entry) => !isUnusable(entry) && !isLeftover(entry));
	// A row keeps the number of an addition that has failed, so that GMC is asked whether it still has.
	const allFailed = entries.filter(hasFailedAddition);
	const failed = allFailed.filter(({ n }) => entriesOf(String(n)).length === 0);
	const unmatched = new Set([...usable, ...failed]);
	const equalTo = groupBy([...unmatched], ({ charge }) => valueKey(charge));
	const match = (charge: Charge) => takeMatch(equalTo(valueKey(charge)), unmatched);
	const matched = charges.slice(0, charges.length - refused).map(match);
	if (!matched.includes(undefined)) matched.push(...charges.slice(matched.length).map(match));
	const left = usable.filter((entry) => unmatched.has(entry));
	const unreadable = standing.find(isUnusable);
	const knownClaims = new Set(standing.map(claimIdOf));
	const used = new Set([...standing, ...allFailed].map(({ n }) => n));
	let n = 0;
	const newName = (): SetName => {
		if (unreadable !== undefined) return { unreadable };
		if (isBatch && left.length > 0) return { changed: left };
		do n++;
		while (used.has(n));
		return { n, knownClaims };
	};
	const names: SetName[] = [];
	const byContent = (one: number, other: number) => compareCharges(charges[one], charges[other]);
	for (const at of [...charges.keys()].sort(byContent)) {
		names[at] = matched[at] === undefined ? newName() : { n: matched[at], knownClaims };
	}
	return { names, left };
}

/** Takes one of the equal entries: a paid one first, then an open one. @returns its number */
function takeMatch(equal: Entry[], unmatched: Set<Entry>): number | undefined {
	const free = equal.filter((entry) => unmatched.has(entry));
	const taken = free.find(({ outcome }) => outcome === 'issued') ?? free.find(isOpen) ?? free[0];
	// Two entries of one name belong to one row.
	for (const entry of free) if (entry.n === taken?.n) unmatched.delete(entry);
	return taken?.n;
}

const compareCharges = (one: Charge, other: Charge) =>
	one.currency < other.currency
		? -1
		: Number(one.currency > other.currency) || one.amount - other.amount;

/**
 * Finds what the set has sent to former owners of a tax ID.
 *
 * @returns those entries. @param owners refs of the customers that have the tax ID now
 */
export function formerOwnersEntries(
	entries: Entry[],
): (owners: ReadonlySet<string>, taxId: string) => Entry[] {
	const standing = entries.filter(({ outcome }) => outcome !== 'rejected');
	const named = standing.flatMap((entry) =>
		identifierKeys(entry.charge.identifiers).map((key) => ({ key, entry })),
	);
	const withKey = groupBy(named, ({ key }) => key);
	return (owners, taxId) =>
		identifierKeys([taxId])
			.flatMap((key) => withKey(key).map(({ entry }) => entry))
			.filter(({ ref }) => !owners.has(ref));
}
