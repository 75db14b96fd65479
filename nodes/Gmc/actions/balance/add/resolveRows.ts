import { sleep } from 'n8n-workflow';
import { delays } from '../../../core/pace/delays';
import { hintAtLedger } from './hints';
import { renewIdentifiers } from './identify';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';
import { applyVerdicts } from './verdicts';

const unknownIn = (rows: Row[]) => rows.filter(isIn('unknown'));

/**
 * Finds out what became of unknown rows. GMC's list is read once, and again after growing delays for rows whose answer
 * this run has lost, since an addition may be listed late.
 *
 * @param rows that are unknown
 * @param before ids of the additions that were listed before this run sent, if it read the list
 */
export async function resolveRows(
	run: AddRun,
	rows: Row[],
	before?: ReadonlySet<string>,
): Promise<void> {
	const { ledger, context } = run;
	if (rows.length === 0) return;
	try {
		// GMC lists additions under the present identifiers of customers.
		const { isShared } = await renewIdentifiers(run, rows);
		const known = { listedBefore: before, isShared };
		await applyVerdicts(run, await ledger.resolve(unknownIn(rows), known));
		const lost = () => unknownIn(rows).filter(({ isSent }) => isSent);
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || isCancelled(run)) break;
			await sleep(delay);
			await applyVerdicts(run, await ledger.resolve(lost(), known));
		}
	} catch (error) {
		// They stay unknown; a later run asks again.
		hintAtLedger(context, error);
	}
	// Those that were found to be issued are settled already.
	for (const row of rows.filter(isIn('rejected'))) ledger.settleSoon(row);
}
