import { applyVerdicts } from './applyVerdicts';
import { nameRows } from './names';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { tellRemembered } from './tellRemembered';

/** Names the rows, and asks the ledger what these names have paid already. @throws LedgerError */
export async function lookUpNames(run: AddRun, rows: Row[]): Promise<void> {
	let isKnown = false;
	try {
		await nameRows(run, rows);
		const named = rows.filter(isIn('planned')).filter((row) => run.ledger.names.of(row));
		await applyVerdicts(run, await run.ledger.lookUp(named));
		isKnown = true;
	} finally {
		// Where the ledger cannot be asked, this execution tells what it knows itself.
		if (!isKnown) for (const row of rows.filter(isIn('planned'))) tellRemembered(run, row);
	}
}
