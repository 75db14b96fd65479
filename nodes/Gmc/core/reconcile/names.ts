import type { Charge } from '../additions/charge';
import { identifierKeys } from '../additions/charge';
import type { CustomerDirectory, Identified } from '../customers/directory';
import { isTooLongForTaxId } from '../customers/taxId';
import type { Entry } from '../ledger/entry';
import { hasPaid, judge } from '../ledger/entry';
import { batchSet, customerRef, keySet } from '../ledger/key';
import { reassignedTaxIds, nameRows } from '../ledger/name';
import { groupBy } from '../util/groupBy';

// How Balance: Reconcile names rows and customers.

/** A row of the sheet. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer, and the tax ID or, without one, the `_id` again. */
	customerId: string;
	taxId: string;
	key?: string;
	/** See `readBatchName`. */
	batch?: string;
}

/**
 * What the ledger says of a row's name: the entry that it has paid with, or that it has none. `free`: it has paid nothing.
 * `contradicted`: it has paid, or may have, something else, it stands at two rows, or cannot be read: people have to look.
 */
export type Word = Entry | 'nameless' | 'free' | 'contradicted';

/** @param entries those that count @returns for each row, by its key first, then by its batch */
export function wordsOf(rows: SheetRow[], entries: Entry[]): Map<SheetRow, Word> {
	const words = new Map<SheetRow, Word>(rows.map((row) => [row, 'nameless']));
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const keyed = rows.filter(({ key }) => key !== undefined);
	for (const own of groupsOf(keyed, ({ key }) => keySet(key!))) {
		const taken = new Set<Word>(own.length > 1 ? ['free'] : []);
		for (const row of own) {
			const word = wordOfKey(row, entriesOf(keySet(row.key!)));
			// One top-up that stands in two rows was asked for once.
			words.set(row, taken.has(word) ? 'contradicted' : word);
			if (word !== 'free') taken.add(word);
		}
	}
	const isOfBatch = (row: SheetRow) =>
		row.batch !== undefined && ['nameless', 'free'].includes(words.get(row) as string);
	for (const ofBatch of groupsOf(rows.filter(isOfBatch), ({ batch }) => batch!)) {
		const set = batchSet(ofBatch[0].batch!);
		const isReassigned = reassignedTaxIds(entries.filter((entry) => entry.set === set));
		for (const own of groupsOf(ofBatch, ({ customerId }) => customerId)) {
			const [{ customerId, taxId }] = own;
			const ref = customerRef(set, customerId);
			const wordAt = wordsInBatch(own, entriesOf(ref));
			const isOther = isReassigned(ref, taxId);
			for (const [at, row] of own.entries()) words.set(row, isOther ? 'contradicted' : wordAt[at]);
		}
	}
	return words;
}

function wordOfKey({ charge, key }: SheetRow, entries: Entry[]): Word {
	const verdict = judge({ charge, label: { key } }, entries);
	if (verdict.is === 'free' || verdict.is === 'open') return 'free';
	const isOwn = verdict.is === 'paid' || verdict.is === 'foreign';
	return isOwn && hasPaid(verdict.entry) ? verdict.entry : 'contradicted';
}

/** @param rows of one customer */
function wordsInBatch(rows: SheetRow[], entries: Entry[]): Word[] {
	const charges = rows.map(({ charge }) => charge);
	const paidAs = groupBy(entries.filter(hasPaid), ({ n }) => String(n));
	return nameRows(charges, entries, true).map((name) =>
		'n' in name ? (paidAs(String(name.n))[0] ?? 'free') : 'contradicted',
	);
}

export function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	const of = groupBy(all, by);
	return [...new Set(all.map(by))].map(of);
}

/**
 * Tells customers by what they are called now, and by what the ledger has beside their `_id`: a tax ID may be corrected.
 *
 * @returns the `_id` of the customer that is called so; undefined where it may be several, or is nobody any more
 */
export function customerIds(
	directory: CustomerDirectory<Identified>,
	entries: Entry[],
): (identifier?: string) => string | undefined {
	const isId = (one: string) => directory.withId(one) !== undefined || isTooLongForTaxId(one);
	const known = entries.flatMap(({ charge: { identifiers } }) => {
		const id = identifiers.find(isId);
		return id === undefined ? [] : identifierKeys(identifiers).map((key) => ({ key, id }));
	});
	const knownAs = groupBy(known, ({ key }) => key);
	return (identifier = '') => {
		if (isId(identifier)) return identifier;
		const now = directory.withTaxId(identifier).map(({ _id }) => _id);
		const then = identifierKeys([identifier]).flatMap((key) => knownAs(key).map(({ id }) => id));
		const [only, ...others] = new Set([...now, ...then]);
		return others.length > 0 ? undefined : only;
	};
}
