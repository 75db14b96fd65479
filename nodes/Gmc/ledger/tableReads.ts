import type { ReadEffect } from '../core/ledger/effects';
import { utcDays } from '../core/time/time';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';
import type { TableRow } from './inlineWorkflow';

/** Rows to read. They may be more than an effect wants; the caller filters them. */
export type Query =
	/** Rows with one of the values. `isLoose`: also with blanks around it. */
	| { column: string; values: string[]; isLoose?: boolean }
	/** Rows that meet all conditions. `isFirstPage`: only the first PAGE_ROWS. */
	| { all: Condition[]; isFirstPage?: boolean };

/** How far ahead the clock of another worker may be. */
const AHEAD_MS = 600_000;

const is = (column: string, value: string): Condition => ({ column, is: 'eq', value });
const isNot = (value: string): Condition => ({ column: 'outcome', is: 'neq', value });

/** Excludes outcomes instead of listing them, because a person may have written one with capitals or blanks. */
export const OPEN = ['issued', 'rejected'].map(isNot);

const UNNAMED: Condition[] = [
	{ column: 'additionId', is: 'isEmpty', value: '' },
	...['rejected', 'sending', 'unknown'].map(isNot),
];

export function queriesFor(effect: ReadEffect): Query[] {
	switch (effect.do) {
		case 'read':
			return [{ column: 'rowRef', values: effect.refs }];
		case 'readEqual':
			return [{ column: 'chargeRef', values: effect.chargeRefs }];
		case 'readSet':
			return [{ column: 'setRef', values: [effect.set] }];
		case 'readExecution':
			return effect.executions.map((one) => ({
				all: [...(effect.isOpen ? OPEN : []), is('executionRef', one)],
			}));
		case 'readPaidBy':
			return [{ all: [is('account', effect.account), is('outcome', 'issued')], isFirstPage: true }];
		case 'readOpen':
			return [{ all: OPEN }];
		case 'readUnnamed':
			return [{ all: UNNAMED }];
		case 'readSince': {
			const days = utcDays(effect.since, effect.until ?? Date.now() + AHEAD_MS);
			return days.map((day) => ({ all: [{ column: 'askedAt', is: 'ilike', value: `${day}%` }] }));
		}
		case 'readOwners': {
			const { additionIds, isExact } = effect;
			return [{ column: 'additionId', values: additionIds, isLoose: !isExact }];
		}
		case 'readCustomer': {
			// As it stands in the list of identifiers (`columns.ts`).
			const value = `%${JSON.stringify(effect.customerId)}%`;
			return [{ all: [{ column: 'identifiers', is: 'ilike', value }] }];
		}
	}
}

export async function readRows(table: DataTable, query: Query): Promise<TableRow[]> {
	if ('all' in query) {
		const first = await table.run([table.get('all', query.all)]);
		return query.isFirstPage ? first : await getBeyond(table, query.all, first);
	}
	const { column, isLoose } = query;
	const values = [...new Set(query.values)];
	const around = (value: string): Condition => ({ column, is: 'ilike', value: `%${value}%` });
	const rows: TableRow[] = [];
	await inParts(isLoose ? values.map(around) : isAnyOf(column, values), async (part) => {
		rows.push(...(await getAny(table, part)));
	});
	return rows;
}

/**
 * Reads all rows that meet one of these conditions. It never pages by offset, because a row that is deleted in between
 * would shift another out of the next page. If one call is not enough, it halves the conditions, and reads the rows of a
 * single one by rising ids.
 */
async function getAny(table: DataTable, conditions: Condition[]): Promise<TableRow[]> {
	const rows = await table.run([table.get('any', conditions)]);
	if (rows.length < PAGE_ROWS) return rows;
	if (conditions.length === 1) return await getBeyond(table, conditions, rows);
	const half = Math.ceil(conditions.length / 2);
	const first = await getAny(table, conditions.slice(0, half));
	return [...first, ...(await getAny(table, conditions.slice(half)))];
}

/** @returns the rows of the first page, and all with higher ids */
async function getBeyond(
	table: DataTable,
	conditions: Condition[],
	first: TableRow[],
): Promise<TableRow[]> {
	const rows = [...first];
	for (let page = first; page.length >= PAGE_ROWS; ) {
		const last = Number(page.at(-1)?.id);
		const behind: Condition = { column: 'id', is: 'gt', value: last };
		page = await table.run([table.get('all', [...conditions, behind])]);
		rows.push(...page);
	}
	return rows;
}

/** The query that reads all of them, if one step of a call can. */
export function queryOfOneStep(queries: Query[]): { column: string; values: string[] } | undefined {
	const [query] = queries;
	if (queries.length !== 1 || 'all' in query || query.isLoose) return undefined;
	const { length } = query.values;
	return length > 0 && length <= MAX_CONDITIONS ? query : undefined;
}
