import { batchRefOf, refOf } from '../../../core/ledger/key';
import { checkKeys } from '../../../core/ledger/sheet';
import { nameByBatch } from './nameByBatch';
import { contradictedKey, keysDifferInZeros } from './nameProblems';
import type { Row } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Gives each row that may be sent its name in the ledger, by the protection of the run. A row that cannot have one is
 * rejected, or withheld.
 *
 * @throws LedgerError, for a batch
 */
export async function nameRows(run: AddRun, rows: Row[]): Promise<void> {
	const { duplicateProtection, batch } = run.settings;
	if (duplicateProtection === 'key') nameByKey(run, rows);
	else if (duplicateProtection === 'batch') {
		await nameByBatch(run, rows, batchRefOf(run.ledger.account, batch!.name));
	} else nameByExecution(run, rows);
}

function nameByExecution({ ledger }: AddRun, rows: Row[]): void {
	for (const row of rows.filter(isIn('planned'))) {
		ledger.names.give(row, { ref: ledger.memory.giveName(chargeOf(row)) });
	}
}

function nameByKey({ ledger }: AddRun, rows: Row[]): void {
	const sound = rows.filter(isIn('planned'));
	const checks = checkKeys(sound.map((row) => ({ key: row.key ?? '', charge: chargeOf(row) })));
	for (const [position, row] of sound.entries()) {
		const check = checks[position];
		if (check === 'contradicted') row.reject(contradictedKey(row.key));
		else if (check === 'fine')
			ledger.names.give(row, { ref: refOf(ledger.account, row.key ?? '') });
		else if ('sameAs' in check) ledger.twins.set(row, sound[check.sameAs]);
		else row.reject(keysDifferInZeros(check.differsInZeros));
	}
}
