import type { Charge } from '../additions/charge';
import type { Entry } from '../ledger/entry';
import { hasPaid, judge } from '../ledger/entry';
import { batchSet, customerRef, keySet } from '../ledger/key';
import { nameRows } from '../ledger/name';
import { groupBy } from '../util/groupBy';

/** A row of the sheet. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer. */
	customerId: string;
	key?: string;
	/** See `readBatchName`. */
	batch?: string;
}

/**
 * What the ledger says about the key or the batch of a row: the entry that it has paid with. `contradicted`: it has, or may
 * have, paid something else, it is used by another row, too, or it cannot be read, so a person must check.
 */
export type NameState = Entry | 'contradicted';

/** @param entries those that count @returns nothing for rows without a name, and for names that have not paid */
export function statesOf(rows: SheetRow[], entries: Entry[]): Map<SheetRow, NameState> {
	const states = new Map<SheetRow, NameState>();
	const set = (row: SheetRow, state?: NameState) => state && states.set(row, state);
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const keyed = rows.filter(({ key }) => key !== undefined);
	for (const group of groupsOf(keyed, ({ key }) => keySet(key!))) {
		const used = new Set<NameState | undefined>(group.length > 1 ? [undefined] : []);
		for (const row of group) {
			const state = stateOfKey(row, entriesOf(keySet(row.key!)));
			// One top-up cannot be two rows.
			set(row, used.has(state) ? 'contradicted' : state);
			used.add(state);
		}
	}
	const inBatch = rows.filter(({ key, batch }) => key === undefined && batch !== undefined);
	const refOf = ({ batch, customerId }: SheetRow) => customerRef(batchSet(batch!), customerId);
	for (const group of groupsOf(inBatch, refOf)) {
		const found = statesInBatch(group, entriesOf(refOf(group[0])));
		for (const [at, row] of group.entries()) set(row, found[at]);
	}
	return states;
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

export function groupsOf<T>(all: T[], by: (one: T) => string): T[][] {
	const of = groupBy(all, by);
	return [...new Set(all.map(by))].map(of);
}
