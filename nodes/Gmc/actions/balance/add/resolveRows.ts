import { sleep } from 'n8n-workflow';
import { delays } from '../../../core/pace/delays';
import { decide } from './decide';
import { renewIdentifiers } from './identify';
import { hintAtFailure } from './report';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';
import { isCancelled } from './run';

/**
 * Finds out what became of unknown rows. GMC's list is read once, and again after growing delays for rows whose answer
 * this run has lost, since an addition may be listed late.
 *
 * @param rows that are unknown
 * @param listedBefore ids of the additions that were listed before this run sent, if it read the list
 */
export async function resolveRows(
	run: AddRun,
	rows: Row[],
	listedBefore?: ReadonlySet<string>,
): Promise<void> {
	const { ledger, context } = run;
	if (rows.length === 0) return;
	try {
		// GMC lists additions under the present identifiers of customers.
		const { isShared } = await renewIdentifiers(run, rows);
		const find = async (some: Row[]) => ({
			verdicts: await ledger.resolve(some, { listedBefore, isShared }),
		});
		const findAgain = async (some: Row[]) => ({ verdicts: await ledger.lookUp(some) });
		const resolve = async (some: Row[]) => await decide(run, some, find, findAgain);
		await resolve(rows.filter(isIn('unknown')));
		const lost = () => rows.filter(isIn('unknown')).filter(({ isSent }) => isSent);
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || isCancelled(run)) break;
			await sleep(delay);
			await resolve(lost());
		}
	} catch (error) {
		// They stay unknown; a later run asks again.
		hintAtFailure(context, 'Rows that may have been paid stay unknown', error);
	}
	// Those that were found to be issued are settled already.
	for (const row of rows.filter(isIn('rejected'))) ledger.settleSoon(row);
}
