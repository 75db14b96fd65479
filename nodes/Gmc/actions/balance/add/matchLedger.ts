import type { GmcClient } from '../../../api/client';
import { getAddition } from '../../../api/additions';
import type { Addition } from '../../../api/schemas';
import type { LedgerEntry } from '../../../core/additions/ledgerMemory';
import type { Row } from './row';
import { sameCharge } from '../../../core/additions/charge';
import { chargeOf, isIn } from './row';
import { lostAnswerProblem } from './rowProblems';
import type { AddRun } from './run';

/** What the ledger of the execution has told of its rows. */
export interface LedgerMatch {
	/** Whether any row has an entry that counts. */
	hasMatch: boolean;
	/** Rows with a key whose request never had an answer: the ledger of keys knows more, if it can be asked. */
	lost: Map<Row, LedgerEntry>;
}

/**
 * Gives each row what an earlier try of this execution did for it: an issued addition is replayed, a request
 * whose answer never came is in doubt. Rows without an entry stay planned.
 */
export async function matchLedger({ client, ledger }: AddRun, rows: Row[]): Promise<LedgerMatch> {
	const lost = new Map<Row, LedgerEntry>();
	let hasMatch = false;
	for (const row of rows.filter(isIn('planned'))) {
		const charge = chargeOf(row);
		const entry = ledger.match(charge);
		if (entry === undefined) continue;
		// What is in doubt under a key, or was another charge, is for the ledger of keys to say.
		if (row.key !== undefined && !(entry.state !== 'intended' && sameCharge(entry, charge))) {
			if (entry.state === 'intended') lost.set(row, entry);
			continue;
		}
		hasMatch = true;
		if (entry.state === 'intended') {
			row.doubt(entry, lostAnswerProblem(row.itemIndex));
			continue;
		}
		const addition = await additionOf(client, entry);
		if (entry.state === 'skipped') row.skip(entry, addition, { replayed: true });
		else row.issue(entry, addition, { replayed: true });
	}
	return { hasMatch, lost };
}

/** The output is the same as before; where only the id was kept, the service is asked for the rest. */
async function additionOf(
	{ transport }: GmcClient,
	{ addition, additionId = '' }: LedgerEntry,
): Promise<Addition> {
	return addition ?? (await getAddition(transport, additionId).catch(() => ({ _id: additionId })));
}
