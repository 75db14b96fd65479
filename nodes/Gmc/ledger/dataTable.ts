import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteWorkflowInfo,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

// Every call of n8n's Data Table node for rows is made here, and for tables in `openTable.ts` (n8n.md K).

/** Conditions per call. SQLite refuses an expression deeper than 1,000. */
export const MAX_CONDITIONS = 400;
/** Rows that one call reads. */
export const PAGE_ROWS = 1_000;

export interface TableColumn {
	name: string;
	type: 'string' | 'number';
}

/** The columns, and `id`, `createdAt`, `updatedAt`. */
export type TableRow = IDataObject;

/**
 * A condition on a column, or on `id`. `neq` is true for an empty cell. `ilike` ignores case, and `%` in its value
 * matches any text.
 */
export interface Condition {
	column: string;
	is: 'eq' | 'neq' | 'ilike' | 'gt' | 'lt' | 'isEmpty' | 'isNotEmpty';
	/** Ignored by `isEmpty` and `isNotEmpty`. */
	value: string | number;
}

export type Match = 'any' | 'all';

/** One Data Table node. */
export interface Step {
	name: string;
	parameters: INodeParameters;
	/** Runs once, however many items the step before returns. */
	executeOnce?: boolean;
	/** Returns an empty item rather than none, so that the next step runs. */
	alwaysOutputData?: boolean;
}

/** One table. Its methods return steps, which `run` carries out in one call. */
export class DataTable {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly id: string,
	) {}

	/** @returns the rows of the last step @throws what n8n throws */
	async run(steps: Step[], items?: IDataObject[]): Promise<TableRow[]> {
		return (await runSteps(this.context, steps, items)).map(({ json }) => json);
	}

	/** Reads the first PAGE_ROWS rows by id. @param conditions up to MAX_CONDITIONS */
	get(match: Match, conditions: Condition[]): Step {
		const order = { orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' };
		const page = { returnAll: false, limit: PAGE_ROWS, ...order };
		return this.step('Get', 'get', { ...where(match, conditions), ...page }, ONCE);
	}

	/** Inserts all items in one transaction. */
	insert(): Step {
		const options = { optimizeBulk: true };
		return this.step('Insert', 'insert', { columns: FROM_ITEM, options }, {});
	}

	/** Sets all these rows to the same values. */
	update(ids: number[], values: IDataObject): Step {
		const value = Object.fromEntries(
			Object.entries(values).map(([column, one]) => [column, literal(String(one))]),
		);
		const columns = { ...FROM_PARAMETERS, value };
		return this.step('Update', 'update', { ...where('any', isAnyOf('id', ids)), columns }, ALWAYS);
	}

	/** Deletes all rows that meet the conditions. */
	delete(match: Match, conditions: Condition[]): Step {
		return this.step('Delete', 'deleteRows', where(match, conditions), ALWAYS);
	}

	private step(name: string, operation: string, more: INodeParameters, how: Partial<Step>): Step {
		const dataTableId = { __rl: true, mode: 'id', value: this.id };
		return { name, parameters: { resource: 'row', operation, dataTableId, ...more }, ...how };
	}
}

const ONCE = { executeOnce: true };
const ALWAYS = { executeOnce: true, alwaysOutputData: true };

/** n8n runs no expressions in items, and leaves out `id`. */
const FROM_ITEM = { mappingMode: 'autoMapInputData', value: null };

const FROM_PARAMETERS = {
	mappingMode: 'defineBelow',
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

/** Each value once. */
export const isAnyOf = (column: string, values: Array<string | number>): Condition[] =>
	[...new Set(values)].map((value) => ({ column, is: 'eq', value }));

const where = (match: Match, conditions: Condition[]): INodeParameters => ({
	matchType: match === 'any' ? 'anyCondition' : 'allConditions',
	filters: {
		conditions: conditions.map(({ column, is, value }) => ({
			keyName: column,
			condition: is,
			keyValue: typeof value === 'number' ? value : literal(value),
		})),
	},
});

/** Makes a text safe as a parameter: n8n would run one that begins with `=` as an expression. */
export function literal(text: string): string {
	if (!text.startsWith('=')) return text;
	const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
	return `={{ "${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}" }}`;
}

/** Parts of up to MAX_CONDITIONS. */
export const inParts = <T>(all: T[]): T[][] =>
	Array.from({ length: Math.ceil(all.length / MAX_CONDITIONS) }, (_, part) =>
		all.slice(part * MAX_CONDITIONS, (part + 1) * MAX_CONDITIONS),
	);

/** The version of the Data Table node that every n8n with Data Tables has. */
const NODE_VERSION = 1;

/**
 * Runs the steps one after the other. n8n opens its tables only to its own Data Table node, so each call runs an inline
 * sub-workflow with that node (n8n.md K1).
 *
 * @returns the items of the last step
 * @throws what n8n throws
 */
export async function runSteps(
	context: IExecuteFunctions,
	steps: Step[],
	items: IDataObject[] = [{}],
): Promise<INodeExecutionData[]> {
	const info = { code: workflowOf(steps) } as unknown as IExecuteWorkflowInfo;
	const input = items.map((json) => ({ json }));
	const { data } = await context.executeWorkflow(info, input);
	return data?.[0] ?? [];
}

const START = {
	id: 'start',
	name: 'Start',
	position: [0, 0],
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};

/** n8n keeps no execution of it, and no policy refuses it, since the workflow calls itself. */
const SETTINGS = {
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveExecutionProgress: false,
	executionOrder: 'v1',
	callerPolicy: 'workflowsFromSameOwner',
};

function workflowOf(steps: Step[]) {
	const nodes = steps.map((step, index) => ({
		...step,
		id: `step${index}`,
		position: [200 * (index + 1), 0],
		type: 'n8n-nodes-base.dataTable',
		typeVersion: NODE_VERSION,
	}));
	const all = [START, ...nodes];
	const connections = Object.fromEntries(
		nodes.map(({ name }, index) => [
			all[index].name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]),
	);
	return { name: 'GMC ledger', nodes: all, connections, settings: SETTINGS, active: false };
}
