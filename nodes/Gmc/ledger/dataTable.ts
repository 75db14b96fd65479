import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	IPairedItemData,
} from 'n8n-workflow';
import type { Step } from './inlineWorkflow';
import { runSteps, startSteps } from './inlineWorkflow';

// Every call of n8n's Data Table node for rows is made here, and for tables in `tables.ts` (n8n.md K).

/** Conditions per call. SQLite refuses an expression deeper than 1,000. */
export const MAX_CONDITIONS = 800;
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
	is: 'eq' | 'neq' | 'ilike' | 'gt' | 'lt' | 'isEmpty';
	/** Ignored by `isEmpty`. */
	value: string | number;
}

export type Match = 'any' | 'all';

/** One table. Its methods return steps, which `run` carries out in one call. */
export class DataTable {
	/** Whether a step has looked for the row `beside`, and whether it was there. */
	beside: 'unasked' | 'missing' | 'found' = 'unasked';

	/**
	 * @param missing columns that the table lacks, which are not written
	 * @param wanted a row that the first read of rows that meet any condition returns, too, so that it takes no call of its own
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly id: string,
		private readonly missing: string[] = [],
		private readonly wanted?: Condition,
	) {}

	/** Whether its calls also ask for a row beside those that they are about. */
	get isAsking(): boolean {
		return this.wanted !== undefined;
	}

	/** @returns the rows of the last step @throws what n8n throws */
	async run(steps: Step[], items?: IDataObject[]): Promise<TableRow[]> {
		const written = items?.map((item) => this.present(item));
		const rows = (await runSteps(this.context, steps, written)).map(({ json }) => json);
		const { wanted } = this;
		if (wanted && rows.some((row) => row[wanted.column] === wanted.value)) this.beside = 'found';
		return rows;
	}

	/** Starts a step for items. Nobody waits for it, so an error ends nothing. */
	async start(step: Step, items: IDataObject[]): Promise<void> {
		await startSteps(this.context, [{ ...step, onError: 'continueRegularOutput' }], items);
	}

	/** Reads the first PAGE_ROWS rows by id. @param conditions up to MAX_CONDITIONS */
	get(match: Match, conditions: Condition[]): Step {
		const isBeside = match === 'any' && this.wanted !== undefined && this.beside === 'unasked';
		if (isBeside) this.beside = 'missing';
		const all = where(match, isBeside ? [...conditions, this.wanted!] : conditions);
		return this.step('Get', 'get', { ...all, ...firstBy('id', 'ASC', PAGE_ROWS) }, ONCE);
	}

	/** Inserts all items in one transaction. */
	insert(): Step {
		const options = { optimizeBulk: true };
		return this.step('Insert', 'insert', { columns: FROM_ITEM, options }, {});
	}

	/** Sets all these rows to the same values. */
	update(ids: number[], values: IDataObject): Step {
		const value = Object.fromEntries(
			Object.entries(this.present(values)).map(([column, one]) => [column, literal(String(one))]),
		);
		const columns = { ...FROM_PARAMETERS, value };
		return this.step('Update', 'update', { ...where('any', isAnyOf('id', ids)), columns }, ALWAYS);
	}

	/** Deletes all rows that meet the conditions. */
	delete(match: Match, conditions: Condition[]): Step {
		return this.step('Delete', 'deleteRows', where(match, conditions), ALWAYS);
	}

	/** Deletes, for each item, the rows that meet the conditions and have the item's values in these columns (n8n.md K12). */
	deleteOfEach(conditions: Condition[], columns: string[]): Step {
		const ofItem = columns.map((column) => ({
			keyName: column,
			condition: 'eq',
			keyValue: `={{ $json.${column} }}`,
		}));
		const all = filtered('all', [...ofItem, ...conditions.map(toParameter)]);
		return this.step('Delete', 'deleteRows', all, { alwaysOutputData: true });
	}

	private present(values: IDataObject): IDataObject {
		if (this.missing.length === 0) return values;
		return Object.fromEntries(
			Object.entries(values).filter(([column]) => !this.missing.includes(column)),
		);
	}

	private step(name: string, operation: string, more: INodeParameters, how: Partial<Step>): Step {
		return { name, parameters: rowsOf(this.id, operation, more), ...how };
	}
}

const rowsOf = (table: string, operation: string, more: INodeParameters): INodeParameters => ({
	resource: 'row',
	operation,
	dataTableId: { __rl: true, mode: 'id', value: table },
	...more,
});

const firstBy = (orderByColumn: string, orderByDirection: 'ASC' | 'DESC', limit: number) => ({
	returnAll: false,
	limit,
	orderBy: true,
	orderByColumn,
	orderByDirection,
});

/**
 * Reads, of each of these tables, the row with the highest value of a column among those that meet all conditions. It takes
 * one call (n8n.md K12).
 *
 * @param tables their ids
 * @returns one row for each table, undefined where it has none
 * @throws what n8n throws
 */
export async function lastOfEach(
	context: IExecuteFunctions,
	tables: string[],
	column: string,
	conditions: Condition[],
): Promise<Array<TableRow | undefined>> {
	const more = { ...where('all', conditions), ...firstBy(column, 'DESC', 1) };
	const step = { name: 'Get', parameters: rowsOf('={{ $json.table }}', 'get', more) };
	const rows = await runSteps(
		context,
		[step],
		tables.map((table) => ({ table })),
	);
	const found: Array<TableRow | undefined> = tables.map(() => undefined);
	for (const { json, pairedItem } of rows) {
		if (isPaired(pairedItem)) found[pairedItem.item] = json;
	}
	return found;
}

const isPaired = (item: INodeExecutionData['pairedItem']): item is IPairedItemData =>
	typeof item === 'object' && !Array.isArray(item);

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

const where = (match: Match, conditions: Condition[]): INodeParameters =>
	filtered(match, conditions.map(toParameter));

const filtered = (match: Match, conditions: INodeParameters[]): INodeParameters => ({
	matchType: match === 'any' ? 'anyCondition' : 'allConditions',
	filters: { conditions },
});

const toParameter = ({ column, is, value }: Condition): INodeParameters => ({
	keyName: column,
	condition: is,
	keyValue: typeof value === 'number' ? value : literal(value),
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
