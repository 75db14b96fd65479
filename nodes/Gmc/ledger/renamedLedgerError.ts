import { list } from '../core/texts/words';
import { LedgerError } from './ledgerError';

/** The ledger has, or may have, another name by now: without it nobody knows what was paid, so nothing is sent. */
export class RenamedLedgerError extends LedgerError {
	/**
	 * @param table the name that it had
	 * @param tables names that it may have
	 * @param isCertain whether their rows say so
	 */
	constructor(table: string, tables: string[], isCertain: boolean) {
		const [renamed] = tables;
		super(
			(isCertain ? wasRenamed : perhapsRenamed)({ table, tables }),
			[
				`Rename it back to "${table}", or set Ledger Table to "${renamed}" wherever it is paid with. For a ledger of its own, choose a name that none has had.`,
				...(isCertain
					? []
					: [
							`If "${renamed}" is another ledger, write its name into the column ledger of one of its rows.`,
						]),
			].join(' '),
			false,
			'LEDGER_RENAMED',
		);
	}
}

const wasRenamed = ({ table, tables }: { table: string; tables: string[] }) =>
	`the ledger (Data Table "${table}") was renamed: it is ${list(tables.map((name) => `"${name}"`))} now, whose rows say that they were written under the old name`;

const perhapsRenamed = ({ table, tables }: { table: string; tables: string[] }) =>
	`the ledger (Data Table "${table}") is not there, and it may have been renamed: the rows of ${list(tables.map((name) => `"${name}"`))} do not say of which ledger they are`;
