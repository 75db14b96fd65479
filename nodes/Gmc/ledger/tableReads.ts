import type { ReadEffect } from '../core/ledger/effects';
import { utcDays } from '../core/time/time';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, PAGE_ROWS } from './dataTable';
import type { TableRow } from './inlineWorkflow';

/** Which rows of the table are asked for; what the effect wants of them is sifted after. */
export type Query =
	/** All with one of the values. `isSpelt`: also with blanks around, as people paste it. */
	| { column: string; values: string[]; isSpelt?: boolean }
	/** All that meet all conditions; `isFirst`: the first ones. */
	| { all: Condition[]; isFirst?: boolean };

const is = (column: string, value: string): Condition => ({ column, is: 'eq', value });
const isNot = (value: string): Condition => ({ column: 'outcome', is: 'neq', value });

/** Open, or with an outcome that people have written in another way: with capitals or blanks, or so that it cannot be read. */
const OPEN = ['issued', 'rejected'].map(isNot);

/** Without an addition, and issued or with an outcome that people have written in another way. */
const UNNAMED: Condition[] = [
	{ column: 'additionId', is: 'isEmpty', value: '' },
	...['rejected', 'sending', 'unknown'].map(isNot),
];

/** Of more, one is not looked for in whatever spelling: there is no index. */
const MAX_SPELT = 20;

/** What an effect asks of the table. */
export function queriesFor(effect: ReadEffect): Query[] {
	switch (effect.do) {
		case 'read':
			return [{ column: 'rowRef', values: effect.refs }];
		case 'readEqual':
			return [{ column: 'chargeRef', values: effect.chargeRefs }];
		case 'readSet':
			return [{ column: 'setRef', values: [effect.set] }];
		case 'readRun':
			return [{ all: [...(effect.isOpen ? OPEN : []), is('runRef', effect.run)] }];
		case 'readPaidBy':
			return [{ all: [is('account', effect.account), is('outcome', 'issued')], isFirst: true }];
		case 'readInDoubt':
			return [{ all: OPEN }];
		case 'readUnnamed':
			return [{ all: UNNAMED }];
		case 'readSince': {
			const days = utcDays(effect.since, effect.until ?? Date.now());
			return days.map((day) => ({ all: [{ column: 'askedAt', is: 'ilike', value: `${day}%` }] }));
		}
		case 'readOwners': {
			const { additionIds, isFresh } = effect;
			const isSpelt = !isFresh && additionIds.length <= MAX_SPELT;
			return [{ column: 'additionId', values: additionIds, isSpelt }];
		}
	}
}

/** The rows that a query asks for. */
export async function readRows(table: DataTable, query: Query): Promise<TableRow[]> {
	if ('all' in query) {
		const first = await table.run([table.get('all', query.all)]);
		return query.isFirst ? first : await getBeyond(table, query.all, first);
	}
	const { column, values, isSpelt } = query;
	if (isSpelt) {
		const spelt = values.map((id): Condition => ({ column, is: 'ilike', value: `%${id}%` }));
		return spelt.length === 0 ? [] : await table.run([table.get('any', spelt)]);
	}
	const rows: TableRow[] = [];
	await inParts([...new Set(values)], async (part) => {
		rows.push(...(await getAll(table, column, part)));
	});
	return rows;
}

/**
 * All rows with one of these values. Never page by page: a row that is deleted in between would move another one
 * out of sight. What does not fit into one look is asked for in halves, and one value by rising ids.
 */
async function getAll(table: DataTable, column: string, values: string[]): Promise<TableRow[]> {
	const rows = await table.run([table.get('any', isAnyOf(column, values))]);
	if (rows.length < PAGE_ROWS) return rows;
	if (values.length === 1) return await getBeyond(table, isAnyOf(column, values), rows);
	const half = Math.ceil(values.length / 2);
	const first = await getAll(table, column, values.slice(0, half));
	return [...first, ...(await getAll(table, column, values.slice(half)))];
}

/** The rows that a first look has found, and all behind them. */
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
