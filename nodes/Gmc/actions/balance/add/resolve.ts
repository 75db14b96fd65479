import { sleep } from 'n8n-workflow';
import type { Addition } from '../../../api/schemas';
import { delays } from '../../../core/pace/delays';
import { GmcRequestError, unreadableFailure } from '../../../core/service/failure';
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

/** Releases the claims of rows that were not sent. */
export async function releaseUnsent({ ledger }: AddRun, rows: Row[]): Promise<void> {
	const unsent = rows
		.filter(isIn('planned', 'skipped', 'rejected', 'notAttempted'))
		.filter(({ claimed, isSent }) => claimed && !isSent);
	// A claim that cannot be released is held for a while, as after a crash.
	if (unsent.length > 0) await ledger.release(unsent).catch(() => {});
}

/** Writes the results of rows into the ledger. A row whose addition another row owns is unknown. */
export async function settleRows({ ledger }: AddRun): Promise<void> {
	const contested = await ledger.settleAll();
	for (const row of contested) {
		row.contest(row.sentAt ?? Date.now(), mismatchedAnswer('ofAnotherRow', row.state.addition));
	}
}

const MISMATCHED = {
	notAskedFor: 'GMC answered with a top-up that was not asked for',
	madeBefore: 'GMC answered with a top-up that it had made before',
	ofAnotherRow: 'GMC answered with a top-up that belongs to another row of the ledger',
};

/** An answer with an addition that cannot be this row's counts as a lost answer. @param which what it names instead */
export function mismatchedAnswer(
	which: keyof typeof MISMATCHED,
	{ _id: id }: Addition,
): GmcRequestError {
	const said = `${MISMATCHED[which]} (${id})`;
	return new GmcRequestError('issueAddition', unreadableFailure(201, said));
}
