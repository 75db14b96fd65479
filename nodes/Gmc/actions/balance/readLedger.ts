import type { IExecuteFunctions } from 'n8n-workflow';
import type { GmcClient } from '../../api/client';
import type { Protocol } from '../../core/ledger/effects';
import { perform, readBy } from '../../core/ledger/effects';
import type { Entry } from '../../core/ledger/entry';
import { LedgerError } from '../../ledger/ledgerError';
import { TableStore } from '../../ledger/tableStore';
import { accountIn } from '../../shared/context';
import { Accounts } from './accounts';

/** What was read, and whether there is a ledger at all. */
export interface LedgerReading {
	entries: Entry[];
	isThere: boolean;
	/** See `Accounts`. */
	isOfOtherGmc: (entry: Entry) => boolean;
}

/**
 * Reads entries of the ledger, without making or changing it. A table that is not there has none. GMC is asked whose the
 * entries of other accounts are; those of another GMC keep `isForeign`.
 *
 * @param table its name
 * @returns undefined if this n8n has no Data Tables
 * @throws LedgerError if the ledger cannot be read
 */
export async function readLedger(
	context: IExecuteFunctions,
	client: GmcClient,
	table: string,
	wanted: () => Protocol<Entry[]>,
): Promise<LedgerReading | undefined> {
	const account = await accountIn(context);
	const accounts = new Accounts(account);
	const place = { table, use: 'read', account, accounts: accounts.same } as const;
	const store = new TableStore(context, { ...place, list: async () => undefined });
	const read = async (protocol: Protocol<Entry[]>) => await perform(protocol, store.handle);
	try {
		const entries = await read(wanted());
		const isAnswered = await accounts.ask(client, async (one) => await read(readBy(one)), entries);
		return {
			entries: isAnswered ? await read(wanted()) : entries,
			isThere: store.isThere,
			isOfOtherGmc: (entry) => accounts.isOfOtherGmc(entry),
		};
	} catch (error) {
		if (error instanceof LedgerError && error.isAbsent) return undefined;
		return await Promise.reject(error);
	}
}
