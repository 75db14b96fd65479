import type { ReadEffect } from '../core/ledger/effects';
import { utcDays } from '../core/time/time';
import type { Condition, DataTable, Match, TableRow } from './dataTable';
import { inParts, isAnyOf, MAX_CONDITIONS, PAGE_ROWS } from './dataTable';

interface Query {
	match: Match;
	/** With `all` up to MAX_CONDITIONS. */
	conditions: Condition[];
	/** Reads the first PAGE_ROWS only. */
	isFirstPage?: true;
}

/** How far ahead the clock of another worker may be. */
const AHEAD_MS = 600_000;

const any = (conditions: Condition[]): Query => ({ match: 'any', conditions });
const all = (...conditions: Condition[]): Query => ({ match: 'all', conditions });
const is = (column: string, value: string): Condition => ({ column, is: 'eq', value });
const isNot = (value: string): Condition => ({ column: 'outcome', is: 'neq', value });
const isLike = (column: string, value: string): Condition => ({ column, is: 'ilike', value });

/** Excludes outcomes instead of listing them, because a person may have written one with capitals or blanks. */
const OPEN = ['issued', 'rejected'].map(isNot);
export const SETTLED = ['sending', 'unknown'].map(isNot);

/** Together they find what the effect asks for, and perhaps more. */
function queriesFor(effect: ReadEffect): Query[] {
	switch (effect.do) {
		case 'read':
			return [any(isAnyOf('rowRef', effect.refs))];
		case 'readEqual':
			return [any(isAnyOf('chargeRef', effect.chargeRefs))];
		case 'readSet':
			return [any([is('setRef', effect.set)])];
		case 'readExecution':
			return effect.executions.map((one) =>
				all(...(effect.isOpen ? OPEN : []), is('executionRef', one)),
			);
		case 'readPaidBy': {
			const paid = all(is('account', effect.account), is('outcome', 'issued'));
			return [{ ...paid, isFirstPage: true }];
		}
		case 'readOpen':
			return [all(...OPEN)];
		case 'readUnnamed': {
			const unnamed: Condition = { column: 'additionId', is: 'isEmpty', value: '' };
			return [all(unnamed, isNot('rejected'), ...SETTLED)];
		}
		case 'readSince': {
			const days = utcDays(effect.since, effect.until ?? Date.now() + AHEAD_MS);
			return days.map((day) => all(isLike('askedAt', `${day}%`)));
		}
		case 'readOwners': {
			const { additionIds: ids, isExact } = effect;
			if (isExact) return [any(isAnyOf('additionId', ids))];
			return [any([...new Set(ids)].map((id) => isLike('additionId', `%${id}%`)))];
		}
		case 'readCustomer':
			// As it stands in the list of identifiers (`columns.ts`).
			return [all(isLike('identifiers', `%${JSON.stringify(effect.customerId)}%`))];
	}
}

/** The conditions of which a row has to meet one, if one step of a call can read all that the effect asks for. */
export function conditionsOfOneStep(effect: ReadEffect): Condition[] | undefined {
	const queries = queriesFor(effect);
	if (queries.length !== 1 || queries[0].match !== 'any') return undefined;
	const [{ conditions }] = queries;
	return conditions.length > 0 && conditions.length <= MAX_CONDITIONS ? conditions : undefined;
}

/** @returns the rows that the effect asks for, and perhaps more. The caller filters them */
export async function readRows(table: DataTable, effect: ReadEffect): Promise<TableRow[]> {
	const rows: TableRow[] = [];
	for (const { match, conditions, isFirstPage } of queriesFor(effect)) {
		if (match === 'all') {
			const first = await table.run([table.get('all', conditions)]);
			rows.push(...(isFirstPage ? first : await getBeyond(table, conditions, first)));
		} else {
			for (const part of inParts(conditions)) rows.push(...(await getAny(table, part)));
		}
	}
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
		const behind: Condition = { column: 'id', is: 'gt', value: Number(page.at(-1)?.id) };
		page = await table.run([table.get('all', [...conditions, behind])]);
		rows.push(...page);
	}
	return rows;
}
