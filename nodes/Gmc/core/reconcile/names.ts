import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { reassignedTaxIds } from '../ledger/name';
import type { Entry } from '../ledger/entry';
import { isUnreadable, nameOf } from '../ledger/entry';
import { customerRef, differInZeros } from '../ledger/key';
import { groupBy } from '../util/groupBy';

/** A row of the sheet, as it would be called in the ledger. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer, and the tax ID or, without one, the `_id` again. */
	customerId: string;
	taxId: string;
	key?: { key: string; ref: string };
	/** See `batchSet` of key.ts. */
	batchSet?: string;
}

/**
 * What the ledger says of a row's name: the entry that it has paid with, or that it has none. `free`: it has paid nothing.
 * `contradicted`: it has paid, or may have, something else, it stands at two rows, or cannot be read: people have to look.
 */
export type Word = Entry | 'nameless' | 'free' | 'contradicted';

/** @param entries of the names of the rows: those that count @returns for each row, by its key first, then by its batch */
export function wordsOf(rows: SheetRow[], entries: Entry[]): Map<SheetRow, Word> {
	const words = new Map<SheetRow, Word>(rows.map((row) => [row, 'nameless']));
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const keyed = rows.filter(({ key }) => key !== undefined);
	for (const own of groupsOf(keyed, ({ key }) => key!.ref)) {
		shareOut(own, entriesOf(own[0].key!.ref), words);
		// One top-up that stands in two rows was asked for once.
		const isFree = (row: SheetRow) => own.length > 1 && words.get(row) === 'free';
		for (const row of own.filter(isFree)) words.set(row, 'contradicted');
	}
	const isOfBatch = (row: SheetRow) =>
		row.batchSet !== undefined && ['nameless', 'free'].includes(words.get(row) as string);
	const refOf = ({ batchSet = '', customerId }: SheetRow) => customerRef(batchSet, customerId);
	for (const batch of groupsOf(rows.filter(isOfBatch), ({ batchSet }) => batchSet!)) {
		const [{ batchSet }] = batch;
		const hasMoved = reassignedTaxIds(entries.filter((entry) => entry.set === batchSet));
		for (const own of groupsOf(batch, refOf)) {
			const ref = refOf(own[0]);
			if (!hasMoved(ref, own[0].taxId)) shareOut(own, entriesOf(ref), words);
			else for (const row of own) words.set(row, 'contradicted');
		}
	}
	return words;
}

/**
 * Rows of one key, or of one customer in a batch, take the entries of equal content: what has paid before what may have.
 * Where an entry is left over, the other rows may be corrections of it.
 */
function shareOut(rows: SheetRow[], entries: Entry[], words: Map<SheetRow, Word>): void {
	const left = new Set(entries);
	const rest = rows.filter((row) => {
		const { charge, key: { key = '' } = {} } = row;
		const isEqual = (one: Entry) =>
			!isUnreadable(one) && sameCharge(one.charge, charge) && !differInZeros(one.key ?? '', key);
		const equal = [...left].filter(isEqual);
		const paid = equal.find(({ outcome }) => outcome === 'issued');
		const entry = paid ?? equal[0];
		if (entry === undefined) return true;
		words.set(row, paid ?? 'free');
		// Two of one name stand for one row.
		for (const one of equal) if (nameOf(one) === nameOf(entry)) left.delete(one);
		return false;
	});
	for (const row of rest) words.set(row, left.size > 0 ? 'contradicted' : 'free');
}

function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	const of = groupBy(all, by);
	return [...new Set(all.map(by))].map(of);
}
