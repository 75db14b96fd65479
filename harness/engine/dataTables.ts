import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INode,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

// Stands for n8n's Data Tables where n8n's engine runs in this process: carries out the sub-workflows of
// `nodes/Gmc/keys/inlineWorkflow.ts`, and nothing else. What n8n really does is held by test/e2e/key-ledger.test.ts.

type Row = IDataObject & { id: number };
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
	columns: { column: Table['columns'] };
	matchType: string;
	filters: { conditions: ConditionParameters[] };
	limit: number;
}

interface Table {
	id: string;
	name: string;
	columns: Array<{ name: string; type: string }>;
	rows: Row[];
	nextId: number;
}

export type TableOperation =
	| 'table list'
	| 'table create'
	| 'row insert'
	| 'row get'
	| 'row update'
	| 'row deleteRows';

const SYSTEM_COLUMNS = ['id', 'createdAt', 'updatedAt'];

/** The Data Tables of one project. */
export class DataTables {
	readonly tables: Table[] = [];

	/** What was asked, in order. */
	readonly operations: TableOperation[] = [];

	/** Called before each operation: to throw what n8n would throw, or to make it wait. */
	before: (operation: TableOperation) => Promise<void> | void = () => {};

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
			getExecutionCancelSignal: () => signal,
			logger: { warn: () => {} },
		} as unknown as IExecuteFunctions;
	}

	named(name: string): Table {
		const found = this.tables.find((table) => table.name === name);
		if (found === undefined) throw new Error(`There is no Data Table "${name}"`);
		return found;
	}

	/** Deletes it as its user does. */
	drop(name: string): void {
		this.tables.splice(this.tables.indexOf(this.named(name)), 1);
	}

	private async run({ code }: IExecuteWorkflowInfo, input: INodeExecutionData[]) {
		const [start, ...steps] = structuredClone(code!.nodes);
		if (start.type !== 'n8n-nodes-base.executeWorkflowTrigger') throw new Error('no trigger');
		let items = structuredClone(input.map(({ json }) => json));
		for (const step of steps) {
			if (items.length > 0) items = await this.runStep(step, items);
			if (items.length === 0 && step.alwaysOutputData) items = [{}];
		}
		const data = [items.map((json) => ({ json: structuredClone(json) }))];
		return { executionId: '2', data };
	}

	private async runStep(step: INode, items: IDataObject[]): Promise<IDataObject[]> {
		if (step.type !== 'n8n-nodes-base.dataTable') throw new Error(`Unknown type ${step.type}`);
		const parameters = step.parameters as unknown as Parameters;
		const operation = `${parameters.resource} ${parameters.operation}` as TableOperation;
		await this.before(operation);
		this.operations.push(operation);
		const given = step.executeOnce ? items.slice(0, 1) : items;
		// Inserts all at once, and does everything else for each item.
		if (operation === 'row insert') return insert(this.tableOf(parameters), given);
		return given.flatMap((item) => this.carryOut(operation, parameters, item));
	}

	private carryOut(operation: string, parameters: Parameters, item: IDataObject): IDataObject[] {
		switch (operation) {
			case 'table list':
				return this.tables.map(({ id, name }) => ({ id, name }));
			case 'table create':
				return [
					this.create(String(valueOf(parameters.tableName, item)), parameters.columns.column),
				];
			case 'row get':
				return matching(this.tableOf(parameters), parameters, item).slice(0, parameters.limit);
			case 'row update':
				return update(matching(this.tableOf(parameters), parameters, item), item);
			case 'row deleteRows': {
				const table = this.tableOf(parameters);
				const deleted = new Set(matching(table, parameters, item));
				table.rows = table.rows.filter((row) => !deleted.has(row));
				return [...deleted];
			}
			default:
				throw new Error(`Unknown operation ${operation}`);
		}
	}

	private create(name: string, columns: Table['columns']): IDataObject {
		if (this.tables.some((table) => table.name === name)) {
			throw new Error(`Data table with name '${name}' already exists in this project`);
		}
		const id = `table${String(DataTables.made++).padStart(11, '0')}`;
		this.tables.push({ id, name, columns, rows: [], nextId: 1 });
		return { id, name };
	}

	private static made = 0;

	private tableOf({ dataTableId: { value } }: Parameters): Table {
		const table = this.tables.find(({ id }) => id === value);
		if (table) return table;
		throw new Error(`Data table with ID '${value}' could not be found in this project`);
	}
}

function insert(table: Table, items: IDataObject[]): IDataObject[] {
	const names = table.columns.map(({ name }) => name);
	const rows = items.map((item) => {
		const unknown = Object.keys(item).find((name) => !names.includes(name));
		if (unknown !== undefined) throw new Error(`unknown column name '${unknown}'`);
		const cells = names.map((name) => [name, item[name] ?? null]);
		return { ...Object.fromEntries(cells), id: table.nextId++ } as Row;
	});
	table.rows.push(...rows);
	return [{ success: true, insertedRows: rows.length }];
}

function update(rows: Row[], item: IDataObject): IDataObject[] {
	const changes = Object.entries(item).filter(([name]) => !SYSTEM_COLUMNS.includes(name));
	for (const row of rows) Object.assign(row, Object.fromEntries(changes));
	return rows;
}

function matching({ rows }: Table, parameters: Parameters, item: IDataObject): Row[] {
	const { conditions } = parameters.filters;
	if (conditions.length === 0) throw new Error('At least one condition is required');
	const tests = conditions.map(({ keyName, condition, keyValue }) => {
		const value = valueOf(keyValue, item);
		return (row: Row) => compare(condition, row[keyName] as Cell, value);
	});
	const isAll = parameters.matchType === 'allConditions';
	return rows.filter((row) =>
		isAll ? tests.every((test) => test(row)) : tests.some((test) => test(row)),
	);
}

function compare(condition: string, cell: Cell, value: Cell): boolean {
	if (condition === 'eq') return cell === value;
	if (typeof cell !== 'number' || typeof value !== 'number') return false;
	return condition === 'lt' ? cell < value : cell > value;
}

/** The value of a parameter; of expressions those that the ledger uses. */
function valueOf(parameter: Cell, item: IDataObject): Cell {
	if (typeof parameter !== 'string' || !parameter.startsWith('=')) return parameter;
	const expression = parameter.slice('={{ '.length, -' }}'.length);
	return expression === '$json.id' ? Number(item.id) : (JSON.parse(expression) as string);
}
