import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	ResourceMapperValue,
} from 'n8n-workflow';
import type { Step, TableRow } from './inlineWorkflow';
import { run } from './inlineWorkflow';

// Every call of n8n's Data Table node is made here or in `tables.ts` (n8n.md K). Its errors are read in
// `openTable.ts` and `ledgerError.ts`.

/** Conditions per call. SQLite refuses an expression deeper than 1,000. */
export const MAX_CONDITIONS = 400;
/** Rows that one call reads. */
export const PAGE_ROWS = 1_000;

export interface TableColumn {
	name: string;
	type: 'string' | 'number';
}

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

/** One table. Its methods return steps, which `run` carries out in one call. */
export class DataTable {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly id: string,
	) {}

	/** @returns the rows of the last step @throws what n8n throws */
	async run(steps: Step[], items?: IDataObject[]): Promise<TableRow[]> {
		return await run(this.context, steps, items);
	}

	/** Reads the first PAGE_ROWS rows by id. @param conditions up to MAX_CONDITIONS */
	get(match: 'any' | 'all', conditions: Condition[]): Step {
		const order = { orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' };
		const limits = { returnAll: false, limit: PAGE_ROWS };
		return {
			name: 'Get',
			parameters: { ...this.rowOperation('get'), ...where(match, conditions), ...limits, ...order },
			executeOnce: true,
		};
	}

	/** Inserts all items in one transaction. */
	insert(): Step {
		const options = { optimizeBulk: true };
		return { name: 'Insert', parameters: { ...this.rowOperation('insert'), ...AS_ITEM, options } };
	}

	/** Changes one row for each item, by the item's `id`. */
	updateEach(): Step {
		return this.updateWhere(OWN_ID);
	}

	/** Sets all these rows to the values of the one item. */
	updateAll(ids: number[]): Step {
		return this.updateWhere(where('any', byId(ids)));
	}

	private updateWhere(filter: INodeParameters): Step {
		return {
			name: 'Update',
			parameters: { ...this.rowOperation('update'), ...filter, ...AS_ITEM },
			alwaysOutputData: true,
		};
	}

	/**
	 * Sets the values of a row, if no row meets all the conditions. A text among the values must not begin with `=`.
	 *
	 * @returns two steps: the first one returns an empty item if it finds no row
	 */
	setUnless(
		conditions: Condition[],
		id: number,
		value: ResourceMapperValue['value'],
	): [Step, Step] {
		const ifEmpty = { keyName: 'id', condition: 'eq', keyValue: `={{ $json.id ? 0 : ${id} }}` };
		const filter = { matchType: 'anyCondition', filters: { conditions: [ifEmpty] } };
		const columns = { ...BELOW, value };
		const parameters = { ...this.rowOperation('update'), ...filter, columns };
		const find = { ...this.get('all', conditions), alwaysOutputData: true };
		return [find, { name: 'Set', parameters, executeOnce: true }];
	}

	delete(ids: number[]): Step {
		return this.deleteWhere('any', byId(ids));
	}

	/** Deletes all rows that meet the conditions. */
	deleteWhere(match: 'any' | 'all', conditions: Condition[]): Step {
		const parameters = { ...this.rowOperation('deleteRows'), ...where(match, conditions) };
		return { name: 'Delete', parameters, executeOnce: true };
	}

	private rowOperation(operation: string): INodeParameters {
		const dataTableId = { __rl: true, mode: 'id', value: this.id };
		return { resource: 'row', operation, dataTableId };
	}
}

/** The values come from the items, because n8n runs no expressions there. n8n leaves out `id`. */
const AS_ITEM = { columns: { mappingMode: 'autoMapInputData', value: null } };

/** The values come from the parameters. */
const BELOW = {
	mappingMode: 'defineBelow',
	matchingColumns: [],
	schema: [],
	attemptToConvertTypes: false,
	convertFieldsToString: false,
};

const OWN_ID = {
	matchType: 'anyCondition',
	filters: { conditions: [{ keyName: 'id', condition: 'eq', keyValue: '={{ $json.id }}' }] },
};

export const isAnyOf = (column: string, values: string[]): Condition[] =>
	values.map((value) => ({ column, is: 'eq', value }));

const byId = (ids: number[]): Condition[] =>
	ids.map((value) => ({ column: 'id', is: 'eq', value }));

const where = (match: 'any' | 'all', conditions: Condition[]): INodeParameters => ({
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

/** Makes one call after the other, each with up to MAX_CONDITIONS of them. */
export async function inParts<T>(all: T[], call: (part: T[]) => Promise<void>): Promise<void> {
	for (let at = 0; at < all.length; at += MAX_CONDITIONS) {
		await call(all.slice(at, at + MAX_CONDITIONS));
	}
}
