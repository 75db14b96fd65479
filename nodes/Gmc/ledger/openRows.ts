import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../core/ledger/entry';
import { isInDoubt } from '../core/ledger/entry';
import { hasPaid } from '../core/ledger/look';
import type { DataTable } from './dataTable';
import { MAX_CONDITIONS } from './dataTable';
import { getOfDays, getOwners, getUnnamed, getUnsettled } from './getAll';
import type { TableRow } from './inlineWorkflow';
import { utcDays } from '../core/util/time';
import { openTableIfThere } from './openTable';
import { readRows } from './readRows';

/** What is to be found out in the ledger of an account. Where there is no table yet, there is nothing, and none is made. */
export class OpenRows {
	constructor(
		private readonly context: IExecuteFunctions,
		/** Name of the Data Table. */
		private readonly table: string,
		/** What `accountRef` gives. */
		private readonly account: string,
	) {}

	async inDoubt(): Promise<Entry[]> {
		return (await this.read(getUnsettled)).filter(isInDoubt);
	}

	/** Issued, as people say, and nobody knows with which addition. */
	async unnamed(): Promise<Entry[]> {
		const rows = await this.read(getUnnamed);
		return rows.filter((row) => hasPaid(row) && row.additionId === undefined);
	}

	/** Asked for since, in epoch milliseconds. */
	async since(since: number): Promise<Entry[]> {
		const rows = await this.read(
			async (table) => await getOfDays(table, utcDays(since, Date.now())),
		);
		return rows.filter(({ askedAt }) => askedAt >= since);
	}

	/** All rows that name one of these additions, in whichever spelling. */
	async ownersAsPeopleWrite(additionIds: string[]): Promise<Entry[]> {
		const ids = [...new Set(additionIds)];
		const owners: Entry[] = [];
		for (let at = 0; at < ids.length; at += MAX_CONDITIONS) {
			const part = ids.slice(at, at + MAX_CONDITIONS);
			owners.push(...(await this.read(async (table) => await getOwners(table, part))));
		}
		return owners;
	}

	/** Those of the account. */
	own(rows: TableRow[]): Entry[] {
		return readRows(rows.filter(({ account }) => account === this.account));
	}

	private async read(get: (table: DataTable) => Promise<TableRow[]>): Promise<Entry[]> {
		return this.own((await openTableIfThere(this.context, this.table, get)) ?? []);
	}
}
