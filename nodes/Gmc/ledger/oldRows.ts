import { isInDoubt } from '../core/ledger/entry';
import type { Condition, DataTable } from './dataTable';
import { inParts } from './dataTable';
import { readEntries } from './columns';

/**
 * A row of a sheet takes two ids, for its claim and for what became of it (`settleClaims`), an order one, and
 * claims are withdrawn: this many leave 20,000 rows.
 */
const KEPT_IDS = 50_000;
/** However many there are: a batch must not forget its own rows while it pays. */
export const KEPT_DAYS = 40;
const KEPT_MS = KEPT_DAYS * 86_400_000;
/** Old rows are looked for once in so many new ones. */
const EVERY_IDS = 1_000;

/**
 * When it is time to look for old rows: the id before which they are.
 *
 * @param ids of rows just inserted or read beside them
 */
export function oldBefore(ids: number[]): number | undefined {
	const newest = ids.reduce((most, id) => Math.max(most, id), 0);
	const round = Math.floor(newest / EVERY_IDS);
	const isDue = ids.some((id) => Math.floor((id - 1) / EVERY_IDS) < round);
	return isDue && newest > KEPT_IDS ? newest - KEPT_IDS : undefined;
}

/** Deletes the oldest rows before an id that are settled and were asked for 40 days ago. Rows in doubt stay. */
export async function deleteOld(table: DataTable, before: number): Promise<void> {
	const conditions: Condition[] = [
		...['sending', 'unknown'].map((value) => ({ column: 'outcome', is: 'neq' as const, value })),
		{ column: 'id', is: 'lt', value: before },
	];
	const last = Date.now() - KEPT_MS;
	const ids = readEntries(await table.get('all', conditions))
		.filter((entry) => !isInDoubt(entry) && entry.askedAt < last)
		.map(({ id }) => id);
	await inParts(ids, async (part) => await table.delete(part));
}
