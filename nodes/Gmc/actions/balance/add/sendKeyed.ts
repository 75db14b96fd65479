import { sleep } from 'n8n-workflow';
import { delays } from '../../../core/util/delays';
import { InputError } from '../../../core/util/inputError';
import { LedgerError } from '../../../ledger/ledgerError';
import { hintAtKeyLedger } from './hintAtKeyLedger';
import { identifyAnew } from './identifyCustomers';
import type { KeyDesk } from './keyDesk';
import { keyInUse } from './keyProblems';
import { applyKeyVerdicts } from './lookUpKeys';
import type { Row, RowIn } from './row';
import { isIn } from './row';
import type { AddRun } from './run';

/**
 * Rows whose keys are claimed in one go, at least and for each row in flight: so that the claims are there in time,
 * and do not wait long behind a slow service. At most, a part of the desk.
 */
const CLAIMED = { least: 10, forEach: 10 };

type PlannedRow = RowIn<'planned'>;

/**
 * Gives out the rows whose keys are ours, a part claimed while the one before is sent. What was claimed and not
 * taken is given back by `releaseUnsent`.
 */
export async function* claimedRows(
	run: AddRun,
	keys: KeyDesk,
	rows: Row[],
): AsyncGenerator<PlannedRow, void, undefined> {
	const left = [...rows];
	const claimNext = async () =>
		await claimPart(run, keys, left.splice(0, claimedAtOnce(run, keys)));
	let ahead = claimNext();
	try {
		for (;;) {
			const given = await ahead;
			if (given.length === 0 && left.length === 0) return;
			ahead = claimNext();
			for (const row of given) {
				if (await isStillOurs(run, keys, row)) yield row;
			}
		}
	} finally {
		await ahead;
	}
}

function claimedAtOnce({ throttle }: AddRun, { partSize }: KeyDesk): number {
	return Math.min(partSize, Math.max(CLAIMED.least, CLAIMED.forEach * throttle.limit));
}

/** @returns the rows that may be sent; where the ledger fails, none, and each says why */
async function claimPart(run: AddRun, keys: KeyDesk, rows: Row[]): Promise<PlannedRow[]> {
	const fresh = rows.filter((row) => !keys.hasClaimed(row));
	try {
		if (fresh.length > 0) await applyKeyVerdicts(run, await keys.claimAll(fresh));
	} catch (error) {
		const reason =
			error instanceof LedgerError
				? error
				: new InputError(({ keys: { ledgerFailed } }) => ledgerFailed);
		for (const row of fresh.filter(isIn('planned'))) row.withhold(reason);
	}
	for (const row of rows.filter(isIn('planned'))) {
		// Written and not seen: somebody has changed the table in between.
		if (!keys.hasClaimed(row)) row.withhold(keyInUse(row.key, 0, run.settings.ledgerTable));
	}
	return rows.filter(isIn('planned'));
}

/** A claim that has waited long behind a slow service is made anew before its row is sent. */
async function isStillOurs(run: AddRun, keys: KeyDesk, row: PlannedRow): Promise<boolean> {
	if (!keys.isStale(row)) return true;
	await keys.release([row]).catch(() => {});
	return (await claimPart(run, keys, [row])).length > 0;
}

/**
 * Finds out what became of rows in doubt, of this run and of others. The list is looked at once for others', and
 * several times with growing delays for what this run has lost the answer of, since an addition may show up late.
 *
 * @param all rows of the sheet; equal ones that are claimed and not sent would count as rivals
 */
export async function resolveKeys(
	run: AddRun,
	keys: KeyDesk,
	{ inDoubt: rows, all }: { inDoubt: Row[]; all: Row[] },
): Promise<void> {
	await releaseUnsent(run, all);
	try {
		// GMC lists additions under what customers are called now.
		await identifyAnew(run, rows);
		await applyKeyVerdicts(run, await keys.resolve(rows.filter(isIn('inDoubt'))));
		const lost = () => rows.filter(isIn('inDoubt')).filter((row) => keys.hasClaimed(row));
		for (const delay of delays.reconcileDelaysMs) {
			if (lost().length === 0 || run.cancelled()) break;
			await sleep(delay);
			await applyKeyVerdicts(run, await keys.resolve(lost()));
		}
	} catch (error) {
		// What is in doubt stays so; a later run asks again.
		hintAtKeyLedger(run.context, 'resolving', error);
	}
	// What the list has shown to be issued was written down with that.
	for (const row of rows.filter(isIn('rejected'))) keys.settleSoon(row);
}

/** Keys that were claimed for rows that are not sent now are free again. */
export async function releaseUnsent({ keys }: AddRun, rows: Row[]): Promise<void> {
	const unsent = rows
		.filter(isIn('planned', 'skipped', 'rejected', 'notAttempted'))
		.filter((row) => keys?.hasClaimed(row) && !keys.sent.has(row));
	// What cannot be given back is held for a while, like after a crash.
	if (unsent.length > 0) await keys?.release(unsent).catch(() => {});
}
