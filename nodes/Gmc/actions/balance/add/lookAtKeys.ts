import type { Entry } from '../../../core/ledger/entry';
import { isUnsettled } from '../../../core/ledger/entry';
import { keySet } from '../../../core/ledger/refs';
import { checkCustomers } from './identify';
import { checkAmounts, checkTotal } from './limits';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Reads the entries of keys. An order, a sheet of one row that is probably new, is claimed in the same call, so that it can
 * be sent without another one. If it is not sent after all, it gives its claim back.
 *
 * @param rows that have keys
 * @param refs of these keys, and of other spellings of them
 * @throws LedgerError
 */
export async function lookAtKeys(run: AddRun, rows: Row[], refs: string[]): Promise<Entry[]> {
	const { ledger } = run;
	const query = { do: 'read', by: 'ref', values: refs } as const;
	const isHeld = (entry: Entry) => isUnsettled(entry) && ledger.isOurs(entry.claim);
	const look = async () => (await ledger.read(query)).filter((entry) => !isHeld(entry));
	const [order] = rows;
	if (rows.length > 1 || !isProbablyNew(run, order)) return await look();
	// Whoever has waited for another run with its key has probably been paid by that.
	if (await ledger.settings.awaitTurn(query)) return await look();
	const set = keySet(order.key!);
	order.ledgerName = { ref: set, set };
	// A full table can still tell what was paid.
	return await ledger.claimUnseen(order, query).catch(look);
}

/** Whether the row was not looked at, and no check of what it asks for will refuse it. */
function isProbablyNew(run: AddRun, row: Row): boolean {
	const { settings, execution } = run;
	if (settings.dryRun || execution.mayHaveBegun || row.ledgerName) return false;
	if (!isIn('planned')(row) || row.customer === undefined) return false;
	const refused = [...checkCustomers([row]), ...checkAmounts(run, [row])];
	return refused.length === 0 && checkTotal(run, [row]) === undefined;
}
