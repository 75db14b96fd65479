import type { Charge } from '../additions/charge';
import type { Protocol } from '../ledger/effects';
import { read, readBy } from '../ledger/effects';
import type { Entry } from '../ledger/entry';
import { claimIdOf, hasPaid, isOpen, judge } from '../ledger/entry';
import { foreignInBatch } from '../ledger/foreign';
import { nameRows } from '../ledger/name';
import { batchSet, customerRef, keySet } from '../ledger/refs';
import { groupBy, groupsOf } from '../util/groupBy';
import type { Sliced } from '../util/slices';
import { eachRow, filterRows } from '../util/slices';
import type { Span } from './period';

/** A row of the sheet. */
export interface SheetRow {
	charge: Charge;
	/** `_id` of its customer. */
	customerId: string;
	key?: string;
	/** See `readBatchName`. */
	batch?: { name: string; label: string };
	/** The sets in the ledger that it may have been paid in: of its key, and of its batch. */
	sets: { key?: string; batch?: string };
}

/** @returns the row with its sets */
export const toSheetRow = (row: Omit<SheetRow, 'sets'>): SheetRow => ({
	...row,
	sets: {
		key: row.key === undefined ? undefined : keySet(row.key),
		batch: row.batch === undefined ? undefined : batchSet(row.batch.name),
	},
});

/** None if the row has no name. */
export const setsOf = ({ sets: { key, batch } }: SheetRow): string[] =>
	[key, batch].filter((set) => set !== undefined);

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
	const keys = rows.flatMap(({ sets }) => sets.key ?? []);
	const batches = [...new Set(rows.flatMap(({ sets }) => sets.batch ?? []))];
	// Open entries first: if one is settled meanwhile, it is found twice instead of never.
	const found = [
		...(yield* readBy({ do: 'readOpen' })),
		...(yield* read(keys)),
		...(yield* readBy({ do: 'read', by: 'set', values: batches })),
		...(yield* readBy({ do: 'readSince', since, until })),
	];
	// Most were paid in the period, so their owners are found by now.
	const owned = new Set(found.filter(hasPaid).map(({ additionId }) => additionId));
	const others = additionIds.filter((id) => !owned.has(id));
	const owners = yield* readBy({ do: 'readOwners', additionIds: others });
	// A crash may leave an open entry behind whose name has paid since.
	const open = [...found, ...owners].filter(isOpen).map(({ ref }) => ref);
	const again = yield* read(open.filter((ref) => ref !== ''));
	const all = [...found, ...owners, ...again];
	return [...new Map(all.map((entry) => [claimIdOf(entry), entry])).values()];
}

/**
 * What the ledger says about the key or the batch of a row: the entry that it has paid with, or that another account has
 * sent. `contradicted`: it has, or may have, paid something else, or it cannot be read, so a person must check.
 */
export type NameState = Entry | 'contradicted';

const setOfBatch = ({ sets }: SheetRow): string => sets.batch!;

/** @param entries those that count @returns nothing for rows without a name, and for names that have not paid */
export function* statesOf(rows: SheetRow[], entries: Entry[]): Sliced<Map<SheetRow, NameState>> {
	const states = new Map<SheetRow, NameState>();
	const entriesOf = groupBy(entries, ({ ref }) => ref);
	const inSet = groupBy(entries, ({ set }) => set);
	const note = (row: SheetRow, state?: NameState) => state && states.set(row, state);
	yield* eachRow(rows, (row) => {
		if (row.sets.key) note(row, stateOfKey(row, entriesOf(row.sets.key)));
	});
	const refOf = (row: SheetRow) => customerRef(setOfBatch(row), row.customerId);
	const inBatches = yield* filterRows(rows, (row) => !!row.batch && !states.has(row));
	yield* eachRow(groupsOf(inBatches, setOfBatch), (batch) => {
		const ofBatch = inSet(setOfBatch(batch[0]));
		const foreign = foreignInBatch(
			batch.map(({ charge }) => charge),
			ofBatch,
		);
		for (const [at, row] of batch.entries()) note(row, foreign[at]);
	});
	const own = inBatches.filter((row) => !states.has(row));
	yield* eachRow(groupsOf(own, refOf), (group) => {
		const found = statesInBatch(group, entriesOf(refOf(group[0])));
		for (const [at, row] of group.entries()) note(row, found[at]);
	});
	return states;
}

function stateOfKey({ charge, key }: SheetRow, entries: Entry[]): NameState | undefined {
	const verdict = judge({ charge, label: { key } }, entries);
	if (verdict.is === 'free' || verdict.is === 'open') return undefined;
	if (verdict.is === 'foreign') return verdict.entry;
	return verdict.is === 'paid' && hasPaid(verdict.entry) ? verdict.entry : 'contradicted';
}

/** @param rows of one customer */
function statesInBatch(rows: SheetRow[], entries: Entry[]): Array<NameState | undefined> {
	const charges = rows.map(({ charge }) => charge);
	const own = entries.filter(({ isForeign }) => !isForeign);
	const paidAs = groupBy(own.filter(hasPaid), ({ n }) => String(n));
	return nameRows(charges, own, true).names.map((name) =>
		'n' in name ? paidAs(String(name.n)).at(0) : 'contradicted',
	);
}
