import { batchRefOf, isUsersName, refOf } from '../../../../core/ledger/key';
import type { ExecutionMemory } from '../../../../core/ledger/memory';
import { checkKeys } from '../../../../core/ledger/sheet';
import { InputError } from '../../../../core/util/inputError';
import { applyVerdicts, tellRemembered } from './applyVerdicts';
import { nameByBatch } from './nameByBatch';
import { settleFates } from './settleFates';
import { contradictedKey, keysDifferInZeros } from '../rows/nameProblems';
import type { Row } from '../rows/row';
import { chargeOf, isIn } from '../rows/row';
import type { AddRun } from '../run/run';
import { misnamedLast } from '../checks/verifyPayees';

/** Names the rows, and asks the ledger what these names have paid already. @throws LedgerError */
export async function lookUpNames(run: AddRun, rows: Row[]): Promise<void> {
	let isKnown = false;
	try {
		await nameRows(run, rows);
		const named = rows.filter(isIn('planned')).filter(({ ledgerName }) => ledgerName);
		await applyVerdicts(run, await run.ledger.lookUp(named));
		isKnown = true;
		// Of what an earlier try could not write down: whatever is in doubt beside it must not be dealt its additions.
		await settleFates(run);
	} finally {
		// Where the ledger cannot be asked, this execution tells what it knows itself.
		if (!isKnown) for (const row of rows.filter(isIn('planned'))) tellRemembered(run, row);
	}
}

/**
 * Gives each row that may be sent its name in the ledger, by the protection of the run. A row that cannot have one is
 * rejected, or withheld.
 *
 * @throws LedgerError, for a batch; InputError where an earlier try gave other names
 */
async function nameRows(run: AddRun, rows: Row[]): Promise<void> {
	const { duplicateProtection, batch } = run.settings;
	if (duplicateProtection === 'key') {
		refuseOtherNames(run, ({ ref, batchRef }) => isUsersName(ref) && batchRef === undefined);
		nameByKey(run, rows);
	} else if (duplicateProtection === 'batch') {
		const own = batchRefOf(run.ledger.account, batch!.name);
		refuseOtherNames(run, ({ batchRef }) => batchRef === own);
		await nameByBatch(run, rows, own);
	} else nameByExecution(run, rows);
}

/** What an earlier try has sent under other names, these would not know: it would be paid again. @throws InputError */
function refuseOtherNames(
	{ ledger: { memory } }: AddRun,
	isNamedSo: Parameters<ExecutionMemory['hasOthers']>[0],
): void {
	if (!memory.hasOthers(isNamedSo)) return;
	throw new InputError({
		message:
			'An earlier try of this execution has sent rows under another Duplicate Protection or Batch Name, and under this one they would be paid again',
		advice:
			'Set it back to what it was, and Executions → Retry sends the rest. For another protection start a new execution, with those rows only that are not paid yet.',
		code: 'PROTECTION_CHANGED',
	});
}

function nameByExecution({ ledger }: AddRun, rows: Row[]): void {
	for (const row of misnamedLast(rows.filter(isIn('planned')))) {
		row.ledgerName = ledger.memory.giveName(chargeOf(row));
	}
}

function nameByKey({ ledger }: AddRun, rows: Row[]): void {
	const sound = rows.filter(isIn('planned'));
	const checks = checkKeys(sound.map((row) => ({ key: row.key ?? '', charge: chargeOf(row) })));
	for (const [position, row] of sound.entries()) {
		const check = checks[position];
		if (check === 'contradicted') row.reject(contradictedKey(row.key));
		else if (check === 'fine') row.ledgerName = { ref: refOf(ledger.account, row.key ?? '') };
		else if ('sameAs' in check) row.twinOf = sound[check.sameAs];
		else row.reject(keysDifferInZeros(check.differsInZeros));
	}
}
