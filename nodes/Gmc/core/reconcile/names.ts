import type { Charge } from '../additions/charge';
import { sameCharge } from '../additions/charge';
import { movedCustomers } from '../ledger/name';
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
	/** See `batchSet`. */
	batchSet?: string;
}

/**
 * What the ledger says of a row's name. `free`: nothing, or that it was not done. `contradicted`: it has paid, or may have,
 * something else, it stands at two rows, or cannot be read: people have to look.
 */
export type Word =
	| { is: 'nameless' | 'free' | 'contradicted' }
	| { is: 'paid' | 'open'; entry: Entry };

/** @param entries of the names of the rows: those that count @returns for each row, by its key first, then by its batch */
export function wordsOf(rows: SheetRow[], entries: Entry[]): Map<SheetRow, Word> {
	const words = new Map<SheetRow, Word>(rows.map((row) => [row, { is: 'nameless' }]));
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const keyed = rows.filter(({ key }) => key !== undefined);
	for (const own of groupsOf(keyed, ({ key }) => key!.ref)) {
		shareOut(own, entriesOf(own[0].key!.ref), words);
		// One top-up that stands in two rows was asked for once.
		const isFree = (row: SheetRow) => own.length > 1 && words.get(row)?.is === 'free';
		for (const row of own.filter(isFree)) words.set(row, { is: 'contradicted' });
	}
	const mayBeOfBatch = (row: SheetRow) =>
		row.batchSet !== undefined && ['nameless', 'free'].includes(words.get(row)!.is);
	for (const batch of groupsOf(rows.filter(mayBeOfBatch), ({ batchSet }) => batchSet!)) {
		const [{ batchSet = '' }] = batch;
		const hasMoved = movedCustomers(entries.filter((entry) => entry.set === batchSet));
		const refOf = ({ customerId }: SheetRow) => customerRef(batchSet, customerId);
		for (const own of groupsOf(batch, refOf)) {
			const ref = refOf(own[0]);
			if (!hasMoved(ref, own[0].taxId)) shareOut(own, entriesOf(ref), words);
			else for (const row of own) words.set(row, { is: 'contradicted' });
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
		const equal = [...left].filter(
			(one) =>
				!isUnreadable(one) && sameCharge(one.charge, charge) && !differInZeros(one.key ?? '', key),
		);
		const entry = equal.find(({ outcome }) => outcome === 'issued') ?? equal[0];
		if (entry === undefined) return true;
		words.set(row, { is: entry.outcome === 'issued' ? 'paid' : 'open', entry });
		// Two of one name stand for one row.
		for (const one of equal) if (nameOf(one) === nameOf(entry)) left.delete(one);
		return false;
	});
	for (const row of rest) words.set(row, { is: left.size > 0 ? 'contradicted' : 'free' });
}

function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	const of = groupBy(all, by);
	return [...new Set(all.map(by))].map(of);
}
