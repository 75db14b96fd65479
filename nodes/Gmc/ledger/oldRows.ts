import { isInDoubt } from '../core/ledger/entry';
import { isUsersName } from '../core/ledger/key';
import type { Condition, DataTable } from './dataTable';
import { inParts } from './dataTable';
import { readEntries } from './columns';

const DAY_MS = 86_400_000;

/**
 * Rows of keys and batches stay while they are among so many ids: at least 20,000 rows, since a row takes two ids, for its
 * claim and for what became of it (`settleClaims`), and rows of executions take some as well.
 */
const KEPT_IDS = 200_000;
/** And however many there are: a batch must not forget its own rows while it pays. */
export const KEPT_DAYS = 40;
/** Rows of executions go by time alone: n8n keeps its executions as long. */
export const KEPT_DAYS_OF_EXECUTIONS = 14;
/** Old rows are looked for once in so many new ones. */
const EVERY_IDS = 1_000;

/**
 * When it is time to look for old rows: the newest id.
 *
 * @param ids of rows just inserted or read beside them
 */
export function newestIfDue(ids: number[]): number | undefined {
	const newest = ids.reduce((most, id) => Math.max(most, id), 0);
	const round = Math.floor(newest / EVERY_IDS);
	return ids.some((id) => Math.floor((id - 1) / EVERY_IDS) < round) ? newest : undefined;
}

/** Deletes the oldest rows that are settled and kept no longer: up to 1,000 of executions, and of keys and batches. */
export async function deleteOld(table: DataTable, newest: number, now = Date.now()): Promise<void> {
	const settled = ['sending', 'unknown'].map(
		(value): Condition => ({ column: 'outcome', is: 'neq', value }),
	);
	const oldest = async (condition: Condition) =>
		readEntries(await table.run([table.get('all', [...settled, condition])]), new Set());
	const found = [
		...(await oldest({ column: 'rowRef', is: 'ilike', value: 'own %' })),
		...(newest > KEPT_IDS
			? await oldest({ column: 'id', is: 'lt', value: newest - KEPT_IDS })
			: []),
	];
	const isOver = (entry: (typeof found)[number]) => {
		const days = isUsersName(entry.ref) ? KEPT_DAYS : KEPT_DAYS_OF_EXECUTIONS;
		return !isInDoubt(entry) && entry.askedAt < now - days * DAY_MS;
	};
	const ids = new Set(found.filter(isOver).map(({ id }) => id));
	await inParts([...ids], async (part) => void (await table.run([table.delete(part)])));
}
