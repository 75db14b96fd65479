import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { toNodeError, toRunProblem } from '../../../shared/errors';
import { sayNothingSent } from '../../../shared/refusal';
import { checkRows } from './check';
import { readHistory } from './history';
import { holdUnknown } from './holdUnknown';
import { identifyCustomers } from './identifyCustomers';
import type { LedgerMatch } from './matchLedger';
import { matchLedger } from './matchLedger';
import { reconcileInDoubt } from './reconcileInDoubt';
import { lookUpKeys, resolveKeys } from './sendKeyed';
import { refuseSheet } from './problems';
import { hintAtUnidentified } from './rejectRecent';
import type { Row } from './row';
import { isIn } from './row';
import { lostAnswerProblem } from './rowProblems';
import type { AddRun } from './run';
import { takeTurn } from './takeTurn';

/**
 * Everything between reading the rows and the first send: who the customers are, what earlier tries of this
 * execution did, what became of that, limits, what the service has already.
 *
 * @returns whether rows may be sent
 * @throws NodeOperationError or NodeApiError when a run that has sent nothing yet ends here
 */
export async function prepare(run: AddRun, rows: Row[]): Promise<boolean> {
	// With nothing to tell of earlier tries, a bad sheet costs no request.
	if (run.ledger.isEmpty && isUnsound(run, rows)) refuseSheet(run.context, rows);
	// Kept until the ledger was read: a list that cannot be had must not hide what was done already.
	const obstacle = await obstacleTo(identifyIfNeeded(run, rows));
	const { hasMatch: isResumed, lost } = await resume(run, rows);
	const ends = (error: unknown) => withhold(run, rows, { error, isResumed });
	const endsUnasked = (error: unknown) => {
		doubtAll(lost);
		return withhold(run, rows, { error, isResumed: isResumed || lost.size > 0 });
	};
	const unknownKeys = obstacle === undefined ? await obstacleTo(lookUpKeys(run, rows)) : undefined;
	const isRefused = checkRows(run, rows);
	if (isRefused && !isResumed) refuseSheet(run.context, rows);
	if (obstacle !== undefined) return endsUnasked(obstacle);
	if (unknownKeys !== undefined) return endsUnasked(unknownKeys);
	const isInDoubt = run.keys === undefined && rows.some(isIn('inDoubt'));
	if (isRefused || isInDoubt) return false;
	const unproven = await obstacleTo(compareWithEarlier(run, rows));
	if (unproven !== undefined) return ends(unproven);
	if (!run.stopAtFirst) return true;
	if (isSuspicious(run, rows) && !isResumed) refuseSheet(run.context, rows);
	// Rows that History has held back are like bad ones: first the sheet, then the money.
	return !isSuspicious(run, rows) && !rows.some(isIn('notAttempted'));
}

/** What earlier runs have sent, or may have sent, by the ledger and by the service's list. */
async function compareWithEarlier(run: AddRun, rows: Row[]): Promise<void> {
	await takeTurn(run, rows);
	await settleFirst(run, rows);
	await holdUnknown(run, rows);
	await readHistory(run, rows);
}

/** Whether a row was rejected for what was sent before, and the whole sheet has to be sound. */
function isSuspicious({ settings }: AddRun, rows: Row[]): boolean {
	const mustBeSound = settings.validateFirst || !rows.some(isIn('planned'));
	return mustBeSound && rows.some(isIn('rejected'));
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

/** With keys, only rows that are to be sent count for the limits, and which these are is not known yet. */
function isUnsound(run: AddRun, rows: Row[]): boolean {
	if (run.keys === undefined) return checkRows(run, rows);
	return run.settings.validateFirst && run.stopAtFirst && rows.some(isIn('rejected'));
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

/** What a step was kept from by the service or by what it is asked; anything else is a defect of ours. */
async function obstacleTo(step: Promise<void>): Promise<Error | undefined> {
	return await step.then(
		() => undefined,
		(error: unknown) => {
			if (error instanceof GmcRequestError || error instanceof InputError) return error;
			throw error;
		},
	);
}

/**
 * A check that could not be made is no row's fault: all rows that were to be sent are held back. A run that
 * has sent rows before must tell of those as well, so it is not ended here.
 */
function withhold(
	{ context, stopAtFirst }: AddRun,
	rows: Row[],
	{ error, isResumed }: { error: unknown; isResumed: boolean },
): false {
	if (stopAtFirst && !isResumed) {
		const problem = toRunProblem(error);
		throw toNodeError(context, {
			...problem,
			message: sayNothingSent(problem),
			details: { outcome: 'notAttempted', ...problem.details },
		});
	}
	for (const row of rows.filter(isIn('planned'))) row.withhold(error);
	return false;
}
