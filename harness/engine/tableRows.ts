import type { IDataObject } from 'n8n-workflow';

// What n8n's Data Table node does with the rows of a table.

export type TableRow = IDataObject & { id: number };
export type Cell = string | number | null | undefined;

interface ConditionParameters {
	keyName: string;
	condition: string;
	keyValue: Cell;
}

/** Of the Data Table node, as far as the ledger sets them. */
export interface Parameters {
	resource: string;
	operation: string;
	dataTableId: { value: string };
	dedupeValue: string;
	tableName: string;
	columns: { column: Table['columns']; value: IDataObject | null };
	matchType: string;
	filters: { conditions: ConditionParameters[] };
	limit: number;
	orderByColumn?: string;
	orderByDirection?: 'ASC' | 'DESC';
}

export interface Table {
	id: string;
	name: string;
	columns: Array<{ name: string; type: string }>;
	rows: TableRow[];
	/** The least id that the next row gets. */
	nextId: number;
}

const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'];

export function insert(table: Table, items: IDataObject[]): IDataObject[] {
	const names = table.columns.map(({ name }) => name);
	// As SQLite does it: the id of the newest row, once that is deleted, is given out again (n8n.md K13).
	let last = table.rows.reduce((most, { id }) => Math.max(most, id), table.nextId - 1);
	const rows = items.map((item) => {
		const unknown = Object.keys(item).find((name) => !names.includes(name));
		if (unknown !== undefined) throw new Error(`unknown column name '${unknown}'`);
		const cells = names.map((name) => [name, item[name] ?? null]);
		return { ...Object.fromEntries(cells), id: ++last } as TableRow;
	});
	table.rows.push(...rows);
	return [{ success: true, insertedRows: rows.length }];
}

export function update(rows: TableRow[], item: IDataObject): IDataObject[] {
	const changes = Object.entries(item).filter(([name]) => !SYSTEM_COLUMNS.includes(name));
	for (const row of rows) Object.assign(row, Object.fromEntries(changes));
	return rows;
}

export function matching({ rows, columns }: Table, parameters: Parameters, item: IDataObject) {
	const { conditions } = parameters.filters;
	if (conditions.length === 0) throw new Error('At least one condition is required');
	const known = [...SYSTEM_COLUMNS, ...columns.map(({ name }) => name)];
	const asked = conditions.map(({ keyName, condition, keyValue }) => {
		const column = String(valueOf(keyName, item));
		if (!known.includes(column))
			throw new Error(`Column(s) "${column}" do not exist in the selected table`);
		return { column, is: String(valueOf(condition, item)), value: valueOf(keyValue, item) };
	});
	if (parameters.matchType === 'allConditions') {
		const tests = asked.map(testOf);
		return rows.filter((row) => tests.every((test) => test(row)));
	}
	// Equality with one of many values is one look, as in a database.
	const equal = new Map<string, Set<Cell>>();
	for (const { column, is, value } of asked) {
		if (is === 'eq') equal.set(column, (equal.get(column) ?? new Set()).add(value));
	}
	const tests = asked.filter(({ is }) => is !== 'eq').map(testOf);
	const isEqual = (row: TableRow) =>
		[...equal].some(([column, values]) => values.has(row[column] as Cell));
	return rows.filter((row) => isEqual(row) || tests.some((test) => test(row)));
}

export function inOrder(
	rows: TableRow[],
	{ orderByColumn = 'id', orderByDirection = 'ASC' }: Partial<Parameters>,
): TableRow[] {
	const sign = orderByDirection === 'ASC' ? 1 : -1;
	const valueIn = (row: TableRow) => row[orderByColumn] as string | number;
	return [...rows].sort((one, other) => (valueIn(one) < valueIn(other) ? -sign : sign));
}

/** In a pattern, `%` is any text. */
function patternOf(text: string): RegExp {
	const parts = text.split('%').map((part) => part.replace(/[^\w\s]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 'is');
}

interface Condition {
	column: string;
	is: string;
	value: Cell;
}

function testOf({ column, is, value }: Condition): (row: TableRow) => boolean {
	const test = cellTestOf(is, value);
	return (row) => test(row[column] as Cell);
}

function cellTestOf(condition: string, value: Cell): (cell: Cell) => boolean {
	// As the oldest n8n does it: newer ones take an empty text for empty, too (n8n.md K19).
	if (condition === 'isEmpty') return (cell) => cell === undefined || cell === null;
	if (condition === 'eq') return (cell) => cell === value;
	if (condition === 'neq') return (cell) => cell !== value;
	if (condition === 'ilike') {
		const pattern = patternOf(String(value));
		return (cell) => pattern.test(String(cell ?? ''));
	}
	return (cell) => {
		if (cell === undefined || cell === null || typeof cell !== typeof value) return false;
		return condition === 'lt' ? cell < value! : cell > value!;
	};
}

/** The value of a parameter; of expressions those that the ledger uses. */
export function valueOf(parameter: Cell, item: IDataObject): Cell {
	if (typeof parameter !== 'string' || !parameter.startsWith('=')) return parameter;
	const expression = parameter.slice('={{ '.length, -' }}'.length);
	const [, id] = /^\$json\.id \? 0 : (\d+)$/.exec(expression) ?? [];
	if (id !== undefined) return item.id === undefined ? Number(id) : 0;
	const [, name] = /^\$json\.(\w+)$/.exec(expression) ?? [];
	return name === undefined ? (JSON.parse(expression) as string) : (item[name] as Cell);
}
