import { hintUnlessAbsent } from './hintAtKeyLedger';
import type { KeylessDesk } from './keylessDesk';
import { isOfOtherRun } from './entryOfOtherRun';
import { labelOf } from './keyLabel';
import { recordContest } from './record';
import type { Row, RowIn } from './row';
import { chargeOf, isIn } from './row';
import type { AddRun } from './run';

/**
 * Writes down what later runs have to know of rows without a key: those that have ended in doubt, and what became
 * of those that stood there in doubt already.
 */
export async function recordUnknown(run: AddRun, rows: Row[]): Promise<void> {
	const { keyless, settings } = run;
	if (!keyless || settings.dryRun) return;
	try {
		for (const row of await keyless.settleAdopted()) recordContest(run, row);
		await settleKnown(run, keyless, rows);
		await writeDown(run, keyless, rows);
	} catch (error) {
		hintUnlessAbsent(run.context, 'writingDown', error);
	}
}

/** An earlier try of this execution has left them in doubt, and this one has found out. */
export async function settleKnown(
	{ ledger }: AddRun,
	keyless: KeylessDesk,
	rows: Row[],
): Promise<void> {
	for (const { entry, addition } of rows.filter(isIn('issued')).map(({ state }) => state)) {
		if (entry?.ref === undefined) continue;
		await keyless.settle(entry.ref, addition._id);
		// Neither this try nor a later one has to ask the ledger again.
		ledger.endDoubt(entry);
	}
}

async function writeDown(run: AddRun, keyless: KeylessDesk, rows: Row[]): Promise<void> {
	const inDoubt = rows.filter(isIn('inDoubt')).filter((row) => isToBeWritten(run, row));
	if (inDoubt.length === 0) return;
	const refs = await keyless.writeDown(
		inDoubt.map((row) => ({
			...{ charge: chargeOf(row), label: labelOf(run.context, row) },
			askedAt: Date.parse(row.state.entry.askedAt),
		})),
	);
	for (const [position, row] of inDoubt.entries()) {
		run.ledger.nameDoubt(row.state.entry, refs[position]);
	}
}

/** What another execution has asked for stands there by that one. */
function isToBeWritten({ keyless }: AddRun, row: RowIn<'inDoubt'>): boolean {
	const { entry } = row.state;
	return !isOfOtherRun(entry) && entry.ref === undefined && !keyless?.hasAdopted(row);
}
