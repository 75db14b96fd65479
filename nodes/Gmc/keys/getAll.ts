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
	if (values.length > 1) {
		const half = Math.ceil(values.length / 2);
		const first = await getAll(table, column, values.slice(0, half));
		return [...first, ...(await getAll(table, column, values.slice(half)))];
	}
	for (let page = rows; page.length >= PAGE_ROWS; ) {
		const last = Number(page.at(-1)?.id);
		const beyond: Condition[] = [
			...isAnyOf(column, values),
			{ column: 'id', is: 'gt', value: last },
		];
		page = await table.get('all', beyond);
		rows.push(...page);
	}
	return rows;
}
