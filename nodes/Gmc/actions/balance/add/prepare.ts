import { GmcRequestError } from '../../../core/service/failure';
import { InputError } from '../../../core/util/inputError';
import { toNodeError, toRunProblem } from '../../../shared/errors';
import { checkRows } from './check';
import { readHistory } from './history';
import { identifyCustomers } from './identifyCustomers';
import { matchLedger } from './matchLedger';
import { reconcileInDoubt } from './reconcileInDoubt';
import { lookUpKeys } from './sendKeyed';
import { refuseSheet } from './problems';
import type { Row } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

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
	const isResumed = !run.settings.dryRun && (await resume(run, rows));
	const ends = (error: unknown) => withhold(run, rows, { error, isResumed });
	const unknownKeys = obstacle === undefined ? await obstacleTo(lookUpKeys(run, rows)) : undefined;
	const isRefused = checkRows(run, rows);
	if (isRefused && !isResumed) refuseSheet(run.context, rows);
	if (obstacle !== undefined) return ends(obstacle);
	if (unknownKeys !== undefined) return ends(unknownKeys);
	const isInDoubt = run.keys === undefined && rows.some(isIn('inDoubt'));
	if (isRefused || isInDoubt) return false;
	const unread = await obstacleTo(readHistory(run, rows));
	if (unread !== undefined) return ends(unread);
	// Rows that History has held back are like bad ones: first the sheet, then the money.
	return !run.stopAtFirst || !rows.some(isIn('notAttempted'));
}

/** With keys, only rows that are to be sent count for the limits, and which these are is not known yet. */
function isUnsound(run: AddRun, rows: Row[]): boolean {
	if (run.keys === undefined) return checkRows(run, rows);
	return run.settings.validateFirst && run.stopAtFirst && rows.some(isIn('rejected'));
}

async function identifyIfNeeded(run: AddRun, rows: Row[]): Promise<void> {
	const { validateFirst, duplicatesSince } = run.settings;
	// A key was perhaps used under the customer's other identifier.
	const hasKeys = run.keys !== undefined;
	if (validateFirst || hasKeys || duplicatesSince !== undefined || !run.ledger.isEmpty) {
		await identifyCustomers(run, rows);
	}
}

/** @returns whether an earlier try of this execution has done anything for these rows */
async function resume(run: AddRun, rows: Row[]): Promise<boolean> {
	const isResumed = await matchLedger(run, rows);
	await reconcileInDoubt(run, rows);
	return isResumed;
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
			message: problem.saysNothingSent
				? problem.message
				: (texts) => texts.rows.nothingSent({ message: problem.message(texts) }),
			details: { outcome: 'notAttempted', ...problem.details },
		});
	}
	for (const row of rows.filter(isIn('planned'))) row.withhold(error);
	return false;
}
