import type { Condition, DataTable } from './dataTable';
import { PAGE_ROWS } from './dataTable';
import type { TableRow } from './inlineWorkflow';

export const isAnyOf = (column: string, values: string[]): Condition[] =>
	values.map((value) => ({ column, is: 'eq', value }));

/**
 * All rows with one of these values. Never page by page: a row that is deleted in between would move another one
 * out of sight. What does not fit into one look is asked for in halves, and one value by rising ids.
 */
export async function getAll(
	table: DataTable,
	column: string,
	values: string[],
): Promise<TableRow[]> {
	const rows = await table.get('any', isAnyOf(column, values));
	if (rows.length < PAGE_ROWS) return rows;
	if (values.length === 1) return await getBeyond(table, isAnyOf(column, values), rows);
	const half = Math.ceil(values.length / 2);
	const first = await getAll(table, column, values.slice(0, half));
	return [...first, ...(await getAll(table, column, values.slice(half)))];
}

/** Of more, one is not looked for in whatever spelling: there is no index. */
const MAX_SPELT = 20;

/** All rows that name one of these additions, a few of them also with blanks around the id, as people paste it. */
export async function getOwners(table: DataTable, ids: string[]): Promise<TableRow[]> {
	if (ids.length > MAX_SPELT) return await getAll(table, 'additionId', ids);
	const conditions = ids.map(
		(id): Condition => ({
			column: 'additionId',
			is: 'ilike',
			value: `%${id}%`,
		}),
	);
	return await table.get('any', conditions);
}

const NOT_SETTLED: Condition[] = ['issued', 'rejected'].map((value) => ({
	column: 'outcome',
	is: 'neq',
	value,
}));

/**
 * All rows in doubt, and those beside them whose outcome people have written in another way: with capitals or
 * blanks, or so that it cannot be read.
 */
export async function getUnsettled(table: DataTable): Promise<TableRow[]> {
	return await getBeyond(table, NOT_SETTLED, await table.get('all', NOT_SETTLED));
}

const UNNAMED: Condition[] = [
	{ column: 'additionId', is: 'isEmpty', value: '' },
	...['rejected', 'sending', 'unknown'].map(
		(value): Condition => ({
			column: 'outcome',
			is: 'neq',
			value,
		}),
	),
];

/** All rows that name no addition, and are issued, or have an outcome that people have written in another way. */
export async function getUnnamed(table: DataTable): Promise<TableRow[]> {
	return await getBeyond(table, UNNAMED, await table.get('all', UNNAMED));
}

/** All rows that were asked for on one of these days, `YYYY-MM-DD` in UTC. */
export async function getOfDays(table: DataTable, days: string[]): Promise<TableRow[]> {
	const rows: TableRow[] = [];
	for (const day of days) {
		const isOfDay: Condition[] = [{ column: 'askedAt', is: 'ilike', value: `${day}%` }];
		rows.push(...(await getBeyond(table, isOfDay, await table.get('all', isOfDay))));
	}
	return rows;
}

/** The rows that a first look has found, and all behind them. */
async function getBeyond(
	table: DataTable,
	conditions: Condition[],
	first: TableRow[],
): Promise<TableRow[]> {
	const rows = [...first];
	for (let page = first; page.length >= PAGE_ROWS; ) {
		const last = Number(page.at(-1)?.id);
		page = await table.get('all', [...conditions, { column: 'id', is: 'gt', value: last }]);
		rows.push(...page);
	}
	return rows;
}
