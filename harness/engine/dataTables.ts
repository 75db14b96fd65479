import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INode,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
} from 'n8n-workflow';

// Stands in for n8n's Data Tables where n8n's engine runs in this process: runs the sub-workflows of
// `nodes/Gmc/ledger/dataTable.ts`, and nothing else. What n8n really does is tested in test/e2e/key-ledger*.test.ts.

type TableRow = IDataObject & { id: number };
type Cell = string | number | null | undefined;

interface ConditionParameters {
	keyName: string;
	condition: string;
	keyValue: Cell;
}

/** Of the Data Table node, as far as the ledger sets them. */
interface Parameters {
	resource: string;
	operation: string;
	dataTableId: { value: string };
	tableName: string;
	columns: { column: Table['columns']; value: IDataObject | null };
	matchType: string;
	filters: { conditions: ConditionParameters[] };
	limit: number;
}

export interface Table {
	id: string;
	name: string;
	columns: Array<{ name: string; type: string }>;
	rows: TableRow[];
	/** The least id that the next row gets. */
	nextId: number;
}

export type TableOperation =
	| `table ${'list' | 'create'}`
	| `row ${'insert' | 'get' | 'update' | 'deleteRows'}`;

export class DataTables {
	readonly tables: Table[] = [];
	/** What was asked, in order. */
	readonly operations: TableOperation[] = [];
	/** What was said above the output, by a context of `context`. */
	readonly hints: string[] = [];

	/** Called before each call, which may have several operations. */
	beforeCall: () => void = () => {};

	/** Called before each operation: to throw what n8n would throw, or to make it wait. */
	before: (operation: TableOperation) => Promise<void> | void = () => {};

	/** Does this before the first operation for which it is time. @returns whether that has been */
	once(
		isTime: (operation: TableOperation) => Promise<boolean> | boolean,
		act: () => Promise<unknown> | void,
	): { isDone: boolean } {
		const once = { isDone: false };
		this.before = async (operation) => {
			if (once.isDone || !(await isTime(operation)) || once.isDone) return;
			once.isDone = true;
			await act();
		};
		return once;
	}

	/** For `additionalDataWith`. */
	readonly executeWorkflow = (async (
		info: IExecuteWorkflowInfo,
		_: IWorkflowExecuteAdditionalData,
		{ inputData = [] }: { inputData?: INodeExecutionData[] },
	) => await this.run(info, inputData)) as IWorkflowExecuteAdditionalData['executeWorkflow'];

	/** As much of the context of a node as the ledger of keys uses. */
	context(workflowId: string, signal?: AbortSignal): IExecuteFunctions {
		return {
			executeWorkflow: async (info: IExecuteWorkflowInfo, items: INodeExecutionData[]) =>
				await this.run(info, items),
			getWorkflow: () => ({ id: workflowId }),
			getTimezone: () => 'America/Sao_Paulo',
			getExecutionCancelSignal: () => signal,
			addExecutionHints: ({ message }: NodeExecutionHint) => void this.hints.push(message),
			logger: { warn: () => {} },
		} as unknown as IExecuteFunctions;
	}

	named(name: string): Table {
		const found = this.tables.find((table) => table.name === name);
		if (found === undefined) throw new Error(`There is no Data Table "${name}"`);
		return found;
	}

	/** Makes a table, as its user or a node does. */
	make(name: string, columns: Table['columns']): IDataObject {
		if (this.tables.some((table) => table.name === name)) {
			throw new Error(`Data table with name '${name}' already exists in this project`);
		}
		const id = `table${String(DataTables.made++).padStart(11, '0')}`;
		this.tables.push({ id, name, columns, rows: [], nextId: 1 });
		return { id, name, columns };
	}

	private static made = 0;

	rename(name: string, to: string): void {
		this.named(name).name = to;
	}

	drop(name: string): void {
		this.tables.splice(this.tables.indexOf(this.named(name)), 1);
	}

	private async run({ code }: IExecuteWorkflowInfo, input: INodeExecutionData[]) {
		const [start, ...steps] = structuredClone(code!.nodes);
		this.beforeCall();
		if (start.type !== 'n8n-nodes-base.executeWorkflowTrigger') throw new Error('no trigger');
		let items: INodeExecutionData[] = input;
		for (const step of steps) {
			if (items.length > 0) items = await this.runStep(step, items);
			if (items.length === 0 && step.alwaysOutputData) items = [{ json: {} }];
		}
		return { executionId: '2', data: [structuredClone(items)] };
	}

	private async runStep(step: INode, items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		if (step.type !== 'n8n-nodes-base.dataTable') throw new Error(`Unknown type ${step.type}`);
		const parameters = step.parameters as unknown as Parameters;
		const operation = `${parameters.resource} ${parameters.operation}` as TableOperation;
		await this.before(operation);
		this.operations.push(operation);
		const given = (step.executeOnce ? items.slice(0, 1) : items).map(({ json }) => json);
		// Inserts all at once, and does everything else for each item, with the table that it names.
		if (operation === 'row insert') {
			return insert(this.tableOf(parameters, given[0]), given).map((json) => ({ json }));
		}
		return given.flatMap((row, item) =>
			this.carryOut(operation, parameters, row).map((json) => ({ json, pairedItem: { item } })),
		);
	}

	private carryOut(operation: string, parameters: Parameters, item: IDataObject): IDataObject[] {
		if (operation === 'table list') {
			return this.tables.map(({ id, name, columns }) => ({ id, name, columns }));
		}
		if (operation === 'table create') {
			return [this.make(String(valueOf(parameters.tableName, item)), parameters.columns.column)];
		}
		const table = this.tableOf(parameters, item);
		const found = matching(table, parameters, item);
		if (operation === 'row get') return found.slice(0, parameters.limit);
		if (operation === 'row update') return update(found, parameters.columns.value ?? item);
		if (operation !== 'row deleteRows') throw new Error(`Unknown operation ${operation}`);
		const deleted = new Set(found);
		table.rows = table.rows.filter((row) => !deleted.has(row));
		return found;
	}

	private tableOf({ dataTableId }: Parameters, item: IDataObject): Table {
		const asked = valueOf(dataTableId.value, item);
		const table = this.tables.find(({ id }) => id === asked);
		if (table) return table;
		throw new Error(`Data table with ID '${asked}' could not be found in this project`);
	}
}

const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'];

function insert(table: Table, items: IDataObject[]): IDataObject[] {
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

function update(rows: TableRow[], item: IDataObject): IDataObject[] {
	const changes = Object.entries(item).filter(([name]) => !SYSTEM_COLUMNS.includes(name));
	for (const row of rows) Object.assign(row, Object.fromEntries(changes));
	return rows;
}

function matching({ rows, columns }: Table, parameters: Parameters, item: IDataObject) {
	const { conditions } = parameters.filters;
	if (conditions.length === 0) throw new Error('At least one condition is required');
	const tests = conditions.map(({ keyName, condition, keyValue }) => {
		const column = String(valueOf(keyName, item));
		const isKnown = [...SYSTEM_COLUMNS, ...columns.map(({ name }) => name)].includes(column);
		if (!isKnown) throw new Error(`Column(s) "${column}" do not exist in the selected table`);
		const is = String(valueOf(condition, item));
		const value = valueOf(keyValue, item);
		return (row: TableRow) => compare(is, row[column] as Cell, value);
	});
	const isAll = parameters.matchType === 'allConditions';
	return rows.filter((row) =>
		isAll ? tests.every((test) => test(row)) : tests.some((test) => test(row)),
	);
}

/** In a pattern, `%` is any text. */
function isLike(text: string, pattern: string): boolean {
	const parts = pattern.split('%').map((part) => part.replace(/[^\w\s]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 'is').test(text);
}

function compare(condition: string, cell: Cell, value: Cell): boolean {
	const isEmpty = cell === undefined || cell === null || cell === '';
	if (condition === 'isEmpty') return isEmpty;
	if (condition === 'isNotEmpty') return !isEmpty;
	if (condition === 'eq') return cell === value;
	if (condition === 'neq') return cell !== value;
	if (condition === 'ilike') return isLike(String(cell ?? ''), String(value));
	if (typeof cell !== 'number' || typeof value !== 'number') return false;
	return condition === 'lt' ? cell < value : cell > value;
}

/** The value of a parameter; of expressions those that the ledger uses. */
function valueOf(parameter: Cell, item: IDataObject): Cell {
	if (typeof parameter !== 'string' || !parameter.startsWith('=')) return parameter;
	const expression = parameter.slice('={{ '.length, -' }}'.length);
	const [, id] = /^\$json\.id \? 0 : (\d+)$/.exec(expression) ?? [];
	if (id !== undefined) return item.id === undefined ? Number(id) : 0;
	const [, name] = /^\$json\.(\w+)$/.exec(expression) ?? [];
	return name === undefined ? (JSON.parse(expression) as string) : (item[name] as Cell);
}
