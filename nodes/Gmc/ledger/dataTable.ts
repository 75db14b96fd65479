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

/** The rows of one table. Each method is one call, and throws what n8n throws. */
export class DataTable {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly id: string,
	) {}

	/**
	 * @param conditions up to MAX_CONDITIONS
	 * @returns the first PAGE_ROWS rows that meet them, in the order of their ids
	 */
	async get(match: 'any' | 'all', conditions: Condition[]): Promise<TableRow[]> {
		return await run(this.context, [this.getStep(match, conditions)]);
	}

	/** Inserts rows in one transaction. */
	async insert(rows: IDataObject[]): Promise<void> {
		await run(this.context, [this.insertStep()], rows);
	}

	/** The same, and then reads: what others have committed before that is seen. */
	async insertAndGet(rows: IDataObject[], conditions: Condition[]): Promise<TableRow[]> {
		const steps = [this.insertStep(), { ...this.getStep('any', conditions), executeOnce: true }];
		return await run(this.context, steps, rows);
	}

	/** @param rows `id`, and the columns that change */
	async update(rows: Array<IDataObject & { id: number }>): Promise<void> {
		await run(this.context, [this.updateStep(OWN_ID)], rows);
	}

	/** The same, and then reads. */
	async updateAndGet(
		rows: Array<IDataObject & { id: number }>,
		conditions: Condition[],
	): Promise<TableRow[]> {
		const steps = [
			{ ...this.updateStep(OWN_ID), alwaysOutputData: true },
			{ ...this.getStep('any', conditions), executeOnce: true },
		];
		return await run(this.context, steps, rows);
	}

	/** Gives all these rows the same values. */
	async updateAll(ids: number[], values: IDataObject): Promise<void> {
		await run(this.context, [this.updateStep(filtersOf(byId(ids)))], [values]);
	}

	/** The same, and then deletes others. */
	async updateAllAndDelete(ids: number[], values: IDataObject, others: number[]): Promise<void> {
		const steps = [
			{ ...this.updateStep(filtersOf(byId(ids))), alwaysOutputData: true },
			{ ...this.deleteStep('any', byId(others)), executeOnce: true },
		];
		await run(this.context, steps, [values]);
	}

	async delete(ids: number[]): Promise<void> {
		await run(this.context, [this.deleteStep('any', byId(ids))]);
	}

	/** Deletes all rows that meet all conditions. */
	async deleteAll(conditions: Condition[]): Promise<void> {
		await run(this.context, [this.deleteStep('all', conditions)]);
	}

	private getStep(match: 'any' | 'all', conditions: Condition[]): Step {
		const limits = { returnAll: false, limit: PAGE_ROWS };
		const order = { orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' };
		const filter = { matchType: MATCH[match], filters: filtersOf(conditions) };
		return {
			name: 'Get',
			parameters: { ...this.rowOperation('get'), ...filter, ...limits, ...order },
		};
	}

	private insertStep(): Step {
		const options = { optimizeBulk: true };
		return { name: 'Insert', parameters: { ...this.rowOperation('insert'), ...AS_ITEM, options } };
	}

	private updateStep(filters: INodeParameters): Step {
		const filter = { matchType: MATCH.any, filters };
		return {
			name: 'Update',
			parameters: { ...this.rowOperation('update'), ...filter, ...AS_ITEM },
		};
	}

	private deleteStep(match: 'any' | 'all', conditions: Condition[]): Step {
		const filter = { matchType: MATCH[match], filters: filtersOf(conditions) };
		return { name: 'Delete', parameters: { ...this.rowOperation('deleteRows'), ...filter } };
	}

	private rowOperation(operation: string): INodeParameters {
		const dataTableId = { __rl: true, mode: 'id', value: this.id };
		return { resource: 'row', operation, dataTableId };
	}
}

/** The values of a row come from its item, where nothing is taken for an expression. `id` is left out by n8n. */
const AS_ITEM = { columns: { mappingMode: 'autoMapInputData', value: null } };

/** Each item changes the row with its id. */
const OWN_ID = { conditions: [{ keyName: 'id', condition: 'eq', keyValue: '={{ $json.id }}' }] };

const MATCH = { any: 'anyCondition', all: 'allConditions' };

/** That a column has one of these values. */
export const isAnyOf = (column: string, values: string[]): Condition[] =>
	values.map((value) => ({ column, is: 'eq', value }));

const byId = (ids: number[]): Condition[] =>
	ids.map((value) => ({ column: 'id', is: 'eq', value }));

const filtersOf = (conditions: Condition[]): INodeParameters => ({
	conditions: conditions.map(({ column, is, value }) => ({
		keyName: column,
		condition: is,
		keyValue: typeof value === 'number' ? value : literal(value),
	})),
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
