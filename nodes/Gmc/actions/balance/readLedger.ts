import type { IExecuteFunctions } from 'n8n-workflow';
import type { Protocol } from '../../core/ledger/effects';
import { perform } from '../../core/ledger/effects';
import type { Entry } from '../../core/ledger/entry';
import { LedgerError } from '../../ledger/ledgerError';
import { TableStore } from '../../ledger/tableStore';
import { accountIn } from '../../shared/context';

/**
 * Reads entries of the ledger, without making or changing it. A table that is not there has none.
 *
 * @param table its name
 * @returns undefined if this n8n has no Data Tables
 * @throws LedgerError if the ledger cannot be read
 */
export async function readLedger(
	context: IExecuteFunctions,
	table: string,
	wanted: Protocol<Entry[]>,
): Promise<Entry[] | undefined> {
	const list = async () => undefined;
	const { handle } = new TableStore(context, { table, account: await accountIn(context), list });
	return await perform(wanted, handle).catch((error: Error) => {
		if (error instanceof LedgerError && error.isAbsent) return undefined;
		throw error;
	});
}
