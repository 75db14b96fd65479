import type { Charge } from '../additions/charge';
import { chargeKeys } from '../additions/charge';
import { movedCustomers, nameBatchRows } from '../ledger/batch';
import type { Entry } from '../ledger/entry';
import { judge, nameOf } from '../ledger/entry';
import { groupBy } from '../util/groupBy';
import { batchRowRef } from '../ledger/key';
import type { Known } from './known';

/** A row of the sheet, as it would be called in the ledger. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer, and the tax ID or, without one, the `_id` again. */
	customerId: string;
	taxId: string;
	key?: { key: string; ref: string };
	/** What `batchRefOf` gives. */
	batchRef?: string;
}

/** What the ledger says of a row's name. */
export type Standing =
	| { is: 'nameless' }
	/** It knows nothing of it, or that it was not done. */
	| { is: 'free' }
	| { is: 'paid'; entry: Entry }
	/** Its fate is open. */
	| { is: 'open'; entries: Entry[] }
	/**
	 * The name has paid, or may have, for something else; another row has it already; or what it has paid cannot be
	 * read. People have to look.
	 */
	| { is: 'contradicted' };

/** A row, and every name in the ledger that is its own. */
export interface StandingRow {
	row: SheetRow;
	standing: Standing;
	name?: string;
}

/**
 * What the ledger says of the rows of a sheet: by the key first, and of a row whose key has paid nothing by the batch.
 *
 * @param hasFailed whether the addition of an entry is known to have failed: its name is free
 */
export function standingsOf(
	rows: SheetRow[],
	known: Known,
	hasFailed: (entry: Entry) => boolean,
): StandingRow[] {
	const isStanding = (entry: Entry) => entry.outcome !== 'rejected' && !hasFailed(entry);
	const standings = byKeys(rows, known.ofKeys.filter(isStanding));
	const isOpen = (row: SheetRow) =>
		row.batchRef !== undefined && ['nameless', 'free'].includes(standings.get(row)!.standing.is);
	const inBatches = rows.filter(isOpen);
	const entriesOf = groupBy(known.ofBatches.filter(isStanding), ({ batchRef = '' }) => batchRef);
	for (const batchRef of new Set(inBatches.map((row) => row.batchRef!))) {
		const own = inBatches.filter((row) => row.batchRef === batchRef);
		for (const one of byBatch(batchRef, own, entriesOf(batchRef))) standings.set(one.row, one);
	}
	return rows.map((row) => standings.get(row)!);
}

function byKeys(rows: SheetRow[], entries: Entry[]): Map<SheetRow, StandingRow> {
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const seen = new Set<string>();
	const standings = new Map<SheetRow, StandingRow>();
	for (const row of rows) {
		const { key, charge } = row;
		if (key === undefined) {
			standings.set(row, { row, standing: { is: 'nameless' } });
			continue;
		}
		const standing = standingOf(row, key.key, entriesOf(key.ref));
		// One top-up that stands in two rows was asked for once.
		const top = JSON.stringify([key.key, chargeKeys(charge)[0]]);
		const isAgain = seen.has(top);
		seen.add(top);
		standings.set(row, {
			row,
			name: nameOf({ ref: key.ref }),
			standing: isAgain ? { is: 'contradicted' } : standing,
		});
	}
	return standings;
}

/** @param entries of the row's name that count */
function standingOf({ charge }: SheetRow, key: string | undefined, entries: Entry[]): Standing {
	const verdict = judge({ ref: '', charge, label: { key } }, entries);
	switch (verdict.is) {
		case 'paid':
			return { is: 'paid', entry: verdict.row };
		case 'inDoubt':
			return { is: 'open', entries: verdict.rows };
		case 'free':
			return { is: 'free' };
		default:
			return { is: 'contradicted' };
	}
}

function byBatch(batchRef: string, rows: SheetRow[], entries: Entry[]): StandingRow[] {
	const hasMoved = movedCustomers(entries);
	const customerRefOf = ({ customerId }: SheetRow) => batchRowRef(batchRef, customerId);
	const rowsOf = groupBy(rows, customerRefOf);
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	return [...new Set(rows.map(customerRefOf))].flatMap((ref) => {
		const own = rowsOf(ref);
		const names = nameBatchRows(
			own.map(({ charge }) => charge),
			entriesOf(ref),
		);
		return own.map((row, position): StandingRow => {
			const name = names[position];
			const isUnnamed = !('n' in name) || hasMoved(ref, row.taxId);
			if (isUnnamed) return { row, standing: { is: 'contradicted' } };
			const named = entriesOf(ref).filter(({ n }) => n === name.n);
			const standing = standingOf(row, undefined, named);
			return { row, name: nameOf({ ref, n: name.n }), standing };
		});
	});
}
