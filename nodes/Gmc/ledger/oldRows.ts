import { isOpen } from '../core/ledger/entry';
import { isUsersName } from '../core/ledger/key';
import type { Condition, DataTable } from './dataTable';
import { inParts } from './dataTable';
import { readEntries } from './columns';

const DAY_MS = 86_400_000;

/**
 * Rows of keys and batches stay while they have one of the newest ids. That is at least 20,000 rows: a row takes two ids
 * (`settleClaims`), and rows of executions take some as well.
 */
const KEPT_IDS = 200_000;
/** They also stay this long, so that a batch never forgets its own rows while it pays. */
const KEPT_DAYS = 40;
/** Rows of executions stay as long as n8n keeps executions. */
export const KEPT_DAYS_OF_EXECUTIONS = 14;
/** Old rows are deleted once for this many new ids. */
const EVERY_IDS = 1_000;

/** @param ids just assigned @returns the newest id if it is time to delete old rows */
export function newestIfDue(ids: number[]): number | undefined {
	const newest = ids.reduce((most, id) => Math.max(most, id), 0);
	const round = Math.floor(newest / EVERY_IDS);
	return ids.some((id) => Math.floor((id - 1) / EVERY_IDS) < round) ? newest : undefined;
}

/** Deletes the oldest rows that have expired and are not open: up to 1,000 of executions, and 1,000 of keys and batches. */
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
	const isExpired = (entry: (typeof found)[number]) => {
		const days = isUsersName(entry.ref) ? KEPT_DAYS : KEPT_DAYS_OF_EXECUTIONS;
		return !isOpen(entry) && entry.askedAt < now - days * DAY_MS;
	};
	const ids = new Set(found.filter(isExpired).map(({ id }) => id));
	await inParts([...ids], async (part) => void (await table.run([table.delete(part)])));
}
