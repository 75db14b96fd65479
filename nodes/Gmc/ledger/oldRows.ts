import type { Condition } from './dataTable';

/**
 * A row of a sheet takes two ids, for its claim and for what became of it (`settleClaims`), an order one, and
 * claims are withdrawn: this many leave 20,000 rows.
 */
const KEPT_IDS = 50_000;
/** Old rows are looked for once in so many new ones. */
const EVERY_IDS = 1_000;

/**
 * Which rows are old, when it is time to delete them: settled, and far behind the newest. Rows in doubt stay.
 *
 * @param ids of rows just inserted or read beside them
 */
export function oldRows(ids: number[]): Condition[][] | undefined {
	const newest = ids.reduce((most, id) => Math.max(most, id), 0);
	const round = Math.floor(newest / EVERY_IDS);
	const isDue = ids.some((id) => Math.floor((id - 1) / EVERY_IDS) < round);
	if (!isDue || newest <= KEPT_IDS) return undefined;
	const isBefore: Condition = { column: 'id', is: 'lt', value: newest - KEPT_IDS };
	// In whichever case people have written them.
	return ['issued', 'rejected'].map((value) => [
		{ column: 'outcome', is: 'ilike', value },
		isBefore,
	]);
}
