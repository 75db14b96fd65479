import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import type { Step, TableRow } from './inlineWorkflow';
import { run } from './inlineWorkflow';

// All calls of n8n's own Data Table node are made here and in `tables.ts` (n8n.md K1 to K12); what its errors say is
// read in `openTable.ts` and `ledgerError.ts`.

/** More would make SQL that a database may refuse: SQLite ends at a depth of 1,000. */
export const MAX_CONDITIONS = 400;
/** Rows that the Data Table node reads in one look. More come from several, between which rows may shift. */
export const PAGE_ROWS = 1_000;

export interface TableColumn {
	name: string;
	type: 'string' | 'number';
}

/**
 * Compares a column with a value of ours. `id` is a column, too. `neq` holds of an empty cell; `ilike` is `eq`
 * in whichever case, with `%` for whatever may stand there.
 */
export interface Condition {
	column: string;
	is: 'eq' | 'neq' | 'ilike' | 'gt' | 'lt' | 'isEmpty' | 'isNotEmpty';
	/** Of no account where it is asked for emptiness. */
	value: string | number;
}

/** One table: its methods give steps, which `run` carries out in one call. Each step but an update runs once. */
export class DataTable {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly id: string,
	) {}

	/** @returns the rows of the last step @throws what n8n throws */
	async run(steps: Step[], items?: IDataObject[]): Promise<TableRow[]> {
		return await run(this.context, steps, items);
	}

	/**
	 * Gives the first PAGE_ROWS rows, in the order of their ids.
	 *
	 * @param conditions up to MAX_CONDITIONS
	 */
	get(match: 'any' | 'all', conditions: Condition[]): Step {
		const order = { orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' };
		const limits = { returnAll: false, limit: PAGE_ROWS };
		return {
			name: 'Get',
			parameters: { ...this.rowOperation('get'), ...where(match, conditions), ...limits, ...order },
			executeOnce: true,
		};
	}

	/** Inserts the items in one transaction. */
	insert(): Step {
		const options = { optimizeBulk: true };
		return { name: 'Insert', parameters: { ...this.rowOperation('insert'), ...AS_ITEM, options } };
	}

	/** Changes the row of each item, by its `id`. */
	update(): Step {
		return this.updateWhere(OWN_ID);
	}

	/** Gives all these rows the values of the one item. */
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

/** The values of a row come from its item, where nothing is taken for an expression. `id` is left out by n8n. */
const AS_ITEM = { columns: { mappingMode: 'autoMapInputData', value: null } };

/** Each item changes the row with its id. */
const OWN_ID = {
	matchType: 'anyCondition',
	filters: { conditions: [{ keyName: 'id', condition: 'eq', keyValue: '={{ $json.id }}' }] },
};

/** That a column has one of these values. */
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

/** A text as a parameter. One that begins with `=` would be run as an expression; it becomes one that gives it. */
export function literal(text: string): string {
	if (!text.startsWith('=')) return text;
	const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
	return `={{ "${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}" }}`;
}

/** One call after the other, each for as many as one call may be about. */
export async function inParts<T>(all: T[], call: (part: T[]) => Promise<void>): Promise<void> {
	for (let at = 0; at < all.length; at += MAX_CONDITIONS) {
		await call(all.slice(at, at + MAX_CONDITIONS));
	}
}
