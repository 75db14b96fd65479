import type { TableRow } from './inlineWorkflow';

/** What a write has read behind itself, for the read that follows it: all rows with one of the values. */
export interface Ahead {
	column: string;
	values: Set<string>;
	rows: TableRow[];
}

/** @returns the rows with these values; undefined when they were not all read */
export function rowsAhead(
	ahead: Ahead | undefined,
	column: string,
	values: string[],
): TableRow[] | undefined {
	const isRead = ahead?.column === column && values.every((value) => ahead.values.has(value));
	if (!isRead) return undefined;
	const wanted = new Set<unknown>(values);
	return ahead.rows.filter((row) => wanted.has(row[column]));
}
