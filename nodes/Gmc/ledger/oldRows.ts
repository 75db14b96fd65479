import { isOpen } from '../core/ledger/entry';
import { EXECUTION_PREFIX, isUsersName } from '../core/ledger/refs';
import { DAY_MS } from '../core/time/time';
import { inSlices } from '../shared/eventLoop';
import { readEntries } from './columns';
import type { Condition, DataTable, TableRow } from './dataTable';
import { inParts, isAnyOf, PAGE_ROWS } from './dataTable';
import { readRows, SETTLED } from './tableReads';

/** At least so many of the newest rows of keys and batches stay. Tests may change it. */
export const KEPT = { rows: 20_000 };
/** They also stay this long, so that a batch never forgets its own rows while it pays. */
export const KEPT_DAYS = 40;
/** Rows of executions stay as long as n8n keeps executions. */
export const KEPT_DAYS_OF_EXECUTIONS = 14;
/** Old rows of executions are deleted once for this many new ids. */
const EVERY_IDS = 5_000;
/** Those of keys and batches once for this many times as many ids. */
const SELDOM = 2;
/** Pages of old rows that are deleted at a time: more than are written in between. */
const MAX_PAGES = 10;

const OF_EXECUTIONS: Condition = {
	column: 'rowRef',
	is: 'ilike',
	value: `${EXECUTION_PREFIX}%`,
};

/** Whether it is time to delete old rows. @param newest id in the table @param count of the rows just inserted */
export const isPruningDue = (newest: number, count: number): boolean =>
	newest > 0 && newest % EVERY_IDS < count;

/**
 * Deletes the oldest rows that have expired (promises.md P30). Open rows stay, and those whose time people have broken. So
 * do those that equal an open one: if they went, the open one could take their addition for its own.
 *
 * @param newest id in the table
 */
export async function deleteOld(table: DataTable, newest: number, now = Date.now()): Promise<void> {
	const entriesIn = async (rows: TableRow[]) => await inSlices(readEntries(rows, new Set()));
	const open = (await entriesIn(await readRows(table, { do: 'readOpen' }))).filter(isOpen);
	const kept = new Set(open.map(({ chargeRef }) => chargeRef));
	/** Ids of the expired ones among the 1,000 oldest rows that are settled. */
	const expired = async (condition: Condition, days: number, isNamed: boolean) => {
		const oldest = await table.run([table.get('all', [...SETTLED, condition])]);
		const entries = (await entriesIn(oldest)).filter((entry) => {
			const hasTime = !entry.unreadable?.includes('askedAt');
			const isKept = isOpen(entry) || !hasTime || kept.has(entry.chargeRef);
			return !isKept && isUsersName(entry.ref) === isNamed && entry.askedAt < now - days * DAY_MS;
		});
		return entries.map(({ id }) => id);
	};
	const remove = async (ids: number[]) => {
		for (const part of inParts(ids)) await table.run([table.delete('any', isAnyOf('id', part))]);
	};
	for (let page = 0; page < MAX_PAGES; page++) {
		const ids = await expired(OF_EXECUTIONS, KEPT_DAYS_OF_EXECUTIONS, false);
		if (ids.length === 0) break;
		await remove(ids);
	}
	const isDue = Math.floor(newest / EVERY_IDS) % SELDOM === 0;
	if (!isDue || newest <= KEPT.rows) return;
	const behind: Condition = { column: 'id', is: 'lt', value: newest - KEPT.rows };
	let spare = Infinity;
	for (let page = 0; page < MAX_PAGES && spare > 0; page++) {
		const ids = await expired(behind, KEPT_DAYS, true);
		if (ids.length === 0) return;
		if (page === 0) spare = await rowsToSpare(table, ids[0]);
		await remove(ids.slice(0, spare));
		spare -= ids.length;
	}
}

/** How many of the oldest rows of keys and batches may go: those with enough newer ones. @param id of the oldest one */
async function rowsToSpare(table: DataTable, id: number): Promise<number> {
	const most = KEPT.rows + MAX_PAGES * PAGE_ROWS;
	let newer = 0;
	for (const column of ['key', 'batch']) {
		const named: Condition = { column, is: 'gt', value: '' };
		for (let last = id; newer < most; ) {
			const after: Condition = { column: 'id', is: 'gt', value: last };
			const rows = await table.run([table.get('all', [named, after])]);
			newer += rows.length;
			if (rows.length < PAGE_ROWS) break;
			last = Number(rows.at(-1)?.id);
		}
	}
	return Math.max(0, newer - KEPT.rows + 1);
}
