import type { IExecuteFunctions } from 'n8n-workflow';
import type { ReadEffect } from '../core/ledger/effects';
import type { Entry } from '../core/ledger/entry';
import { isWanted } from '../core/ledger/wanted';
import { utcDays } from '../core/time/time';
import type { DataTable } from './dataTable';
import { getAll, getOfDays, getOwners, getUnnamed, getUnsettled } from './getAll';
import type { TableRow } from './inlineWorkflow';
import { openTable, openTableIfThere } from './openTable';
import { inParts } from './dataTable';
import { readEntries } from './columns';

type Get = (table: DataTable, values: string[]) => Promise<TableRow[]>;

/** Where entries are read from. */
interface ReadPlace {
	/** Name of the Data Table. */
	table: string;
	/** What `accountRef` gives. */
	account: string;
	/** Whether a table that is missing is left so; else it is made where names are looked up, which are to be claimed. */
	isReadOnly?: boolean;
}

/** Finds entries of an account in the table. */
export class TableReads {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly place: ReadPlace,
	) {}

	/** @param ahead what a write has read behind itself */
	async read(effect: ReadEffect, ahead?: Ahead): Promise<Entry[]> {
		const rows = await this.rowsFor(effect, ahead);
		// A ref names the account as well, so what it finds is ours whatever people have made of it.
		const isOurs = ({ account }: TableRow) =>
			effect.do === 'read' || effect.do === 'readBatch' || account === this.place.account;
		return readEntries(rows.filter(isOurs)).filter(isWanted(effect));
	}

	private async rowsFor(effect: ReadEffect, ahead?: Ahead): Promise<TableRow[]> {
		switch (effect.do) {
			case 'read':
				return rowsAhead(ahead, 'keyRef', effect.refs) ?? (await this.byRef(effect.refs));
			case 'readBatch':
				return await this.inParts([effect.batchRef], equal('batchRef'));
			case 'readInDoubt':
				return await this.ifThere(getUnsettled);
			case 'readUnnamed':
				return await this.ifThere(getUnnamed);
			case 'readSince': {
				const { since, until = Date.now() } = effect;
				return await this.ifThere(async (table) => await getOfDays(table, utcDays(since, until)));
			}
			case 'readOwners': {
				const { additionIds, by } = effect;
				const known = by && rowsAhead(ahead, 'additionId', additionIds);
				return known ?? (await this.inParts(additionIds, by ? equal('additionId') : getOwners));
			}
		}
	}

	private async byRef(refs: string[]): Promise<TableRow[]> {
		const open = this.place.isReadOnly ? openTableIfThere : openTable;
		return await this.inParts(refs, equal('keyRef'), open);
	}

	private async inParts(
		values: string[],
		get: Get,
		open: typeof openTableIfThere = openTableIfThere,
	): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		await inParts([...new Set(values)], async (part) => {
			const found = await open(
				this.context,
				this.place.table,
				async (table) => await get(table, part),
			);
			rows.push(...(found ?? []));
		});
		return rows;
	}

	private async ifThere(get: (table: DataTable) => Promise<TableRow[]>): Promise<TableRow[]> {
		return (await openTableIfThere(this.context, this.place.table, get)) ?? [];
	}
}

const equal =
	(column: string): Get =>
	async (table, values) =>
		await getAll(table, column, values);

/** What a write has read behind itself, for the read that follows it: all rows with one of the values. */
export interface Ahead {
	column: string;
	values: Set<string>;
	rows: TableRow[];
}

/** @returns the rows with these values; undefined when they were not all read */
export function rowsAhead(
	ahead: Ahead | undefined,
	column: string,
	values: string[],
): TableRow[] | undefined {
	const isRead = ahead?.column === column && values.every((value) => ahead.values.has(value));
	if (!isRead) return undefined;
	const wanted = new Set<unknown>(values);
	return ahead.rows.filter((row) => wanted.has(row[column]));
}
