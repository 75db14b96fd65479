import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INode,
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { Parameters, Table } from './tableRows';
import { inOrder, insert, matching, update, valueOf } from './tableRows';

export type { Table } from './tableRows';

// Stands in for n8n's Data Tables where n8n's engine runs in this process: runs the sub-workflows of
// `nodes/Gmc/ledger`, and nothing else. What n8n really does is tested in test/e2e/key-ledger*.test.ts.

/** The entries of a ledger, without the rows that say which workflow pays with it. */
export const entriesIn = <Row extends Record<string, unknown>>(rows: Row[]): Row[] =>
	rows.filter((row) => !String(row.rowRef).startsWith('workflow '));

export type TableOperation =
	| `table ${'list' | 'create'}`
	| `row ${'insert' | 'get' | 'update' | 'deleteRows'}`
	/** Of the Remove Duplicates node. */
	| `memory ${'remember' | 'forget'}`;

/** What n8n's Remove Duplicates nodes remember, by workflow and node. It belongs to no project. */
export type ProcessedData = Map<string, Set<string>>;

interface CallOptions {
	inputData?: INodeExecutionData[];
	parentWorkflowId: string;
	doNotWaitToFinish?: boolean;
}

/** The Data Tables of a project. */
export class DataTables {
	constructor(readonly processed: ProcessedData = new Map<string, Set<string>>()) {}

	readonly tables: Table[] = [];
	/** What was asked, in order. */
	readonly operations: TableOperation[] = [];
	/** What was said above the output, by a context of `context`. */
	readonly hints: string[] = [];

	/** Whether the deadline of the execution is over: n8n then ends at once what the node waits for (n8n.md K18). */
	isTimedOut = false;

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
		options: CallOptions,
	) => await this.call(info, options)) as IWorkflowExecuteAdditionalData['executeWorkflow'];

	private async call(
		info: IExecuteWorkflowInfo,
		{ inputData = [], parentWorkflowId, doNotWaitToFinish = false }: CallOptions,
	) {
		if (this.isTimedOut && !doNotWaitToFinish)
			throw new Error('The execution was cancelled because it timed out');
		const running = this.run(info, inputData, parentWorkflowId);
		if (!doNotWaitToFinish) return await running;
		void running.catch(() => {});
		return { executionId: '2', data: [null] };
	}

	/** As much of the context of a node as the ledger of keys uses. */
	context(workflowId: string, signal?: AbortSignal): IExecuteFunctions {
		return {
			executeWorkflow: async (
				info: IExecuteWorkflowInfo,
				inputData: INodeExecutionData[],
				_: unknown,
				options: { doNotWaitToFinish?: boolean } = {},
			) => await this.call(info, { inputData, parentWorkflowId: workflowId, ...options }),
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

	private async run(
		{ code }: IExecuteWorkflowInfo,
		input: INodeExecutionData[],
		workflowId: string,
	) {
		const [start, ...steps] = structuredClone(code!.nodes);
		this.beforeCall();
		if (start.type !== 'n8n-nodes-base.executeWorkflowTrigger') throw new Error('no trigger');
		let items: INodeExecutionData[] = input;
		for (const step of steps) {
			if (items.length > 0) items = await this.runStep(step, items, workflowId);
			if (items.length === 0 && step.alwaysOutputData) items = [{ json: {} }];
		}
		return { executionId: '2', data: [structuredClone(items)] };
	}

	private async runStep(
		step: INode,
		items: INodeExecutionData[],
		workflowId: string,
	): Promise<INodeExecutionData[]> {
		if (step.type === 'n8n-nodes-base.removeDuplicates')
			return await this.removeDuplicates(step, items, workflowId);
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

	/** As the node does it for a workflow: lets a value through once, until its history is cleared. */
	private async removeDuplicates(
		{ id, parameters }: INode,
		items: INodeExecutionData[],
		workflowId: string,
	): Promise<INodeExecutionData[]> {
		const { operation, dedupeValue } = parameters as unknown as Parameters;
		const place = `${workflowId} ${id}`;
		const isForgetting = operation === 'clearDeduplicationHistory';
		const named = isForgetting ? 'memory forget' : 'memory remember';
		await this.before(named);
		this.operations.push(named);
		if (isForgetting) {
			this.processed.delete(place);
			return items;
		}
		const seen = this.processed.get(place) ?? new Set<string>();
		this.processed.set(place, seen);
		return items.filter(() => !seen.has(dedupeValue) && Boolean(seen.add(dedupeValue)));
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
		if (operation === 'row get') return inOrder(found, parameters).slice(0, parameters.limit);
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
