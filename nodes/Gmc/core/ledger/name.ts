import type { Charge } from '../additions/charge';
import { sameCharge, valueKey } from '../additions/charge';
import { firstLeft, groupBy, groupsOf } from '../util/groupBy';
import type { Sliced } from '../util/slices';
import { eachRow } from '../util/slices';
import type { Entry, Verdict } from './entry';
import { claimIdOf, hasFailedAddition, isChargedBy, isOpen, isUnreadable, stands } from './entry';
import { keySet } from './refs';
import { areSpellings, spellingOf, spellingsToAsk } from './spelling';

/** The name of a row among its customer's in a set. */
export interface SetName {
	n: number;
	knownClaims?: ReadonlySet<string>;
}

/** Why a row gets no name. */
export type Unnamed =
	| Extract<Verdict, { is: 'unreadable' }>
	/** Entries of the batch, paid or open, that match no row of the sheet. */
	| { is: 'changed'; entries: Entry[] }
	/** Another row has the same key with a different charge. */
	| { is: 'contradicted' }
	/** These two keys of the sheet are two spellings of one number. */
	| { is: 'spellings'; keys: [string, string] }
	/** The key is another spelling of this entry's number, which may be read in two ways. */
	| { is: 'spelledAs'; entry: Entry };

/**
 * Names the rows of one customer in a batch or an execution. Rows first take the entries of equal amount and currency,
 * in any order. The others get the free numbers; how the sheet is sorted makes no difference. In a batch, an entry that
 * no row matches may have been corrected in the sheet, so the other rows get no name.
 *
 * @param charges of the customer's rows
 * @param entries of the customer in the set
 * @param refused how many of the rows, the last ones, will be refused whatever the ledger says. They take entries only if
 *   each other row has one, because an entry may be that of a corrected row
 * @param held numbers of rows that are named already
 * @returns a name for each row, and the entries, paid or open, that no row matches but refused ones
 */
export function nameRows(
	charges: Charge[],
	entries: Entry[],
	isBatch: boolean,
	{ refused = 0, held = [] }: { refused?: number; held?: Array<Entry['n']> } = {},
): { names: Array<SetName | Unnamed>; left: Entry[] } {
	const standing = entries.filter(stands);
	const used = new Set(held);
	const sent = new Untaken(usable(standing).filter(({ n }) => !used.has(n)));
	const certain = charges.slice(0, charges.length - refused).map(sent.take);
	const left = [...sent.entries];
	const others = certain.includes(undefined) ? [] : charges.slice(certain.length);
	const matched = [...certain, ...others.map(sent.take)];
	const changed = isBatch ? [...sent.entries] : [];
	const unreadable = standing.find(isUnusable);
	const knownClaims = isBatch ? new Set(standing.map(claimIdOf)) : undefined;
	// A row keeps the number of an addition that has failed, so that GMC is asked whether it still has.
	const failed = entries.filter(hasFailedAddition);
	for (const { n } of standing) used.add(n);
	const free = new Untaken(failed.filter(({ n }) => !used.has(n)));
	for (const { n } of failed) used.add(n);
	let last = 0;
	const newName = (charge: Charge): SetName | Unnamed => {
		if (unreadable !== undefined) return { is: 'unreadable', entry: unreadable };
		if (changed.length > 0) return { is: 'changed', entries: changed };
		const n = free.take(charge);
		if (n !== undefined) return { n, knownClaims };
		do last++;
		while (used.has(last));
		return { n: last, knownClaims };
	};
	const names: Array<SetName | Unnamed> = [];
	const inOrder = [...charges.keys()].sort((a, b) => compareCharges(charges[a], charges[b]));
	for (const at of inOrder) {
		const n = matched[at];
		names[at] = n === undefined ? newName(charges[at]) : { n, knownClaims };
	}
	return { names, left };
}

const isUnusable = (entry: Entry) => isUnreadable(entry) || entry.n === undefined;

/** Without what a crash can leave: an open claim next to the issued entry of the same name. */
function usable(entries: Entry[]): Entry[] {
	const paid = new Set(entries.filter(({ outcome }) => outcome === 'issued').map(({ n }) => n));
	return entries.filter((one) => !isUnusable(one) && !(isOpen(one) && paid.has(one.n)));
}

/** Entries that no row has taken yet. */
class Untaken {
	readonly entries: Set<Entry>;

	private readonly firstOf: (value: string) => Entry | undefined;

	private readonly named: (name: string) => Entry[];

	constructor(entries: Entry[]) {
		this.entries = new Set(entries);
		const isPaid = ({ outcome }: Entry) => outcome === 'issued';
		const inOrder = [...entries.filter(isPaid), ...entries.filter((entry) => !isPaid(entry))];
		const valueOf = ({ charge }: Entry) => valueKey(charge);
		this.firstOf = firstLeft(groupBy(inOrder, valueOf), (entry) => this.entries.has(entry));
		this.named = groupBy(entries, (entry) => `${valueOf(entry)} ${entry.n}`);
	}

	/** Takes one of equal amount and currency: a paid one first. @returns its number */
	readonly take = (charge: Charge): number | undefined => {
		const value = valueKey(charge);
		const taken = this.firstOf(value);
		if (taken === undefined) return undefined;
		// Two entries of one name belong to one row.
		for (const entry of this.named(`${value} ${taken.n}`)) this.entries.delete(entry);
		return taken.n;
	};
}

const compareCharges = (one: Charge, other: Charge) =>
	one.currency < other.currency
		? -1
		: Number(one.currency > other.currency) || one.amount - other.amount;

export interface KeyedRow {
	key: string;
	/** Undefined if it cannot be read: then it may be any other. */
	charge?: Charge;
}

/** `sameAs`: the row repeats another one, at this position. */
type KeyCheck = 'fine' | { sameAs: number } | Exclude<Unnamed, { is: 'changed' }>;

/**
 * Compares the keys of a sheet. Of rows that contradict each other, only the one that was sent before is fine.
 *
 * @param entries of the sets in which these keys, and other spellings of them, may stand
 * @returns one answer per row
 */
export function* checkKeys(rows: KeyedRow[], entries: Entry[]): Sliced<KeyCheck[]> {
	const entriesOf = groupBy(entries.filter(stands), ({ ref }) => ref);
	const checks: KeyCheck[] = [];
	const groups = groupsOf([...rows.entries()], ([, { key }]) => spellingOf(key));
	yield* eachRow(groups, (group) => {
		for (const [position, check] of checkEqual(group, entriesOf)) checks[position] = check;
	});
	const keysOf = groupBy([...new Set(rows.map(({ key }) => key))], spellingOf);
	yield;
	yield* eachRow([...rows.entries()], ([position, { key }]) => {
		// `1.000` may be 1000, and 1 as well.
		const [, ...others] = spellingsToAsk(key);
		const isOther = (other = '') => areSpellings(other, key);
		const entry = others.flatMap((one) => entriesOf(keySet(one))).find((one) => isOther(one.key));
		const known = others.flatMap(keysOf).find(isOther);
		if (known !== undefined) checks[position] = { is: 'spellings', keys: [key, known] };
		if (entry !== undefined) checks[position] = { is: 'spelledAs', entry };
	});
	return checks;
}

type Placed = [position: number, row: KeyedRow];

/** @param group rows of one key, in any spelling */
function checkEqual(
	group: Placed[],
	entriesOf: (ref: string) => Entry[],
): Array<[position: number, check: KeyCheck]> {
	const isKnown = ({ key, charge }: KeyedRow) =>
		charge !== undefined &&
		entriesOf(keySet(key)).some(
			(entry) => !areSpellings(entry.key ?? '', key) && isChargedBy(entry, charge),
		);
	const known = group.find(([, row]) => isKnown(row));
	const [first, { key, charge }] = known ?? group[0];
	const isSame = (row: KeyedRow) =>
		row.key === key && !!charge && !!row.charge && sameCharge(charge, row.charge);
	const others = group.filter(([position, row]) => position !== first && !isSame(row));
	const differing = new Set(others);
	const otherKey = others.find(([, row]) => row.key !== key)?.[1].key;
	const problem: KeyCheck =
		otherKey === undefined ? { is: 'contradicted' } : { is: 'spellings', keys: [key, otherKey] };
	return group.map((one): [number, KeyCheck] => {
		const [position] = one;
		const isRefused = known ? differing.has(one) : others.length > 0;
		const sameAsFirst = position === first ? 'fine' : { sameAs: first };
		return [position, isRefused ? problem : sameAsFirst];
	});
}
