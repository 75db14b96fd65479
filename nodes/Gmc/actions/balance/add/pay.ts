import { LedgerError } from '../../../ledger/ledgerError';
import { checkRows } from './checks/check';
import { compare } from './checks/compareRows';
import { refuseSheet } from './rows/failedRows';
import { identifyCustomers, rejectUnknownCustomers } from './checks/identifyCustomers';
import { releaseUnsent, resolveRows } from './names/resolveRows';
import { hintAtLedger, hintAtUnwritten } from './hints';
import { lookUpNames } from './names/names';
import { settleFates } from './names/settleFates';
import type { Row } from './rows/row';
import { isIn } from './rows/row';
import type { AddRun } from './run/run';
import { stopsAtFirst } from './run/run';
import { sendAll } from './sending/send';
import { isNamedByUser } from './run/settings';
import { inTurn } from './checks/takeTurn';
import { rejectMisnamed } from './checks/verifyPayees';
import { lostBefore, obstacleTo, withhold } from './withhold';
import { endReservation } from './checks/checkDay';

/**
 * The way of a sheet, in the steps of CONTRIBUTING ("The way of a row through Balance: Add"). A dry run goes it up to
 * the send.
 *
 * @returns whether the way was free up to the send
 * @throws NodeOperationError or NodeApiError when a run that has sent nothing yet ends here
 */
export async function pay(run: AddRun, rows: Row[]): Promise<boolean> {
	try {
		const isResumed = await prepare(run, rows);
		if (isResumed === undefined) return false;
		return await inTurn(run, rows, async () => {
			const obstacle = await obstacleTo(compare(run, rows));
			if (obstacle !== undefined) return withhold(run, rows, { obstacle, isResumed });
			const isRefused = isHeldBack(run, rows, 'rejected');
			if (isRefused && !isResumed) refuseSheet(run, rows);
			// Rows that wait for people are like bad ones: first the sheet, then the money.
			if (isRefused || isHeldBack(run, rows, 'notAttempted')) return false;
			if (!run.settings.dryRun) await sendAll(run, rows);
			return true;
		});
	} finally {
		await releaseUnsent(run, rows);
		await settleFates(run);
		endReservation(run.ledger);
		hintAtUnwritten(run);
		run.throttle.log(run.context, 'Additions');
	}
}

/**
 * Check, Identify, Look up, Resolve, and Check again, with all that is known now.
 *
 * @returns whether an earlier try of this execution has sent rows, or may have; undefined when nothing is to be sent
 */
async function prepare(run: AddRun, rows: Row[]): Promise<boolean | undefined> {
	const { ledger } = run;
	if (ledger.memory.isEmpty && rejectUnsound(run, rows)) await refuseUnsound(run, rows);
	// An obstacle waits: it must not hide what was done already.
	let obstacle = await obstacleTo(identifyCustomers(run, rows));
	const found = await obstacleTo(lookUpNames(run, rows));
	if (found instanceof LedgerError && rows.some(isIn('inDoubt'))) {
		hintAtLedger(run.context, 'resolving', found);
	}
	obstacle ??= found;
	const isKnown = (row: Row) => (ledger.remembered(row)?.outcome ?? 'rejected') !== 'rejected';
	const isResumed = rows.some(isKnown);
	if (obstacle === undefined) await resolveRows(run, rows.filter(isIn('inDoubt')), rows);
	const isRefused = checkRows(run, rows);
	if (isRefused && !isResumed) refuseSheet(run, rows);
	if (obstacle !== undefined) withhold(run, rows, { obstacle, isResumed });
	if (obstacle !== undefined || isRefused || hasLost(run, rows)) return undefined;
	return isResumed;
}

/** Names unknown customers, too, so that the sheet is mended in one go. Without the list it names what is known. */
async function refuseUnsound(run: AddRun, rows: Row[]): Promise<never> {
	await obstacleTo(identifyCustomers(run, rows));
	// What a name of the user's has paid is not known here.
	if (!isNamedByUser(run.settings)) rejectMisnamed(rows);
	rejectUnknownCustomers(rows);
	return refuseSheet(run, rows);
}

/** @returns whether any is. Of rows that are named by the user it is not known yet which are to be sent, so the limits wait. */
function rejectUnsound(run: AddRun, rows: Row[]): boolean {
	if (!isNamedByUser(run.settings)) return checkRows(run, rows);
	return isHeldBack(run, rows, 'rejected');
}

/** After an answer that was lost and not cleared up, this execution sends nothing more (CONTRIBUTING M6). */
function hasLost({ ledger, context }: AddRun, rows: Row[]): boolean {
	if (!ledger.hasLostIn(context.getExecutionId())) return false;
	if (rows.some(isIn('inDoubt'))) return true;
	for (const row of rows.filter(isIn('planned'))) row.withhold(lostBefore());
	return true;
}

/** Whether rows in that state keep back the whole sheet. */
function isHeldBack(run: AddRun, rows: Row[], state: 'rejected' | 'notAttempted'): boolean {
	return stopsAtFirst(run) && rows.some(isIn(state));
}
