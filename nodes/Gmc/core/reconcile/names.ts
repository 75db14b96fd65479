import type { Charge } from '../additions/charge';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { isTooLongForTaxId } from '../customers/taxId';
import type { Protocol } from '../ledger/effects';
import { read, readBy } from '../ledger/effects';
import type { Entry } from '../ledger/entry';
import { claimIdOf, hasPaid, isOpen, judge } from '../ledger/entry';
import { batchSet, customerRef, isUsersName, keySet } from '../ledger/key';
import { nameRows } from '../ledger/name';
import { groupBy, groupsOf } from '../util/groupBy';
import type { Span } from './period';

/** A row of the sheet. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer. */
	customerId: string;
	key?: string;
	/** See `readBatchName`. */
	batch?: { name: string; label: string };
}

/** The set of a row in the ledger. Undefined for a row without a name. A key comes before a batch. */
export function setOf({ key, batch }: SheetRow): string | undefined {
	return key === undefined ? batch && batchSet(batch.name) : keySet(key);
}

/** Whether another key or batch than the row's has written an entry. */
export const isOfOtherName = (row: SheetRow, { ref, set }: Entry): boolean =>
	isUsersName(ref) && set !== setOf(row);

/**
 * The `_id` for an identifier. An earlier tax ID is found by the entry that owns the addition, if that names an `_id`.
 *
 * @returns undefined if it may be any customer, such as for a tax ID that was corrected
 */
export function customerIdOf(
	identifier = '',
	directory: CustomerDirectory<Identified>,
	owner?: Entry,
): string | undefined {
	const isId = (one: string) => directory.withId(one) !== undefined || isTooLongForTaxId(one);
	const names = owner?.charge.identifiers ?? [];
	if (names.includes(identifier)) return names.find(isId);
	if (isId(identifier)) return identifier;
	const customers = directory.withTaxId(identifier);
	return customers.length === 1 ? customers[0]._id : undefined;
}

/**
 * Reads what is open, what was paid by the names of the rows and in the period, and which entries own the listed additions.
 *
 * @param additionIds of the listed ones
 */
export function* entriesFor(
	rows: SheetRow[],
	{ since, until }: Span,
	additionIds: string[],
): Protocol<Entry[]> {
	const isKeyed = ({ key }: SheetRow) => key !== undefined;
	const keys = rows.filter(isKeyed).flatMap((row) => setOf(row) ?? []);
	const batches = rows.filter((row) => !isKeyed(row)).flatMap((row) => setOf(row) ?? []);
	// Open entries first: if one is settled meanwhile, it is found twice instead of never.
	const all = [...(yield* readBy({ do: 'readOpen' })), ...(yield* read(keys))];
	for (const set of new Set(batches)) all.push(...(yield* readBy({ do: 'readSet', set })));
	all.push(...(yield* readBy({ do: 'readSince', since, until })));
	all.push(...(yield* readBy({ do: 'readOwners', additionIds })));
	// A crash may leave an open entry behind whose name has paid since.
	const open = all.filter(isOpen).map(({ ref }) => ref);
	all.push(...(yield* read(open.filter((ref) => ref !== ''))));
	return [...new Map(all.map((entry) => [claimIdOf(entry), entry])).values()];
}

/**
 * What the ledger says about the key or the batch of a row: the entry that it has paid with. `contradicted`: it has, or may
 * have, paid something else, it is used by another row, too, or it cannot be read, so a person must check.
 */
export type NameState = Entry | 'contradicted';

/** @param entries those that count @returns nothing for rows without a name, and for names that have not paid */
export function statesOf(rows: SheetRow[], entries: Entry[]): Map<SheetRow, NameState> {
	const states = new Map<SheetRow, NameState>();
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const refOf = (row: SheetRow) =>
		row.key === undefined ? customerRef(setOf(row)!, row.customerId) : keySet(row.key);
	for (const group of groupsOf(rows.filter(setOf), refOf)) {
		const find = group[0].key === undefined ? statesInBatch : statesOfKey;
		const found = find(group, entriesOf(refOf(group[0])));
		for (const [at, state] of found.entries()) if (state) states.set(group[at], state);
	}
	return states;
}

/** One top-up cannot be two rows. @param rows with this key */
function statesOfKey(rows: SheetRow[], entries: Entry[]): Array<NameState | undefined> {
	const states = rows.map((row) => stateOfKey(row, entries));
	const isUsed = (state: NameState | undefined, at: number) =>
		rows.length > 1 && (state === undefined || states.indexOf(state) < at);
	return states.map((state, at) => (isUsed(state, at) ? 'contradicted' : state));
}

function stateOfKey({ charge, key }: SheetRow, entries: Entry[]): NameState | undefined {
	const verdict = judge({ charge, label: { key } }, entries);
	if (verdict.is === 'free' || verdict.is === 'open') return undefined;
	const isOwn = verdict.is === 'paid' || verdict.is === 'foreign';
	return isOwn && hasPaid(verdict.entry) ? verdict.entry : 'contradicted';
}

/** @param rows of one customer */
function statesInBatch(rows: SheetRow[], entries: Entry[]): Array<NameState | undefined> {
	const charges = rows.map(({ charge }) => charge);
	const paidAs = groupBy(entries.filter(hasPaid), ({ n }) => String(n));
	return nameRows(charges, entries, true).map((name) =>
		'n' in name ? paidAs(String(name.n)).at(0) : 'contradicted',
	);
}
