import type { IExecuteFunctions } from 'n8n-workflow';
import type { ReadEffect } from '../core/ledger/effects';
import { isWanted } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { utcDays } from '../core/time/time';
import type { Condition, DataTable } from './dataTable';
import { inParts, isAnyOf, PAGE_ROWS } from './dataTable';
import type { TableRow } from './inlineWorkflow';
import { openTable, openTableIfThere } from './openTable';
import { readEntries } from './columns';

/** Where entries are read from. */
export interface ReadPlace {
	/** Name of the Data Table. */
	table: string;
	/** The accounts whose entries count as today's account's. */
	accounts: ReadonlySet<string>;
	/** Whether a table that is missing is left so; else it is made where names are looked up, which are to be claimed. */
	isReadOnly?: boolean;
}

/** What a write has read behind itself, for the read that follows it: all rows with one of the values. */
export interface Ahead {
	column: string;
	values: Set<string>;
	rows: TableRow[];
}

type Get = (table: DataTable, values: string[]) => Promise<TableRow[]>;

/** Finds entries in the table. */
export class TableReads {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly place: ReadPlace,
	) {}

	/** @param ahead what a write has read behind itself */
	async read(effect: ReadEffect, ahead?: Ahead): Promise<Entry[]> {
		const rows = await this.rowsFor(effect, ahead);
		return readEntries(rows, this.place.accounts).filter(isWanted(effect));
	}

	private async rowsFor(effect: ReadEffect, ahead?: Ahead): Promise<TableRow[]> {
		switch (effect.do) {
			case 'read':
				return await this.byColumn('rowRef', effect.refs, ahead);
			case 'readEqual':
				return await this.byColumn('chargeRef', effect.chargeRefs, ahead);
			case 'readSet':
				return await this.inParts([effect.set], equal('setRef'));
			case 'readRun': {
				const ofRun: Condition = { column: 'runRef', is: 'eq', value: effect.run };
				return await this.ifThere(effect.isOpen ? [...OPEN, ofRun] : [ofRun]);
			}
			case 'readPaidBy':
				return await this.someOf([
					{ column: 'account', is: 'eq', value: effect.account },
					{ column: 'outcome', is: 'eq', value: 'issued' },
				]);
			case 'readInDoubt':
				return await this.ifThere(OPEN);
			case 'readUnnamed':
				return await this.ifThere(UNNAMED);
			case 'readSince':
				return await this.ofDays(effect.since, effect.until ?? Date.now());
			case 'readOwners': {
				const { additionIds, isFresh } = effect;
				if (!isFresh) return await this.inParts(additionIds, getOwners);
				const known = rowsAhead(ahead, 'additionId', additionIds);
				return known ?? (await this.inParts(additionIds, equal('additionId')));
			}
		}
	}

	private async byColumn(column: string, values: string[], ahead?: Ahead): Promise<TableRow[]> {
		const open = this.place.isReadOnly ? openTableIfThere : openTable;
		return rowsAhead(ahead, column, values) ?? (await this.inParts(values, equal(column), open));
	}

	private async ofDays(since: number, until: number): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		for (const day of utcDays(since, until)) {
			rows.push(...(await this.ifThere([{ column: 'askedAt', is: 'ilike', value: `${day}%` }])));
		}
		return rows;
	}

	private async inParts(
		values: string[],
		get: Get,
		open: typeof openTableIfThere = openTableIfThere,
	): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		await inParts([...new Set(values)], async (part) => {
			const { table } = this.place;
			const found = await open(this.context, table, async (one) => await get(one, part));
			rows.push(...(found ?? []));
		});
		return rows;
	}

	/** The first rows that meet all conditions. */
	private async someOf(conditions: Condition[]): Promise<TableRow[]> {
		const get = async (table: DataTable) => await table.get('all', conditions);
		return (await openTableIfThere(this.context, this.place.table, get)) ?? [];
	}

	/** All rows that meet all conditions; none where there is no table. */
	private async ifThere(conditions: Condition[]): Promise<TableRow[]> {
		const get = async (table: DataTable) =>
			await getBeyond(table, conditions, await table.get('all', conditions));
		return (await openTableIfThere(this.context, this.place.table, get)) ?? [];
	}
}

const isNot = (value: string): Condition => ({ column: 'outcome', is: 'neq', value });

/** Open, or with an outcome that people have written in another way: with capitals or blanks, or so that it cannot be read. */
const OPEN = ['issued', 'rejected'].map(isNot);

/** Without an addition, and issued or with an outcome that people have written in another way. */
const UNNAMED: Condition[] = [
	{ column: 'additionId', is: 'isEmpty', value: '' },
	...['rejected', 'sending', 'unknown'].map(isNot),
];

/** @returns the rows with these values; undefined when they were not all read */
function rowsAhead(
	ahead: Ahead | undefined,
	column: string,
	values: string[],
): TableRow[] | undefined {
	const isRead = ahead?.column === column && values.every((value) => ahead.values.has(value));
	if (!isRead) return undefined;
	const wanted = new Set<unknown>(values);
	return ahead.rows.filter((row) => wanted.has(row[column]));
}

const equal =
	(column: string): Get =>
	async (table, values) =>
		await getAll(table, column, values);

/**
 * All rows with one of these values. Never page by page: a row that is deleted in between would move another one
 * out of sight. What does not fit into one look is asked for in halves, and one value by rising ids.
 */
async function getAll(table: DataTable, column: string, values: string[]): Promise<TableRow[]> {
	const rows = await table.get('any', isAnyOf(column, values));
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
		page = await table.get('all', [...conditions, { column: 'id', is: 'gt', value: last }]);
		rows.push(...page);
	}
	return rows;
}

/** Of more, one is not looked for in whatever spelling: there is no index. */
const MAX_SPELT = 20;

/** All rows that name one of these additions, a few of them also with blanks around the id, as people paste it. */
async function getOwners(table: DataTable, ids: string[]): Promise<TableRow[]> {
	if (ids.length > MAX_SPELT) return await getAll(table, 'additionId', ids);
	const column = 'additionId';
	const conditions = ids.map((id): Condition => ({ column, is: 'ilike', value: `%${id}%` }));
	return await table.get('any', conditions);
}
