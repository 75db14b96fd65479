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
			({ keys }) => (isCertain ? keys.ledgerRenamed : keys.ledgerPerhapsRenamed)({ table, tables }),
			({ keys }) =>
				[
					keys.ledgerBackOrNew({ table, renamed }),
					...(isCertain ? [] : [keys.nameRows({ renamed })]),
				].join(' '),
		);
	}
}
