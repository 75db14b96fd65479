import type { GmcClient } from '../../../api/client';
import { getAddition } from '../../../api/additions';
import type { Addition } from '../../../api/schemas';
import type { Ledger, LedgerEntry } from '../../../core/additions/ledger';
import { endAsIssued } from './end';
import type { Row } from './rows';
import { chargeOf } from './rows';

/**
 * Gives each row what an earlier try of this execution did for it: an issued addition is replayed, a request
 * whose answer never came is open. Rows without an entry stay planned.
 */
export async function replay(client: GmcClient, rows: Row[], ledger: Ledger): Promise<void> {
	for (const row of rows) {
		if (row.outcome !== 'planned') continue;
		const entry = ledger.take(chargeOf(row));
		if (entry === undefined) continue;
		row.entry = entry;
		if (entry.state === 'sent') {
			row.outcome = 'open';
			continue;
		}
		const addition = await additionOf(client, entry);
		row.replayed = true;
		if (entry.state === 'issued') endAsIssued(row, addition);
		else Object.assign(row, { outcome: 'skipped', addition });
	}
}

/** The output is the same as before; where only the id was kept, the service is asked for the rest. */
async function additionOf(client: GmcClient, entry: LedgerEntry): Promise<Addition> {
	const _id = entry.additionId!;
	return entry.addition ?? (await getAddition(client.transport, _id).catch(() => ({ _id })));
}
