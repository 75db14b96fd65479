import { checkRows } from './check';
import { refuseSheet } from './failedRows';
import { readHistory } from './history';
import { holdUnknown } from './holdUnknown';
import { identifyCustomers, rejectUnknownCustomers } from './identifyCustomers';
import { lookUpKeys } from './lookUpKeys';
import type { LedgerMatch } from './matchLedger';
import { matchLedger } from './matchLedger';
import { reconcileInDoubt } from './reconcileInDoubt';
import { hintAtUnidentified } from './rejectRecent';
import type { Row } from './row';
import { isIn } from './row';
import { lostAnswerProblem } from './rowProblems';
import type { AddRun } from './run';
import { resolveKeys } from './sendKeyed';
import { takeTurn } from './takeTurn';
import { obstacleTo, withhold } from './withhold';

/**
 * Everything between reading the rows and the first send. The steps are those of CONTRIBUTING ("The way of a row
 * through Balance: Add"), in their order; after each group of them the run may end without sending anything.
 *
 * @returns whether rows may be sent
 * @throws NodeOperationError or NodeApiError when a run that has sent nothing yet ends here
 */
export async function prepare(run: AddRun, rows: Row[]): Promise<boolean> {
	// Check what the rows say by themselves, where there is nothing to tell of earlier tries.
	if (run.ledger.isEmpty && isUnsound(run, rows)) await refuseUnsound(run, rows);

	// Identify. An obstacle waits for the next two: a list that cannot be had must not hide what was done already.
	let obstacle = await obstacleTo(identifyIfNeeded(run, rows));
	// Match, Reconcile.
	const { hasMatch: isResumed, lost } = await resume(run, rows);
	// Keys.
	obstacle ??= await obstacleTo(lookUpKeys(run, rows));
	// Check, with all that is known now.
	const isRefused = checkRows(run, rows);
	if (isRefused && !isResumed) refuseSheet(run.context, rows);
	if (obstacle !== undefined) {
		doubtAll(lost);
		return withhold(run, rows, { obstacle, isResumed: isResumed || lost.size > 0 });
	}
	if (isRefused || hasOwnInDoubt(run, rows)) return false;

	// Turn, Resolve under History, Hold, History.
	obstacle = await obstacleTo(compareWithEarlier(run, rows));
	if (obstacle !== undefined) return withhold(run, rows, { obstacle, isResumed });
	if (!run.stopAtFirst) return true;
	const isSuspicious = hasDuplicates(run, rows);
	if (isSuspicious && !isResumed) refuseSheet(run.context, rows);
	// Rows that History has held back are like bad ones: first the sheet, then the money.
	return !isSuspicious && !rows.some(isIn('notAttempted'));
}

/** With keys, only rows that are to be sent count for the limits, and which these are is not known yet. */
function isUnsound(run: AddRun, rows: Row[]): boolean {
	if (run.keys === undefined) return checkRows(run, rows);
	return run.settings.validateFirst && run.stopAtFirst && rows.some(isIn('rejected'));
}

/** Names unknown customers, too, so that the sheet is mended in one go. Without the list it names what is known. */
async function refuseUnsound(run: AddRun, rows: Row[]): Promise<never> {
	await obstacleTo(identifyIfNeeded(run, rows));
	if (run.settings.validateFirst) rejectUnknownCustomers(rows);
	return refuseSheet(run.context, rows);
}

async function identifyIfNeeded(run: AddRun, rows: Row[]): Promise<void> {
	const { validateFirst, duplicateProtection } = run.settings;
	// A key was perhaps used under the customer's other identifier.
	const hasKeys = run.keys !== undefined;
	const isHistory = duplicateProtection === 'history';
	if (validateFirst || hasKeys || isHistory || !run.ledger.isEmpty) {
		await identifyCustomers(run, rows);
	} else if (duplicateProtection === 'recent') {
		// Without them customers are compared by what the rows call them.
		await identifyCustomers(run, rows).catch(() => hintAtUnidentified(run));
	}
}

/** @returns what an earlier try of this execution has done for these rows */
async function resume(run: AddRun, rows: Row[]): Promise<LedgerMatch> {
	const match = await matchLedger(run, rows);
	await reconcileInDoubt(run, rows);
	return match;
}

/** Where the ledger of keys cannot be asked, what an earlier try has sent is in doubt still. */
function doubtAll(lost: LedgerMatch['lost']): void {
	for (const [row, entry] of lost) {
		if (isIn('planned')(row)) row.doubt(entry, lostAnswerProblem(row.itemIndex));
	}
}

/** After an unknown no new row is sent (CONTRIBUTING M6). A key in doubt holds up no other row. */
function hasOwnInDoubt({ keys }: AddRun, rows: Row[]): boolean {
	return keys === undefined && rows.some(isIn('inDoubt'));
}

/** What earlier runs have sent, or may have sent, by the ledger of keys and by the service's list. */
async function compareWithEarlier(run: AddRun, rows: Row[]): Promise<void> {
	await takeTurn(run, rows);
	await settleFirst(run, rows);
	await holdUnknown(run, rows);
	await readHistory(run, rows);
}

/** Under History: what was lost under a key is that key's, or it would be taken for an equal row that is new. */
async function settleFirst(run: AddRun, rows: Row[]): Promise<void> {
	const { keys, settings } = run;
	const inDoubt = rows.filter(isIn('inDoubt'));
	const isHistory = settings.duplicateProtection === 'history';
	if (keys === undefined || !isHistory || settings.dryRun) return;
	if (inDoubt.length === 0) return;
	await resolveKeys(run, keys, { inDoubt, all: rows });
	// The day is checked with the list that History asks for.
	if ((inDoubt as Row[]).some(isIn('planned'))) checkRows(run, rows);
}

/** Whether a row was rejected for what was sent before, and the whole sheet has to be sound. */
function hasDuplicates({ settings }: AddRun, rows: Row[]): boolean {
	const mustBeSound = settings.validateFirst || !rows.some(isIn('planned'));
	return mustBeSound && rows.some(isIn('rejected'));
}
